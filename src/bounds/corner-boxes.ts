/*
 * Boxes as low corner, high corner: six numbers each, on (array, offset), closed. Those whose numbers are NaN are never apart.
 */

export function cornerBoxesTouch<Numbers extends Float32Array | Float64Array>(
  a: Numbers,
  i: number,
  b: Numbers,
  j: number,
): boolean {
  return !(
    a[i] > b[j + 3] ||
    b[j] > a[i + 3] ||
    a[i + 1] > b[j + 4] ||
    b[j + 1] > a[i + 4] ||
    a[i + 2] > b[j + 5] ||
    b[j + 2] > a[i + 5]
  );
}

/**
 * Whether two boxes are apart along one axis both times: at the start, where they stand in `a` and `b`, and at the end, where
 * they stand at the same places of `aEnd` and `bEnd`.
 */
export const cornerBoxesStayApart: (
  ...of: [a: Float64Array, aEnd: Float64Array, i: number, b: Float64Array, bEnd: Float64Array, j: number]
) => boolean = (a, aEnd, i, b, bEnd, j) =>
  (a[i] > b[j + 3] && aEnd[i] > bEnd[j + 3]) ||
  (b[j] > a[i + 3] && bEnd[j] > aEnd[i + 3]) ||
  (a[i + 1] > b[j + 4] && aEnd[i + 1] > bEnd[j + 4]) ||
  (b[j + 1] > a[i + 4] && bEnd[j + 1] > aEnd[i + 4]) ||
  (a[i + 2] > b[j + 5] && aEnd[i + 2] > bEnd[j + 5]) ||
  (b[j + 2] > a[i + 5] && bEnd[j + 2] > aEnd[i + 5]);
