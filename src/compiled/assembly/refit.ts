import { boundBends, endOfBends } from './bends';
import { extent, storeBox } from './boxes';
import { displaceRecord } from './displace';
import { poseLeaf } from './pose-leaf';
import { ARITY_BITS, ARITY_MASK, Collider, GroupRecord, LINEAR, Member, NodeBox, NodeRecord, PosedSharedBox, SharedBox } from './records';
import { BentRecord } from './set-records';

/** Bends that add less than this share of the extent of a node are not looked at more closely. */
const LITTLE_BENDING: f32 = 0.06;
/** Rounding a bend to float32, and adding it, cannot make it less. */
const ROUNDED_UP: f32 = 1.000001;

/** Where a joint (columns in float32) takes the middle of a box. */
@inline
function middleUnder(m: usize, x: v128, y: v128, z: v128): v128 {
  return f32x4.add(
    f32x4.add(f32x4.mul(v128.load(m), x), f32x4.mul(v128.load(m, 16), y)),
    f32x4.add(f32x4.mul(v128.load(m, 32), z), v128.load(m, 48)),
  );
}

/** Half the extent of a box that a joint has moved. */
@inline
function halfUnder(m: usize, x: v128, y: v128, z: v128): v128 {
  return f32x4.add(
    f32x4.add(f32x4.mul(v128.load(m, 64), x), f32x4.mul(v128.load(m, 80), y)),
    f32x4.mul(v128.load(m, 96), z),
  );
}

/** A box that many nodes share, in the current pose. */
function poseSharedBox(collider: Collider, place: usize): usize {
  const posed = collider.sharedBoxes + place;
  if (changetype<PosedSharedBox>(posed).epoch == collider.epoch) return posed;
  const box = collider.shape.sharedBoxes + place;
  const m = collider.narrowColumns + <usize>changetype<SharedBox>(box).joint;
  const x = v128.load_splat<f32>(box, offsetof<SharedBox>('x'));
  const y = v128.load_splat<f32>(box, offsetof<SharedBox>('y'));
  const z = v128.load_splat<f32>(box, offsetof<SharedBox>('z'));
  const halfX = v128.load_splat<f32>(box, offsetof<SharedBox>('halfX'));
  const halfY = v128.load_splat<f32>(box, offsetof<SharedBox>('halfY'));
  const halfZ = v128.load_splat<f32>(box, offsetof<SharedBox>('halfZ'));
  const middle = middleUnder(m, x, y, z);
  const half = halfUnder(m, halfX, halfY, halfZ);
  v128.store(posed, i32x4.replace_lane(f32x4.sub(middle, half), 3, collider.epoch)); // one store, so that it can be loaded at once
  v128.store(posed, f32x4.add(middle, half), 16);
  return posed;
}

/**
 * Brings the box of an inner node to the current pose, from its joints alone: what `refitLinearBlendBox` does, in float32. A
 * vertex of a group is b + d with |d| <= e in each coordinate; under joint k it reaches no further along an axis than
 * high_k = (M_k b + t_k) + |M_k| e. Weighted by lowest_k plus a share of the rest, no further than
 * sum lowest_k high_k + rest * max high_k; below, likewise. What rounding may lose, `slack` covers (docs/decisions/0019).
 */
