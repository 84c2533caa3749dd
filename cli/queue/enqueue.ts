import { randomUUID } from 'node:crypto';
import type { JobsOptions, Queue } from 'bullmq';
import { usageError } from '../io.ts';
import { openSource, type Settings } from '../pool/open-source.ts';
import { takeAnswer } from '../pool/outcome.ts';
import { runTask } from '../pool/run-task.ts';
import type { Bundle, Source } from '../units/bundle.ts';
import { type CostedUnit, cutUnits } from '../units/cut-units.ts';
import { scanOptions } from '../units/unit.ts';
import { assetKey, type Connection, MOST_PACKED, runKey } from './connect.ts';
import { packBundle } from './pack-bundle.ts';
import { createRetry, type Retry } from './retry.ts';
import { jobId, type RunAsset, type RunRecord, type UnitJob } from './run-record.ts';

/** Tries of a job, on whatever machine, and the pause before the second, which doubles for each more. */
const ATTEMPTS = 3;
const PAUSE = 1000;

/**
 * Puts the units of a check into the queue, and what they are of into Redis: each asset once, by its content, for `keep` seconds.
 * Assets are planned here. Returns the name of the run, by which its report can be had until then. Each asset has its number, by
 * which its jobs are found, before anything is sent; what goes wrong with one is in its own entry and moves no other.
 */
export async function enqueueSources(
  sources: readonly Source[],
  settings: Settings,
  connection: Connection,
  queue: Queue,
  keep: number,
  onProgress: (share: number, text: string) => void,
): Promise<{ run: string; record: RunRecord; jobs: number }> {
  const run = randomUUID().slice(0, 8);
  const { options, metres, engine } = settings;
  const assets: RunAsset[] = sources.map(({ name }) => ({ name, hash: '', error: 'not checked: it was not enqueued' }));
  const record: RunRecord = { format: 'poseclash-run', version: 1, engine, options, metres, assets };
  const retry = createRetry();
  const sent: string[] = [];
  for (const [k, source] of sources.entries()) {
    onProgress(k / sources.length, source.name);
    try {
      const { asset, bundle, units } = await prepareAsset(source, settings);
      if (units.length > 0) await storeBundle(connection, bundle, keep, retry);
      const jobs = makeJobs(units, jobData(asset.hash, settings), u => jobId(run, k, u), keep);
      await addJobs(queue, jobs, retry);
      sent.push(...jobs.map(({ opts }) => opts.jobId));
      assets[k] = asset;
    } catch (error) {
      assets[k] = { name: source.name, hash: '', error: (error as Error).message };
    }
  }
  try {
    await retry(() => connection.redis.set(runKey(run), JSON.stringify(record), 'EX', keep));
  } catch (error) {
    await removeJobs(queue, sent); // their results could never be asked for
    throw usageError(`--redis: the run could not be stored: ${(error as Error).message}.`);
  }
  return { run, record, jobs: sent.length };
}

/** Reads and plans an asset. Throws if it cannot be read; it has no units if it could not be planned. */
async function prepareAsset(
  source: Source,
  settings: Settings,
): Promise<{ asset: RunAsset; bundle: Bundle; units: CostedUnit[] }> {
  const { bundle, outcome } = await openSource(source, settings);
  const { name, hash, size } = outcome;
  if (!bundle || !size) throw new Error(outcome.error ?? 'not checked');
  const [{ stretches }, ...units] = cutUnits(size, settings.options);
  const unit = { asset: hash, options: scanOptions(settings.options, settings.metres), stretches };
  takeAnswer(unit, await runTask({ kind: 'unit', bundle, unit }, name, settings), outcome);
  const { planSummary, error } = outcome;
  return { asset: { name, hash, work: { size, planSummary, error } }, bundle, units: error === null ? units : [] };
}

type SentJob = { name: string; data: UnitJob; opts: JobsOptions & { jobId: string } };

function jobData(asset: string, { engine, options, metres }: Settings): (unit: CostedUnit) => UnitJob {
  const sight = scanOptions(options, metres);
  return ({ stretches }) => ({
    format: 'poseclash-unit',
    version: 1,
    engine,
    unit: { asset, options: sight, stretches },
  });
}

function makeJobs(
  units: readonly CostedUnit[],
  dataOf: (unit: CostedUnit) => UnitJob,
  idOf: (unit: number) => string,
  keep: number,
): SentJob[] {
  return units.map((unit, u) => ({
    name: 'unit',
    data: dataOf(unit),
    opts: {
      jobId: idOf(u + 1), // 0 is the plan
      attempts: ATTEMPTS,
      backoff: { type: 'exponential', delay: PAUSE },
      removeOnComplete: { age: keep },
      removeOnFail: { age: keep },
    },
  }));
}

/** All of them or none. Some may be in the queue after a refusal; as they have names, sending them again adds only the others. */
async function addJobs(queue: Queue, jobs: SentJob[], retry: Retry): Promise<void> {
  try {
    await retry(() => queue.addBulk(jobs));
  } catch (error) {
    await removeJobs(
      queue,
      jobs.map(({ opts }) => opts.jobId),
    );
    throw error;
  }
}

/** As far as they are there and nobody works on them. */
async function removeJobs(queue: Queue, ids: readonly string[]): Promise<void> {
  await Promise.allSettled(ids.map(id => queue.remove(id)));
}

/** Stores what its jobs are of, unless it is there already; then it stays for longer now. */
async function storeBundle({ redis }: Connection, bundle: Bundle, keep: number, retry: Retry): Promise<void> {
  const key = assetKey(bundle.hash);
  if (await retry(() => redis.expire(key, keep))) return;
  const packed = packBundle(bundle);
  if (packed.length > MOST_PACKED) {
    throw new Error(
      `it has ${packed.length} bytes with its buffers; the queue takes up to ${MOST_PACKED}: use check, with --shard for more machines`,
    );
  }
  await retry(() => redis.set(key, packed, 'EX', keep));
}
