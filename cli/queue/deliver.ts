import type { Outcome } from '../pool/outcome.ts';
import { insist } from '../store/patience.ts';
import { keepJson, type Store, TooLargeError } from '../store/store.ts';
import type { Desk } from './enqueue.ts';
import { type UnitJob, type UnitOutcome, unitField } from './run-record.ts';
import { noteUnit, type UnitNote } from './run-table.ts';
import { type Key, seal } from './seal.ts';
import { withoutPaths } from './without-paths.ts';

/** Puts what became of a unit into the store, then into the table of its run. Returns where it is in the store. */
export async function deliver(job: UnitJob, hash: string, outcome: Outcome, keep: number, desk: Desk): Promise<string> {
  const { planSummary, error, results, failures } = outcome;
  const value: UnitOutcome = {
    hash,
    planSummary,
    error: error === null ? null : withoutPaths(error),
    results: Object.fromEntries(results),
    failures: Object.fromEntries([...failures].map(([key, why]) => [key, withoutPaths(why)])),
  };
  const state = error !== null || failures.size > 0 ? 'failed' : 'done';
  const stored = await insist(() => storeOutcome(value, keep, desk.store), desk.patience);
  const field = unitField(job);
  const note = { state, hash: stored, seal: sealUnit(desk.key, job.run, field, { state, hash: stored }) } as const;
  await insist(() => noteUnit(desk.connection.redis, job.run, field, note), desk.patience);
  return stored;
}

/** Proves that whoever noted this has the key. */
export function sealUnit(key: Key, run: string, field: string, { state, hash }: Omit<UnitNote, 'seal'>): string {
  return seal(key, run, `${field} ${state} ${hash}`);
}

/** One that is too large for its store is told as that. */
async function storeOutcome(value: UnitOutcome, keep: number, store: Store): Promise<string> {
  return keepJson(store, value, keep).catch(error => {
    if (!(error instanceof TooLargeError)) throw error;
    const why = `not checked: its result is too large: ${error.message}`;
    return keepJson(store, { ...value, planSummary: null, results: {}, failures: {}, error: why }, keep);
  });
}
