import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { createRandom } from '../../src/math/random.ts';
import { factorSkyline, type Skyline, solveSkyline } from './skyline.ts';

export interface Modes {
  /** Squared angular frequencies, ascending. */
  eigenvalues: Float64Array;
  /** One vector of unknowns for each, orthonormal in the masses. */
  vectors: Float64Array[];
}

const SEED = 2004;
/** Relative error of the eigenvalues of (K + shift M)^-1 M that is good enough: near what rounding allows. */
const TOLERANCE = 1e-13;
const MOST_STEPS = 400;
const STEPS_BETWEEN_CHECKS = 8;

/**
 * The `count` lowest modes of K x = eigenvalue M x with M diagonal, other than those in `known`, which must be exact,
 * M-orthonormal eigenvectors (the rigid motions of a free body; none when it is held).
 *
 * Lanczos iteration with (K + shift M)^-1 M, in the inner product of the masses and with full orthogonalisation, so
 * that the Lanczos vectors stay orthonormal and no mode is found twice. `shift` >= 0 must make K + shift M definite;
 * any value below the lowest eigenvalue wanted is fine. A mode of exactly the same frequency as another is only found
 * by way of rounding; the objects here have no such symmetry. Signs: each mode has a positive product with the fixed
 * start vector, which is generic and so never nearly orthogonal to it. Costs one factorisation, and one solve and one
 * pass over the vectors so far for each step: 40 steps for 10 modes.
 */
export function findLowestModes(
  stiffness: Skyline,
  masses: Float64Array,
  count: number,
  shift: number,
  known: readonly Float64Array[] = [],
): Modes {
  const { size } = stiffness;
  const factors = factorSkyline(stiffness, masses, shift);
  const random = createRandom(SEED);
  const basis: Float64Array[] = [];
  const diagonal: number[] = [];
  const beside: number[] = [];
  const most = Math.min(MOST_STEPS, size - known.length);
  let next = Float64Array.from({ length: size }, () => random() - 0.5);
  removeParts(next, known, masses);
  scale(next, 1 / Math.sqrt(dot(next, next, masses)));
  for (;;) {
    const vector = next;
    basis.push(vector);
    next = vector.map((x, i) => x * masses[i]);
    solveSkyline(factors, next);
    diagonal.push(dot(next, vector, masses));
    // Twice is enough (Kahan): the second pass removes what rounding left of the first.
    for (let pass = 0; pass < 2; pass++) {
      removeParts(next, known, masses);
      removeParts(next, basis, masses);
    }
    const length = Math.sqrt(dot(next, next, masses));
    const steps = basis.length;
    if (steps === most || (steps >= 2 * count && steps % STEPS_BETWEEN_CHECKS === 0)) {
      const { order, eigen, column } = solveTridiagonal(diagonal, beside);
      const isDone = order.slice(0, count).every(c => length * Math.abs(column(c)[steps - 1]) <= TOLERANCE * eigen[c]);
      if (isDone || steps === size - known.length) {
        const chosen = order.slice(0, count);
        return {
          eigenvalues: Float64Array.from(chosen, c => 1 / eigen[c] - shift),
          vectors: chosen.map(c => combine(basis, column(c))),
        };
      }
      if (steps === most)
        throw new Error(`findLowestModes: ${count} modes not found in ${most} steps; raise the shift.`);
    }
    beside.push(length);
    scale(next, 1 / length);
  }
}

/** The eigenpairs of the small matrix, by descending eigenvalue; columns have a positive first entry. */
function solveTridiagonal(
  diagonal: number[],
  beside: number[],
): { order: number[]; eigen: number[]; column: (c: number) => number[] } {
  const size = diagonal.length;
  const matrix = Matrix.zeros(size, size);
  for (let i = 0; i < size; i++) {
    matrix.set(i, i, diagonal[i]);
    if (i === 0) continue;
    matrix.set(i, i - 1, beside[i - 1]);
    matrix.set(i - 1, i, beside[i - 1]);
  }
  const { realEigenvalues: eigen, eigenvectorMatrix } = new EigenvalueDecomposition(matrix, { assumeSymmetric: true });
  const order = eigen.map((_, i) => i).sort((a, b) => eigen[b] - eigen[a]);
  const column = (c: number): number[] => {
    const values = eigenvectorMatrix.getColumn(c);
    return values[0] < 0 ? values.map(x => -x) : values;
  };
  return { order, eigen, column };
}

/** Takes from `x` its components along the orthonormal `vectors`, one after the other. */
function removeParts(x: Float64Array, vectors: readonly Float64Array[], masses: Float64Array): void {
  for (const vector of vectors) {
    const part = dot(x, vector, masses);
    for (let i = 0; i < x.length; i++) x[i] -= part * vector[i];
  }
}

function combine(basis: readonly Float64Array[], factors: readonly number[]): Float64Array {
  const out = new Float64Array(basis[0].length);
  basis.forEach((vector, b) => {
    for (let i = 0; i < out.length; i++) out[i] += factors[b] * vector[i];
  });
  return out;
}

function scale(x: Float64Array, factor: number): void {
  for (let i = 0; i < x.length; i++) x[i] *= factor;
}

/** The inner product of the masses. */
export function dot(a: Float64Array, b: Float64Array, masses: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i] * masses[i];
  return sum;
}
