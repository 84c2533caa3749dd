import type { Job, Worker } from 'bullmq';
import { createOutcome, takeAnswer } from '../pool/outcome.ts';
import { type Resources, runTask } from '../pool/run-task.ts';
import type { Bundle } from '../units/bundle.ts';
import { isUnitJob } from '../units/validate.ts';
import { assetKey, type Connection, MOST_PACKED, QUEUE } from './connect.ts';
import { unpackBundle } from './pack-bundle.ts';
import type { UnitJobResult } from './run-record.ts';

/** Assets whose bytes are kept between jobs. */
const MOST_BUNDLES = 4;

/** Milliseconds before a unit that was given back is taken again. */
const GIVE_BACK_PAUSE = 1000;

export interface WorkOptions {
  concurrency: number;
  /** Milliseconds after which a job whose machine has gone silent is given to another. */
  lockDuration: number;
  onDone: (unit: string, error: string | null) => void;
}

/**
 * Takes units from the queue until the worker is closed. They are done in threads, so that this one stays awake to renew the locks
 * on them, as BullMQ's sandboxed processors do; these threads keep assets and have a bounded heap too. Whatever a job says is
 * checked before it is believed, and it can name nothing that would be read or run here.
 */
export function startWork(connection: Connection, resources: Resources, options: WorkOptions): Worker {
  const { bullmq, options: address } = connection;
  const bundles: Bundle[] = [];
  const refuse = (why: string): never => {
    throw new bullmq.UnrecoverableError(why);
  };

  const takeBundle = async (hash: string): Promise<Bundle> => {
    const at = bundles.findIndex(bundle => bundle.hash === hash);
    const bundle = at >= 0 ? bundles.splice(at, 1)[0] : await fetchBundle(connection, hash, refuse);
    bundles.push(bundle);
    if (bundles.length > MOST_BUNDLES) bundles.shift();
    return bundle;
  };

  /** A unit whose asset Redis would not give now is not to blame: it goes back, and this was no try of it. */
  const giveBack = async (error: Error, job: Job, token?: string): Promise<never> => {
    if (error instanceof bullmq.UnrecoverableError) throw error;
    await job.moveToDelayed(Date.now() + GIVE_BACK_PAUSE, token);
    throw new bullmq.DelayedError();
  };

  const process = async (job: Job, token?: string): Promise<UnitJobResult> => {
    const data: unknown = job.data;
    if (!isUnitJob(data)) return refuse('the job is no unit of poseclash');
    if (data.engine !== resources.engine)
      return refuse('the job was made by another version of poseclash than its worker');
    const bundle = await takeBundle(data.unit.asset).catch(error => giveBack(error, job, token));
    const name = `unit ${job.id}`;
    const outcome = createOutcome(name);
    for (const left = [data.unit]; left.length > 0 && outcome.error === null; ) {
      const unit = left.shift()!;
      left.push(...takeAnswer(unit, await runTask({ kind: 'unit', bundle, unit }, name, resources), outcome));
    }
    if (outcome.error !== null) return refuse(outcome.error);
    const [why] = outcome.failures.values();
    const isLast = job.attemptsMade + 1 >= (job.opts.attempts ?? 1);
    if (why !== undefined && !isLast && !outcome.hasTimedOut) throw new Error(why);
    return { results: Object.fromEntries(outcome.results), failures: Object.fromEntries(outcome.failures) };
  };

  const worker = new bullmq.Worker(QUEUE, process, {
    connection: address,
    concurrency: options.concurrency,
    lockDuration: options.lockDuration,
    stalledInterval: options.lockDuration,
    maxStalledCount: 2,
  });
  worker.on('error', () => {}); // it connects again by itself
  worker.on('completed', job => options.onDone(job.id ?? '', null));
  worker.on('failed', (job, error) => options.onDone(job?.id ?? '', error.message));
  return worker;
}

async function fetchBundle({ redis }: Connection, hash: string, refuse: (why: string) => never): Promise<Bundle> {
  const key = assetKey(hash);
  const length = await redis.strlen(key);
  if (length === 0) refuse(`asset ${hash.slice(0, 12)} is no longer in Redis; enqueue it again, with a longer --keep`);
  if (length > MOST_PACKED) refuse(`asset ${hash.slice(0, 12)} has ${length} bytes; at most ${MOST_PACKED} are taken`);
  const packed = await redis.getBuffer(key);
  if (!packed) return refuse(`asset ${hash.slice(0, 12)} is no longer in Redis`);
  try {
    return unpackBundle(packed, hash);
  } catch (error) {
    return refuse((error as Error).message);
  }
}
