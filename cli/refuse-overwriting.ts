import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { CONFIG_FILE } from './config.ts';
import { usageError } from './io.ts';

/** A file that is read, and what for, as a sentence goes on: 'which is checked'. */
export interface Input {
  path: string;
  use: string;
}

/** Refuses to write a report over what is read: the models, the motion, the baseline, the configuration. Links lead where they lead. */
export function refuseOverwriting(
  outputs: Readonly<Record<string, string | undefined>>,
  inputs: readonly Input[],
): void {
  for (const [flag, path] of Object.entries(outputs)) {
    if (path === undefined) continue;
    const input = inputs.find(one => placeOf(one.path) === placeOf(path));
    if (input) throw usageError(`--${flag} would write over '${path}', ${input.use}; choose another name.`);
  }
}

/** The baseline, and the file with the options. */
export function listOtherInputs(baseline: string | undefined, config = CONFIG_FILE): Input[] {
  const compared = baseline === undefined ? [] : [{ path: baseline, use: 'which is compared with' }];
  return [...compared, { path: config, use: 'which has the options' }];
}

function placeOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}
