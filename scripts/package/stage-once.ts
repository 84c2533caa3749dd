import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const HOUR = 3_600_000;

/**
 * Has a folder made once for each state of its sources, whoever asks and however many at once, in `out/package`: from there,
 * packages are found in the repository's node_modules. `sources`: files and folders, from the root.
 */
export async function stageOnce(
  root: string,
  kind: string,
  sources: readonly string[],
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const cache = join(root, 'out/package');
  const folder = join(cache, `${kind}-${hashSources(root, sources)}`);
  mkdirSync(cache, { recursive: true });
  const lock = `${folder}.lock`;
  while (!existsSync(folder)) {
    if (takeLock(lock)) {
      try {
        const building = `${folder}.building`;
        rmSync(building, { recursive: true, force: true });
        mkdirSync(building);
        await make(building);
        renameSync(building, folder);
      } finally {
        rmSync(lock, { force: true });
      }
      forgetOld(cache, folder);
    } else {
      await setTimeout(200); // another process builds the same
    }
  }
  return folder;
}

/** The lock names the process that has it. It is left over if there is no such process, however long a build may take. */
function takeLock(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    if (existsSync(lock) && isGone(readFileSync(lock, 'utf8'))) rmSync(lock, { force: true });
    return false;
  }
}

function isGone(pid: string): boolean {
  if (pid === '') return false; // it is just being written
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

function forgetOld(cache: string, current: string): void {
  for (const name of readdirSync(cache)) {
    const path = join(cache, name);
    const info = statSync(path, { throwIfNoEntry: false }); // another process may do the same
    if (info && path !== current && Date.now() - info.mtimeMs > HOUR) rmSync(path, { recursive: true, force: true });
  }
}

function hashSources(root: string, sources: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of sources.flatMap(name => listFiles(join(root, name))).sort()) {
    hash.update(path.slice(root.length)).update(readFileSync(path));
  }
  return hash.digest('hex').slice(0, 16);
}

function listFiles(path: string): string[] {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true }).flatMap(entry =>
    ['dist', 'node_modules'].includes(entry.name) ? [] : listFiles(join(path, entry.name)),
  );
}
