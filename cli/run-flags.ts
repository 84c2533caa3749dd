import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type Cache, createCache } from './cache/cache.ts';
import { hashEngine } from './cache/engine.ts';
import { toCount, toNumber, type Wanted } from './check-flags.ts';
import { type Io, usageError } from './io.ts';
import type { Settings } from './pool/open-source.ts';
import { createWorkerPool, defaultWorkers } from './pool/worker-pool.ts';
import type { StopCode } from './stop-signals.ts';
import { inOneLine } from './subjects/one-line.ts';

/** The flags that say where and by how many it is checked; they change no byte of a report. */
export interface RunFlags {
  workers?: number;
  workerMemory?: number;
  cache?: string | false;
  unitLimit?: number;
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
    .option(
      '--unit-limit <seconds>',
      `stop a part that takes longer, and list it as not checked (${UNIT_LIMIT})`,
      toLimit,
    )
    .option('--cache <folder>', 'keep results here (node_modules/.cache, or the cache folder of the system)')
    .option('--no-cache', 'keep and use no results');
}

/** Units are cut to take about a second; a hundred times that is no lack of luck. */
export const UNIT_LIMIT = 120;

export function toLimit(text: string): number {
  const value = toNumber(text);
  if (!(value > 0 && value <= 1e6)) throw usageError(`--unit-limit is ${text}; give seconds, up to 1000000.`);
  return value;
}

function toMegabytes(text: string): number {
  return 64 * Math.ceil(toCount(text) / 64);
}

/** Files up to this size, all together, are checked before threads have started. */
const SMALL_BYTES = 64 * 1024;

/** What a command checks with, until it closes it. */
export interface Session extends Settings {
  /** What to leave with if the program was told to stop; null as long as it was not. */
  stopCode: StopCode | null;
  close(): Promise<void>;
}

/**
 * Workers and a cache, as the flags say. When the program is told to stop, what is being done is finished and nothing more is begun:
 * what there is can still be delivered. `isIsolated`: nothing a file does can end this process.
 */
export function openSession(
  { sources, options, metres, largest }: Wanted,
  flags: RunFlags,
  io: Io,
  { isIsolated = false } = {},
): Session {
  const paths = sources.flatMap(source => source.paths);
  const isSmall = paths.length > 0 && paths.reduce((sum, path) => sum + sizeOf(path), 0) <= SMALL_BYTES;
  const pool = createWorkerPool({
    workers: flags.workers ?? (isSmall ? 1 : defaultWorkers()),
    megabytes: flags.workerMemory,
    isIsolated,
    limit: flags.unitLimit ?? UNIT_LIMIT,
    onDeath: (label, why) => io.warn(`${inOneLine(label)}: a worker died: ${inOneLine(why)}`),
  });
  const cache = createCacheFrom(flags, io);
  const session: Session = {
    ...{ options, metres, largest, pool, cache, engine: hashEngine() },
    mayBeginAlone: flags.workers === undefined,
    stopCode: null,
    async close() {
      await cache?.prune();
      await pool.close();
      release?.();
    },
  };
  const release = io.onStop?.(code => {
    session.stopCode = code;
    pool.stop();
    io.warn('poseclash: stopping when what is being checked is done; press Ctrl-C once more to stop at once');
  });
  return session;
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
