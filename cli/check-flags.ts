import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { type ResolvedOptions, resolveOptions } from '../src/check/plan/options.ts';
import { type Config, FAIL_ON, type FailOn, readConfig, type Verdict } from './config.ts';
import { expandFiles } from './expand-files.ts';
import { usageError } from './io.ts';
import { LARGEST } from './subjects/load-asset.ts';
import { inOneLine } from './subjects/one-line.ts';
import type { Source } from './units/bundle.ts';

/** The flags that say what is checked and how. */
export interface CheckFlags {
  pair?: boolean;
  against?: string;
  flex?: boolean;
  motion?: string[];
  clip?: string[];
  fps?: number;
  ignore?: string[];
  minDepth?: string;
  minArea?: string;
  minDuration?: number;
  minSeverity?: string;
  rest: boolean;
  metres?: number;
  failOn?: string;
  baseline?: string;
  allowUnchecked?: boolean;
  config?: string;
  maxFileSize?: number;
}

/** What flags, configuration and defaults come to. */
export interface Wanted extends Verdict {
  sources: Source[];
  options: ResolvedOptions;
  metres: number;
  largest: number;
  baseline: string | undefined;
}

/** For every command that checks. */
export function addCheckOptions(command: Command): Command {
  const collect = (value: string, list: string[] = []): string[] => [...list, value];
  return command
    .argument('[files...]', ".glb, .gltf or .vrm files, folders of them, or patterns such as 'models/**/*.glb'")
    .option('--pair', 'check the first of two files against the second, and neither against itself')
    .option('--against <file>', 'check every file against the resting bodies of this one too', toOnlyOne)
    .option('--flex', 'also pose every joint and morph target through its limits: for files without clips')
    .option(
      '--motion <file>',
      'also play the clips of this file, on joints of the same names or parts; may be repeated',
      collect,
    )
    .option('--clip <name>', 'only clips of this name, with * for anything; may be repeated', collect)
    .option('--fps <n>', 'samples a second, at least (30)', toNumber)
    .option('--ignore <A:B>', 'two joints, bodies or materials that may touch, with *; may be repeated', collect)
    .option(
      '--min-severity <n>',
      'suppress issues that are less severe: a number from 0 to 10, or slight, clear, severe',
    )
    .option('--min-depth <length>', 'suppress what is less deep, such as 2mm, 0.5% (of the height) or 0.01')
    .option('--min-area <area>', 'suppress what touches less, such as 3cm2')
    .option('--min-duration <seconds>', 'suppress what is shorter', toNumber)
    .option('--no-rest', 'report also what touches in the rest pose already')
    .option('--metres <n>', 'metres in a unit of the files (1)', toNumber)
    .option('--config <file>', 'options from this file (poseclash.config.json, if there)')
    .option('--max-file-size <size>', 'larger files are not read, such as 200MB (1GB)', toBytes);
}

/** What is named twice, or by its folder too, is checked once. */
function listOnce(files: readonly string[]): string[] {
  const seen = new Set<string>();
  return files.filter(file => seen.size < seen.add(resolve(file)).size);
}

export function toNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || Number.isNaN(value)) throw new InvalidArgumentError(`'${text}' is no number.`);
  return value;
}

/** Of two files the first would be left unchecked, and nothing would say so. */
function toOnlyOne(file: string, before?: string): string {
  if (before !== undefined)
    throw usageError(`--against is given twice: '${before}' and '${file}'; check one at a time.`);
  return file;
}

/** A whole number from 1, as for workers. */
export function toCount(text: string): number {
  const value = toNumber(text);
  if (!Number.isInteger(value) || value < 1 || value > 4096)
    throw new InvalidArgumentError(`'${text}' is no number from 1 to 4096.`);
  return value;
}

function toBytes(text: string): number {
  const [, digits, unit] = /^\s*(\d+(?:\.\d+)?)\s*([kmg]?)b?\s*$/i.exec(text) ?? [];
  if (digits === undefined) throw new InvalidArgumentError(`'${text}' is no size; give one such as 200MB or 1GB.`);
  return Math.floor(Number(digits) * { '': 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 }[unit.toLowerCase()]!);
}

export function resolveFlags(files: string[], flags: CheckFlags): Wanted {
  const config = mergeConfig(readConfig(flags.config), flags);
  const {
    metres = 1,
    failOn = 'collision',
    baseline,
    allowUnchecked = false,
    flex,
    motion = [],
    ...checkOptions
  } = config;
  if (!FAIL_ON.includes(failOn)) throw usageError(`--fail-on is '${failOn}'; give one of ${FAIL_ON.join(', ')}.`);
  if (!(metres > 0 && metres < Infinity)) throw usageError(`--metres is ${metres}; give a number above 0.`);
  const motions = typeof motion === 'string' ? [motion] : motion;
  const sources = listSources(flags.pair ? expandFiles(files) : listOnce(expandFiles(files)), flags, { flex, motions });
  return {
    sources,
    options: resolveFrom(asWritten(checkOptions)),
    metres,
    failOn,
    allowUnchecked,
    baseline,
    largest: flags.maxFileSize ?? LARGEST,
  };
}

function mergeConfig(config: Config, flags: CheckFlags): Config {
  const given = {
    fps: flags.fps,
    minDepth: flags.minDepth,
    minArea: flags.minArea,
    minDuration: flags.minDuration,
    minSeverity: flags.minSeverity,
    metres: flags.metres,
    failOn: flags.failOn as FailOn | undefined,
    baseline: flags.baseline,
    allowUnchecked: flags.allowUnchecked,
    rest: flags.rest ? undefined : false,
    clips: flags.clip,
    flex: flags.flex,
    motion: flags.motion,
    ignore: [...(config.ignore ?? []), ...(flags.ignore ?? [])],
  };
  return { ...config, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) };
}

/** Names as reports have them: what a name of a file loses there (`inOneLine`) need not be asked for. */
function asWritten({ clips, ignore, ...rest }: Config): Config {
  return { ...rest, clips: clips?.map(inOneLine), ignore: ignore?.map(inOneLine) };
}

function resolveFrom(options: Config): ResolvedOptions {
  try {
    return resolveOptions(options);
  } catch (error) {
    throw usageError((error as Error).message);
  }
}

function listSources(
  files: string[],
  { pair, against }: CheckFlags,
  { flex, motions }: { flex: boolean | undefined; motions: string[] },
): Source[] {
  const added = { ...(flex && { flex }), ...(motions.length > 0 && { motions }) };
  if (pair) {
    if (files.length !== 2 || against) throw usageError(`--pair needs exactly two files; there are ${files.length}.`);
    return [{ name: files.join(' + '), kind: 'pair', paths: files, ...added }];
  }
  if (files.length === 0) {
    if (against) throw usageError('--against needs a file to hold against it.');
    if (flex || motions.length > 0) throw usageError(`--${flex ? 'flex' : 'motion'} needs a file to move.`);
    return [{ name: 'the built-in character', kind: 'character', paths: [] }];
  }
  return files.map(name => ({
    ...(against ? { name, kind: 'against', paths: [name, against] } : { name, kind: 'single', paths: [name] }),
    ...added,
  }));
}
