import { setTimeout } from 'node:timers/promises';
import type { Command } from 'commander';
import { hashEngine } from '../cache/engine.ts';
import { toCount, toNumber } from '../check-flags.ts';
import { type ExitCode, type Io, usageError } from '../io.ts';
import { createWorkerPool, defaultWorkers } from '../pool/worker-pool.ts';
import { connect, disconnect, hidePassword, openQueue } from '../queue/connect.ts';
import { startWork } from '../queue/work.ts';
import { addMachineOptions, createCacheFrom, type RunFlags, UNIT_LIMIT } from '../run-flags.ts';
import type { StopCode } from '../stop-signals.ts';
import { inOneLine, toPrintableJson } from '../subjects/one-line.ts';

interface Flags extends Omit<RunFlags, 'workers'> {
  redis: string;
  concurrency?: number;
  untilEmpty?: boolean;
  lock: number;
  json?: boolean;
  quiet?: boolean;
}

const EXAMPLES = `
Examples:
  $ poseclash work --redis redis://host                     on all cores, until Ctrl-C
  $ poseclash work --redis redis://host --concurrency 4
  $ poseclash work --redis redis://host --until-empty       leaves when there is nothing to do

What was begun is finished when it is stopped; a second Ctrl-C leaves at once, and another machine takes what was begun when
the lock on it has run out. Exit codes: 0 the queue is empty, 2 no connection, 130 and 143 stopped. See docs/scale.md`;

export function describeWork(program: Command): Command {
  const command = program
    .command('work')
    .summary('take units from a queue and check them')
    .description("Takes units from the queue that 'enqueue' fills, on this machine, and checks them.")
    .requiredOption('--redis <url>', 'where Redis is, such as redis://host:6379')
    .option('--concurrency <n>', 'units at a time (all cores)', toCount)
    .option('--until-empty', 'leave when nothing is waiting or being done')
    .option('--lock <seconds>', 'a machine that is silent for so long loses its units to others', toNumber, 60)
    .option('--json', 'a line of JSON for each unit')
    .option('-q, --quiet', 'print nothing for units that are done');
  return addMachineOptions(command).addHelpText('after', EXAMPLES);
}

export async function runWork(_: string[], flags: Flags, io: Io): Promise<ExitCode> {
  if (!(flags.lock >= 1 && flags.lock <= 86_400)) throw usageError(`--lock is ${flags.lock}; give 1 to 86400 seconds.`);
  // Heard from the beginning: whoever reads that it waits may send a signal at once.
  let stopCode: StopCode | null = null;
  const stopped = new Promise<void>(resolve => {
    io.onStop?.(code => {
      stopCode = code;
      io.warn('poseclash: leaving when what is being checked is done; press Ctrl-C once more to leave at once');
      resolve();
    });
  });
  const workers = flags.concurrency ?? defaultWorkers();
  const connection = await connect(flags.redis, io.warn);
  const queue = openQueue(connection);
  const onDeath = (label: string, why: string): void =>
    io.warn(`${inOneLine(label)}: a worker died: ${inOneLine(why)}`);
  const limit = flags.unitLimit ?? UNIT_LIMIT;
  const pool = createWorkerPool({ workers, megabytes: flags.workerMemory, limit, alwaysThreads: true, onDeath });
  const cache = createCacheFrom(flags, io);
  let done = 0;
  const worker = startWork(
    connection,
    { pool, cache, engine: hashEngine() },
    {
      concurrency: workers,
      lockDuration: 1000 * flags.lock,
      onDone(unit, error) {
        done++;
        if (flags.json) io.print(toPrintableJson(error === null ? { unit } : { unit, error }));
        else if (error !== null) io.warn(`unit ${inOneLine(unit)}: ${inOneLine(error)}`);
        else if (!flags.quiet) io.print(`unit ${inOneLine(unit)}: done`);
      },
    },
  );
  if (!flags.json && !flags.quiet)
    io.print(`waiting for units from ${hidePassword(flags.redis)}, ${workers} at a time`);
  try {
    await (flags.untilEmpty ? Promise.race([stopped, untilEmpty(queue)]) : stopped);
  } finally {
    await worker.close(connection.redis.status !== 'ready'); // while Redis is away, no result can be delivered
    await Promise.all([disconnect(connection, queue), pool.close(), cache?.prune()]);
  }
  if (!flags.json) io.print(`${done} ${done === 1 ? 'unit' : 'units'} done`);
  return stopCode ?? 0;
}

/** Looks twice, as what has just been taken from one list may not yet be in the other. */
async function untilEmpty(queue: ReturnType<typeof openQueue>): Promise<void> {
  for (let empty = 0; empty < 2; ) {
    const counts = await queue.getJobCounts('waiting', 'active', 'delayed', 'prioritized');
    empty = Object.values(counts).every(count => count === 0) ? empty + 1 : 0;
    await setTimeout(200);
  }
}
