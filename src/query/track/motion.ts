import type { Collider } from '../../collider.ts';
import { boundBends, findSetSpans, poseSets, type SetSpans } from '../../deform/blend-motion.ts';
import { blendsQuaternions, JOINT_STRIDE, STRETCH } from '../../deform/posed-joints.ts';
import { addUp } from '../../math/rounding.ts';
import type { Shape } from '../../shape.ts';

/**
 * How far the vertices of a collider have moved, part by part and direction by direction: what lets a query conclude that
 * volumes which were apart some poses ago still are. Every node down to `LEVEL` is a part; those below belong to theirs.
 */
export interface Motion {
  collider: Collider;
  parts: Parts;
  /**
   * `DIRECTIONS` numbers for each part, along x, y, z, -x, -y, -z, and in any direction: between two poses no vertex of the
   * part has moved further that way than the difference of two readings. Infinite or NaN: it may be anywhere since.
   */
  travel: Float64Array;
  /**
   * Joints, weights and, where quaternions are blended, blocks of joint-sets as they were when `travel` was last brought up
   * to date, and the epoch of that pose.
   */
  joints: Float64Array;
  weights: Float64Array;
  sets: Float64Array;
  epoch: number;
  era: number;
  /** For each joint how far its vertices have moved in each direction since `travel` was last brought up to date. */
  steps: Float64Array;
  /** For each joint-set how much farther blended quaternions may have moved its vertices than that, in any direction. */
  bends: Float64Array;
  /** Both for each part. */
  partSteps: Float64Array;
}

/** What the motion of all instances of a shape is measured by. */
interface Parts {
  /** The part of each node. */
  partOf: Uint8Array;
  /** A part is made up of the parts `childStarts[p]..childEnds[p])`; of none if it has to be measured by its joints. */
  childStarts: Uint8Array;
  childEnds: Uint16Array;
  /** Else the joints that move part `p`: `joints[starts[p]..starts[p+1])`. */
  starts: Uint32Array;
  joints: Uint32Array;
  /** And, where quaternions are blended, the joint-sets: `sets[setStarts[p]..setStarts[p+1])`; and what these span. */
  setStarts: Uint32Array;
  sets: Uint32Array;
  spans: SetSpans | null;
  /** For each joint a box (centre, half extents) around the rest positions of the vertices that follow it. */
  boxes: Float64Array;
}

export const DIRECTIONS = 7;
export const ANY_DIRECTION = 6;
/** For each direction the one against it: what is apart along one closes by motion of the one side and the other. */
export const OPPOSITE = Uint8Array.of(3, 4, 5, 0, 1, 2, 6);

/** Deep enough to tell a foot from a tail, and few enough parts, at most MOST_PARTS, to be measured for every pose. */
const LEVEL = 5;
const MOST_PARTS = 256;

const partsOf = new WeakMap<Shape, Parts>();

/** Starts measuring. Cost: the first time for a shape, one pass over its vertices. */
export function createMotion(collider: Collider): Motion {
  const { shape, posed } = collider;
  const { deformer } = shape;
  let parts = partsOf.get(shape);
  if (!parts) {
    parts = findParts(shape);
    partsOf.set(shape, parts);
  }
  if (parts.spans) poseSets(deformer, posed);
  return {
    collider,
    parts,
    travel: new Float64Array(DIRECTIONS * (parts.starts.length - 1)),
    joints: posed.joints.slice(),
    weights: posed.weights.slice(),
    sets: posed.sets.slice(),
    epoch: posed.epoch,
    era: collider.era,
    steps: new Float64Array(6 * deformer.sets.jointCount),
    bends: new Float64Array(parts.spans ? deformer.sets.starts.length - 1 : 0),
    partSteps: new Float64Array(6 * (parts.starts.length - 1)),
  };
}

/**
 * Adds how far the collider has moved since this was last called. Under linear blending a vertex moves as a mean of how its
 * joints would move it, so along no axis further than one of them would; displacement fields add at most their reach times
 * the change of their weight, stretched by the joint. Blends of quaternions add what deform/blend-motion.ts says.
 * Cost: some 20 ns per joint, and a few per joint of the smallest parts; where quaternions are blended some 200 ns for each
 * joint-set.
 */
