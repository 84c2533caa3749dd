import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findRoot } from '../harness/model-folder.ts';

/** A program in C++ of this folder, and what g++ needs beside `-std=c++17`. */
export interface Source {
  file: string;
  flags: readonly string[];
  libraries: readonly string[];
}

/** Where the program is; or why there is none: no compiler, or a library is missing. */
export type Built = { program: string; error?: undefined } | { error: string };

const root = findRoot(fileURLToPath(import.meta.url));
const folder = join(root, 'bench', 'native');

/** Builds it for this machine, once for each state of the sources of this folder, below `out`. */
export function build({ file, flags, libraries }: Source): Built {
  const hash = createHash('sha256').update(JSON.stringify([file, flags, libraries]));
  for (const name of readdirSync(folder)
    .filter(name => /\.(h|cpp)$/.test(name))
    .sort()) {
    hash.update(name).update(readFileSync(join(folder, name)));
  }
  const out = join(root, 'out', 'native');
  const program = join(out, `${file}-${hash.digest('hex').slice(0, 12)}`);
  if (existsSync(program)) return { program };
  mkdirSync(out, { recursive: true });
  const command = ['-std=c++17', ...flags, join(folder, `${file}.cpp`), '-o', program, ...libraries];
  const { status, stderr, error } = spawnSync('g++', command, { encoding: 'utf8' });
  if (status === 0) return { program };
  if (error) return { error: 'there is no g++' };
  return { error: stderr.split('\n').find(line => line.includes('error')) ?? 'g++ failed' };
}
