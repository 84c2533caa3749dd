/** Whole powers of ten around all values, at least two apart. */
export function decadesAround(values: readonly number[]): [low: number, high: number] {
  const known = values.filter(value => Number.isFinite(value) && value > 0);
  if (known.length === 0) return [-1, 1];
  const low = Math.floor(Math.log10(Math.min(...known)));
  const high = Math.ceil(Math.log10(Math.max(...known)));
  return [Math.max(-3, low), Math.max(high, Math.max(-3, low) + 2)];
}