export function measureMotion(motion: Motion): void {
  const { collider, parts, joints: before, weights: weightsBefore } = motion;
  const { posed, shape } = collider;
  if (motion.epoch === posed.epoch && motion.era === collider.era) return;
  const { displacements } = shape.deformer;
  let displaced = 0;
  let displacedBefore = 0;
  for (let m = 0; m < displacements.count; m++) {
    displaced += Math.abs(posed.weights[m] - weightsBefore[m]) * displacements.reaches[m];
    displacedBefore += Math.abs(weightsBefore[m]) * displacements.reaches[m];
  }
  measureJoints(motion, displacedBefore, displaced);
  if (parts.spans) {
    poseSets(shape.deformer, posed);
    boundBends(shape.deformer, parts.spans, motion, posed, displacedBefore, displaced, motion.bends);
    motion.sets.set(posed.sets);
  }
  for (let p = parts.starts.length - 2; p >= 0; p--) measurePart(motion, p); // made of parts that come later
  before.set(posed.joints);
  weightsBefore.set(posed.weights);
  stamp(motion);
}

/** Everything up to the current pose has been added. */
function stamp(motion: Motion): void {
  motion.epoch = motion.collider.posed.epoch;
  motion.era = motion.collider.era;
}

/** `beside`: how far displacement fields may have put vertices beside their rest positions; `displaced`: how far since then. */
function measureJoints({ collider, parts, steps, joints: before }: Motion, beside: number, displaced: number): void {
  const { joints: now, slack } = collider.posed;
  const { boxes } = parts;
  for (let o = 0, m = 0; o < steps.length; o += 6, m += JOINT_STRIDE) {
    const x = boxes[o];
    const y = boxes[o + 1];
    const z = boxes[o + 2];
    const ex = boxes[o + 3] + beside;
    const ey = boxes[o + 4] + beside;
    const ez = boxes[o + 5] + beside;
    const more = now[m + STRETCH] * displaced + 4 * slack;
    for (let axis = 0, row = m; axis < 3; axis++, row += 4) {
      const dx = now[row] - before[row];
      const dy = now[row + 1] - before[row + 1];
      const dz = now[row + 2] - before[row + 2];
      const step = dx * x + dy * y + dz * z + now[row + 3] - before[row + 3];
      const spread = Math.abs(dx) * ex + Math.abs(dy) * ey + Math.abs(dz) * ez + more;
      steps[o + axis] = spread + step;
      steps[o + 3 + axis] = spread - step;
    }
  }
}

function measurePart({ parts, travel, steps, bends, partSteps }: Motion, part: number): void {
  const { starts, joints, childStarts, childEnds, setStarts, sets } = parts;
  const isMade = childEnds[part] > 0;
  const from = isMade ? partSteps : steps;
  const start = isMade ? childStarts[part] : starts[part];
  const end = isMade ? childEnds[part] : starts[part + 1];
  const first = 6 * (isMade ? start : joints[start]);
  let x = from[first];
  let y = from[first + 1];
  let z = from[first + 2];
  let backX = from[first + 3];
  let backY = from[first + 4];
  let backZ = from[first + 5];
  for (let k = start + 1; k < end; k++) {
    const o = 6 * (isMade ? k : joints[k]);
    // Maxima as (a + b + |a - b|) / 2: no branch to mispredict.
    x = 0.5 * (x + from[o] + Math.abs(x - from[o]));
    y = 0.5 * (y + from[o + 1] + Math.abs(y - from[o + 1]));
    z = 0.5 * (z + from[o + 2] + Math.abs(z - from[o + 2]));
    backX = 0.5 * (backX + from[o + 3] + Math.abs(backX - from[o + 3]));
    backY = 0.5 * (backY + from[o + 4] + Math.abs(backY - from[o + 4]));
    backZ = 0.5 * (backZ + from[o + 5] + Math.abs(backZ - from[o + 5]));
  }
  let bend = 0;
  for (let k = setStarts[part]; k < setStarts[part + 1]; k++) bend = Math.max(bend, bends[sets[k]]);
  const p = 6 * part;
  partSteps[p] = x += bend;
  partSteps[p + 1] = y += bend;
  partSteps[p + 2] = z += bend;
  partSteps[p + 3] = backX += bend;
  partSteps[p + 4] = backY += bend;
  partSteps[p + 5] = backZ += bend;
  const mostX = Math.max(x, backX);
  const mostY = Math.max(y, backY);
  const mostZ = Math.max(z, backZ);
  const w = DIRECTIONS * part;
  travel[w] = addUp(travel[w], x);
  travel[w + 1] = addUp(travel[w + 1], y);
  travel[w + 2] = addUp(travel[w + 2], z);
  travel[w + 3] = addUp(travel[w + 3], backX);
  travel[w + 4] = addUp(travel[w + 4], backY);
  travel[w + 5] = addUp(travel[w + 5], backZ);
  const any = w + ANY_DIRECTION;
  travel[any] = addUp(travel[any], Math.sqrt(mostX * mostX + mostY * mostY + mostZ * mostZ));
}

