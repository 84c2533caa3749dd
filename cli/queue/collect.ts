import { setTimeout } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import { reportFailure } from '../../src/check/findings/write-report.ts';
import type { AssetReport } from '../../src/check/index.ts';
import { createOutcome, giveUp, type Outcome, reportOutcome } from '../pool/outcome.ts';
import { keyOfStretch } from '../units/assemble.ts';
import { type CostedUnit, cutUnits } from '../units/cut-units.ts';
import { isUnitJobResult } from '../units/validate.ts';
import type { Connection } from './connect.ts';
import { jobId, type RunRecord } from './run-record.ts';

/** Jobs asked for at a time, and the pause if none of them was done. */
const BATCH = 100;
const PAUSE = 250;

interface Pending {
  id: string;
  /** Of the asset. */
  hash: string;
  unit: CostedUnit;
  outcome: Outcome;
}

/**
 * Waits for the units of a run and makes the report of their results: the same bytes as a check on one machine. If `stop` is
 * aborted meanwhile, even while Redis is away, clips whose units are not done say so.
 */
export async function collectRun(
  run: string,
  record: RunRecord,
  { bullmq }: Connection,
  queue: Queue,
  stop: AbortSignal,
  onProgress: (done: number, total: number) => void,
): Promise<AssetReport[]> {
  const outcomes = record.assets.map(({ name }) => createOutcome(name));
  let pending: Pending[] = record.assets.flatMap(({ hash, work }, k) =>
    !work || work.error !== null
      ? []
      : cutUnits(work.size, record.options).flatMap((unit, u) =>
          u === 0 ? [] : [{ id: jobId(run, k, u), hash, unit, outcome: outcomes[k] }],
        ),
  );
  const total = pending.length;
  const stopped = new Promise<null>(resolve => {
    stop.addEventListener('abort', () => resolve(null), { once: true });
  });
  while (pending.length > 0 && !stop.aborted) {
    const asked = pending.slice(0, BATCH);
    const areDone = await Promise.race([Promise.all(asked.map(one => takeJob(one, bullmq, queue))), stopped]);
    if (areDone === null) break;
    pending = [...asked.filter((_, k) => !areDone[k]), ...pending.slice(BATCH)];
    onProgress(total - pending.length, total);
    if (!areDone.includes(true)) await setTimeout(PAUSE);
  }
  for (const { unit, outcome } of pending) giveUp(unit, 'the check was stopped before', outcome);
  return record.assets.map(({ name, error, work }, k) => {
    if (!work) return reportFailure(name, error ?? 'not checked');
    return reportOutcome({ ...outcomes[k], ...work }, record.options);
  });
}

/** Whether the job is done, in one way or the other. A result is taken only for what its job was sent for. */
async function takeJob(
  { id, hash, unit, outcome }: Pending,
  bullmq: Connection['bullmq'],
  queue: Queue,
): Promise<boolean> {
  const job = await bullmq.Job.fromId(queue, id);
  if (job && !job.finishedOn) return false;
  const value: unknown = job?.returnvalue;
  if (!job) giveUp(unit, 'its job is gone from the queue', outcome);
  else if (job.data?.unit?.asset !== hash) giveUp(unit, 'its job is of another asset', outcome);
  else if (!value) giveUp(unit, job.failedReason || 'its job failed', outcome);
  else if (!isUnitJobResult(value)) giveUp(unit, 'what its worker sent is no result', outcome);
  else {
    for (const key of unit.stretches.map(keyOfStretch)) {
      if (value.results[key]) outcome.results.set(key, value.results[key]);
      else outcome.failures.set(key, value.failures[key] ?? 'its worker sent no result');
    }
  }
  return true;
}
