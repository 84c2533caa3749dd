import { type BendRange, boundBendChange, createBendRange, mixedWeight, poseSets } from '../../deform/blend-motion.ts';
import {
  blendsQuaternions,
  IS_RIGID,
  MISFIT,
  poseQuaternions,
  SET_HEADER,
  SET_JOINT,
  setBlock,
} from '../../deform/posed-joints.ts';
import { CENTER, SLACK } from '../../deform/spherical-blend.ts';
import type { Kinematics, MotionBound, SideName } from './kinematics.ts';
import type { PosedPoints } from './posed-points.ts';

/** A cell of motion of one side. */
export interface SideCell {
  bound: MotionBound;
  side: SideName;
  values: Float64Array;
  halfSteps: Float64Array;
}

/** Joints must be this near to rotations where quaternions are blended: products of rotations in float64 are far nearer. */
const NEARLY_RIGID = 1e-12;

/** How far away the way of a point shows how much a joint turns, in reaches of the mesh. */
const FAR = 4096;

/**
 * Adds to `shifts` how much farther blends of quaternions can carry points within a cell than linear blending can:
 * `boundBendChange` of deform/blend-motion.ts between the pose in the middle, which points and blocks of joint-sets are in,
 * and any other of the cell. `ways` are the ways of all points under each joint, joint by joint.
 *
 * Of the other pose only ways are known. A joint turned by t carries points far away along three axes so far that
 * 2 sin(t / 2) shows, and its quaternion changes by 2 sin(t / 4). As long as no two of a set can come to lie half a turn
 * apart, which is asked for, all stay on their sides. y_ij changes by the ways of both joints. For spherical blending it is
 * the difference of the images of the point less that of the images of the centre; these, about their mean, are
 * (1 - P) Y, with Y those of the reference point and P a symmetric matrix between 0 and 1 (rotation-center.ts: a damped
 * projection). Two such matrices differ by at most 1, so this changes by at most |d Y| + |Y|, and for two joints by sqrt(2)
 * times that. Where joints meet in the reference point Y is 0; else this part does not shrink with the cell.
 */
export function addBendShifts(points: PosedPoints, cell: SideCell, ways: Float64Array, shifts: Float64Array): void {
  const { deformer, posed } = points;
  const { starts, setOfVertex } = deformer.sets;
  poseSets(deformer, posed);
  const turns = boundTurns(points, cell);
  const steps = deformer.skinning === 'spherical-blend' ? boundCenters(points, cell) : null;
  const range = createBendRange();
  const slack = NEARLY_RIGID * 8192 * (posed.magnitude + posed.reach);
  for (let v = 0; v < shifts.length; v++) {
    const set = setOfVertex[v];
    if (starts[set + 1] - starts[set] === 1) continue;
    const block = setBlock(starts, set);
    const mayJump = posed.sets[block + IS_RIGID] === 0 || compareJoints(points, set, turns, range);
    comparePoint(points, v, ways, steps, range);
    shifts[v] += mayJump ? Infinity : boundBendChange(range) + 4 * posed.sets[block + SLACK] + slack;
  }
}

/** Which joint is not a rotation, where that matters: where quaternions are blended. Else -1. */
export function findDistorted({ deformer, posed }: PosedPoints): number {
  if (!blendsQuaternions(deformer)) return -1;
  poseQuaternions(posed);
  for (let joint = 0; joint < deformer.sets.jointCount; joint++) {
    if (!(posed.joints[(joint << 4) + MISFIT] < NEARLY_RIGID)) return joint;
  }
  return -1;
}

/** Refuses joints that are not rotations, in the pose at `values`. */
export function checkRotations(
  points: PosedPoints,
  { freedoms }: Kinematics,
  values: Float64Array,
  caller: string,
): void {
  const joint = findDistorted(points);
  if (joint < 0) return;
  const place = freedoms.map(({ name }, k) => `${name} = ${values[k]}`).join(', ');
  const { skinning } = points.deformer;
  throw new Error(
    `${caller}: at ${place} joint ${joint} is not a rotation; how far '${skinning}' moves is bounded for rotations and translations only.`,
  );
}

/** By how much each joint's quaternion can change. */
function boundTurns({ deformer, rest }: PosedPoints, { bound, side, values, halfSteps }: SideCell): Float64Array {
  const { jointCount } = deformer.sets;
  const distance = FAR * Math.max(deformer.reach, Number.MIN_VALUE);
  const places = new Float64Array(12);
  for (let k = 0; k < 12; k++) places[k] = rest[k % 3];
  for (let axis = 0; axis < 3; axis++) places[3 * (axis + 1) + axis] += distance;
  const ways = new Float64Array(4);
  return Float64Array.from({ length: jointCount }, (_, joint) => {
    bound.boundJoint(side, joint, values, halfSteps, places, ways);
    let squared = 0; // of the change of the rotation, by its nine numbers: 2 (2 sin(t / 2))^2
    for (let axis = 1; axis < 4; axis++) squared += ((ways[0] + ways[axis]) / distance) ** 2 * (1 + 1e-9);
    const cosine = squared < 8 ? Math.sqrt(1 - squared / 8) : 0; // of t / 2
    return squared < 8 ? Math.sqrt(2 - 2 * cosine + 1e-15) : Infinity;
  });
}

