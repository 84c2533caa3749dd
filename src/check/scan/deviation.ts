import { transformPoint } from '../../math/matrix34.ts';
import type { CheckedShape } from '../plan/checked-shape.ts';
import type { BodyPose } from '../plan/subject.ts';

/**
 * How far, half-way through a step, vertices may be from the straight line between their places at its ends. Under linear blending no
 * vertex is off by more; under other blends it is an estimate.
 *
 * A vertex is a mean of where its joints take it, so it is off by no more than the joint that takes a corner of the box around its followers
 * farthest off. Where that is more than `enough`, the vertices of the joints concerned are looked at one by one. Cost: O(joints),
 * and 20 ns for each of those vertices.
 */
export function measureDeviation(
  shapes: readonly CheckedShape[],
  start: readonly BodyPose[],
  middle: readonly BodyPose[],
  end: readonly BodyPose[],
  enough: number,
): number {
  let most = 0;
  shapes.forEach((shape, b) => {
    const { displacements } = shape.deformer;
    const bends = start[b].jointMatrices.map((_, k) =>
      bend(start[b].jointMatrices, middle[b].jointMatrices, end[b].jointMatrices, k),
    );
    most = Math.max(most, measureJoints(shape, bends, enough));
    let moved = 0;
    for (let k = 0; k < displacements.count; k++) {
      moved += Math.abs(bend(start[b].weights, middle[b].weights, end[b].weights, k)) * displacements.reaches[k];
    }
    most = Math.max(most, moved);
  });
  return most;
}

/** `bends` are matrices: where they take a place is how far the joint takes it off the straight line. */
function measureJoints(shape: CheckedShape, bends: Float64Array, enough: number): number {
  const boxes = boxFollowers(shape);
  const isFar = new Uint8Array(boxes.length / 6);
  const off = new Float64Array(3);
  let most = 0;
  for (let joint = 0; joint < isFar.length; joint++) {
    if (!(boxes[6 * joint] <= boxes[6 * joint + 3])) continue;
    let squared = 0;
    for (let corner = 0; corner < 8; corner++) {
      const x = boxes[6 * joint + 3 * (corner & 1)];
      const y = boxes[6 * joint + 1 + 3 * ((corner >> 1) & 1)];
      const z = boxes[6 * joint + 2 + 3 * (corner >> 2)];
      transformPoint(bends, 12 * joint, x, y, z, off, 0);
      squared = Math.max(squared, off[0] * off[0] + off[1] * off[1] + off[2] * off[2]);
    }
    const farthest = Math.sqrt(squared);
    if (farthest > enough) isFar[joint] = 1;
    else most = Math.max(most, farthest);
  }
  return isFar.includes(1) ? Math.max(most, measureVertices(shape, bends, isFar)) : most;
}

/** The farthest that a vertex with one of the given joints is off. */
function measureVertices({ deformer, mesh }: CheckedShape, bends: Float64Array, isFar: Uint8Array): number {
  const { setOfVertex, starts, joints, weightStarts, weights } = deformer.sets;
  const { positions } = mesh;
  const isSetFar = new Uint8Array(starts.length - 1);
  const off = new Float64Array(3);
  for (let set = 0; set < isSetFar.length; set++) {
    for (let k = starts[set]; k < starts[set + 1]; k++) isSetFar[set] |= isFar[joints[k]];
  }
  let most = 0;
  for (let v = 0; v < setOfVertex.length; v++) {
    const set = setOfVertex[v];
    if (!isSetFar[set]) continue;
    let x = 0;
    let y = 0;
    let z = 0;
    const count = starts[set + 1] - starts[set];
    for (let k = 0; k < count; k++) {
      const weight = count === 1 ? 1 : weights[weightStarts[v] + k];
      transformPoint(
        bends,
        12 * joints[starts[set] + k],
        positions[3 * v],
        positions[3 * v + 1],
        positions[3 * v + 2],
        off,
        0,
      );
      x += weight * off[0];
      y += weight * off[1];
      z += weight * off[2];
    }
    most = Math.max(most, x * x + y * y + z * z);
  }
  return Math.sqrt(most);
}

function bend(start: Float64Array, middle: Float64Array, end: Float64Array, k: number): number {
  return middle[k] - 0.5 * (start[k] + end[k]);
}

const boxesOfShapes = new WeakMap<CheckedShape, Float64Array>();

/** For each joint the box around the vertices that follow it at rest, low corner then high corner. */
export function boxFollowers(shape: CheckedShape): Float64Array {
  const known = boxesOfShapes.get(shape);
  if (known) return known;
  const { sets } = shape.deformer;
  const { positions } = shape.mesh;
  const boxes = new Float64Array(6 * sets.jointCount);
  for (let k = 0; k < boxes.length; k++) boxes[k] = k % 6 < 3 ? Infinity : -Infinity;
  for (let v = 0; v < sets.setOfVertex.length; v++) {
    for (let k = sets.starts[sets.setOfVertex[v]]; k < sets.starts[sets.setOfVertex[v] + 1]; k++) {
      for (let axis = 0; axis < 3; axis++) {
        const low = 6 * sets.joints[k] + axis;
        boxes[low] = Math.min(boxes[low], positions[3 * v + axis]);
        boxes[low + 3] = Math.max(boxes[low + 3], positions[3 * v + axis]);
      }
    }
  }
  boxesOfShapes.set(shape, boxes);
  return boxes;
}
