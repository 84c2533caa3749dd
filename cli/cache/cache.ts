import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomically } from '../write-file.ts';

/** Results by what they are results of. Losing any of it costs time and nothing else, so nothing here ever throws. */
export interface Cache {
  get(key: string): Promise<unknown>;
  put(key: string, value: unknown): Promise<void>;
  /** Removes what is old, then the oldest, until it is small enough. To be called at the end. */
  prune(): Promise<void>;
}

const FORMAT = 'poseclash-cache-2';
const MOST_BYTES = 512 * 2 ** 20;
const MOST_DAYS = 30;

/** One name for all that a result depends on. */
export function cacheKey(parts: unknown): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

export function createCache(folder: string, mostBytes = MOST_BYTES, mostDays = MOST_DAYS): Cache {
  const fileOf = (key: string): string => join(folder, key.slice(0, 2), `${key.slice(2)}.json`);
  let writes = 0;
  return {
    async get(key) {
      try {
        const path = fileOf(key);
        const text = await readFile(path, 'utf8');
        const value = text.slice(headOf(key, '').length, -1);
        if (text !== entryOf(key, value)) return undefined; // of another version or key, or no longer what was written
        const now = new Date();
        await utimes(path, now, now).catch(() => {}); // used lately, for `prune`
        return JSON.parse(value);
      } catch {
        return undefined; // not there, or not whole
      }
    },
    async put(key, value) {
      try {
        writes++;
        await writeAtomically(fileOf(key), entryOf(key, JSON.stringify(value)));
      } catch {}
    },
    async prune() {
      if (writes > 0) await pruneFolder(folder, mostBytes, mostDays).catch(() => {});
    },
  };
}

/** JSON that holds the key, the value, and a hash of both, by which a single changed digit is noticed. */
function entryOf(key: string, value: string): string {
  return `${headOf(key, createHash('sha256').update(`${key}\n${value}`).digest('hex'))}${value}}`;
}

function headOf(key: string, hash: string): string {
  return `{"format":"${FORMAT}","key":"${key}","hash":"${hash.padEnd(64)}","value":`;
}

async function pruneFolder(folder: string, mostBytes: number, mostDays: number): Promise<void> {
  const entries: { path: string; size: number; used: number }[] = [];
  for (const name of await readdir(folder)) {
    if (!/^[0-9a-f]{2}$/.test(name)) continue;
    for (const file of await readdir(join(folder, name)).catch(() => [])) {
      if (!/^[0-9a-f]{62}\.json/.test(file)) continue; // also what a killed process left half written
      const path = join(folder, name, file);
      const info = await stat(path).catch(() => null);
      if (info) entries.push({ path, size: info.size, used: info.mtimeMs });
    }
  }
  entries.sort((p, q) => q.used - p.used);
  const oldest = Date.now() - mostDays * 86_400_000;
  let bytes = 0;
  for (const { path, size, used } of entries) {
    bytes += size;
    if (used < oldest || bytes > mostBytes) await rm(path, { force: true }).catch(() => {});
  }
}
