import type { CheckedShape } from './checked-shape.ts';
import type { BodyPose } from './subject.ts';

/**
 * How far, half-way through a step, vertices may be from the straight line between their places at its ends: the most any joint
 * takes a corner of the box around its followers off that line. A vertex under linear blending is a mean of where its joints
 * take it, so no vertex is off by more; under other blends it is an estimate. Cost: O(joints).
 */
export function measureDeviation(
  shapes: readonly CheckedShape[],
  start: readonly BodyPose[],
  middle: readonly BodyPose[],
  end: readonly BodyPose[],
): number {
  let most = 0;
  shapes.forEach((shape, b) => {
    const boxes = boxFollowers(shape);
    const { displacements } = shape.deformer;
    for (let joint = 0; 6 * joint < boxes.length; joint++) {
      if (!(boxes[6 * joint] <= boxes[6 * joint + 3])) continue;
      for (let corner = 0; corner < 8; corner++) {
        let squared = 0;
        for (let row = 12 * joint; row < 12 * joint + 12; row += 4) {
          let off = bend(start[b].jointMatrices, middle[b].jointMatrices, end[b].jointMatrices, row + 3);
          for (let axis = 0; axis < 3; axis++) {
            const x = boxes[6 * joint + axis + ((corner >> axis) & 1 ? 3 : 0)];
            off += x * bend(start[b].jointMatrices, middle[b].jointMatrices, end[b].jointMatrices, row + axis);
          }
          squared += off * off;
        }
        most = Math.max(most, squared);
      }
    }
    let moved = 0;
    for (let k = 0; k < displacements.count; k++) {
      moved += Math.abs(bend(start[b].weights, middle[b].weights, end[b].weights, k)) * displacements.reaches[k];
    }
    most = Math.max(most, moved * moved);
  });
  return Math.sqrt(most);
}

function bend(start: Float64Array, middle: Float64Array, end: Float64Array, k: number): number {
  return middle[k] - 0.5 * (start[k] + end[k]);
}

const boxesOfShapes = new WeakMap<CheckedShape, Float64Array>();

/** For each joint the box around the vertices that follow it at rest, low corner then high corner. */
function boxFollowers(shape: CheckedShape): Float64Array {
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
