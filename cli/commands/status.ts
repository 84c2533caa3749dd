import type { Command } from 'commander';
import { type ExitCode, type Io, usageError } from '../io.ts';
import { listFailed } from '../queue/enqueue.ts';
import { addQueueOptions, type QueueFlags, withRedis } from '../queue/open-desk.ts';
import { listRuns, type RunTable, readTable } from '../queue/run-table.ts';

interface Flags extends QueueFlags {
  run?: string;
  json?: boolean;
}

/** How far a run has come. */
interface Status {
  run: string;
  units: number;
  done: number;
  failed: number;
  remaining: number;
  /** Units a minute since it was enqueued, and minutes until it is done if that goes on; null as long as nothing is done. */
  rate: number | null;
  minutesLeft: number | null;
}

const EXAMPLES = `
Examples:
  $ poseclash status --redis redis://host                            all runs there are
  $ poseclash status --redis redis://host --run 1a2b3c4d5e6f7a8b     one of them
  $ poseclash status --redis redis://host --json                     a line of JSON each

Exit codes: 0, also while a run goes on; 2 if there is no such run.`;

export function describeStatus(program: Command): Command {
  const command = program
    .command('status')
    .summary('tell how far the runs in a queue have come')
    .description('Tells how many units of a run are done, failed and remaining, and how many are done a minute.')
    .option('--run <name>', 'only this run, as enqueue has called it')
    .option('--json', 'a line of JSON for each run');
  return addQueueOptions(command).addHelpText('after', EXAMPLES);
}

export async function runStatus(_: string[], flags: Flags, io: Io): Promise<ExitCode> {
  return withRedis<ExitCode>(flags, io, async ({ redis, name }) => {
    const runs = flags.run === undefined ? await listRuns(redis) : [flags.run];
    for (const run of runs) {
      const table = await readTable(redis, run);
      if (table) io.print(flags.json ? JSON.stringify(measure(run, table)) : say(measure(run, table)));
      else if (flags.run !== undefined)
        throw usageError(`--run: there is no run '${run}' in ${name}; it may have expired.`);
    }
    if (runs.length === 0 && !flags.json) io.print(`there are no runs in ${name}`);
    return 0;
  });
}

/** All times are those of Redis, so it does not matter whose clock is wrong. */
function measure(run: string, table: RunTable): Status {
  const noted = table.units.size;
  const remaining = table.total - noted;
  const seconds = remaining > 0 ? table.age : table.last - table.begun;
  const rate = noted > 0 ? (60 * noted) / Math.max(1, seconds) : null;
  const failed = listFailed(table).length;
  const minutesLeft = rate === null ? null : remaining / rate;
  return { run, units: table.total, done: noted - failed, failed, remaining, rate, minutesLeft };
}

function say({ run, units, done, failed, remaining, rate, minutesLeft }: Status): string {
  const pace = rate === null ? '' : `, ${rate.toFixed(1)} a minute`;
  const end = remaining === 0 || minutesLeft === null ? '' : `, about ${Math.ceil(minutesLeft)} min left`;
  return `run ${run}: ${done} done, ${failed} failed, ${remaining} remaining of ${units} ${units === 1 ? 'unit' : 'units'}${pace}${end}`;
}
