import { createShape, type Mesh, type Shape } from '../../src/index.ts';

/** The faces of a box, facing out: bit k of a corner's number says whether it is the high one along axis k. */
export const BOX_FACES = [
  [0, 2, 3, 1],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 4, 6, 2],
  [1, 3, 7, 5],
] as const;

/** Boxes given by their low and high corners, as one mesh: 8 vertices and 12 triangles each, closed, facing out. */
export function createBoxes(...boxes: [low: number[], high: number[]][]): Mesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (const corners of boxes) {
    const first = positions.length / 3;
    for (let v = 0; v < 8; v++) for (let axis = 0; axis < 3; axis++) positions.push(corners[(v >> axis) & 1][axis]);
    for (const [a, b, c, d] of BOX_FACES) {
      triangles.push(first + a, first + b, first + c, first + a, first + c, first + d);
    }
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** Two boxes, each on a joint of its own. */
export function createBoxPair(...boxes: [first: [number[], number[]], second: [number[], number[]]]): Shape {
  return createShape(createBoxes(...boxes), {
    kind: 'linear-blend',
    skin: {
      jointCount: 2,
      influences: 1,
      joints: Uint16Array.from({ length: 16 }, (_, v) => (v < 8 ? 0 : 1)),
      weights: new Float64Array(16).fill(1),
    },
  });
}

/** Two boxes side by side, 0.2 apart: the second reaches farther up than the first. */
export function createNearBoxPair(): Shape {
  return createBoxPair(
    [
      [-1, -1, -1],
      [0, 0, 0],
    ],
    [
      [0.2, -1, -1],
      [1, 1, 1],
    ],
  );
}

/** A flat grid of n x n squares in the plane z = 0, from -half to half. */
export function createPlate(n: number, half: number): Mesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let row = 0; row <= n; row++) {
    for (let column = 0; column <= n; column++) {
      positions.push(half * ((2 * column) / n - 1), half * ((2 * row) / n - 1), 0);
      if (row === n || column === n) continue;
      const v = row * (n + 1) + column;
      triangles.push(v, v + 1, v + n + 2, v, v + n + 2, v + n + 1);
    }
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** A 3x4 matrix that moves. */
export function shift(x: number, y: number, z: number): Float64Array {
  return Float64Array.of(1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z);
}

/** A 3x4 matrix that turns about the z axis, then moves. */
export function turnAndShift(angle: number, x: number, y: number, z: number): Float64Array {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return Float64Array.of(c, -s, 0, x, s, c, 0, y, 0, 0, 1, z);
}
