import { boundBends, endOfBends, mostBent } from './bends';
import { storeBox } from './boxes';
import { displaceRecord } from './displace';
import { poseLeaf } from './pose-leaf';
import { ARITY_BITS, ARITY_MASK, Collider, GroupRecord, LINEAR, Member, NodeBox, NodeRecord, PosedSharedBox, Shape, SharedBox } from './records';
import { BentRecord } from './set-records';

/** Bends that add less than this share of the extent of a node are not looked at more closely. */
const LITTLE_BENDING: f32 = 0.08;
/** Rounding a bend to float32, and adding it, cannot make it less. */
const ROUNDED_UP: f32 = 1.000001;

/** No epoch is 0: the boxes of the children are of no pose. */
const STALE: i32 = 0;

/**
 * Writes the box of an inner node, its link and of which pose its children are, and reads nothing there: boxes of a pose lie where nobody has looked for a
 * while, and what is written does not have to be waited for.
 */
@inline
function storeNode(box: usize, low: v128, high: v128, link: i32, epochBelow: i32): void {
  // A vector each: one that is loaded from where a part of it has just been stored alone waits.
  v128.store(box, i32x4.replace_lane(low, 3, link));
  v128.store(box, i32x4.replace_lane(high, 3, epochBelow), 16);
}

/** The link of a node as the shape has it, which all its colliders read: that of an inner node is never another. */
@inline
function linkOf(shape: Shape, node: i32): i32 {
  return load<i32>(shape.links + (<usize>node << 2));
}

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

/**
 * The least box around boxes that many nodes share, wider by `slack`, into `box`. `at` is where the places of these begin, `end` where they end. Those
 * that no node has asked for in this pose yet are brought to it.
 */
function joinSharedBoxes(collider: Collider, at: usize, end: usize, box: usize, link: i32, slack: v128): void {
  const epoch = collider.epoch;
  const boxesAtRest = collider.shape.sharedBoxes;
  const posedBoxes = collider.sharedBoxes;
  const narrowColumns = collider.narrowColumns;
  let low = f32x4.splat(Infinity);
  let high = f32x4.splat(-Infinity);
  for (; at < end; at += 4) {
    const place = <usize>load<u32>(at);
    const posed = posedBoxes + place;
    let lowOfOne: v128;
    let highOfOne: v128;
    if (changetype<PosedSharedBox>(posed).epoch == epoch) {
      lowOfOne = v128.load(posed);
      highOfOne = v128.load(posed, 16);
    } else {
      const rest = boxesAtRest + place;
      const m = narrowColumns + <usize>changetype<SharedBox>(rest).joint;
      const x = v128.load_splat<f32>(rest, offsetof<SharedBox>('x'));
      const y = v128.load_splat<f32>(rest, offsetof<SharedBox>('y'));
      const z = v128.load_splat<f32>(rest, offsetof<SharedBox>('z'));
      const halfX = v128.load_splat<f32>(rest, offsetof<SharedBox>('halfX'));
      const halfY = v128.load_splat<f32>(rest, offsetof<SharedBox>('halfY'));
      const halfZ = v128.load_splat<f32>(rest, offsetof<SharedBox>('halfZ'));
      const middle = middleUnder(m, x, y, z);
      const half = halfUnder(m, halfX, halfY, halfZ);
      lowOfOne = f32x4.sub(middle, half);
      highOfOne = f32x4.add(middle, half);
      v128.store(posed, i32x4.replace_lane(lowOfOne, 3, epoch)); // one store, so that it can be loaded at once
      v128.store(posed, highOfOne, 16);
    }
    low = f32x4.pmin(low, lowOfOne);
    high = f32x4.pmax(high, highOfOne);
  }
  storeNode(box, f32x4.sub(low, slack), f32x4.add(high, slack), link, STALE);
}

/**
 * A box around the vertices of the groups that begin at `at`, wider by `slack`, into `box`: what `refitLinearBlendBox` does, in float32. A
 * vertex of a group is b + d with |d| <= e in each coordinate; under joint k it reaches no further along an axis than
 * high_k = (M_k b + t_k) + |M_k| e. Weighted by lowest_k plus a share of the rest, no further than
 * sum lowest_k high_k + rest * max high_k; below, likewise.
 */
function boundGroups(collider: Collider, at: usize, groups: i32, box: usize, link: i32, slack: v128): void {
  const narrowColumns = collider.narrowColumns;
  let low = f32x4.splat(Infinity);
  let high = f32x4.splat(-Infinity);
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
  storeNode(box, f32x4.sub(low, slack), f32x4.add(high, slack), link, STALE);
}

