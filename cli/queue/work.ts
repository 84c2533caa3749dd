import { setTimeout } from 'node:timers/promises';
import type { Job, Worker } from 'bullmq';
import { createOutcome, type Outcome, takeAnswer } from '../pool/outcome.ts';
import { type Resources, runTask } from '../pool/run-task.ts';
import { insist } from '../store/patience.ts';
import { DamagedError, fetchBytes, fetchJson, keepJson, TooLargeError } from '../store/store.ts';
import { keyOfStretch } from '../units/assemble.ts';
import type { Bundle } from '../units/bundle.ts';
import { cutUnits } from '../units/cut-units.ts';
import { scanOptions, type Unit } from '../units/unit.ts';
import { isRunRecord, isUnitJob } from '../units/validate.ts';
import { sealedText } from './collect.ts';
import type { Desk } from './enqueue.ts';
import { unpackBundle } from './pack-bundle.ts';
import { type RunAsset, type UnitJob, type UnitOutcome, unitField } from './run-record.ts';
import { lookUp, noteUnit, type RunHead } from './run-table.ts';
import { isSealed, seal } from './seal.ts';
import { withoutPaths } from './without-paths.ts';

/** Assets whose bytes are kept between jobs, and runs whose records are. */
const MOST_BUNDLES = 4;
const MOST_RECORDS = 8;

/** Milliseconds before a unit that this machine cannot do is given back. */
const GIVE_BACK_PAUSE = 2000;

/** A unit with which so many machines vanished is given up. */
const MOST_VANISHED = 4;

export interface WorkOptions {
  concurrency: number;
  /** Milliseconds after which a job whose machine has gone silent is given to another. */
  lockDuration: number;
  onDone: (unit: string, error: string | null) => void;
}

/** What a unit is, as its run says. */
interface Order {
  asset: RunAsset;
  unit: Unit;
}

/**
 * Takes units from the queue until the worker is closed. They are done elsewhere (`resources.pool`), so that this thread stays awake
 * to renew the locks on them. What became of a unit is in the store, then in the table of its run; then the job is done. So it is
 * never lost, and whoever takes a job again whose unit is noted has nothing to do. Whatever a job says is checked before it is
 * believed, and it can name nothing that would be read or run here.
 */
