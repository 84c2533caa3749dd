import type { Command } from 'commander';
import { addCheckOptions, type CheckFlags, resolveFlags, toNumber } from '../check-flags.ts';
import { addReportOptions, type ReportFlags, readBaseline } from '../deliver-report.ts';
import { type ExitCode, type Io, usageError } from '../io.ts';
import { startBar } from '../progress-bar.ts';
import { connect, disconnect, openQueue } from '../queue/connect.ts';
import { enqueueSources } from '../queue/enqueue.ts';
import { awaitRun } from '../queue/report-run.ts';
import { addRunOptions, openSession, type RunFlags } from '../run-flags.ts';
import { inOneLine } from '../subjects/one-line.ts';

interface Flags extends CheckFlags, RunFlags, ReportFlags {
  redis: string;
  wait?: boolean;
  keep: number;
}

const EXAMPLES = `
Examples:
  $ poseclash work --redis redis://host                              on every machine that should help
  $ poseclash enqueue --redis redis://host *.glb --wait --output report.json
  $ poseclash enqueue --redis redis://host *.glb                     prints the name of the run, and returns
  $ poseclash merge --redis redis://host --run 1a2b3c4d --output report.json

Files go into Redis by their content, up to 256 MB each with their buffers, and stay for --keep hours, as do the results. The
report is the same, byte for byte, as that of check. Needs the packages bullmq and ioredis. See docs/scale.md`;

export function describeEnqueue(program: Command): Command {
  const command = program
    .command('enqueue')
    .summary('put a check into a queue that other machines work on')
    .description('Puts the units of a check into a queue in Redis, where any number of machines take them (see work).')
    .requiredOption('--redis <url>', 'where Redis is, such as redis://host:6379')
    .option('--wait', 'wait until all is done, and report as check does')
    .option('--keep <hours>', 'how long files and results stay in Redis', toNumber, 24);
  return addReportOptions(addRunOptions(addCheckOptions(command))).addHelpText('after', EXAMPLES);
}

export async function runEnqueue(files: string[], flags: Flags, io: Io): Promise<ExitCode> {
  if (!(flags.keep > 0 && flags.keep <= 8760)) throw usageError(`--keep is ${flags.keep}; give hours, up to 8760.`);
  const wanted = resolveFlags(files, flags);
  const known = readBaseline(wanted.baseline);
  const connection = await connect(flags.redis, io.warn);
  const queue = openQueue(connection);
  try {
    const session = openSession(wanted, flags, io);
    const bar = startBar(io);
    const keep = Math.ceil(3600 * flags.keep);
    const { run, record, jobs } = await enqueueSources(
      wanted.sources,
      session,
      connection,
      queue,
      keep,
      bar.update,
    ).finally(() => {
      bar.stop();
      return session.close();
    });
    const { stopCode } = session;
    if (flags.wait && stopCode === null) {
      return await awaitRun(run, record, connection, queue, known, flags, wanted, io);
    }
    for (const { name, error, work } of record.assets) {
      if (error ?? work?.error) io.warn(`${inOneLine(name)}: ${inOneLine(error ?? work?.error ?? '')}`);
    }
    io.print(flags.json ? JSON.stringify({ run, jobs }) : `run ${run}: ${jobs} units enqueued`);
    if (stopCode !== null) return stopCode;
    const isGood = ({ error, work }: (typeof record.assets)[number]): boolean => error === undefined && !work?.error;
    return wanted.allowUnchecked ? (record.assets.some(isGood) ? 0 : 2) : record.assets.every(isGood) ? 0 : 2;
  } finally {
    await disconnect(connection, queue);
  }
}
