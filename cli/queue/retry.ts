import { setTimeout } from 'node:timers/promises';

/** Milliseconds before something is sent again: doubled each time up to the longest, and so many in all. */
const FIRST_PAUSE = 200;
const LONGEST_PAUSE = 1600;
const ALL_PAUSES = 30_000;

export type Retry = <Answer>(send: () => Promise<Answer>) => Promise<Answer>;

/**
 * Sends again what Redis refuses, for it may be out of memory, or change its master, for a moment only. What is sent must be
 * such that sending it twice does no more than once. If Redis refuses everything, this costs a run no more than half a minute.
 */
export function createRetry(): Retry {
  let left = ALL_PAUSES;
  return async send => {
    for (let pause = FIRST_PAUSE; ; pause *= 2) {
      try {
        return await send();
      } catch (error) {
        if (pause > LONGEST_PAUSE || pause > left) throw error;
      }
      left -= pause;
      await setTimeout(pause);
    }
  };
}
