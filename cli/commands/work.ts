import { setTimeout } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import type { Command } from 'commander';
import { hashEngine } from '../cache/engine.ts';
import { toCount, toNumber } from '../check-flags.ts';
import { type ExitCode, type Io, usageError } from '../io.ts';
import { createWorkerPool, defaultWorkers } from '../pool/worker-pool.ts';
import type { Connection } from '../queue/connect.ts';
import type { Desk } from '../queue/enqueue.ts';
import { addQueueOptions, type QueueFlags, withDesk } from '../queue/open-desk.ts';
import { listOthers } from '../queue/open-queue.ts';
import { startWork } from '../queue/work.ts';
import { addMachineOptions, createCacheFrom, type RunFlags, UNIT_LIMIT } from '../run-flags.ts';
import type { StopCode } from '../stop-signals.ts';
import type { Patience } from '../store/patience.ts';
import { inOneLine, toPrintableJson } from '../subjects/one-line.ts';

interface Flags extends Omit<RunFlags, 'workers'>, QueueFlags {
  concurrency?: number;
  untilEmpty?: boolean;
  lock: number;
  json?: boolean;
  quiet?: boolean;
}

/** Milliseconds between two looks at what waits for other versions. */
const LOOK = 15_000;

const EXAMPLES = `
Examples:
  $ poseclash work --redis redis://host --store /mnt/share           on all cores, until Ctrl-C
  $ poseclash work --redis redis://host --store s3://bucket/checks --concurrency 4
  $ poseclash work --redis redis://host --store /mnt/share --until-empty   leaves when there is nothing to do

What was begun is finished when it is stopped; a second Ctrl-C leaves at once, and another machine takes what was begun when
the lock on it has run out. Units of other versions of poseclash or Node are left alone. Exit codes: 0 the queue is empty, 2 no
connection, 130 and 143 stopped. See docs/scale.md`;

export function describeWork(program: Command): Command {
  const command = program
    .command('work')
    .summary('take units from a queue and check them')
    .description("Takes units from the queue that 'enqueue' fills, on this machine, and checks them.")
    .option('--concurrency <n>', 'units at a time (all cores)', toCount)
    .option('--until-empty', 'leave when nothing is waiting or being done')
    .option('--lock <seconds>', 'a machine that is silent for so long loses its units to others', toNumber, 60)
    .option('--json', 'a line of JSON for each unit')
    .option('-q, --quiet', 'print nothing for units that are done');
  return addMachineOptions(addQueueOptions(command)).addHelpText('after', EXAMPLES);
}

export async function runWork(_: string[], flags: Flags, io: Io): Promise<ExitCode> {
  if (!(flags.lock >= 1 && flags.lock <= 86_400)) throw usageError(`--lock is ${flags.lock}; give 1 to 86400 seconds.`);
  // Heard from the beginning: whoever reads that it waits may send a signal at once.
  const stop = new AbortController();
  let stopCode: StopCode | null = null;
  const stopped = new Promise<void>(resolve => {
    io.onStop?.(code => {
      stopCode = code;
      io.warn('poseclash: leaving when what is being checked is done; press Ctrl-C once more to leave at once');
      stop.abort();
      resolve();
    });
  });
  const engine = hashEngine();
  let isConnected = false;
  const work = (desk: Desk): Promise<number> => {
    isConnected = true;
    return workAt(desk, engine, stopped, flags, io);
  };
  const done = await withDesk(flags, engine, io, work, stop.signal).catch(error => {
    if (stopCode === null || isConnected) throw error;
    return 0; // it was still waiting for Redis when it was stopped
  });
  if (!flags.json) io.print(`${done} ${done === 1 ? 'unit' : 'units'} done`);
  return stopCode ?? 0;
}

/** Works until it is to stop. Returns how many units were done. */
async function workAt(desk: Desk, engine: string, stopped: Promise<void>, flags: Flags, io: Io): Promise<number> {
  const { connection, queue } = desk;
  const concurrency = flags.concurrency ?? defaultWorkers();
  const pool = createWorkerPool({
    workers: concurrency,
    megabytes: flags.workerMemory,
    limit: flags.unitLimit ?? UNIT_LIMIT,
    isIsolated: true,
    onDeath: (label, why) => io.warn(`${inOneLine(label)}: a worker died: ${inOneLine(why)}`),
  });
  const cache = createCacheFrom(flags, io);
  let done = 0;
  const worker = startWork(
    desk,
    { pool, cache, engine },
    {
      concurrency,
      lockDuration: 1000 * flags.lock,
      onDone(unit, error) {
        done++;
        if (flags.json) io.print(toPrintableJson(error === null ? { unit } : { unit, error }));
        else if (error !== null) io.warn(`unit ${inOneLine(unit)}: ${inOneLine(error)}`);
        else if (!flags.quiet) io.print(`unit ${inOneLine(unit)}: done`);
      },
    },
  );
  if (!flags.json && !flags.quiet) io.print(`waiting for units from ${connection.name}, ${concurrency} at a time`);
  const watch = watchOthers(connection, queue.name, io);
  try {
    await Promise.race([stopped, connection.lost, ...(flags.untilEmpty ? [untilEmpty(queue, desk.patience)] : [])]);
  } finally {
    watch.stop();
    await worker.close(connection.redis.status !== 'ready'); // while Redis is away, no result can be delivered
    await Promise.all([pool.close(), cache?.prune()]);
  }
  return done;
}

/** Says what waits for other versions, now and whenever that has changed. */
function watchOthers(connection: Connection, own: string, io: Io): { stop(): void } {
  let said = '';
  const look = async (): Promise<void> => {
    const text = (await listOthers(connection, own).catch(() => [])).join('; ');
    if (text !== '' && text !== said) io.warn(`poseclash: ${inOneLine(text)}`);
    said = text;
  };
  void look();
  const timer = setInterval(look, LOOK);
  return { stop: () => clearInterval(timer) };
}

/** Looks twice, as what has just been taken from one list may not yet be in the other. */
async function untilEmpty(queue: Queue, { signal }: Patience): Promise<void> {
  for (let empty = 0; empty < 2 && !signal?.aborted; ) {
    const counts = await queue
      .getJobCounts('waiting', 'active', 'delayed', 'prioritized')
      .catch(() => ({ unknown: 1 }));
    empty = Object.values(counts).every(count => count === 0) ? empty + 1 : 0;
    await setTimeout(200);
  }
}
