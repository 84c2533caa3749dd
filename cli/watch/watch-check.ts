import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ExitCode, Io } from '../io.ts';
import type { StopCode } from '../stop-signals.ts';
import { listBufferUris } from '../subjects/container-json.ts';
import { createWatcher, stampOf } from './watcher.ts';

/** Milliseconds from look to look; and so many times as long as a look takes, so that many files cost a twentieth of a core at most. */
const PAUSE = 200;
const SHARE = 20;

export interface Rounds {
  /** All files that a round would read. */
  list(): readonly string[];
  /** Checks what has changed, all at first (null); the exit code as of then, or that of being stopped. */
  check(changed: ReadonlySet<string> | null): Promise<ExitCode>;
}

/**
 * Checks, and again whatever changes, until it is told to stop. Files are noted before they are read, so nothing that changes
 * meanwhile is missed. Returns the code of the last round if Ctrl-C ends the waiting, which is how it is meant to end; 130 if it
 * ends a check, and 143 for SIGTERM.
 */
export async function watchCheck({ list, check }: Rounds, io: Io): Promise<ExitCode> {
  const stopped = new AbortController();
  let stopCode: StopCode | null = null;
  const release = io.onStop?.(code => {
    stopCode = code;
    stopped.abort();
  });
  try {
    const watcher = createWatcher(list);
    let code = await check(null);
    while (stopCode === null) {
      io.warn(`watching ${list().length === 1 ? '1 file' : `${list().length} files`}; Ctrl-C ends it`);
      const changed = await awaitChange(() => watcher.look(), stopped.signal);
      if (!changed) return stopCode === 143 ? stopCode : code;
      code = await check(changed);
    }
    return stopCode;
  } finally {
    release?.();
  }
}

async function awaitChange(look: () => Set<string> | null, signal: AbortSignal): Promise<Set<string> | null> {
  let milliseconds = PAUSE;
  while (!signal.aborted) {
    await pause(milliseconds, undefined, { signal }).catch(() => {});
    const begin = performance.now();
    const changed = signal.aborted ? null : look();
    if (changed) return changed;
    milliseconds = Math.max(PAUSE, SHARE * (performance.now() - begin));
  }
  return null;
}

/** The buffers beside a .gltf, read again only when it has changed. */
export function createBufferList(): (path: string) => string[] {
  const known = new Map<string, { stamp: string; buffers: string[] }>();
  return path => {
    if (!/\.gltf$/i.test(path)) return [];
    const stamp = stampOf(path);
    const entry = known.get(path);
    if (entry?.stamp === stamp) return entry.buffers;
    const buffers = readBuffers(path);
    known.set(path, { stamp, buffers });
    return buffers;
  };
}

function readBuffers(path: string): string[] {
  try {
    return listBufferUris(readFileSync(path)).map(uri => join(dirname(path), decodeURIComponent(uri)));
  } catch {
    return []; // checking it will tell
  }
}
