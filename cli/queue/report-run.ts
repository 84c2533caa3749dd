import type { Queue } from 'bullmq';
import { assembleReport } from '../../src/check/findings/write-report.ts';
import type { CheckReport } from '../../src/check/index.ts';
import { hashEngine } from '../cache/engine.ts';
import type { Verdict } from '../config.ts';
import { deliverReport, type ReportFlags } from '../deliver-report.ts';
import { type ExitCode, type Io, usageError } from '../io.ts';
import { startBar } from '../progress-bar.ts';
import type { StopCode } from '../stop-signals.ts';
import { listIdleIgnores } from '../units/not-checked.ts';
import { isRunRecord } from '../units/validate.ts';
import { collectRun } from './collect.ts';
import { type Connection, connect, disconnect, hidePassword, openQueue, runKey } from './connect.ts';
import type { RunRecord } from './run-record.ts';

/** Waits for a run that was enqueued before, and delivers its report. */
export async function reportRun(
  url: string,
  run: string,
  known: CheckReport | null,
  flags: ReportFlags,
  verdict: Verdict,
  io: Io,
): Promise<ExitCode> {
  const connection = await connect(url, io.warn);
  const queue = openQueue(connection);
  try {
    const text = /^[0-9a-f-]{1,40}$/.test(run) ? await connection.redis.get(runKey(run)) : null;
    if (text === null)
      throw usageError(`--run: there is no run '${run}' in ${hidePassword(url)}; it may have expired.`);
    const record = parse(text);
    if (!isRunRecord(record)) throw usageError(`--run: what is stored for '${run}' is no run of poseclash.`);
    if (record.engine !== hashEngine())
      throw usageError(`--run: '${run}' was enqueued by another version of poseclash.`);
    return await awaitRun(run, record, connection, queue, known, flags, verdict, io);
  } finally {
    await disconnect(connection, queue);
  }
}

/** Nothing if it is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The same for a run that is at hand. */
export async function awaitRun(
  run: string,
  record: RunRecord,
  connection: Connection,
  queue: Queue,
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
    io.warn(`poseclash: no longer waiting; the queue goes on, and 'merge --run ${run}' has the whole report later`);
  });
  const bar = startBar(io);
  const warning = setTimeout(() => void warnIfAlone(queue, io), 3000);
  try {
    const assets = await collectRun(run, record, connection, queue, stop.signal, (done, total) =>
      bar.update(total === 0 ? 1 : done / total, `${done} of ${total} units`),
    );
    bar.stop();
    const report = assembleReport(record.options, assets);
    const planSummaries = record.assets.flatMap(({ work }) => work?.planSummary ?? []);
    const warnings = listIdleIgnores(planSummaries, record.options.ignore);
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
  if (count === 0) io.warn("poseclash: no worker is listening yet; start one with 'poseclash work --redis URL'");
}
