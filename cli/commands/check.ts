import { readFileSync, writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import {
  type AssetReport,
  assembleReport,
  type CheckReport,
  type CheckSubject,
  checkPlanned,
  planCheck,
  type ResolvedOptions,
  reportFailure,
  resolveOptions,
  suppressKnown,
} from '../../src/check/index.ts';
import { type Config, FAIL_ON, type FailOn, readConfig } from '../config.ts';
import { type ExitCode, type Io, usageError } from '../io.ts';
import { printReport } from '../print-report.ts';
import { type Bar, startBar } from '../progress-bar.ts';
import { createCharacterSubject } from '../subjects/character-subject.ts';
import { createGltfSubject, createPairSubject } from '../subjects/gltf-subject.ts';
import { loadAsset } from '../subjects/load-asset.ts';

interface CheckFlags {
  pair?: boolean;
  against?: string;
  clip?: string[];
  fps?: number;
  ignore?: string[];
  minDepth?: string;
  minArea?: string;
  minDuration?: number;
  rest: boolean;
  metres?: number;
  failOn?: string;
  baseline?: string;
  config?: string;
  json?: boolean;
  output?: string;
  all?: boolean;
  quiet?: boolean;
}

const EXAMPLES = `
Examples:
  $ poseclash check                              the built-in character: two clips have collisions
  $ poseclash check hero.glb                     every clip of a file, and every body against every other
  $ poseclash check hero.glb --clip 'run*' --ignore hair:* --min-depth 2mm
  $ poseclash check --pair body.glb jacket.glb   one file against the other; the jacket follows the clips of the body
  $ poseclash check hero.glb --against room.glb
  $ poseclash check *.glb --output report.json   and later: --baseline report.json, to fail on new findings only

Exit codes: 0 clean, 1 findings, 2 wrong usage or nothing could be checked. What is found, and how: docs/check.md`;

export function addCheckCommand(program: Command, io: Io, finish: (code: ExitCode) => void): void {
  const collect = (value: string, list: string[] = []): string[] => [...list, value];
  program
    .command('check')
    .summary('find where characters pass through themselves and each other')
    .description(
      'Finds where animated characters pass through themselves and each other: every clip, continuously between frames. ' +
        'Without a file the built-in character is checked.',
    )
    .argument('[files...]', '.glb or .gltf files')
    .option('--pair', 'check the first of two files against the second, and neither against itself')
    .option('--against <file>', 'check every file against the resting bodies of this one too')
    .option('--clip <name>', 'only clips of this name, with * for anything; may be repeated', collect)
    .option('--fps <n>', 'samples a second, at least (30)', toNumber)
    .option('--ignore <A:B>', 'two joints, bodies or materials that may touch, with *; may be repeated', collect)
    .option('--min-depth <length>', 'suppress what is less deep, such as 2mm, 0.5% (of the height) or 0.01')
    .option('--min-area <area>', 'suppress what touches less, such as 3cm2')
    .option('--min-duration <seconds>', 'suppress what is shorter', toNumber)
    .option('--no-rest', 'report also what touches in the rest pose already')
    .option('--metres <n>', 'metres in a unit of the files (1)', toNumber)
    .option('--fail-on <class>', `what makes the exit code 1: ${FAIL_ON.join(', ')} (through)`)
    .option('--baseline <report>', 'an earlier report in JSON: what it has is suppressed')
    .option('--config <file>', 'options from this file (poseclash.config.json, if there)')
    .option('--json', 'print the report as JSON')
    .option('-o, --output <file>', 'write the report as JSON to a file')
    .option('--all', 'list creases and suppressed findings too')
    .option('-q, --quiet', 'print only the last line')
    .addHelpText('after', EXAMPLES)
    .action(async (files: string[], flags: CheckFlags) => {
      finish(await runCheck(files, flags, io));
    });
}

function toNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || Number.isNaN(value)) throw usageError(`'${text}' is no number.`);
  return value;
}