/** For each joint-set: how much the images of the rotation centre under two of its joints can change against each other. */
function boundCenters({ deformer, posed }: PosedPoints, { bound, side, values, halfSteps }: SideCell): Float64Array {
  const { references } = deformer;
  const { starts, joints: members, jointCount } = deformer.sets;
  const setCount = starts.length - 1;
  const ways = Array.from({ length: jointCount }, (_, joint) => {
    const out = new Float64Array(setCount);
    bound.boundJoint(side, joint, values, halfSteps, references, out);
    return out;
  });
  return Float64Array.from({ length: setCount }, (_, set) => {
    const used = Array.from(members.subarray(starts[set], starts[set + 1]));
    const images = used.map(joint => imageOf(posed.joints, joint, references, 3 * set));
    const mean = [0, 1, 2].map(axis => images.reduce((sum, image) => sum + image[axis], 0) / used.length);
    const apart = Math.hypot(...images.map(image => Math.hypot(...image.map((x, axis) => x - mean[axis]))));
    return Math.SQRT2 * (apart + Math.hypot(...used.map(joint => ways[joint][set]))) * (1 + 1e-12);
  });
}

/** Fills what `range` says of the joints of a set. Returns whether one of them may change sides. */
function compareJoints({ deformer, posed }: PosedPoints, set: number, turns: Float64Array, range: BendRange): boolean {
  const { starts, joints } = deformer.sets;
  const from = starts[set];
  const n = starts[set + 1] - from;
  const first = setBlock(starts, set) + SET_HEADER;
  range.chord = range.chordChange = range.turn = 0;
  let mayFlip = false;
  for (let i = 0; i < n; i++) {
    range.turn = Math.max(range.turn, turns[joints[from + i]]);
    for (let j = 0; j < i; j++) {
      let squared = 0;
      for (let k = 0; k < 4; k++) {
        squared += (posed.sets[first + SET_JOINT * i + k] - posed.sets[first + SET_JOINT * j + k]) ** 2;
      }
      const change = turns[joints[from + i]] + turns[joints[from + j]];
      range.chord = Math.max(range.chord, Math.sqrt(squared));
      range.chordChange = Math.max(range.chordChange, change);
      // The product of two quaternions is 1 - squared / 2, and changes by at most the changes of both.
      if (j === 0 && !(1 - squared / 2 > change + 1e-9)) mayFlip = true;
    }
  }
  range.chordAfter = range.chord + range.chordChange;
  return mayFlip;
}

/** Fills what it says of a point: how far apart its joints carry it, and how that can change. */
function comparePoint(
  { deformer, rest, posed }: PosedPoints,
  v: number,
  ways: Float64Array,
  steps: Float64Array | null,
  range: BendRange,
): void {
  const { starts, joints, setOfVertex, weights, weightStarts } = deformer.sets;
  const set = setOfVertex[v];
  const members = joints.subarray(starts[set], starts[set + 1]);
  const points = rest.length / 3;
  const place = Float64Array.from({ length: 3 }, (_, axis) => {
    const x = deformer.displacements.count > 0 ? posed.displaced[3 * v + axis] : rest[3 * v + axis];
    return steps ? x - posed.sets[setBlock(starts, set) + CENTER + axis] : x;
  });
  const images = Array.from(members, joint => imageOf(posed.joints, joint, place, 0, steps ? 0 : 1));
  range.mixed = mixedWeight(weights, weightStarts[v], members.length);
  range.apart = range.apartChange = 0;
  for (let i = 0; i < members.length; i++) {
    for (let j = 0; j < i; j++) {
      const apart = Math.hypot(...images[i].map((x, axis) => x - images[j][axis]));
      const change = ways[members[i] * points + v] + ways[members[j] * points + v];
      range.apart = Math.max(range.apart, apart);
      range.apartChange = Math.max(range.apartChange, change + (steps ? steps[set] : 0));
    }
  }
}

/** Where a joint puts a point, or (`carried` 0) how it turns it. */
function imageOf(joints: Float64Array, joint: number, points: Float64Array, p: number, carried = 1): number[] {
  return [0, 4, 8].map(row => {
    const m = (joint << 4) + row;
    return (
      joints[m] * points[p] + joints[m + 1] * points[p + 1] + joints[m + 2] * points[p + 2] + carried * joints[m + 3]
    );
  });
}
