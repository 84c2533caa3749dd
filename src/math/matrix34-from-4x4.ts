import { sayValue } from './say-value.ts';

/** What may be off in the last row of a 4x4 matrix: that of an affine map, after a product or an inverse in float32. */
const ROW_TOLERANCE = 1e-5;

/**
 * Turns 4x4 matrices, column by column as in `THREE.Matrix4.elements`, glTF, gl-matrix and WebGL, into what `setPose` and
 * `setPlacement` take: 12 numbers each, 3 rows of 4. Any number of matrices, one after the other. Refuses projections: the
 * last row must be 0, 0, 0, 1. Fills `into` if given.
 * @example
 * {@includeCode ../../examples/api/shapes.ts#matrices}
 */
export function matrix34From4x4(matrices: ArrayLike<number>, options: { into?: Float64Array } = {}): Float64Array {
  if (typeof matrices?.length !== 'number') {
    throw new Error(
      `matrix34From4x4: matrices is ${sayValue(matrices)}; give 16 numbers for each, column by column (of a Matrix4 its elements).`,
    );
  }
  if (matrices.length === 0 || matrices.length % 16 !== 0) {
    throw new Error(`matrix34From4x4: ${matrices.length} numbers; give 16 for each matrix, column by column.`);
  }
  const count = matrices.length / 16;
  const { into = new Float64Array(12 * count) } = options ?? {};
  if (into.length !== 12 * count) {
    throw new Error(
      `matrix34From4x4: into has ${into.length} numbers; give room for ${12 * count}, 12 for each matrix.`,
    );
  }
  for (let m = 0; m < count; m++) {
    for (let column = 0; column < 4; column++) {
      const last = matrices[16 * m + 4 * column + 3];
      if (!(Math.abs(last - (column === 3 ? 1 : 0)) <= ROW_TOLERANCE)) {
        throw new Error(
          `matrix34From4x4: the last row of matrix ${m} has ${last} in column ${column}; give affine maps, whose last row ` +
            'is 0, 0, 0, 1, column by column.',
        );
      }
    }
  }
  for (let m = 0; m < count; m++) {
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column < 4; column++) into[12 * m + 4 * row + column] = matrices[16 * m + 4 * column + row];
    }
  }
  return into;
}
