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
}

export function createProcessIo(): Io {
  const { env, stdout, stderr } = process;
  const isForced = env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '0';
  return {
    print: text => {
      stdout.write(`${text}\n`);
    },
    warn: text => {
      stderr.write(`${text}\n`);
    },
    hasColors: isForced || (stdout.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb'),
    hasBar: stderr.isTTY === true && !env.CI && env.TERM !== 'dumb',
    width: stdout.columns ?? 100,
  };
}

/** What a program is left with: 0 clean, 1 findings, 2 usage or input error. */
export type ExitCode = 0 | 1 | 2;

/** Something the user can mend: printed as it is, without a trace. */
export function usageError(message: string): Error {
  return Object.assign(new Error(message), { name: USAGE });
}

export function isUsageError(error: unknown): error is Error {
  return error instanceof Error && error.name === USAGE;
}

const USAGE = 'UsageError';
