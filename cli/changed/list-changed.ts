import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { promisify } from 'node:util';
import { isModelName } from '../expand-files.ts';
import { usageError } from '../io.ts';
import { listBufferUris } from '../subjects/container-json.ts';
import { readPlainFile } from '../subjects/load-asset.ts';
import { inOneLine } from '../subjects/one-line.ts';

/**
 * The models below the working folder that git tracks, that fit `patterns` (all, if there are none), and that differ from what they were
 * when the current branch left `base`; a .gltf also if one of its buffers does. In the order of their names. What was deleted is left out.
 */
export async function listChangedModels(base: string, patterns: readonly string[]): Promise<string[]> {
  const from = await findStart(base);
  const changed = new Set(split(await git('diff', '--name-only', '-z', '--no-renames', '--relative', from, '--')));
  const tracked = split(await git('--glob-pathspecs', 'ls-files', '-z', '--', ...patterns.map(toPathspec)));
  const models: string[] = [];
  for (const path of new Set(tracked)) {
    if (!isModelName(path) || !existsSync(path)) continue;
    if (changed.has(path) || (await readsAny(path, changed))) models.push(path);
  }
  return models;
}

/**
 * The commit to compare with: where the branch began, if the history is there that tells; else the base as it is. Continuous
 * integration clones one commit only: then the base is fetched, and what else has changed on it since may be checked along.
 */
async function findStart(base: string): Promise<string> {
  const commit = (await findCommit(base)) ?? (await fetchCommit(base));
  if (commit === null) {
    throw usageError(`--base: git knows no commit '${inOneLine(base)}' here, and cannot fetch it.`);
  }
  return (await git('merge-base', commit, 'HEAD').catch(() => '')).trim() || commit;
}

async function findCommit(name: string): Promise<string | null> {
  const found = await git('rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`).catch(() => '');
  return found.trim() || null;
}

async function fetchCommit(name: string): Promise<string | null> {
  if (!/^[0-9a-f]{40}([0-9a-f]{24})?$/.test(name)) return null;
  await git('fetch', '--quiet', '--no-tags', '--depth=1', 'origin', name).catch(() => '');
  return findCommit(name);
}

/** Folders stand for all in them, as for `check`. */
function toPathspec(pattern: string): string {
  return pattern.replace(/\/+$/, '') || '/';
}

async function readsAny(path: string, changed: ReadonlySet<string>): Promise<boolean> {
  if (!/\.gltf$/i.test(path)) return false;
  try {
    const uris = listBufferUris(await readPlainFile(path));
    return uris.some(uri => changed.has(posix.join(posix.dirname(path), decodeURIComponent(uri))));
  } catch {
    return true; // checking it will tell what is wrong
  }
}

function split(text: string): string[] {
  return text.split('\0').filter(name => name !== '');
}

const run = promisify(execFile);

async function git(...args: string[]): Promise<string> {
  try {
    return (await run('git', args, { maxBuffer: 2 ** 28 })).stdout;
  } catch (error) {
    const { code, stderr = '' } = error as { code?: unknown; stderr?: string };
    const why = code === 'ENOENT' ? 'git is not installed' : inOneLine(stderr.trim()) || 'git failed';
    throw usageError(`changed: ${why}.`);
  }
}
