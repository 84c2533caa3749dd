import { setTimeout } from 'node:timers/promises';
import type { Job, Worker } from 'bullmq';
import { createOutcome, giveUp, type Outcome, takeAnswer } from '../pool/outcome.ts';
import { type Resources, runTask } from '../pool/run-task.ts';
import { insist } from '../store/patience.ts';
import type { Bundle } from '../units/bundle.ts';
import type { Unit } from '../units/unit.ts';
import { isUnitJob } from '../units/validate.ts';
import { deliver } from './deliver.ts';
import type { Desk } from './enqueue.ts';
import { createOrderReader } from './read-order.ts';
import { unitField } from './run-record.ts';
import { lookUp } from './run-table.ts';

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

/** The unit failed, and is to be tried again. */
class AttemptError extends Error {}

/** The job is no good, whoever takes it. */
class RefusedError extends Error {}

/**
 * Takes units from the queue until the worker is closed. They are done elsewhere (`resources.pool`), so that this thread stays awake
 * to renew the locks on them. What became of a unit is in the store, then in the table of its run; then the job is done. So it is
 * never lost, and whoever takes a job again whose unit is noted has nothing to do.
 */
export function startWork(desk: Desk, resources: Resources, options: WorkOptions): Worker {
  const { bullmq, options: address } = desk.connection;
  const takeJob = createJobTaker(desk, resources);
  const process = async (job: Job, token?: string): Promise<string> => {
    try {
      return await takeJob(job);
    } catch (error) {
      if (error instanceof RefusedError) throw new bullmq.UnrecoverableError(error.message);
      if (error instanceof AttemptError) throw error;
      // Redis or the store would not answer, which is no fault of the unit, and no try of it.
      desk.patience.warn(`poseclash: unit ${job.id} is given back: ${(error as Error).message}`);
      await setTimeout(GIVE_BACK_PAUSE, undefined, { signal: desk.patience.signal }).catch(() => {});
      await job.moveToWait(token);
      throw new bullmq.WaitingError();
    }
  };
  const worker = new bullmq.Worker(desk.queue.name, process, {
    connection: address,
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

/**
 * Does what a job says, and returns where the outcome is in the store. Whatever it says is checked before it is believed, and it
 * can name nothing that would be read or run here.
 */
function createJobTaker(desk: Desk, resources: Resources): (job: Job) => Promise<string> {
  const reader = createOrderReader(desk, resources.engine);
  return async job => {
    const data: unknown = job.data;
    if (!isUnitJob(data)) throw new RefusedError('the job is no unit of poseclash');
    const found = await insist(() => lookUp(desk.connection.redis, data.run, unitField(data)), desk.patience);
    if (found === null) return 'its run is gone';
    const { head, note } = found;
    if (note?.state === 'done') return note.hash;
    const order = await reader.readOrder(data, head);
    if (typeof order === 'string') throw new RefusedError(order);
    if (!order) throw new Error(`the record of its run is not in ${desk.store.name}; is that the --store of enqueue?`);
    const { asset, units } = order;
    const hasKilled = job.stalledCounter >= MOST_VANISHED;
    const bundle = hasKilled ? null : await reader.fetchBundle(asset);
    const lost = 'its asset is not in the store, or was damaged there; enqueue it again';
    const outcome = bundle
      ? await doUnits(units, bundle, job, resources)
      : failUnits(units, hasKilled ? `its machine vanished ${MOST_VANISHED} times` : lost);
    return deliver(data, asset.hash, outcome, head.keep, desk);
  };
}

function failUnits(units: readonly Unit[], why: string): Outcome {
  const outcome = createOutcome('');
  for (const unit of units) giveUp(unit, why, outcome);
  return outcome;
}

/** In as many pieces as it takes. What fails is to be tried again by another machine, unless it took too long. */
async function doUnits(units: readonly Unit[], bundle: Bundle, job: Job, resources: Resources): Promise<Outcome> {
  const name = `unit ${job.id}`;
  const outcome = createOutcome(name);
  for (const left = [...units]; left.length > 0 && outcome.error === null; ) {
    const next = left.shift()!;
    left.push(...takeAnswer(next, await runTask({ kind: 'unit', bundle, unit: next }, name, resources), outcome));
  }
  if (outcome.wasStopped) throw new Error('the worker was stopped');
  const [why] = outcome.failures.values();
  const isLast = job.attemptsMade + 1 >= (job.opts.attempts ?? 1);
  if (why !== undefined && !isLast && !outcome.hasTimedOut) throw new AttemptError(why);
  return outcome;
}
