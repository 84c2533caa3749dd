import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomically } from '../write-file.ts';
import type { Store } from './store.ts';

/** What a killed process has left half written goes after so many seconds. */
const ABANDONED = 86_400;

/**
 * A folder that all machines see, such as a shared volume. The time of a file is when it may go, by the clock of the disk: a machine
 * whose own clock is wrong neither loses anything nor keeps it. Files are written aside, flushed and renamed.
 */
export async function createFolderStore(folder: string): Promise<Store> {
  const now = await readClock(folder);
  const fileOf = (hash: string): string => join(folder, hash.slice(0, 2), hash.slice(2));
  const after = (seconds: number): Date => new Date(now() + 1000 * seconds);
  return {
    name: folder,
    mostBytes: Infinity,
    async read(hash) {
      return readFile(fileOf(hash)).catch(orNothing);
    },
    async write(hash, bytes, keep) {
      const until = after(keep);
      await writeAtomically(fileOf(hash), bytes, path => utimes(path, until, until));
    },
    async renew(hash, keep) {
      const until = after(keep);
      const info = await stat(fileOf(hash)).catch(orNothing);
      if (info === null) return false;
      if (info.mtime < until) {
        const isThere = await utimes(fileOf(hash), until, until).then(() => true, orNothing);
        return isThere === true;
      }
      return true;
    },
    async remove(hash) {
      await rm(fileOf(hash), { force: true });
    },
    async prune() {
      for (const part of await readdir(folder)) {
        if (!/^[0-9a-f]{2}$/.test(part)) continue;
        for (const name of await readdir(join(folder, part)).catch(() => [])) {
          const path = join(folder, part, name);
          const left = /^[0-9a-f]{62}$/.test(name) ? 0 : name.endsWith('.tmp') ? 1000 * ABANDONED : Infinity;
          const info = await stat(path).catch(() => null);
          if (info && info.mtimeMs + left < now()) await rm(path, { force: true }).catch(() => {});
        }
      }
    },
  };
}

/** Milliseconds by the clock that stamps files there, which on a shared volume is that of its server. */
async function readClock(folder: string): Promise<() => number> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${randomUUID()}.clock`);
  await writeFile(path, '');
  const offset = (await stat(path)).mtimeMs - performance.now();
  await rm(path, { force: true });
  return () => performance.now() + offset;
}

function orNothing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
