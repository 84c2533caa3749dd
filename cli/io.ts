import { findCacheFolder } from './cache/cache-folder.ts';
import { onStopSignal, type StopCode } from './stop-signals.ts';
import { tame } from './subjects/one-line.ts';

/** What a command may do to the outside: tests give their own. */
export interface Io {
  /** To standard output: reports. */
  print(text: string): void;
  /** To standard error: what is no part of a report. */
  warn(text: string): void;
  /** Whether colours are wanted on standard output, and whether a progress bar may be drawn on standard error. */
  hasColors: boolean;
  hasBar: boolean;
  /** Columns of the terminal. */
  width: number;
  /** Whether standard output is looked at by a person. */
  isTerminal?: boolean;
  /** Where results are kept if nothing else is said; nowhere without it. */
  cacheFolder?: string;
  /** Calls back when the program is to stop (Ctrl-C, SIGTERM); the second time, it ends at once. Returns how to cease. */
  onStop?(stop: (code: StopCode) => void): () => void;
}

export function createProcessIo(): Io {
  const { env, stdout, stderr } = process;
  const isForced = env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '0';
  return {
    print: text => {
      stdout.write(`${tame(text)}\n`);
    },
    warn: text => {
      stderr.write(`${tame(text)}\n`);
    },
    hasColors: isForced || (stdout.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb'),
    hasBar: stderr.isTTY === true && !env.CI && env.TERM !== 'dumb',
    width: stdout.columns || 100,
    isTerminal: stdout.isTTY === true,
    cacheFolder: findCacheFolder(process.cwd(), env, process.platform),
    onStop: onStopSignal,
  };
}

/** What a program is left with: 0 clean, 1 findings, 2 usage or input error or not all checked, 130 and 143 stopped. */
export type ExitCode = 0 | 1 | 2 | StopCode;

/** Something the user can mend: printed as it is, without a trace. */
export function usageError(message: string): Error {
  return Object.assign(new Error(message), { name: USAGE });
}

export function isUsageError(error: unknown): error is Error {
  return error instanceof Error && error.name === USAGE;
}

const USAGE = 'UsageError';