function refitNode(collider: Collider, node: i32): void {
  let at = load<usize>(collider.shape.records + (<usize>node << 2));
  if (collider.shape.fieldCount > 0) at = displaceRecord(collider, at);
  const bent = at;
  const isBent = collider.shape.skinning != LINEAR && changetype<BentRecord>(at).sets > 0;
  if (collider.shape.skinning != LINEAR) at = endOfBends(at);
  const groups = changetype<NodeRecord>(at).groups;
  at += offsetof<NodeRecord>();
  const narrowColumns = collider.narrowColumns;
  let low = f32x4.splat(Infinity);
  let high = f32x4.splat(-Infinity);
  if (groups < 0) {
    for (const end = at - (groups << 2); at < end; at += 4) {
      const posed = poseSharedBox(collider, <usize>load<u32>(at));
      low = f32x4.pmin(low, v128.load(posed));
      high = f32x4.pmax(high, v128.load(posed, 16));
    }
  }
  for (let g = 0; g < groups; g++) {
    const group = at;
    const joints = changetype<GroupRecord>(at).joints;
    const x = v128.load_splat<f32>(at, offsetof<GroupRecord>('x'));
    const y = v128.load_splat<f32>(at, offsetof<GroupRecord>('y'));
    const z = v128.load_splat<f32>(at, offsetof<GroupRecord>('z'));
    const halfX = v128.load_splat<f32>(at, offsetof<GroupRecord>('halfX'));
    const halfY = v128.load_splat<f32>(at, offsetof<GroupRecord>('halfY'));
    const halfZ = v128.load_splat<f32>(at, offsetof<GroupRecord>('halfZ'));
    at += offsetof<GroupRecord>();
    if (joints == 1) {
      const m = narrowColumns + <usize>changetype<Member>(at).joint;
      const middle = middleUnder(m, x, y, z);
      const half = halfUnder(m, halfX, halfY, halfZ);
      low = f32x4.pmin(low, f32x4.sub(middle, half));
      high = f32x4.pmax(high, f32x4.add(middle, half));
      at += offsetof<Member>();
      continue;
    }
    let sumLow = f32x4.splat(0);
    let sumHigh = f32x4.splat(0);
    let least = f32x4.splat(Infinity);
    let most = f32x4.splat(-Infinity);
    for (const end = at + joints * offsetof<Member>(); at < end; at += offsetof<Member>()) {
      const m = narrowColumns + <usize>changetype<Member>(at).joint;
      const middle = middleUnder(m, x, y, z);
      const half = halfUnder(m, halfX, halfY, halfZ);
      const weight = v128.load_splat<f32>(at, offsetof<Member>('lowest'));
      const lowUnder = f32x4.sub(middle, half);
      const highUnder = f32x4.add(middle, half);
      sumLow = f32x4.add(sumLow, f32x4.mul(weight, lowUnder));
      sumHigh = f32x4.add(sumHigh, f32x4.mul(weight, highUnder));
      least = f32x4.pmin(least, lowUnder);
      most = f32x4.pmax(most, highUnder);
    }
    const rest = v128.load_splat<f32>(group, offsetof<GroupRecord>('rest'));
    low = f32x4.pmin(low, f32x4.add(sumLow, f32x4.mul(rest, least)));
    high = f32x4.pmax(high, f32x4.add(sumHigh, f32x4.mul(rest, most)));
  }
  if (isBent) {
    boundBends(collider, bent, LITTLE_BENDING * extent(low, high));
    const roundedUp = f32x4.splat(ROUNDED_UP);
    low = f32x4.add(low, f32x4.mul(roundedUp, v128.load(collider.bent)));
    high = f32x4.add(high, f32x4.mul(roundedUp, v128.load(collider.bent, 16)));
  }
  const slack = f32x4.splat(collider.slack);
  storeBox(collider.boxes + (<usize>node << 5), f32x4.sub(low, slack), f32x4.add(high, slack));
}

/** Brings a node to the current pose, whatever it is. Of a node without a record nothing is known but what its children tell. */
export function refit(collider: Collider, node: i32): void {
  const box = collider.boxes + (<usize>node << 5);
  collider.refits++;
  if (changetype<NodeBox>(box).link < 0) poseLeaf(collider, node);
  else if (load<usize>(collider.shape.records + (<usize>node << 2)) != 0) refitNode(collider, node);
  else {
    storeBox(box, f32x4.splat(-Infinity), f32x4.splat(Infinity));
    refitFamily(collider, node);
  }
}

/**
 * Brings the children of a node to the current pose, and shrinks its own box to theirs: every vertex under the node is in a
 * child's box, so it is in the least box around these, and in the part of the node's box that this leaves. No number is
 * rounded. A node is met by many others, so this saves a quarter of all tests.
 */
export function refitFamily(collider: Collider, node: i32): void {
  const box = collider.boxes + (<usize>node << 5);
  const link = changetype<NodeBox>(box).link;
  const first = link >> ARITY_BITS;
  const end = first + (link & ARITY_MASK);
  let low = f32x4.splat(Infinity);
  let high = f32x4.splat(-Infinity);
  for (let child = first; child < end; child++) {
    refit(collider, child);
    const childBox = collider.boxes + (<usize>child << 5);
    low = f32x4.pmin(low, v128.load(childBox));
    high = f32x4.pmax(high, v128.load(childBox, 16));
  }
  storeBox(box, f32x4.pmax(v128.load(box), low), f32x4.pmin(v128.load(box, 16), high));
  changetype<NodeBox>(box).epochBelow = collider.epoch;
}

/** Brings all boxes to the current pose, parents first: for measuring and testing them. */
export function refitTree(collider: Collider): void {
  refit(collider, 0);
  for (let node: u32 = 0; node < collider.shape.nodeCount; node++) {
    if (changetype<NodeBox>(collider.boxes + (<usize>node << 5)).link >= 0) refitFamily(collider, node);
  }
}
