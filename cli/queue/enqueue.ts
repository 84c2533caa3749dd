import type { Queue } from 'bullmq';
import { forEachAtOnce } from '../pool/for-each-at-once.ts';
import { openSource, type Settings } from '../pool/open-source.ts';
import { insist, type Patience } from '../store/patience.ts';
import { keepBytes, keepJson, type Store, TooLargeError } from '../store/store.ts';
import type { Source } from '../units/bundle.ts';
import type { Connection } from './connect.ts';
import { packBundle } from './pack-bundle.ts';
import { jobId, listRunUnits, nameRun, type RunAsset, type RunRecord, type UnitJob, unitField } from './run-record.ts';
import { forgetUnits, openTable, type RunTable, readTable } from './run-table.ts';
import { type Key, seal } from './seal.ts';

/** What runs are handled with. */
export interface Desk {
  connection: Connection;
  queue: Queue;
  store: Store;
  key: Key;
  patience: Patience;
}

/** A run whose record is in the store. */
export interface StoredRun {
  name: string;
  record: RunRecord;
  recordHash: string;
  /** Seconds that it is kept for, with its assets and results. */
  keep: number;
}

/**
 * Reads all files, puts them into the store, and then the record of the run, of which nothing is in the queue yet. What goes wrong
 * with a file is in its own entry and moves no other. Whoever is killed here leaves nothing but bytes that will expire.
 */
export async function storeRun(
  sources: readonly Source[],
  settings: Settings,
  desk: Desk,
  keep: number,
  onProgress: (share: number, text: string) => void,
): Promise<StoredRun> {
  const assets: RunAsset[] = [];
  let done = 0;
  await forEachAtOnce(sources, settings.pool.size + 1, async (source, k) => {
    assets[k] = await storeAsset(source, settings, desk, keep);
    onProgress(++done / sources.length, source.name);
  });
  const { options, metres, engine } = settings;
  const record: RunRecord = { format: 'poseclash-run', version: 2, engine, options, metres, assets };
  const recordHash = await insist(() => keepJson(desk.store, record, keep), desk.patience, isTooLarge);
  return { name: nameRun(recordHash, desk.key), record, recordHash, keep };
}

async function storeAsset(
  source: Source,
  settings: Settings,
  { store, patience }: Desk,
  keep: number,
): Promise<RunAsset> {
  const { bundle, outcome } = await openSource(source, settings);
  const { name, hash, size, error } = outcome;
  if (!bundle || !size) return { name, hash: '', error: error ?? 'not checked' };
  try {
    const stored = await insist(() => keepBytes(store, packBundle(bundle), keep), patience, isTooLarge);
    return { name, hash, stored, size };
  } catch (cause) {
    if (isTooLarge(cause)) return { name, hash, error: `not checked: ${(cause as Error).message}` };
    throw cause;
  }
}

const isTooLarge = (error: unknown): boolean => error instanceof TooLargeError;

/** Jobs that are sent at a time. */
const BATCH = 500;

/**
 * Sees to it that the run is there and that each of its units is noted or in the queue. It can be called at any time, by any number
 * at once, and again after whatever went wrong: jobs have names, and those that are there are not added a second time. Returns how
 * many units are not noted.
 */
export async function sendRun(run: StoredRun, desk: Desk): Promise<number> {
  const { redis } = desk.connection;
  const units = listRunUnits(run.name, run.record);
  const head = {
    record: run.recordHash,
    seal: seal(desk.key, run.name, run.recordHash),
    total: units.length,
    keep: run.keep,
  };
  return insist(async () => {
    await keepJson(desk.store, run.record, run.keep); // it may have been damaged since
    await openTable(redis, run.name, head);
    const table = await readTable(redis, run.name);
    const left = units.filter(unit => !table?.units.has(unitField(unit)));
    for (let at = 0; at < left.length; at += BATCH) await desk.queue.addBulk(left.slice(at, at + BATCH).map(toJob));
    return left.length;
  }, desk.patience);
}

/** What failed in an earlier try of the same run is tried again. */
export async function forgetFailures({ name }: StoredRun, { connection, patience }: Desk): Promise<void> {
  await insist(async () => {
    const table = await readTable(connection.redis, name);
    await forgetUnits(connection.redis, name, listFailed(table));
  }, patience);
}

export function listFailed(table: RunTable | null): string[] {
  return [...(table?.units ?? [])].filter(([, { state }]) => state === 'failed').map(([field]) => field);
}

/** Tries of a unit whose workers die of it, on whatever machine. They follow at once: pauses would go by the clock of a worker. */
const ATTEMPTS = 2;

/** Finished jobs are removed at once: what became of them is in the table of the run. */
function toJob({ run, asset, unit }: UnitJob) {
  const data: UnitJob = { run, asset, unit };
  const opts = { jobId: jobId(data), attempts: ATTEMPTS, removeOnComplete: true, removeOnFail: true };
  return { name: 'unit', data, opts };
}
