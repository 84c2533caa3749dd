/** Beyond this many joints the corners of a weight box are too many to list; the simplex of lowest weights stands in. */
const MOST_JOINTS = 8;

/**
 * The corners of the weights { low <= w <= high, sum w = 1 }, n numbers each ([Kavan2006] 4.1). At a corner all weights
 * but one are at a bound, so every choice of the free one and of bounds for the others is tried.
 */
export function listWeightCorners(low: readonly number[], high: readonly number[]): number[] {
  const n = low.length;
  const corners: number[] = [];
  if (n > MOST_JOINTS) {
    const rest = 1 - low.reduce((sum, w) => sum + w, 0);
    for (let k = 0; k < n; k++) corners.push(...low.map((w, i) => (i === k ? w + rest : w)));
    return corners;
  }
  const seen = new Set<string>();
  for (let free = 0; free < n; free++) {
    for (let pattern = 0; pattern < 1 << n; pattern++) {
      if ((pattern >> free) & 1) continue; // the bit of the free weight says nothing
      const corner = low.map((w, i) => ((pattern >> i) & 1 ? high[i] : w));
      corner[free] = 1 - corner.reduce((sum, w, i) => (i === free ? sum : sum + w), 0);
      if (!(corner[free] >= low[free] - 1e-12 && corner[free] <= high[free] + 1e-12)) continue;
      const key = corner.map(w => w.toFixed(12)).join();
      if (seen.has(key)) continue;
      seen.add(key);
      corners.push(...corner);
    }
  }
  return corners;
}
