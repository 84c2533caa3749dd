import type { Command } from 'commander';
import { assembleReport } from '../../src/check/findings/write-report.ts';
import type { AssetReport } from '../../src/check/index.ts';
import { hashEngine } from '../cache/engine.ts';
import { FAIL_ON, type FailOn, readConfig, type Verdict } from '../config.ts';
import { addReportOptions, deliverReport, type ReportFlags, readBaseline } from '../deliver-report.ts';
import { expandFiles } from '../expand-files.ts';
import { type ExitCode, type Io, usageError } from '../io.ts';
import { addQueueOptions, type QueueFlags, withDesk } from '../queue/open-desk.ts';
import { awaitRun, loadRun } from '../queue/report-run.ts';
import { listOtherInputs, refuseOverwriting } from '../refuse-overwriting.ts';
import { pickOutputs, planReports } from '../reports/write-reports.ts';
import { LARGEST, readPlainFile } from '../subjects/load-asset.ts';
import { sayError } from '../subjects/one-line.ts';
import { listIdleIgnores } from '../units/not-checked.ts';
import { mergeParts, type NamedPart } from '../units/part.ts';
import { isPart } from '../units/validate.ts';

interface Flags extends ReportFlags, QueueFlags {
  config?: string;
  run?: string;
}

const EXAMPLES = `
Examples:
  $ poseclash check *.glb --shard 1/2 --output part-1.json     on one machine
  $ poseclash check *.glb --shard 2/2 --output part-2.json     on another
  $ poseclash merge part-*.json --output report.json           the report, byte for byte as of one check
  $ poseclash merge --redis redis://host --store /mnt/share --run 1a2b3c4d5e6f7a8b     of what 'enqueue' has put into a queue

Parts may come in any order; all must be there, once, and be of one check: the same files, options and version. Exit codes
are those of check. See docs/scale.md`;

export function describeMerge(program: Command): Command {
  const command = program
    .command('merge')
    .summary('make one report of the parts of a check')
    .description('Makes one report of the parts that check --shard has written, or of the units of a run in a queue.')
    .argument('[parts...]', 'files that check --shard has written')
    .option('--run <name>', 'instead of parts: a run, as enqueue has called it; waits until it is done')
    .option('--config <file>', 'fail-on and baseline from this file (poseclash.config.json, if there)');
  return addReportOptions(addQueueOptions(command)).addHelpText('after', EXAMPLES);
}

export async function runMerge(files: string[], flags: Flags, io: Io): Promise<ExitCode> {
  const config = readConfig(flags.config);
  const failOn = (flags.failOn ?? config.failOn ?? 'collision') as FailOn;
  if (!FAIL_ON.includes(failOn)) throw usageError(`--fail-on is '${failOn}'; give one of ${FAIL_ON.join(', ')}.`);
  const verdict: Verdict = { failOn, allowUnchecked: flags.allowUnchecked ?? config.allowUnchecked ?? false };
  const known = readBaseline(flags.baseline ?? config.baseline);
  const { run } = flags;
  if (run !== undefined || flags.redis !== undefined) {
    if (run === undefined || files.length > 0) throw usageError('merge: give --redis and --run, or parts.');
    const engine = hashEngine();
    return withDesk(flags, engine, io, async desk =>
      awaitRun(await loadRun(run, desk, engine), desk, known, flags, verdict, io),
    );
  }
  if (files.length === 0) throw usageError('merge: name the parts that check --shard has written.');
  const parts: NamedPart[] = [];
  for (const file of expandFiles(files)) parts.push(await readPart(file));
  refuseOverwriting({ output: flags.output, ...pickOutputs(flags) }, [
    ...parts.map(({ file }) => ({ path: file, use: 'which is merged' })),
    ...listOtherInputs(flags.baseline ?? config.baseline, flags.config),
  ]);
  const { options, assets, metres } = parts[0].part;
  const writeFiles = planReports(flags, { sources: assets, metres, largest: LARGEST });
  const report = assembleReport(options, mergeAll(parts));
  const planSummaries = parts.flatMap(({ part }) => part.work.flatMap(({ planSummary }) => planSummary ?? []));
  const warnings = listIdleIgnores(planSummaries, options.ignore);
  return deliverReport(report, known, flags, { ...verdict, note: '', warnings, writeFiles }, io);
}

function mergeAll(parts: NamedPart[]): AssetReport[] {
  try {
    return mergeParts(parts);
  } catch (error) {
    throw usageError(`merge: ${(error as Error).message}`);
  }
}

async function readPart(file: string): Promise<NamedPart> {
  let part: unknown;
  try {
    part = JSON.parse(Buffer.from(await readPlainFile(file)).toString('utf8'));
  } catch (error) {
    throw usageError(`merge: ${file} cannot be read: ${sayError(error)}.`);
  }
  if (!isPart(part)) throw usageError(`merge: ${file} is no part of a check; make one with check --shard.`);
  if (part.engine !== hashEngine()) {
    throw usageError(`merge: ${file} was made by another version of poseclash or Node; use one version for all.`);
  }
  return { file, part };
}
