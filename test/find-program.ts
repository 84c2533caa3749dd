import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Where a program is that tests use if there is one, or null: the one a variable of the environment names, else one on the path. */
export function findProgram(variable: string, names: readonly string[]): string | null {
  const told = process.env[variable];
  if (told) return existsSync(told) ? told : null;
  for (const name of names) {
    try {
      return execFileSync('which', [name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    } catch {}
  }
  return null;
}
