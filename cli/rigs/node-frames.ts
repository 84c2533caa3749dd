import type { GltfAsset } from '../../src/gltf/index.ts';
import { createScenePose } from '../../src/gltf/pose/pose-at.ts';
import { determinant } from '../../src/math/matrix34.ts';
import { quaternionOfMatrix } from '../../src/math/quaternion.ts';
import { type Rotation, scale, subtract, type Vector } from './vectors.ts';

/** Where a node stands in the world: its origin and its three axes, each with its length. */
export interface Frame {
  origin: Vector;
  axes: readonly [Vector, Vector, Vector];
}

/** The frames of all nodes at rest. */
export function restFrames(asset: GltfAsset): Frame[] {
  return framesOf(createScenePose(asset).nodeMatrices);
}

/** The same from matrices, 12 numbers each. */
export function framesOf(matrices: Float64Array): Frame[] {
  return Array.from({ length: matrices.length / 12 }, (_, n) => {
    const column = (c: number): Vector => [matrices[12 * n + c], matrices[12 * n + 4 + c], matrices[12 * n + 8 + c]];
    return { origin: column(3), axes: [column(0), column(1), column(2)] };
  });
}

/**
 * A point of the world in the coordinates of a frame, by Cramer's rule. Flat frames have no such point: the origin is taken, and
 * what is shrunk to nothing stays so.
 */
export function pointInFrame({ origin, axes: [x, y, z] }: Frame, point: Vector): Vector {
  const volume = determinant(columns(x, y, z), 0);
  if (volume === 0) return [0, 0, 0];
  const p = subtract(point, origin);
  return [
    determinant(columns(p, y, z), 0) / volume,
    determinant(columns(x, p, z), 0) / volume,
    determinant(columns(x, y, p), 0) / volume,
  ];
}

/** How a frame is turned; of one that mirrors, how it is turned after its first axis was mirrored back. */
export function turnOfFrame({ axes: [x, y, z] }: Frame): Rotation {
  const mirror = determinant(columns(x, y, z), 0) < 0 ? -1 : 1;
  const matrix = columns(unit(scale(x, mirror)), unit(y), unit(z));
  const out = new Float64Array(4);
  quaternionOfMatrix(matrix, 0, out, 0);
  return [out[0], out[1], out[2], out[3]];
}

/**
 * A turn in the world as a turn in a frame: in the coordinates of the frame its axis is another, and where the frame mirrors it
 * goes the other way round. Valid for frames whose axes are square to each other and of one length, as joints have.
 */
export function turnInFrame({ axes: [x, y, z] }: Frame, turn: Rotation): Rotation {
  const mirror = determinant(columns(x, y, z), 0) < 0 ? -1 : 1;
  const part = (axis: Vector): number => {
    const [a, b, c] = unit(axis);
    return mirror * (a * turn[0] + b * turn[1] + c * turn[2]);
  };
  return [part(x), part(y), part(z), turn[3]];
}

function columns(x: Vector, y: Vector, z: Vector): Float64Array {
  return Float64Array.of(x[0], y[0], z[0], 0, x[1], y[1], z[1], 0, x[2], y[2], z[2], 0);
}

function unit(a: Vector): Vector {
  const length = Math.hypot(a[0], a[1], a[2]);
  return length > 0 ? scale(a, 1 / length) : a;
}
