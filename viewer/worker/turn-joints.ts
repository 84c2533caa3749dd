/** Where joints hang: the parent of each (-1: none) and its place at rest. */
export interface Bones {
  parents: Int32Array;
  points: ArrayLike<number>;
}

type Quaternion = readonly [number, number, number, number];

/**
 * Turns one joint, and all that hangs below it, about its place in the current pose. The turn is meant in the frame of the
 * parent as it is posed, so a joint follows turns of those above it in whatever order they come.
 */
export function turnJoint({ parents, points }: Bones, joint: number, turn: Quaternion, matrices: Float64Array): void {
  const motion = findTurn({ parents, points }, joint, turn, matrices);
  for (let j = 0; j < parents.length; j++) if (isBelow(parents, j, joint)) carryJoint(motion, matrices, j);
}

/** Whether `joint` is `above` or hangs below it. */
export function isBelow(parents: ArrayLike<number>, joint: number, above: number): boolean {
  let at = joint;
  while (at >= 0 && at !== above) at = parents[at];
  return at === above;
}

/** The motion of the world that such a turn is: 12 numbers, row by row. */
export function findTurn({ parents, points }: Bones, joint: number, turn: Quaternion, m: Float64Array): Float64Array {
  const parent = parents[joint];
  const frame = parent < 0 ? [1, 0, 0, 0, 1, 0, 0, 0, 1] : rotationOf(m, 12 * parent);
  const turned = multiply(multiply(frame, matrixOf(turn)), transpose(frame));
  const [x, y, z] = [0, 1, 2].map(axis => points[3 * joint + axis]);
  const place = [0, 4, 8].map(row => {
    const o = 12 * joint + row;
    return m[o] * x + m[o + 1] * y + m[o + 2] * z + m[o + 3];
  });
  const motion = new Float64Array(12);
  for (let row = 0; row < 3; row++) {
    let shift = place[row];
    for (let k = 0; k < 3; k++) {
      motion[4 * row + k] = turned[3 * row + k];
      shift -= turned[3 * row + k] * place[k];
    }
    motion[4 * row + 3] = shift;
  }
  return motion;
}

/** Moves what follows a joint by a motion of the world. */
export function carryJoint(motion: Float64Array, matrices: Float64Array, joint: number): void {
  const before = matrices.slice(12 * joint, 12 * joint + 12);
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 4; column++) {
      let sum = column === 3 ? motion[4 * row + 3] : 0;
      for (let k = 0; k < 3; k++) sum += motion[4 * row + k] * before[4 * k + column];
      matrices[12 * joint + 4 * row + column] = sum;
    }
  }
}

/** The rotation nearest to what a joint does, as far as a drag needs it: columns made perpendicular one by one. */
function rotationOf(m: Float64Array, o: number): number[] {
  const columns = [0, 1, 2].map(k => [m[o + k], m[o + 4 + k], m[o + 8 + k]]);
  const unit = (v: number[]): number[] => v.map(x => x / Math.hypot(...v));
  const x = unit(columns[0]);
  const along = columns[1][0] * x[0] + columns[1][1] * x[1] + columns[1][2] * x[2];
  const y = unit(columns[1].map((value, k) => value - along * x[k]));
  const z = [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]];
  return [0, 1, 2].flatMap(row => [x[row], y[row], z[row]]);
}

function matrixOf([a, b, c, d]: Quaternion): number[] {
  const length = Math.hypot(a, b, c, d);
  const [x, y, z, w] = length > 0 ? [a / length, b / length, c / length, d / length] : [0, 0, 0, 1];
  return [
    ...[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    ...[2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    ...[2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ];
}

function multiply(a: readonly number[], b: readonly number[]): number[] {
  return Array.from({ length: 9 }, (_, k) => {
    const [row, column] = [3 * Math.floor(k / 3), k % 3];
    return a[row] * b[column] + a[row + 1] * b[3 + column] + a[row + 2] * b[6 + column];
  });
}

function transpose(m: readonly number[]): number[] {
  return [m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]];
}