export function startWork(desk: Desk, resources: Resources, options: WorkOptions): Worker {
  const { connection, store, patience } = desk;
  const { bullmq, redis } = connection;
  const bundles = createShelf<Bundle>(MOST_BUNDLES);
  const records = createShelf<{ value: unknown }>(MOST_RECORDS);

  /** The unit a job asks for; a text if the job is no good; null if the record of its run is not in this store. */
  const readOrder = async (job: UnitJob, { record: hash, seal: given }: RunHead): Promise<Order | string | null> => {
    if (!isSealed(desk.key, job.run, hash, given)) return 'its run has not the right seal';
    const found = await records.take(hash, async () => {
      const value = await insist(() => fetchJson(store, hash), patience, isDamaged).catch(nothingIfDamaged);
      return value === null ? null : { value };
    });
    if (found === null) return null;
    const record = found.value;
    if (!isRunRecord(record)) return 'what is stored for its run is no run of poseclash';
    if (record.engine !== resources.engine) return 'its run is of another version of poseclash';
    const asset = record.assets[job.asset];
    const unit = asset?.size && cutUnits(asset.size, record.options)[job.unit];
    if (!unit) return 'there is no such unit in its run';
    const scan = scanOptions(record.options, record.metres);
    return { asset, unit: { asset: asset.hash, options: scan, stretches: unit.stretches } };
  };

  const process = async (job: Job, token?: string): Promise<string> => {
    const data: unknown = job.data;
    if (!isUnitJob(data)) throw new bullmq.UnrecoverableError('the job is no unit of poseclash');
    const field = unitField(data);
    const giveBack = async (why: string): Promise<never> => {
      patience.warn(`poseclash: unit ${job.id} is given back: ${why}`);
      await setTimeout(GIVE_BACK_PAUSE, undefined, { signal: patience.signal }).catch(() => {});
      await job.moveToWait(token);
      throw new bullmq.WaitingError();
    };
    try {
      const found = await insist(() => lookUp(redis, data.run, field), patience);
      if (found === null) return 'its run is gone';
      if (found.note?.state === 'done') return found.note.hash;
      const order = await readOrder(data, found.head);
      if (order === null)
        return await giveBack(`the record of its run is not in ${store.name}; is that the --store of enqueue?`);
      if (typeof order === 'string') throw new bullmq.UnrecoverableError(order);
      const outcome = await doUnit(order, job);
      return await deliver(data, order.asset, outcome, found.head.keep);
    } catch (error) {
      const { name } = error as Error;
      if (['UnrecoverableError', 'WaitingError', 'AttemptError'].includes(name)) throw error;
      return giveBack((error as Error).message); // Redis or the store would not answer: no fault of the unit
    }
  };

  const doUnit = async ({ asset, unit }: Order, job: Job): Promise<Outcome> => {
    const name = `unit ${job.id}`;
    const outcome = createOutcome(name);
    const fail = (why: string): Outcome => {
      if (unit.stretches.length === 0) outcome.error = `not checked: ${why}`;
      for (const stretch of unit.stretches) outcome.failures.set(keyOfStretch(stretch), why);
      return outcome;
    };
    if (job.stalledCounter >= MOST_VANISHED) return fail(`its machine vanished ${MOST_VANISHED} times`);
    const bundle = await bundles.take(asset.hash, () => fetchBundle(asset)).catch(nothingIfDamaged);
    if (bundle === null) return fail('its asset is not in the store, or was damaged there; enqueue it again');
    for (const left = [unit]; left.length > 0 && outcome.error === null; ) {
      const next = left.shift()!;
      left.push(...takeAnswer(next, await runTask({ kind: 'unit', bundle, unit: next }, name, resources), outcome));
    }
    const [why] = outcome.failures.values();
    const isLast = job.attemptsMade + 1 >= (job.opts.attempts ?? 1);
    if (outcome.wasStopped) throw new Error('the worker was stopped');
    if (why !== undefined && !isLast && !outcome.hasTimedOut) throw new AttemptError(why);
    return outcome;
  };

  const fetchBundle = async ({ stored, hash }: RunAsset): Promise<Bundle | null> => {
    const packed = await insist(() => fetchBytes(store, stored!), patience, isDamaged);
    return packed && unpackBundle(packed, hash);
  };

  /** Into the store, then into the table. */
  const deliver = async (job: UnitJob, { hash }: RunAsset, outcome: Outcome, keep: number): Promise<string> => {
    const { planSummary, error, results, failures } = outcome;
    const value: UnitOutcome = {
      hash,
      planSummary,
      error: error === null ? null : withoutPaths(error),
      results: Object.fromEntries(results),
      failures: Object.fromEntries([...failures].map(([key, why]) => [key, withoutPaths(why)])),
    };
    const state = error !== null || failures.size > 0 ? 'failed' : 'done';
    const kept = await insist(() => storeOutcome(value, keep), patience);
    const field = unitField(job);
    const note = { state, hash: kept, seal: '' } as const;
    const sealed = { ...note, seal: seal(desk.key, job.run, sealedText(field, note)) };
    await insist(() => noteUnit(redis, job.run, field, sealed), patience);
    return kept;
  };

  /** One that is too large for its store is told as that. */
  const storeOutcome = async (value: UnitOutcome, keep: number): Promise<string> =>
    keepJson(store, value, keep).catch(error => {
      if (!(error instanceof TooLargeError)) throw error;
      const why = `not checked: its result is too large: ${error.message}`;
      return keepJson(store, { ...value, planSummary: null, results: {}, failures: {}, error: why }, keep);
    });

  const worker = new bullmq.Worker(desk.queue.name, process, {
    connection: connection.options,
    concurrency: options.concurrency,
    lockDuration: options.lockDuration,
    stalledInterval: options.lockDuration,
    maxStalledCount: 1e6, // an outage of Redis is no fault of a unit; see MOST_VANISHED
    runRetryDelay: 1000,
  });
  worker.on('error', () => {}); // it connects again by itself
  worker.on('completed', job => options.onDone(job.id ?? '', null));
  worker.on('failed', (job, error) => options.onDone(job?.id ?? '', error.message));
  return worker;
}

const isDamaged = (error: unknown): boolean => error instanceof DamagedError;

function nothingIfDamaged(error: unknown): null {
  if (isDamaged(error)) return null;
  throw error;
}

/** A unit failed, and is to be tried again. */
class AttemptError extends Error {
  override name = 'AttemptError';
}

/** The last few things that were fetched, by name; those that were asked for at the same time are fetched once. */
function createShelf<Thing>(most: number) {
  let kept: { key: string; thing: Promise<Thing | null> }[] = [];
  return {
    async take(key: string, fetch: () => Promise<Thing | null>): Promise<Thing | null> {
      const found = kept.find(one => one.key === key) ?? { key, thing: fetch() };
      kept = [...kept.filter(one => one !== found), found].slice(-most);
      const thing = await found.thing.catch(error => {
        kept = kept.filter(one => one !== found);
        throw error;
      });
      if (thing === null) kept = kept.filter(one => one !== found);
      return thing;
    },
  };
}
