import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

declare module 'vitest' {
  interface TaskMeta {
    /** What the test needs and does not find; `report-skips.ts` prints it. */
    needs?: string;
  }
}

/**
 * Options of a test or a group of tests that needs something the repository does not bring along. Where it is missing they are
 * skipped, and the last lines of the run say so.
 */
export function needs(what: string, isThere: boolean): { skip: boolean; meta: { needs: string } } {
  return { skip: !isThere, meta: { needs: what } };
}

/** Those that CI must have: there, tests that lack them fail the run. */
export const CHROMIUM = 'Chromium (install it, or name one with CHROMIUM=/path/to/it)';
export const REDIS = 'redis-server (install it, or name one with REDIS_SERVER=/path/to/it)';

export const needsChromium = (path: string | null): ReturnType<typeof needs> => needs(CHROMIUM, path !== null);
export const needsRedis = (path: string | null): ReturnType<typeof needs> => needs(REDIS, path !== null);

/** Real models and data of others, which stand beside the checkout if at all. */
export function needsData(path: string): ReturnType<typeof needs> {
  return needs(`../shared/data/${path} beside the checkout`, existsSync(findData(path)));
}

export function findData(path: string): string {
  return fileURLToPath(new URL(`../../shared/data/${path}`, import.meta.url));
}
