/** The lowest and the highest corner of a box around points. */
export function boundPoints(points: Float64Array): { low: number[]; high: number[] } {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  points.forEach((x, k) => {
    low[k % 3] = Math.min(low[k % 3], x);
    high[k % 3] = Math.max(high[k % 3], x);
  });
  return { low, high };
}
