/** What stands where a number is missing. */
export const MISSING = '–';

/** Counts in full; else three digits, which is all that timing on a shared machine bears. */
export function formatValue(value: number | undefined | null): string {
  if (value === undefined || value === null || !Number.isFinite(value)) return MISSING;
  if (Number.isInteger(value)) return Math.abs(value) >= 10_000 ? groupThousands(value) : String(value);
  if (Math.abs(value) < 0.001) return value.toExponential(1);
  const rounded = Number(value.toPrecision(3));
  return Math.abs(rounded) >= 10_000 ? groupThousands(rounded) : String(rounded);
}

export function groupThousands(value: number): string {
  return value.toFixed(0).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** A duration in a unit that suits it. */
export function formatTime(microseconds: number | undefined): string {
  if (microseconds === undefined || !Number.isFinite(microseconds)) return MISSING;
  if (microseconds < 1) return `${formatValue(1000 * microseconds)} ns`;
  if (microseconds < 1000) return `${formatValue(microseconds)} us`;
  if (microseconds < 1e6) return `${formatValue(microseconds / 1000)} ms`;
  return `${formatValue(microseconds / 1e6)} s`;
}

export function formatRatio(ratio: number | undefined): string {
  return ratio === undefined || !Number.isFinite(ratio) ? MISSING : `${Number(ratio.toPrecision(2))}x`;
}

export function withUnit(value: string, unit: string): string {
  if (unit === '' || unit === '1' || value === MISSING) return value;
  return unit === 'x' ? `${value}x` : `${value} ${unit}`;
}

/** A table; the first row is its heading. */
export function formatTable(rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(rows[0]), `|${rows[0].map(() => '---').join('|')}|`, ...rows.slice(1).map(line)];
}
