import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { usageError } from '../io.ts';

/** Shorter ones could be found by trying. */
const LEAST_SIGNS = 16;

/**
 * A secret that those who enqueue and those who work share, and neither Redis nor the store knows: POSECLASH_KEY in the
 * environment. With it, run records and results are sealed, and those without the seal are refused. Null: nothing is sealed, and
 * whoever can write to Redis or the store is believed.
 */
export type Key = string | null;

export function readKey(env: NodeJS.ProcessEnv): Key {
  const key = env.POSECLASH_KEY ?? '';
  if (key === '') return null;
  if (key.length < LEAST_SIGNS) {
    throw usageError(`POSECLASH_KEY has less than ${LEAST_SIGNS} signs; make one with: openssl rand -hex 32`);
  }
  return key;
}

/** Proves that whoever says this has the key. The key of a run is made of that and the run: no seal fits another run. */
export function seal(key: Key, run: string, text: string): string {
  if (key === null) return '';
  const runKey = createHmac('sha256', key).update(`poseclash run ${run}`).digest();
  return createHmac('sha256', runKey).update(text).digest('hex');
}

export function isSealed(key: Key, run: string, text: string, given: string): boolean {
  const [a, b] = [seal(key, run, text), given].map(one => Buffer.from(one));
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Tells keys apart without telling them. */
export function nameKey(key: Key): string {
  return key === null ? '' : createHash('sha256').update(`poseclash key ${key}`).digest('hex').slice(0, 8);
}
