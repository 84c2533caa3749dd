/** One measured number. `paper` is what the paper printed for it; rows with equal `resultHash` gave the same answers. */
export interface Row {
  bench: string;
  scene: string;
  method: string;
  metric: string;
  unit: string;
  value: number;
  paper?: number;
  resultHash?: string;
}

/** A figure that was asked of a bench. */
export interface Target {
  name: string;
  value: number;
  unit: string;
  atLeast?: number;
  atMost?: number;
}

export interface Report {
  rows: Row[];
  targets: Target[];
}

export interface BenchOptions {
  /** Fewer rounds and steps: for a look, not for numbers to quote. */
  isQuick: boolean;
  /** Programs of others that take part in races of programs: `NAME=COMMAND`. */
  contenders: readonly string[];
  /** Prints a line; benches tell what they do and show their tables with it. */
  print(line: string): void;
}

export interface Bench {
  name: string;
  title: string;
  /** Measures, and adds what it measured to the report. */
  run(options: BenchOptions, report: Report): void | Promise<void>;
}

/** Lines of a table with right-aligned columns; the first row is the heading. */
export function formatTable(rows: readonly (readonly (string | number)[])[]): string[] {
  const cells = rows.map(row => row.map(cell => (typeof cell === 'number' ? formatNumber(cell) : cell)));
  const widths = cells[0].map((_, column) => Math.max(...cells.map(row => (row[column] ?? '').length)));
  const lines = cells.map(row =>
    row.map((cell, c) => (c === 0 ? cell.padEnd(widths[c]) : cell.padStart(widths[c]))).join('  '),
  );
  lines.splice(1, 0, widths.map(width => '-'.repeat(width)).join('  '));
  return lines;
}

export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  if (Math.abs(value) >= 1000) return value.toFixed(0);
  if (Math.abs(value) >= 100) return value.toFixed(1);
  return value.toFixed(2);
}

export function isMet({ value, atLeast, atMost }: Target): boolean {
  return !(atLeast !== undefined && !(value >= atLeast)) && !(atMost !== undefined && !(value <= atMost));
}

export function formatTargets(targets: readonly Target[]): string[] {
  const rows = targets.map(target => {
    const { name, value, unit, atLeast, atMost } = target;
    const asked =
      atLeast !== undefined ? `at least ${formatNumber(atLeast)}` : `at most ${formatNumber(atMost ?? Infinity)}`;
    return [name, `${formatNumber(value)} ${unit}`, `${asked} ${unit}`, isMet(target) ? 'met' : 'NOT MET'];
  });
  return formatTable([['target', 'measured', 'asked', ''], ...rows]);
}
