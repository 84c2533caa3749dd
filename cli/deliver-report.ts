import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { compareReports } from '../src/check/findings/compare-reports.ts';
import type { CheckReport } from '../src/check/index.ts';
import { FAIL_ON, type FailOn, fails, type Verdict } from './config.ts';
import { type ExitCode, type Io, usageError } from './io.ts';
import { printReport } from './print-report.ts';
import { hasChecked, isWhole, listMissingClips } from './reports/whole.ts';
import { addFileOptions, type FileFlags, planReports, type WriteReports } from './reports/write-reports.ts';
import { inOneLine, toPrintableJson } from './subjects/one-line.ts';
import { isReport } from './units/validate.ts';
import { writeNamed } from './write-file.ts';

/** The flags that say what becomes of a report. */
export interface ReportFlags extends FileFlags {
  failOn?: string;
  baseline?: string;
  allowUnchecked?: boolean;
  json?: boolean;
  output?: string;
  all?: boolean;
  quiet?: boolean;
}

/** For every command that ends in a report: check, merge, enqueue --wait. */
export function addReportOptions(command: Command): Command {
  return addFileOptions(command)
    .option(
      '--fail-on <class>',
      `exit with 1 for issues of this list and of those before it: ${FAIL_ON.join(', ')} (collision)`,
    )
    .option('--baseline <report>', 'an earlier report in JSON: what it has is suppressed, what is new or worse counts')
    .option('--allow-unchecked', 'exit with 0 even if something that was asked for could not be checked')
    .option('--json', 'print the report as JSON')
    .option('-o, --output <file>', 'write the report as JSON to a file')
    .option('--all', 'list all issues, with their reasons, and what is suppressed')
    .option('-q, --quiet', 'print only the last line');
}

/** Reads the baseline before anything is checked, so that a wrong name does not cost a night. */
export function readBaseline(path: string | undefined): CheckReport | null {
  if (path === undefined) return null;
  let report: unknown;
  try {
    report = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw usageError(`--baseline: '${path}' cannot be read as JSON (${(error as Error).message}).`);
  }
  if (!isReport(report)) {
    throw usageError(`--baseline: '${path}' is no report of poseclash; make one with --output.`);
  }
  return withEvidence(report);
}

/** Reports of version 1 say nothing of curves and gaps: what is fixed since then has none. */
function withEvidence(report: CheckReport): CheckReport {
  const none = { model: 0, mm: 0, percent: 0 };
  const nothing = {
    curve: { length: none, seen: 0, open: 0, from: null },
    gap: none,
    isFold: false,
    reach: null,
    sureness: 1,
    areaInside: null,
    volume: null,
  };
  const assets = report.assets.map(asset => ({
    ...asset,
    clips: asset.clips.map(clip => ({
      ...clip,
      findings: clip.findings.map(finding => ({ ...nothing, ...finding })),
    })),
  }));
  return { ...report, assets };
}

export interface Delivery extends Verdict {
  note: string;
  /** About names that were asked for and mean nothing. */
  warnings?: readonly string[];
  /** Made by `planReports` before anything was checked; by default one that knows nothing but the report. */
  writeFiles?: WriteReports;
  /** The assets that are told of, by name; of the others only the last line does. All of them by default. */
  only?: ReadonlySet<string>;
}

/**
 * Writes and prints a report as the flags say, and says what the program is left with. `note`, if any, is about how it was made, for
 * the last line.
 */
export async function deliverReport(
  plain: CheckReport,
  known: CheckReport | null,
  flags: ReportFlags,
  { failOn, allowUnchecked, note, warnings = [], writeFiles = planReports(flags, null), only }: Delivery,
  io: Io,
): Promise<ExitCode> {
  const report = known ? compareReports(plain, known) : plain;
  const { notes, failure } = await writeAll(report, flags, failOn, writeFiles);
  const told = only ? report.assets.filter(({ name }) => only.has(name)) : report.assets;
  for (const asset of told) if (asset.error) io.warn(`${inOneLine(asset.name)}: ${inOneLine(asset.error)}`);
  for (const clip of listMissingClips(report)) io.warn(`--clip: no file has a clip called '${clip}'`);
  for (const note of notes) io.warn(inOneLine(note));
  for (const warning of warnings) io.warn(`poseclash: ${inOneLine(warning)}`);
  if (flags.json) io.print(toJson(report).trimEnd());
  else {
    const isTold = told.some(({ error }) => error === undefined);
    const shown = isTold ? { ...report, assets: told } : report;
    const text = printReport(shown, {
      hasColors: io.hasColors,
      listsAll: flags.all === true,
      page: failure ? undefined : flags.html,
    });
    const end = note === '' ? '' : ` (${note})`;
    io.print((flags.quiet || !isTold ? text.slice(text.lastIndexOf('\n') + 1) : text) + end);
  }
  if (failure) throw failure;
  return judge(report, { failOn, allowUnchecked });
}

/** Writes the files that are asked for. What was checked is told, too, if one of them cannot be written: that is thrown later. */
async function writeAll(
  report: CheckReport,
  { output }: ReportFlags,
  failOn: FailOn,
  writeFiles: WriteReports,
): Promise<{ notes: string[]; failure: Error | null }> {
  try {
    if (output !== undefined) await writeNamed('--output', output, toJson(report));
    return { notes: await writeFiles(report, failOn), failure: null };
  } catch (error) {
    return { notes: [], failure: error as Error };
  }
}

function toJson(report: CheckReport): string {
  return `${toPrintableJson(report, 2)}\n`;
}

/** Findings go first: they are there, whatever else could not be checked. Nothing that was asked for and not checked is clean. */
function judge(report: CheckReport, { failOn, allowUnchecked }: Verdict): ExitCode {
  if (report.assets.some(({ issues }) => issues.some(issue => fails(issue, failOn)))) return 1;
  if (allowUnchecked) return hasChecked(report) ? 0 : 2;
  return isWhole(report) ? 0 : 2;
}