/** Widens a box by how far blending quaternions moves the vertices of its node from where linear blending would put them, looking closely at sets that are bent by more than `little`. */
function addBends(collider: Collider, record: usize, box: usize, little: f32): void {
  boundBends(collider, record, little);
  const roundedUp = f32x4.splat(ROUNDED_UP);
  const low = f32x4.mul(roundedUp, v128.load(collider.bent));
  const high = f32x4.mul(roundedUp, v128.load(collider.bent, 16));
  storeBox(box, f32x4.add(v128.load(box), low), f32x4.add(v128.load(box, 16), high));
}

/**
 * Brings the box of an inner node to the current pose, from its joints alone. What rounding may lose, `slack` covers (docs/decisions/0019), and so it does how far blending quaternions moves vertices, where that is little. Each
 * way of bounding is a function of its own, as the numbers of all of them do not fit into registers together.
 */
function refitNode(collider: Collider, node: i32): void {
  const shape = collider.shape;
  const box = collider.boxes + (<usize>node << 5);
  let record = load<usize>(shape.records + (<usize>node << 2));
  if (shape.fieldCount > 0) record = displaceRecord(collider, record);
  let at = record;
  let wider = collider.slack;
  let little: f32 = 0;
  let isLittle = true;
  if (shape.skinning != LINEAR) {
    at = endOfBends(record);
    if (changetype<BentRecord>(record).sets > 0) {
      const most = mostBent(collider, record);
      little = LITTLE_BENDING * collider.scale * load<f32>(shape.sizes + (<usize>node << 2));
      isLittle = most <= little; // NaN is not
      if (isLittle) wider += ROUNDED_UP * most;
    }
  }
  const slack = f32x4.splat(wider);
  const groups = changetype<NodeRecord>(at).groups;
  at += offsetof<NodeRecord>();
  const link = linkOf(shape, node);
  if (groups < 0) joinSharedBoxes(collider, at, at - (groups << 2), box, link, slack);
  else boundGroups(collider, at, groups, box, link, slack);
  if (!isLittle) addBends(collider, record, box, little);
}

/** Brings a node to the current pose, whatever it is. Of a node without a record nothing is known but what its children tell. */
export function refit(collider: Collider, node: i32): void {
  collider.refits++;
  if (linkOf(collider.shape, node) < 0) poseLeaf(collider, node);
  else if (load<usize>(collider.shape.records + (<usize>node << 2)) != 0) refitNode(collider, node);
  else joinChildren(collider, node, f32x4.splat(-Infinity), f32x4.splat(Infinity));
}

/**
 * Brings the children of a node to the current pose, and shrinks its own box to theirs: every vertex under the node is in a
 * child's box, so it is in the least box around these, and in the part of the node's box that this leaves. No number is
 * rounded. A node is met by many others, so this saves a quarter of all tests.
 */
export function refitFamily(collider: Collider, node: i32): void {
  const box = collider.boxes + (<usize>node << 5);
  joinChildren(collider, node, v128.load(box), v128.load(box, 16));
}

/** Brings the children of a node to the current pose, and makes of its box the part of the box from `low` to `high` that lies in the least box around theirs. */
function joinChildren(collider: Collider, node: i32, low: v128, high: v128): void {
  const boxes = collider.boxes;
  const box = boxes + (<usize>node << 5);
  const link = linkOf(collider.shape, node);
  const first = link >> ARITY_BITS;
  const end = first + (link & ARITY_MASK);
  for (let child = first; child < end; child++) refit(collider, child);
  let least = f32x4.splat(Infinity);
  let most = f32x4.splat(-Infinity);
  const endBox = boxes + (<usize>end << 5);
  for (let childBox = boxes + (<usize>first << 5); childBox < endBox; childBox += 32) {
    least = f32x4.pmin(least, v128.load(childBox));
    most = f32x4.pmax(most, v128.load(childBox, 16));
  }
  storeNode(box, f32x4.pmax(low, least), f32x4.pmin(high, most), link, collider.epoch);
}

/** Brings all boxes to the current pose, parents first: for measuring and testing them. */
export function refitTree(collider: Collider): void {
  refit(collider, 0);
  for (let node: u32 = 0; node < collider.shape.nodeCount; node++) {
    if (changetype<NodeBox>(collider.boxes + (<usize>node << 5)).link >= 0) refitFamily(collider, node);
  }
}
