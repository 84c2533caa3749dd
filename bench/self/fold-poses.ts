import type { Collider, Pose } from '../../src/index.ts';
import { createRandom, randomDirection } from '../../src/math/random.ts';

/**
 * Poses, by pose, then body, in which each joint is turned at random besides, about the middle of what follows it: by up to 0.3 radians in
 * the first, up to 3.1 in the last.
 */
export function foldPoses(colliders: readonly Collider[], poses: readonly Pose[][], seed: number): Pose[][] {
  const random = createRandom(seed);
  const axis = new Float64Array(3);
  const middles = colliders.map(findMiddles);
  return poses.map((bodies, k) => {
    const most = 0.3 + (2.8 * k) / Math.max(1, poses.length - 1);
    return bodies.map(({ jointMatrices, weights }, b) => {
      const matrices = Float64Array.from(jointMatrices ?? []);
      for (let joint = 0; 12 * joint < matrices.length; joint++) {
        randomDirection(random, axis, 0);
        const middle = middles[b].subarray(3 * joint, 3 * joint + 3);
        turn(matrices.subarray(12 * joint, 12 * joint + 12), axis, most * random(), middle);
      }
      return { jointMatrices: matrices, weights };
    });
  });
}

/** The mean of the vertices that follow each joint, at rest, by weight. */
function findMiddles({ shape }: Collider): Float64Array {
  const { positions } = shape.mesh;
  const { sets } = shape.deformer;
  const middles = new Float64Array(3 * sets.jointCount);
  const sums = new Float64Array(sets.jointCount).fill(1e-300);
  for (let v = 0; 3 * v < positions.length; v++) {
    const first = sets.starts[sets.setOfVertex[v]];
    const count = sets.starts[sets.setOfVertex[v] + 1] - first;
    for (let n = 0; n < count; n++) {
      const joint = sets.joints[first + n];
      const weight = count === 1 ? 1 : sets.weights[sets.weightStarts[v] + n];
      sums[joint] += weight;
      for (let i = 0; i < 3; i++) middles[3 * joint + i] += weight * positions[3 * v + i];
    }
  }
  return middles.map((sum, k) => sum / sums[Math.floor(k / 3)]);
}

/** Turns what a 3x4 matrix is given, about a place. */
function turn(matrix: Float64Array, [x, y, z]: Float64Array, angle: number, place: Float64Array): void {
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const rest = 1 - cos;
  const rotation = [
    ...[rest * x * x + cos, rest * x * y - sin * z, rest * x * z + sin * y],
    ...[rest * x * y + sin * z, rest * y * y + cos, rest * y * z - sin * x],
    ...[rest * x * z - sin * y, rest * y * z + sin * x, rest * z * z + cos],
  ];
  for (let row = 0; row < 12; row += 4) {
    const [a, b, c] = matrix.subarray(row, row + 3);
    for (let k = 0; k < 3; k++) {
      const turned = a * rotation[k] + b * rotation[3 + k] + c * rotation[6 + k];
      matrix[row + 3] += (matrix[row + k] - turned) * place[k];
      matrix[row + k] = turned;
    }
  }
}
