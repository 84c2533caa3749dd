import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { type CheckReport, compareReports } from '../src/check/index.ts';
import { FAIL_ON, type FailOn } from './config.ts';
import { type ExitCode, type Io, usageError } from './io.ts';
import { printReport } from './print-report.ts';
import { addFileOptions, type FileFlags, planReports, type WriteReports } from './reports/write-reports.ts';
import { writeNamed } from './write-file.ts';

/** The flags that say what becomes of a report. */
export interface ReportFlags extends FileFlags {
  failOn?: string;
  baseline?: string;
  json?: boolean;
  output?: string;
  all?: boolean;
  quiet?: boolean;
}

/** For every command that ends in a report: check, merge, enqueue --wait. */
export function addReportOptions(command: Command): Command {
  return addFileOptions(command)
    .option('--fail-on <class>', `what makes the exit code 1: ${FAIL_ON.join(', ')} (through)`)
    .option('--baseline <report>', 'an earlier report in JSON: what it has is suppressed, what is new or worse counts')
    .option('--json', 'print the report as JSON')
    .option('-o, --output <file>', 'write the report as JSON to a file')
    .option('--all', 'list creases and suppressed findings too')
    .option('-q, --quiet', 'print only the last line');
}

/** Reads the baseline before anything is checked, so that a wrong name does not cost a night. */
export function readBaseline(path: string | undefined): CheckReport | null {
  if (path === undefined) return null;
  let report: CheckReport;
  try {
    report = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw usageError(`--baseline: '${path}' cannot be read as JSON (${(error as Error).message}).`);
  }
  if (report?.format !== 'poseclash-report' || report.version !== 1 || !Array.isArray(report.assets)) {
    throw usageError(`--baseline: '${path}' is no report of poseclash; make one with --output.`);
  }
  return report;
}

export interface Delivery {
  failOn: FailOn;
  note: string;
  /** Made by `planReports` before anything was checked; by default one that knows nothing but the report. */
  writeFiles?: WriteReports;
}

/**
 * Writes and prints a report as the flags say, and says what the program is left with. `note`, if any, is about how it was made, for
 * the last line.
 */
export async function deliverReport(
  plain: CheckReport,
  known: CheckReport | null,
  flags: ReportFlags,
  { failOn, note, writeFiles = planReports(flags, null) }: Delivery,
  io: Io,
): Promise<ExitCode> {
  const report = known ? compareReports(plain, known) : plain;
  if (flags.output !== undefined) await writeNamed('--output', flags.output, toJson(report));
  await writeFiles(report, failOn);
  for (const asset of report.assets) if (asset.error) io.warn(`${asset.name}: ${asset.error}`);
  if (flags.json) io.print(toJson(report).trimEnd());
  else {
    const text = printReport(report, { hasColors: io.hasColors, listsAll: flags.all === true });
    const end = note === '' ? '' : ` (${note})`;
    io.print((flags.quiet ? text.slice(text.lastIndexOf('\n') + 1) : text) + end);
  }
  return judge(report, failOn);
}

function toJson(report: CheckReport): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}

function judge({ assets, summary }: CheckReport, failOn: FailOn): ExitCode {
  const isUnchecked = ({ error, clips }: CheckReport['assets'][number]): boolean =>
    error !== undefined || (clips.length > 0 && clips.every(clip => clip.error !== undefined));
  if (assets.every(isUnchecked)) return 2;
  if (failOn === 'nothing') return 0;
  return summary.through > 0 || (failOn === 'crease' && summary.creases > 0) ? 1 : 0;
}
