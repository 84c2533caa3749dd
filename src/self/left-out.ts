/**
 * Pairs of triangles that are not asked about, say because they touch at rest: slot s and each of the slots
 * `others[starts[s] .. starts[s + 1])`, which ascend. Pairs of one surface are there both ways.
 */
export interface LeftOut {
  starts: Uint32Array;
  others: Uint32Array;
}

export function isLeftOut({ starts, others }: LeftOut, one: number, other: number): boolean {
  let low = starts[one];
  let high = starts[one + 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (others[middle] < other) low = middle + 1;
    else high = middle;
  }
  return low < starts[one + 1] && others[low] === other;
}
