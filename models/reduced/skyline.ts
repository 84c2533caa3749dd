/**
 * A symmetric matrix by its lower rows, each from its first nonzero to the diagonal: entry (i, j) is
 * `values[starts[i] + j - first[i]]` for first[i] <= j <= i. Factoring without pivots fills nothing outside.
 */
export interface Skyline {
  size: number;
  first: Int32Array;
  starts: Int32Array;
  values: Float64Array;
}

/**
 * An empty matrix with room for `dofs` unknowns at each node that has a rank, coupled within elements. Unknown `k` of a
 * node is row `dofs * rank + k`.
 */
export function createSkyline(rank: Int32Array, dofs: number, elements: ArrayLike<number>, arity: number): Skyline {
  const nodes = rank.reduce((most, r) => Math.max(most, r), -1) + 1;
  const lowest = Int32Array.from({ length: nodes }, (_, r) => r);
  for (let e = 0; e < elements.length; e += arity) {
    let low = nodes;
    for (let a = e; a < e + arity; a++) if (rank[elements[a]] >= 0) low = Math.min(low, rank[elements[a]]);
    for (let a = e; a < e + arity; a++) {
      const r = rank[elements[a]];
      if (r >= 0) lowest[r] = Math.min(lowest[r], low);
    }
  }
  const size = dofs * nodes;
  const first = new Int32Array(size);
  const starts = new Int32Array(size + 1);
  for (let i = 0; i < size; i++) {
    first[i] = dofs * lowest[Math.floor(i / dofs)];
    starts[i + 1] = starts[i] + i - first[i] + 1;
  }
  return { size, first, starts, values: new Float64Array(starts[size]) };
}

/** Adds the square matrix of one element, whose unknown `dofs * a + k` is unknown `k` of node `elements[at + a]`. */
export function addElement(
  matrix: Skyline,
  rank: Int32Array,
  dofs: number,
  elements: ArrayLike<number>,
  at: number,
  arity: number,
  element: Float64Array,
  factor = 1,
): void {
  const { first, starts, values } = matrix;
  const width = dofs * arity;
  for (let a = 0; a < width; a++) {
    const rankA = rank[elements[at + Math.floor(a / dofs)]];
    if (rankA < 0) continue;
    const i = dofs * rankA + (a % dofs);
    for (let b = 0; b < width; b++) {
      const rankB = rank[elements[at + Math.floor(b / dofs)]];
      if (rankB < 0) continue;
      const j = dofs * rankB + (b % dofs);
      if (j <= i) values[starts[i] + j - first[i]] += factor * element[width * a + b];
    }
  }
}

/** matrix * x. */
export function multiplySkyline(matrix: Skyline, x: Float64Array): Float64Array {
  const { size, first, starts, values } = matrix;
  const out = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    const base = starts[i] - first[i];
    let sum = 0;
    for (let j = first[i]; j < i; j++) {
      const value = values[base + j];
      sum += value * x[j];
      out[j] += value * x[i];
    }
    out[i] += sum + values[base + i] * x[i];
  }
  return out;
}

/**
 * L D L^T of (matrix + shift * diag(diagonal)), in place of a copy: D on the diagonal, L (ones on its own diagonal)
 * beside it. Needs no pivots when the sum is definite. Costs the sum of the squared row lengths in multiply-adds.
 */
export function factorSkyline(matrix: Skyline, diagonal: Float64Array, shift: number): Skyline {
  const { size, first, starts } = matrix;
  const v = matrix.values.slice();
  for (let i = 0; i < size; i++) {
    const baseI = starts[i] - first[i];
    v[baseI + i] += shift * diagonal[i];
    for (let j = first[i] + 1; j < i; j++) {
      const baseJ = starts[j] - first[j];
      const from = Math.max(first[i], first[j]);
      v[baseI + j] -= dotRun(v, baseI + from, v, baseJ + from, j - from);
    }
    let pivot = v[baseI + i];
    for (let j = first[i]; j < i; j++) {
      const scaled = v[baseI + j] / v[starts[j + 1] - 1];
      pivot -= scaled * v[baseI + j];
      v[baseI + j] = scaled;
    }
    if (pivot === 0) throw new Error(`factorSkyline: row ${i} depends on the rows before it; fix or shift the body.`);
    v[baseI + i] = pivot;
  }
  return { size, first, starts, values: v };
}

/** The product of two runs of `count` numbers; four sums, so that no addition waits for the one before it. */
function dotRun(a: Float64Array, i: number, b: Float64Array, j: number, count: number): number {
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let k = 0;
  for (; k + 3 < count; k += 4) {
    s0 += a[i + k] * b[j + k];
    s1 += a[i + k + 1] * b[j + k + 1];
    s2 += a[i + k + 2] * b[j + k + 2];
    s3 += a[i + k + 3] * b[j + k + 3];
  }
  for (; k < count; k++) s0 += a[i + k] * b[j + k];
  return s0 + s1 + (s2 + s3);
}

/** Solves with the factors, in place. */
export function solveSkyline(factors: Skyline, x: Float64Array): void {
  const { size, first, starts, values } = factors;
  for (let i = 0; i < size; i++) {
    x[i] -= dotRun(values, starts[i], x, first[i], i - first[i]);
  }
  for (let i = 0; i < size; i++) x[i] /= values[starts[i + 1] - 1];
  for (let i = size - 1; i >= 0; i--) {
    const base = starts[i] - first[i];
    const value = x[i];
    for (let j = first[i]; j < i; j++) x[j] -= values[base + j] * value;
  }
}

/** How many eigenvalues of the factored matrix are below 0: the negative pivots (Sylvester's law of inertia). */
export function countNegative(factors: Skyline): number {
  let count = 0;
  for (let i = 0; i < factors.size; i++) if (factors.values[factors.starts[i + 1] - 1] < 0) count++;
  return count;
}