function findParts(shape: Shape): Parts {
  const { tree, mesh, deformer } = shape;
  const { links, ends, slotStarts, slotEnds } = tree;
  const { sets } = deformer;
  const partOf = new Uint8Array(links.length);
  const level = new Uint8Array(links.length);
  const tops = [0];
  const childStarts = new Uint8Array(MOST_PARTS);
  const childEnds = new Uint16Array(MOST_PARTS);
  for (let node = 0; node < links.length; node++) {
    if (links[node] < 0) continue;
    const arity = ends[node] - links[node];
    const areParts = level[node] < LEVEL && tops[partOf[node]] === node && tops.length + arity <= MOST_PARTS;
    if (areParts) {
      childStarts[partOf[node]] = tops.length;
      childEnds[partOf[node]] = tops.length + arity;
    }
    for (let child = links[node]; child < ends[node]; child++) {
      level[child] = Math.min(LEVEL, level[node] + 1);
      partOf[child] = areParts ? tops.push(child) - 1 : partOf[node];
    }
  }
  const starts = new Uint32Array(tops.length + 1);
  const joints: number[] = [];
  const spans = blendsQuaternions(deformer) ? findSetSpans(deformer, mesh.positions) : null;
  const setStarts = new Uint32Array(tops.length + 1);
  const setsOfParts: number[] = [];
  const corners = new Float64Array(6 * sets.jointCount);
  for (let k = 0; k < corners.length; k++) corners[k] = k % 6 < 3 ? Infinity : -Infinity;
  tops.forEach((top, part) => {
    const used = new Set<number>();
    const blended = new Set<number>();
    const isMeasured = childEnds[part] === 0;
    for (let corner = 3 * slotStarts[top]; corner < 3 * slotEnds[top]; corner++) {
      const v = mesh.triangles[corner];
      const set = sets.setOfVertex[v];
      if (spans && isMeasured && sets.starts[set + 1] - sets.starts[set] > 1) blended.add(set);
      for (let k = sets.starts[set]; k < sets.starts[set + 1]; k++) {
        if (isMeasured) used.add(sets.joints[k]);
        if (part === 0) growBox(corners, 6 * sets.joints[k], mesh.positions, v);
      }
    }
    joints.push(...used);
    starts[part + 1] = joints.length;
    setsOfParts.push(...blended);
    setStarts[part + 1] = setsOfParts.length;
  });
  const boxes = new Float64Array(corners.length);
  for (let j = 0; j < corners.length; j += 6) {
    for (let axis = j; axis < j + 3 && corners[j] < Infinity; axis++) {
      boxes[axis] = 0.5 * (corners[axis] + corners[axis + 3]);
      boxes[axis + 3] = 0.5 * (corners[axis + 3] - corners[axis]);
    }
  }
  const named = { joints: Uint32Array.from(joints), sets: Uint32Array.from(setsOfParts) };
  return { partOf, childStarts, childEnds, starts, joints: named.joints, setStarts, sets: named.sets, spans, boxes };
}

/** Makes the box (low corner, high corner) at `o` hold vertex `v`. */
function growBox(corners: Float64Array, o: number, positions: Float64Array, v: number): void {
  for (let axis = 0; axis < 3; axis++) {
    corners[o + axis] = Math.min(corners[o + axis], positions[3 * v + axis]);
    corners[o + 3 + axis] = Math.max(corners[o + 3 + axis], positions[3 * v + axis]);
  }
}
