import { existsSync, readFileSync } from 'node:fs';
import type { CheckOptions, Issue, IssueList } from '../src/check/index.ts';
import { usageError } from './io.ts';
import { suggest } from './suggest.ts';

/** Read from the working folder if it is there and no other is named. */
export const CONFIG_FILE = 'poseclash.config.json';

/** What a configuration file may say: the options of a check, and those of the command around it. */
export interface Config extends CheckOptions {
  /** Metres in a unit of the files. */
  metres?: number;
  failOn?: FailOn;
  /** A report whose findings are known. */
  baseline?: string;
  /** Pose every joint, as clips besides those of the files. */
  flex?: boolean;
  /** A file whose clips are played besides those of the files, or several. */
  motion?: string | string[];
  /** What could not be checked does not fail, as long as something could. */
  allowUnchecked?: boolean;
}

/** What decides about the exit code, given a report. */
export interface Verdict {
  failOn: FailOn;
  allowUnchecked: boolean;
}

/** The last of the lists whose issues fail: those before it do too. */
export type FailOn = IssueList | 'nothing';
export const FAIL_ON: readonly string[] = ['collision', 'joint', 'layered', 'nothing'] satisfies FailOn[];

/** Whether an issue makes the exit code 1. */
export function fails({ list, suppressed }: Issue, failOn: FailOn): boolean {
  return suppressed === undefined && failOn !== 'nothing' && FAIL_ON.indexOf(list) <= FAIL_ON.indexOf(failOn);
}

const KINDS: Record<keyof Config, 'number' | 'string' | 'boolean' | 'strings' | 'string or strings' | 'measure'> = {
  fps: 'number',
  minDepth: 'measure',
  minArea: 'measure',
  minDuration: 'number',
  minSeverity: 'measure',
  ignore: 'strings',
  rest: 'boolean',
  clips: 'strings',
  leastRegion: 'number',
  maxDeviation: 'measure',
  maxSamples: 'number',
  metres: 'number',
  failOn: 'string',
  baseline: 'string',
  allowUnchecked: 'boolean',
  flex: 'boolean',
  motion: 'string or strings',
};

export function readConfig(path: string | undefined): Config {
  if (path === undefined && !existsSync(CONFIG_FILE)) return {};
  const file = path ?? CONFIG_FILE;
  let config: unknown;
  try {
    config = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw usageError(`${file}: cannot be read as JSON (${(error as Error).message}).`);
  }
  if (typeof config !== 'object' || config === null || Array.isArray(config)) {
    throw usageError(`${file}: must be an object of options, such as { "ignore": ["hair:*"] }.`);
  }
  for (const [key, value] of Object.entries(config)) checkEntry(file, key, value);
  return config as Config;
}

function checkEntry(file: string, key: string, value: unknown): void {
  if (key === '$schema') return;
  if (!Object.hasOwn(KINDS, key)) {
    const near = suggest(key, Object.keys(KINDS));
    throw usageError(`${file}: there is no option '${key}'${near ? `; did you mean '${near}'?` : '.'}`);
  }
  const kind = KINDS[key as keyof Config];
  const fits = {
    number: typeof value === 'number',
    string: typeof value === 'string',
    boolean: typeof value === 'boolean',
    strings: isListOfStrings(value),
    'string or strings': typeof value === 'string' || isListOfStrings(value),
    measure: typeof value === 'number' || typeof value === 'string',
  }[kind];
  const wanted = {
    strings: 'a list of strings',
    'string or strings': 'a string, or a list of strings',
    measure: "a number, or one with its unit such as '2mm'",
  }[kind as string];
  if (!fits) throw usageError(`${file}: '${key}' is ${JSON.stringify(value)}; it must be ${wanted ?? `a ${kind}`}.`);
}

function isListOfStrings(value: unknown): boolean {
  return Array.isArray(value) && value.every(item => typeof item === 'string');
}
