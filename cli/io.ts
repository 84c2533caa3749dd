import { findCacheFolder } from './cache/cache-folder.ts';

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
  /** Calls back when the user wants to stop (Ctrl-C); the second time, the process ends at once. Returns how to cease. */
  onInterrupt?(stop: () => void): () => void;
}

export function createProcessIo(): Io {
  const { env, stdout, stderr } = process;
  const isForced = env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '0';
  return {
    print: text => {
      stdout.write(`${stdout.isTTY ? tame(text) : text}\n`);
    },
    warn: text => {
      stderr.write(`${stderr.isTTY ? tame(text) : text}\n`);
    },
    hasColors: isForced || (stdout.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb'),
    hasBar: stderr.isTTY === true && !env.CI && env.TERM !== 'dumb',
    width: stdout.columns || 100,
    isTerminal: stdout.isTTY === true,
    cacheFolder: findCacheFolder(process.cwd(), env, process.platform),
    onInterrupt,
  };
}

/** Text without what would make a terminal do other things than show it; colours stay. */
export function tame(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is taken out
  return text.replaceAll(/\u001b(?!\[[0-9;]*m)|[\u0000-\u0008\u000b-\u001a\u001c-\u001f\u007f-\u009f]/g, '\ufffd');
}

function onInterrupt(stop: () => void): () => void {
  let isSecond = false;
  const handle = (): void => {
    if (isSecond) process.exit(130);
    isSecond = true;
    stop();
  };
  process.on('SIGINT', handle);
  return () => process.off('SIGINT', handle);
}

/** What a program is left with: 0 clean, 1 findings, 2 usage or input error, 130 stopped by the user. */
export type ExitCode = 0 | 1 | 2 | 130;

/** Something the user can mend: printed as it is, without a trace. */
export function usageError(message: string): Error {
  return Object.assign(new Error(message), { name: USAGE });
}

export function isUsageError(error: unknown): error is Error {
  return error instanceof Error && error.name === USAGE;
}

const USAGE = 'UsageError';
