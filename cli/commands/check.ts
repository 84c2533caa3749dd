import type { Command } from 'commander';
import { assembleReport } from '../../src/check/findings/write-report.ts';
import type { AssetReport } from '../../src/check/index.ts';
import type { PlanSummary } from '../../src/check/plan/plan-summary.ts';
import { addCheckOptions, type CheckFlags, resolveFlags, type Wanted } from '../check-flags.ts';
import { addReportOptions, deliverReport, type ReportFlags, readBaseline } from '../deliver-report.ts';
import { isModelName } from '../expand-files.ts';
import { type ExitCode, type Io, isUsageError, usageError } from '../io.ts';
import { checkShard } from '../pool/check-shard.ts';
import { checkSources } from '../pool/check-sources.ts';
import { reportOutcome } from '../pool/outcome.ts';
import { startBar } from '../progress-bar.ts';
import { type Input, listOtherInputs, refuseOverwriting } from '../refuse-overwriting.ts';
import { pickOutputs, planReports, refuseFiles } from '../reports/write-reports.ts';
import { addRunOptions, openSession, type RunFlags } from '../run-flags.ts';
import { inOneLine, sayError, toPrintableJson } from '../subjects/one-line.ts';
import type { Source } from '../units/bundle.ts';
import { listIdleIgnores } from '../units/not-checked.ts';
import type { Shard } from '../units/shards.ts';
import { createBufferList, watchCheck } from '../watch/watch-check.ts';
import { writeNamed } from '../write-file.ts';

interface Flags extends CheckFlags, RunFlags, ReportFlags {
  shard?: Shard;
  watch?: boolean;
}

const EXAMPLES = `
Examples:
  $ poseclash check                              the built-in character: two clips have collisions
  $ poseclash check hero.glb                     every clip of a file, and every body against every other
  $ poseclash check hero.glb --clip 'run*' --ignore hair:* --min-depth 2mm
  $ poseclash check --pair body.glb jacket.glb   one file against the other; the jacket follows the clips of the body
  $ poseclash check hero.glb --against room.glb
  $ poseclash check rig.glb --flex               no clips yet: every joint and morph target through its limits
  $ poseclash check rig.glb --motion set.glb     no clips yet: those of another file, on joints of the same names or bones
  $ poseclash check *.glb --output report.json   and later: --baseline report.json, to fail on new findings only
  $ poseclash check *.glb --html report.html --junit junit.xml   a page to look at, and one for continuous integration
  $ poseclash check models --watch --html report.html   again whenever one of them is exported
  $ poseclash check *.glb --shard 2/7 --output part-2.json   the second seventh of the work; see 'merge'

Exit codes: 0 clean, 1 findings, 2 wrong usage or not all that was asked for could be checked (--allow-unchecked), 130 stopped
by Ctrl-C, 143 by SIGTERM: what was done until then is reported. What is found, and how: docs/check.md. Many files, many machines: docs/scale.md`;

export function describeCheck(program: Command): Command {
  const command = program
    .command('check')
    .summary('find where characters pass through themselves and each other')
    .description(
      'Finds where animated characters pass through themselves and each other: every clip, continuously between frames. ' +
        'Without a file the built-in character is checked.',
    );
  return addReportOptions(addRunOptions(addCheckOptions(command)))
    .option('--shard <i/n>', "do one of n parts of the work, and write what 'merge' needs to --output", toShard)
    .option('--watch', 'check again whatever is written, until Ctrl-C')
    .addHelpText('after', EXAMPLES);
}

/** What is known of the sources of a check, by their names: from an earlier round, if files are watched. */
type Known = Map<string, { asset: AssetReport; planSummary: PlanSummary | null }>;

/** Checks the sources of which nothing is known, and tells of those; files that are asked for are about all of them. */
export async function runCheck(files: string[], flags: Flags, io: Io, known: Known = new Map()): Promise<ExitCode> {
  if (flags.watch) return runWatch(files, flags, io);
  const wanted = resolveFlags(files, flags);
  refuseOverwriting({ output: flags.output, ...pickOutputs(flags) }, listInputs(wanted, flags));
  if (flags.shard) return runShard(wanted, flags.shard, flags, io);
  const { options, failOn, allowUnchecked } = wanted;
  const baseline = readBaseline(wanted.baseline);
  const writeFiles = planReports(flags, wanted);
  const fresh = wanted.sources.filter(({ name }) => !known.has(name));
  const session = openSession({ ...wanted, sources: fresh }, flags, io);
  const bar = startBar(io);
  try {
    let units = 0;
    let fromCache = 0;
    await checkSources(fresh, session, {
      onProgress: bar.update,
      onChecked(outcome, k) {
        known.set(fresh[k].name, { asset: reportOutcome(outcome, options), planSummary: outcome.planSummary });
        units += outcome.units;
        fromCache += outcome.fromCache;
      },
    });
    bar.stop();
    const all = wanted.sources.map(({ name }) => known.get(name)!);
    const report = assembleReport(
      options,
      all.map(({ asset }) => asset),
    );
    const note = fromCache > 0 ? `${fromCache} of ${units} units from the cache` : '';
    const planSummaries = all.flatMap(({ planSummary }) => planSummary ?? []);
    const warnings = listIdleIgnores(planSummaries, options.ignore);
    const only = new Set(fresh.map(({ name }) => name));
    const delivery = { failOn, allowUnchecked, note, warnings, writeFiles, only };
    const code = await deliverReport(report, baseline, flags, delivery, io);
    return session.stopCode ?? code;
  } finally {
    bar.stop();
    await session.close();
  }
}

