import { poseLeaf } from './pose-leaf';
import { ARITY_BITS, ARITY_MASK, NearNode, NodeBox, Probe } from './records';
import { refit, refitFamily } from './refit';

/** How far along a ray the box begins, and not before `near`; Infinity if the ray misses it. As `enterBox` of bounds/probe.ts. */
@inline
function enterBox(probe: Probe, box: usize): f64 {
  const pad = probe.pad;
  const inverseX = probe.inverseX;
  const inverseY = probe.inverseY;
  const inverseZ = probe.inverseZ;
  const lowX = <f64>load<f32>(box);
  const lowY = <f64>load<f32>(box, 4);
  const lowZ = <f64>load<f32>(box, 8);
  const highX = <f64>load<f32>(box, 16);
  const highY = <f64>load<f32>(box, 20);
  const highZ = <f64>load<f32>(box, 24);
  const middleX = inverseX * (0.5 * (lowX + highX) - probe.x);
  const middleY = inverseY * (0.5 * (lowY + highY) - probe.y);
  const middleZ = inverseZ * (0.5 * (lowZ + highZ) - probe.z);
  const halfX = abs<f64>(inverseX) * (0.5 * (highX - lowX) + pad);
  const halfY = abs<f64>(inverseY) * (0.5 * (highY - lowY) + pad);
  const halfZ = abs<f64>(inverseZ) * (0.5 * (highZ - lowZ) + pad);
  let enter = probe.near;
  let leave: f64 = Infinity;
  // As comparisons, so that what is not a number changes nothing.
  if (middleX - halfX > enter) enter = middleX - halfX;
  if (middleX + halfX < leave) leave = middleX + halfX;
  if (middleY - halfY > enter) enter = middleY - halfY;
  if (middleY + halfY < leave) leave = middleY + halfY;
  if (middleZ - halfZ > enter) enter = middleZ - halfZ;
  if (middleZ + halfZ < leave) leave = middleZ + halfZ;
  return enter > leave ? Infinity : enter;
}

/** How far from a point the box begins, at least. As `approachBox` of bounds/probe.ts. */
@inline
function approachBox(probe: Probe, box: usize): f64 {
  const pad = probe.pad;
  const x = gap(<f64>load<f32>(box), <f64>load<f32>(box, 16), probe.x, pad);
  const y = gap(<f64>load<f32>(box, 4), <f64>load<f32>(box, 20), probe.y, pad);
  const z = gap(<f64>load<f32>(box, 8), <f64>load<f32>(box, 24), probe.z, pad);
  return sqrt<f64>(x * x + y * y + z * z) * (1 - 1e-14);
}

@inline
function gap(low: f64, high: f64, at: f64, pad: f64): f64 {
  const beyond = (low - at > at - high ? low - at : at - high) - pad;
  return beyond > 0 ? beyond : 0;
}

@inline
function distanceTo(probe: Probe, box: usize): f64 {
  return probe.isRay ? enterBox(probe, box) : approachBox(probe, box);
}

/** Puts a node on the stack, in its place among those from `bottom` on: the nearest is on top. */
@inline
function push(probe: Probe, bottom: usize, node: i32, distance: f64): void {
  let at = probe.top;
  probe.top = at + offsetof<NearNode>();
  while (at > bottom && changetype<NearNode>(at - offsetof<NearNode>()).distance < distance) {
    v128.store(at, v128.load(at - offsetof<NearNode>()));
    at -= offsetof<NearNode>();
  }
  changetype<NearNode>(at).distance = distance;
  changetype<NearNode>(at).node = node;
}

/**
 * Puts those children of a node that are within `limit` onto the stack, by their distance among all from `bottom` on. Leaves are not bounded before
 * they are looked into, unless they are known already: posing their vertices is most of that work. They count as far as their parent.
 */
function divide(probe: Probe, node: i32, distance: f64, bottom: usize, limit: f64): void {
  const collider = probe.collider;
  const boxes = collider.boxes;
  const box = changetype<NodeBox>(boxes + (<usize>node << 5));
  const first = box.link >> ARITY_BITS;
  const end = first + (box.link & ARITY_MASK);
  let isFresh = box.epochBelow == collider.epoch;
  if (!isFresh && !hasLeaf(boxes, first, end)) {
    refitFamily(collider, node);
    isFresh = true;
  }
  for (let child = first; child < end; child++) {
    const childBox = boxes + (<usize>child << 5);
    let childDistance = distance;
    if (isFresh || changetype<NodeBox>(childBox).link >= 0) {
      if (!isFresh) refit(collider, child);
      probe.volumeTests++;
      childDistance = distanceTo(probe, childBox);
    }
    if (childDistance > limit) continue;
    push(probe, bottom, child, childDistance);
  }
}

@inline
function hasLeaf(boxes: usize, first: i32, end: i32): bool {
  for (let child = first; child < end; child++) {
    if (changetype<NodeBox>(boxes + (<usize>child << 5)).link < 0) return true;
  }
  return false;
}

/**
 * Begins a walk, with the children of the children of the root, as query/walk/walk-nodes.ts does: those above follow so many joints that they cost more,
 * and tell less.
 */
export function beginProbe(probe: Probe, limit: f64): void {
  const collider = probe.collider;
  collider.refits = 0;
  collider.posedVertices = 0;
  probe.volumeTests = 0;
  probe.top = probe.stack;
  const link = changetype<NodeBox>(collider.boxes).link;
  if (link < 0) {
    push(probe, probe.stack, 0, -Infinity);
    return;
  }
  const first = link >> ARITY_BITS;
  const end = first + (link & ARITY_MASK);
  for (let child = first; child < end; child++) {
    if (changetype<NodeBox>(collider.boxes + (<usize>child << 5)).link < 0) push(probe, probe.stack, child, -Infinity);
    else divide(probe, child, -Infinity, probe.stack, limit);
  }
}

/**
 * Goes on to the next leaf that may hold something within `limit`, nearest first as far as the tree allows; its vertices are posed then. -1: there
 * is none.
 */
export function nextLeaf(probe: Probe, limit: f64): i32 {
  const collider = probe.collider;
  while (probe.top > probe.stack) {
    const top = probe.top - offsetof<NearNode>();
    probe.top = top;
    const distance = changetype<NearNode>(top).distance;
    if (distance > limit) continue;
    const node = changetype<NearNode>(top).node;
    const box = collider.boxes + (<usize>node << 5);
    if (changetype<NodeBox>(box).link >= 0) {
      divide(probe, node, distance, top, limit);
      continue;
    }
    poseLeaf(collider, node);
    probe.volumeTests++;
    if (!(distanceTo(probe, box) > limit)) return node;
  }
  return -1;
}