async function runCheck(files: string[], flags: CheckFlags, io: Io): Promise<ExitCode> {
  const config = mergeConfig(readConfig(flags.config), flags);
  const { metres, failOn = 'through', baseline, ...checkOptions } = config;
  if (!FAIL_ON.includes(failOn)) throw usageError(`--fail-on is '${failOn}'; give one of ${FAIL_ON.join(', ')}.`);
  const options = resolveFrom(checkOptions);
  const known = baseline === undefined ? null : readReport(baseline);
  const jobs = listJobs(files, flags, metres ?? 1);
  const bar = startBar(io);
  const assets: AssetReport[] = [];
  try {
    for (const job of jobs) assets.push(await runJob(job, options, bar, assets.length / jobs.length, 1 / jobs.length));
  } finally {
    bar.stop();
  }
  const plain = assembleReport(options, assets);
  const report = known ? suppressKnown(plain, known) : plain;
  if (flags.output !== undefined) writeFileSync(flags.output, toJson(report));
  for (const asset of assets) if (asset.error) io.warn(`${asset.name}: ${asset.error}`);
  if (flags.json) io.print(toJson(report).trimEnd());
  else {
    const text = printReport(report, { hasColors: io.hasColors, listsAll: flags.all === true });
    io.print(flags.quiet ? text.slice(text.lastIndexOf('\n') + 1) : text);
  }
  return judge(report, failOn);
}

function mergeConfig(config: Config, flags: CheckFlags): Config {
  const given = {
    fps: flags.fps,
    minDepth: flags.minDepth,
    minArea: flags.minArea,
    minDuration: flags.minDuration,
    metres: flags.metres,
    failOn: flags.failOn as FailOn | undefined,
    baseline: flags.baseline,
    rest: flags.rest ? undefined : false,
    clips: flags.clip,
    ignore: [...(config.ignore ?? []), ...(flags.ignore ?? [])],
  };
  return { ...config, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) };
}

function resolveFrom(options: Config): ResolvedOptions {
  try {
    return resolveOptions(options);
  } catch (error) {
    throw usageError((error as Error).message);
  }
}

function readReport(path: string): CheckReport {
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

interface Job {
  name: string;
  load(): Promise<CheckSubject>;
}

function listJobs(files: string[], flags: CheckFlags, metres: number): Job[] {
  const { pair, against } = flags;
  if (pair) {
    if (files.length !== 2 || against) throw usageError(`--pair needs exactly two files; there are ${files.length}.`);
    const name = files.join(' + ');
    const load = async (): Promise<CheckSubject> =>
      createPairSubject(name, await loadNamed(files[0]), await loadNamed(files[1]), { metres });
    return [{ name, load }];
  }
  if (files.length === 0) {
    if (against) throw usageError('--against needs a file to hold against it.');
    return [{ name: 'the built-in character', load: async () => createCharacterSubject() }];
  }
  return files.map(name => ({
    name,
    load: async () => {
      const asset = await loadAsset(name);
      if (!against) return createGltfSubject(name, asset, metres);
      const still = { metres, followsClips: false, withSelf: true };
      return createPairSubject(name, asset, await loadNamed(against), still);
    },
  }));
}

/** For jobs of two files: says which of them could not be read. */
async function loadNamed(path: string): Promise<Awaited<ReturnType<typeof loadAsset>>> {
  try {
    return await loadAsset(path);
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`);
  }
}

/** One asset; whatever goes wrong with it is in its report, so that the others go on. */
async function runJob(job: Job, options: ResolvedOptions, bar: Bar, from: number, share: number): Promise<AssetReport> {
  try {
    bar.update(from, job.name);
    const plan = planCheck(await job.load(), options);
    return checkPlanned(plan, (done, clip) => bar.update(from + share * done, `${job.name}: ${clip}`));
  } catch (error) {
    return reportFailure(job.name, (error as Error).message);
  }
}

function toJson(report: CheckReport): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}

function judge({ assets, summary }: CheckReport, failOn: FailOn): ExitCode {
  if (assets.every(({ error }) => error !== undefined)) return 2;
  if (failOn === 'nothing') return 0;
  return summary.through > 0 || (failOn === 'crease' && summary.creases > 0) ? 1 : 0;
}
