import { setTimeout } from 'node:timers/promises';

/** Milliseconds before something is asked again: doubled each time, up to the longest. */
const FIRST_PAUSE = 200;
const LONGEST_PAUSE = 5000;

/** Seconds to wait for Redis or a store that is away or refuses, unless `--patience` says otherwise. */
export const PATIENCE = 3600;

/** How long to wait for others, and whom to tell. */
export interface Patience {
  seconds: number;
  warn: (text: string) => void;
  /** Aborted: waits no longer. */
  signal?: AbortSignal;
}

/**
 * Asks again what was refused: a store may be away, Redis out of memory or about to change its master, for a moment only. What is
 * sent must be such that sending it twice does no more than once. `isFinal` tells errors that no waiting cures.
 */
export async function insist<Answer>(
  ask: () => Promise<Answer>,
  { seconds, warn, signal }: Patience,
  isFinal: (error: unknown) => boolean = () => false,
): Promise<Answer> {
  const start = performance.now();
  for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    try {
      return await ask();
    } catch (error) {
      const waited = performance.now() - start;
      if (isFinal(error) || signal?.aborted || waited + pause > 1000 * seconds) throw error;
      if (pause === FIRST_PAUSE) warn(`poseclash: ${(error as Error).message}; asking again`);
    }
    await setTimeout(pause, undefined, { signal }).catch(() => {});
  }
}
