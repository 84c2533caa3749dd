/**
 * One measured number. `paper` is what the paper printed for it. `resultHash` is of the answers it belongs to (`foldHashes`, `hashNumbers`):
 * rows with equal hashes gave the same, and only those are compared; no row is without.
 */
export interface Row {
  bench: string;
  scene: string;
  method: string;
  metric: string;
  unit: string;
  value: number;
  paper?: number;
  resultHash: string;
}

/** The hash of rows that no answer stands behind: sizes, and what is timed before anything is asked. */
export const NOTHING_ASKED = 'nothing asked';

/** A figure that was asked of a bench. */
export interface Target {
  name: string;
  value: number;
  unit: string;
  atLeast?: number;
  atMost?: number;
  /** Why what was measured and what was asked are not of the same thing: it is shown, and neither met nor missed. */
  unlike?: string;
}

export interface Report {
  rows: Row[];
  targets: Target[];
}

export interface BenchOptions {
  /** Fewer rounds and steps: for a look, not for numbers to quote. */
  isQuick: boolean;
  /** Of a world that is run: for how many steps, where that is not what the bench has by itself. */
  steps?: number;
  /** Programs of others that take part in races of programs: `NAME=COMMAND`. */
  contenders: readonly string[];
  /** Prints a line; benches tell what they do and show their tables with it. */
  print(line: string): void;
}

export interface Bench {
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

/** Throws if a row has no number, or nothing that tells what was answered: such a row proves nothing. */
export function checkRows(rows: readonly Row[]): void {
  for (const { scene, method, metric, value, resultHash } of rows) {
    const name = `${scene}, ${method}, ${metric}`;
    if (typeof resultHash !== 'string' || resultHash === '')
      throw new Error(`${name}: the row has no hash of its answers.`);
    if (Number.isNaN(value)) throw new Error(`${name}: the row has no value.`);
  }
}

/** What became of a target; one that compares unlike things is neither met nor missed. */
export function judgeTarget(target: Target): 'met' | 'missed' | 'not compared' {
  return target.unlike !== undefined ? 'not compared' : isMet(target) ? 'met' : 'missed';
}

export function isMet({ value, atLeast, atMost }: Target): boolean {
  return !(atLeast !== undefined && !(value >= atLeast)) && !(atMost !== undefined && !(value <= atMost));
}

export function formatTargets(targets: readonly Target[]): string[] {
  const rows = targets.map(target => {
    const { name, value, unit, atLeast, atMost } = target;
    const asked =
      atLeast !== undefined ? `at least ${formatNumber(atLeast)}` : `at most ${formatNumber(atMost ?? Infinity)}`;
    const verdict = { met: 'met', missed: 'NOT MET', 'not compared': `not compared: ${target.unlike}` }[
      judgeTarget(target)
    ];
    return [name, `${formatNumber(value)} ${unit}`, `${asked} ${unit}`, verdict];
  });
  return formatTable([['target', 'measured', 'asked', ''], ...rows]);
}
