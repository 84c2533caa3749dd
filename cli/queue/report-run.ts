import type { Queue } from 'bullmq';
import { assembleReport } from '../../src/check/findings/write-report.ts';
import type { CheckReport } from '../../src/check/index.ts';
import type { Verdict } from '../config.ts';
import { deliverReport, type ReportFlags } from '../deliver-report.ts';
import { type ExitCode, type Io, usageError } from '../io.ts';
import { startBar } from '../progress-bar.ts';
import type { StopCode } from '../stop-signals.ts';
import { insist } from '../store/patience.ts';
import { DamagedError, fetchJson } from '../store/store.ts';
import { listIdleIgnores } from '../units/not-checked.ts';
import { isRunRecord } from '../units/validate.ts';
import { collectRun } from './collect.ts';
import type { Desk, StoredRun } from './enqueue.ts';
import { readTable } from './run-table.ts';
import { isSealed } from './seal.ts';

/** A run that was enqueued before, by whomever. */
export async function loadRun(name: string, desk: Desk, engine: string): Promise<StoredRun> {
  const refuse = (why: string): never => {
    throw usageError(`--run: ${why}.`);
  };
  const table = /^[0-9a-f]{1,64}$/.test(name) ? await readTable(desk.connection.redis, name) : null;
  if (table === null) return refuse(`there is no run '${name}' in ${desk.connection.name}; it may have expired`);
  if (!isSealed(desk.key, name, table.record, table.seal)) return refuse(`'${name}' has not the seal of POSECLASH_KEY`);
  const record = await insist(() => fetchJson(desk.store, table.record), desk.patience, isDamaged);
  if (record === null)
    return refuse(`the record of '${name}' is not in ${desk.store.name}; is that the --store of enqueue?`);
  if (!isRunRecord(record)) return refuse(`what is stored for '${name}' is no run of poseclash`);
  if (record.engine !== engine) return refuse(`'${name}' was enqueued by another version of poseclash or Node`);
  return { name, record, recordHash: table.record, keep: table.keep };
}

const isDamaged = (error: unknown): boolean => error instanceof DamagedError;

/** Waits for a run, and delivers its report. */
export async function awaitRun(
  run: StoredRun,
  desk: Desk,
  known: CheckReport | null,
  flags: ReportFlags,
  verdict: Verdict,
  io: Io,
): Promise<ExitCode> {
  const stop = new AbortController();
  let stopCode: StopCode | null = null;
  const release = io.onStop?.(code => {
    stopCode = code;
    stop.abort();
    io.warn(
      `poseclash: no longer waiting; the queue goes on, and 'merge --run ${run.name}' has the whole report later`,
    );
  });
  const bar = startBar(io);
  const warning = setTimeout(() => void warnIfAlone(desk.queue, io), 3000);
  try {
    const { assets, outcomes } = await collectRun(run, desk, stop.signal, (done, total) =>
      bar.update(total === 0 ? 1 : done / total, `${done} of ${total} units`),
    );
    bar.stop();
    const { options } = run.record;
    const report = assembleReport(options, assets);
    const warnings = listIdleIgnores(
      outcomes.flatMap(({ planSummary }) => planSummary ?? []),
      options.ignore,
    );
    const code = await deliverReport(report, known, flags, { ...verdict, note: '', warnings }, io);
    return stopCode ?? code;
  } finally {
    bar.stop();
    clearTimeout(warning);
    release?.();
  }
}

async function warnIfAlone(queue: Queue, io: Io): Promise<void> {
  const count = await queue.getWorkersCount().catch(() => 1);
  if (count === 0) {
    io.warn(`poseclash: no worker of this version (${queue.name}) is listening yet; start one with 'poseclash work'`);
  }
}
