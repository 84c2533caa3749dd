import { beginOfBends, endOfBends } from './bends';
import { BOX_GROUP_HEADER, measureGroups, packGroups, SPHERE_GROUP_HEADER } from './pack-node';
import { DUAL_QUATERNION, Shape } from './records';
import { Bend, BentRecord, CoarseBend, FourReaches, JointSet } from './set-records';
import { ShapeSource, wordAt } from './shape-source';

/**
 * A node whose joints are blended by quaternions, bounded linearly: minus the number of groups, then the sets and how far the vertices of each are from its reference, mixed. Or
 * set by set: then these distances are bounded from the groups.
 */
export function measureBent(source: ShapeSource, at: u32): usize {
  const groups = <i32>wordAt(source.recordWords, at);
  const sets = groups < 0 ? wordAt(source.recordWords, at + 1) : countBlended(source, at);
  const first = groups < 0 ? at + 2 + 2 * sets : at + 1;
  return (
    offsetof<BentRecord>() +
    ((sets + 3) >> 2) * offsetof<FourReaches>() +
    sets * offsetof<Bend>() +
    measureGroups(source, first, abs<i32>(groups), groups < 0 ? BOX_GROUP_HEADER : headerOfSets(source))
  );
}

/** Dual quaternions bound sets by spheres. */
@inline
function headerOfSets(source: ShapeSource): u32 {
  return source.skinning == DUAL_QUATERNION ? SPHERE_GROUP_HEADER : BOX_GROUP_HEADER;
}

/** How many groups of a node that is bounded set by set follow several joints. */
function countBlended(source: ShapeSource, at: u32): u32 {
  let count: u32 = 0;
  let i = at + 1;
  for (let groups = wordAt(source.recordWords, at); groups > 0; groups--) {
    const joints = wordAt(source.recordWords, i);
    i += headerOfSets(source) + (joints > 1 ? joints : 0);
    count += u32(joints > 1);
  }
  return count;
}

export function packBent(source: ShapeSource, shape: Shape, i: u32, at: usize): usize {
  const words = source.recordWords;
  const groups = <i32>wordAt(words, i);
  const sets = groups > 0 ? countBlended(source, i) : wordAt(words, i + 1);
  changetype<BentRecord>(at).sets = sets;
  const first = i + 2 + 2 * sets;
  const bends = beginOfBends(at);
  if (groups > 0) packBends(source, shape, i, 0, bends);
  else if (sets <= MOST_SETS) packBends(source, shape, skipGroups(source, first, -groups), i + 2, bends);
  else {
    for (let k: u32 = 0; k < sets; k++) {
      const bend = changetype<Bend>(bends + <usize>k * offsetof<Bend>());
      beginBend(bend, wordAt(words, i + 2 + 2 * k));
      store<u32>(changetype<usize>(bend), wordAt(words, i + 3 + 2 * k), offsetof<Bend>('reach'));
      bend.mixing = -1;
    }
  }
  beginReaches(at, sets);
  const end = endOfBends(at);
  if (groups > 0) return packGroups(source, i + 1, groups, headerOfSets(source), end);
  return packGroups(source, first, -groups, BOX_GROUP_HEADER, end);
}

@inline
function beginBend(bend: Bend, set: u32): void {
  bend.set = set * <u32>offsetof<JointSet>();
}

/** Begins the `FourReaches` of a record, of its `Bend`s. */
function beginReaches(record: usize, sets: u32): void {
  const bends = beginOfBends(record);
  memory.fill(record + offsetof<BentRecord>(), 0, bends - record - offsetof<BentRecord>());
  for (let k: u32 = 0; k < ((sets + 3) & ~3); k++) {
    const bend = changetype<Bend>(bends + <usize>min<u32>(k, sets - 1) * offsetof<Bend>());
    const lane = record + offsetof<BentRecord>() + <usize>(k >> 2) * offsetof<FourReaches>() + <usize>((k & 3) << 2);
    store<u32>(lane, (bend.set / <u32>offsetof<JointSet>()) * <u32>offsetof<CoarseBend>(), offsetof<FourReaches>('bend'));
  }
}

/** Nodes with more sets are not bounded set by set (refit/records.ts). */
const MOST_SETS: u32 = 64;

/** Where the record goes on behind its groups, which begin at word `i`. */
function skipGroups(source: ShapeSource, i: u32, groups: u32): u32 {
  for (; groups > 0; groups--) {
    const joints = wordAt(source.recordWords, i);
    i += joints == 0 ? 2 : BOX_GROUP_HEADER + (joints > 1 ? joints : 0);
  }
  return i;
}

/**
 * A `Bend` for each group of several joints in the record of a node by sets, which begins at word `i`. How far its vertices are from the reference is told from word `reaches` on, in the same order, or if that is
 * 0 bounded from the group.
 */
function packBends(source: ShapeSource, shape: Shape, i: u32, reaches: u32, at: usize): void {
  const words = source.recordWords;
  const header = headerOfSets(source);
  let word = i + 1;
  for (let groups = wordAt(words, i); groups > 0; groups--) {
    const joints = wordAt(words, word);
    if (joints == 1) {
      word += header;
      continue;
    }
    const number = wordAt(words, word + 1);
    const set = changetype<JointSet>(shape.sets + <usize>number * offsetof<JointSet>());
    const bend = changetype<Bend>(at);
    const box = words + (<usize>(word + 2) << 2);
    const halfX = load<f32>(box, 12);
    const isSphere = header == SPHERE_GROUP_HEADER;
    const halfY = isSphere ? halfX : load<f32>(box, 16);
    const halfZ = isSphere ? halfX : load<f32>(box, 20);
    const x = <f64>load<f32>(box) - set.referenceX;
    const y = <f64>load<f32>(box, 4) - set.referenceY;
    const z = <f64>load<f32>(box, 8) - set.referenceZ;
    beginBend(bend, number);
    bend.mixing = mostMixing(words + (<usize>(word + header) << 2), joints);
    bend.x = <f32>x;
    bend.y = <f32>y;
    bend.z = <f32>z;
    bend.halfX = halfX;
    bend.halfY = halfY;
    bend.halfZ = halfZ;
    if (reaches > 0) {
      store<u32>(at + offsetof<Bend>('reach'), wordAt(words, reaches + 1));
      reaches += 2;
    } else {
      // No vertex is farther than the middle and half the diagonal together; nor than any vertex of the set.
      const diagonal = isSphere ? <f64>halfX : sqrt<f64>(<f64>halfX * halfX + <f64>halfY * halfY + <f64>halfZ * halfZ);
      bend.reach = <f32>(min<f64>(set.reach, sqrt<f64>(x * x + y * y + z * z) + diagonal) * (1 + 1e-6));
    }
    at += offsetof<Bend>();
    word += header + joints;
  }
}

/**
 * Twice what the squares of n weights that sum to 1 lack of 1, at most, if none is below the lowest at `lowest`. Their squares sum to at least 1 / n; and if one is at least m > 1 / n, to
 * at least m^2 + (1 - m)^2 / (n - 1).
 */
function mostMixing(lowest: usize, n: u32): f32 {
  let largest: f64 = 1 / <f64>n;
  for (let k: usize = 0; k < <usize>n; k++) largest = max<f64>(largest, <f64>load<f32>(lowest + (k << 2)));
  const rest = 1 - largest;
  const squares = largest * largest + (rest * rest) / <f64>(n - 1);
  return <f32>(max<f64>(0, 2 * (1 - squares)) * (1 + 1e-6) + 1e-9);
}
