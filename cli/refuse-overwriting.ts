import { realpathSync, type Stats, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { CONFIG_FILE } from './config.ts';
import { usageError } from './io.ts';

/** A file that is read, and what for, as a sentence goes on: 'which is checked'. */
export interface Input {
  path: string;
  use: string;
}

/**
 * Refuses to write a report over what is read (the models, the motion, the baseline, the configuration), or two reports
 * into one file. Links lead where they lead; what is no plain file (/dev/stdout) takes as many as are written to it.
 */
export function refuseOverwriting(
  outputs: Readonly<Record<string, string | undefined>>,
  inputs: readonly Input[],
): void {
  const flagOf = new Map<string, string>();
  for (const [flag, path] of Object.entries(outputs)) {
    if (path === undefined) continue;
    if (path === '-') throw usageError(`--${flag} is '-', which is no name of a file; --json prints the report.`);
    const info = infoOf(path);
    if (info?.isDirectory()) throw usageError(`--${flag} is '${path}', which is a folder; name a file.`);
    if (info && !info.isFile()) continue;
    const other = flagOf.get(placeOf(path));
    if (other) throw usageError(`--${other} and --${flag} would both write '${path}'; choose another name for one.`);
    flagOf.set(placeOf(path), flag);
    const input = inputs.find(one => placeOf(one.path) === placeOf(path));
    if (input) throw usageError(`--${flag} would write over '${path}', ${input.use}; choose another name.`);
  }
}

/** The baseline, and the file with the options. */
export function listOtherInputs(baseline: string | undefined, config = CONFIG_FILE): Input[] {
  const compared = baseline === undefined ? [] : [{ path: baseline, use: 'which is compared with' }];
  return [...compared, { path: config, use: 'which has the options' }];
}

function infoOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null; // not there, or not to be reached: writing it will tell
  }
}

function placeOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}