/** Checks again whatever is written, until it is stopped. A configuration that is wrong for now costs a line. */
async function runWatch(files: string[], flags: Flags, io: Io): Promise<ExitCode> {
  if (files.length === 0) throw usageError('--watch needs files or folders to watch.');
  if (flags.shard || flags.json)
    throw usageError(`--watch and --${flags.shard ? 'shard' : 'json'} exclude each other.`);
  let wanted = resolveFlags(files, flags);
  refuseOverwriting({ output: flags.output, ...pickOutputs(flags) }, listInputs(wanted, flags));
  const buffersOf = createBufferList();
  const refresh = (): string | null => {
    try {
      wanted = resolveFlags(files, flags);
      return null;
    } catch (error) {
      return sayError(error);
    }
  };
  const list = (): string[] => {
    refresh();
    return listInputs(wanted, flags).flatMap(({ path }) => [path, ...buffersOf(path)]);
  };
  const known: Known = new Map();
  return watchCheck(
    {
      list,
      async check(changed) {
        const fault = refresh();
        if (fault !== null) {
          io.warn(`poseclash: ${fault}`);
          return 2;
        }
        forgetChanged(known, wanted.sources, changed, buffersOf);
        try {
          return await runCheck(files, { ...flags, watch: false }, io, known);
        } catch (error) {
          if (!isUsageError(error)) throw error;
          io.warn(`poseclash: ${sayError(error)}`);
          return 2;
        }
      },
    },
    io,
  );
}

/** Forgets what is known of sources that have changed or gone; of all, if it is something that all depend on, as options are. */
function forgetChanged(
  known: Known,
  sources: readonly Source[],
  changed: ReadonlySet<string> | null,
  buffersOf: (path: string) => string[],
): void {
  const own = (source: Source): string[] => source.paths.flatMap(path => [path, ...buffersOf(path)]);
  const models = new Set(sources.flatMap(own));
  const isModel = (path: string): boolean => models.has(path) || known.has(path) || isModelName(path);
  const isAll = changed === null || [...changed].some(path => !isModel(path));
  const names = new Map(sources.map(source => [source.name, source]));
  for (const name of known.keys()) {
    const source = names.get(name);
    const isChanged = source?.motions?.some(path => changed?.has(path));
    if (isAll || !source || isChanged || own(source).some(path => changed.has(path))) known.delete(name);
  }
}

function listInputs({ sources, baseline }: Wanted, { config }: Flags): Input[] {
  return [
    ...sources.flatMap(({ paths }) => paths.map(path => ({ path, use: 'which is checked' }))),
    ...sources.flatMap(({ motions = [] }) => motions.map(path => ({ path, use: 'whose clips are played' }))),
    ...listOtherInputs(baseline, config),
  ];
}

function toShard(text: string): Shard {
  const [, index, count] = /^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? [];
  const shard = { index: Number(index), count: Number(count) };
  if (!(shard.index >= 1 && shard.index <= shard.count)) {
    throw usageError(`--shard is '${text}'; give a number and of how many, such as 2/7.`);
  }
  return shard;
}

/** What was found, and what could not be checked, is known when all parts are there: `merge` tells, and leaves with it. */
async function runShard(wanted: Wanted, shard: Shard, flags: Flags, io: Io): Promise<ExitCode> {
  const { output, json } = flags;
  readBaseline(wanted.baseline);
  refuseFiles(flags, '--shard');
  if (output === undefined && !json) throw usageError('--shard writes a part: name its file with --output.');
  const session = openSession(wanted, flags, io);
  const bar = startBar(io);
  try {
    const { part, units, total, fromCache } = await checkShard(wanted.sources, shard, session, bar.update);
    bar.stop();
    const text = `${toPrintableJson(part)}\n`;
    if (output !== undefined) await writeNamed('--output', output, text);
    for (const { name, error } of part.assets)
      if (error !== undefined) io.warn(`${inOneLine(name)}: ${inOneLine(error)}`);
    const note = fromCache > 0 ? ` (${fromCache} from the cache)` : '';
    if (json) io.print(text.trimEnd());
    else io.print(`shard ${shard.index}/${shard.count}: ${units} of ${total} units${note}`);
    return session.stopCode ?? (part.assets.every(({ error }) => error !== undefined) ? 2 : 0);
  } finally {
    bar.stop();
    await session.close();
  }
}
