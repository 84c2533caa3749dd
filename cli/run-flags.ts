import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type Cache, createCache } from './cache/cache.ts';
import { hashEngine } from './cache/engine.ts';
import { toCount, type Wanted } from './check-flags.ts';
import type { Io } from './io.ts';
import type { Settings } from './pool/check-sources.ts';
import { createCrew, defaultWorkers } from './pool/crew.ts';

/** The flags that say where and by how many it is checked; they change no byte of a report. */
export interface RunFlags {
  workers?: number;
  workerMemory?: number;
  cache?: string | false;
}

export function addRunOptions(command: Command): Command {
  return addMachineOptions(
    command.option('--workers <n>', 'threads to check with; 1: in this one (all cores)', toCount),
  );
}

/** The same without how many. */
export function addMachineOptions(command: Command): Command {
  return command
    .option('--worker-memory <MB>', 'heap of each thread (a share of three quarters of the memory)', toMegabytes)
    .option('--cache <folder>', 'keep results here (node_modules/.cache, or the cache folder of the system)')
    .option('--no-cache', 'keep and use no results');
}

function toMegabytes(text: string): number {
  return 64 * Math.ceil(toCount(text) / 64);
}

/** Files up to this size, all together, are checked before threads have started. */
const SMALL_BYTES = 64 * 1024;

export function createSettings({ sources, options, metres, largest }: Wanted, flags: RunFlags, io: Io): Settings {
  const paths = sources.flatMap(source => source.paths);
  const isSmall = paths.length > 0 && paths.reduce((sum, path) => sum + sizeOf(path), 0) <= SMALL_BYTES;
  const crew = createCrew({
    workers: flags.workers ?? (isSmall ? 1 : defaultWorkers()),
    megabytes: flags.workerMemory,
    onDeath: (label, why) => io.warn(`${label}: a worker died: ${why}`),
  });
  return { options, metres, largest, crew, cache: createCacheFrom(flags, io), engine: hashEngine() };
}

export function createCacheFrom({ cache }: RunFlags, { cacheFolder }: Io): Cache | null {
  if (cache === false) return null;
  const folder = cache ?? cacheFolder;
  return folder === undefined ? null : createCache(resolve(folder));
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}

/** Runs `body`; when the user wants to stop, what is being done is finished and nothing more is begun. */
export async function untilInterrupted<Result>(
  { crew, cache }: Settings,
  io: Io,
  body: () => Promise<Result>,
): Promise<{ result: Result; wasStopped: boolean }> {
  let wasStopped = false;
  const release = io.onInterrupt?.(() => {
    wasStopped = true;
    crew.stop();
    io.warn('poseclash: stopping when what is being checked is done; press Ctrl-C once more to stop at once');
  });
  try {
    const result = await body();
    await cache?.prune();
    return { result, wasStopped };
  } finally {
    release?.();
    await crew.close();
  }
}
