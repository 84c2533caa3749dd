import type { Command } from 'commander';
import { addCheckOptions, type CheckFlags, resolveFlags, toNumber } from '../check-flags.ts';
import { addReportOptions, type ReportFlags, readBaseline } from '../deliver-report.ts';
import { type ExitCode, type Io, usageError } from '../io.ts';
import { startBar } from '../progress-bar.ts';
import { collectOrphans } from '../queue/collect-orphans.ts';
import { forgetFailures, type StoredRun, sendRun, storeRun } from '../queue/enqueue.ts';
import { addQueueOptions, type QueueFlags, withDesk } from '../queue/open-desk.ts';
import { announceQueue } from '../queue/open-queue.ts';
import { awaitRun } from '../queue/report-run.ts';
import { listRunUnits } from '../queue/run-record.ts';
import { addRunOptions, openSession, type RunFlags } from '../run-flags.ts';
import { insist } from '../store/patience.ts';
import { inOneLine } from '../subjects/one-line.ts';

interface Flags extends CheckFlags, RunFlags, ReportFlags, QueueFlags {
  wait?: boolean;
  keep: number;
}

const EXAMPLES = `
Examples:
  $ poseclash work --redis redis://host --store /mnt/share            on every machine that should help
  $ poseclash enqueue --redis redis://host --store /mnt/share *.glb --wait --output report.json
  $ poseclash enqueue --redis redis://host --store /mnt/share *.glb   prints the name of the run, and returns
  $ poseclash status --redis redis://host --run 1a2b3c4d5e6f7a8b
  $ poseclash merge --redis redis://host --store /mnt/share --run 1a2b3c4d5e6f7a8b --output report.json

Files and results are in the store by the hash of their content, and stay for --keep hours. The same files and options are the same
run: enqueue it again after whatever went wrong, and what is done stays done. The report is the same, byte for byte, as that
of check. Needs the packages bullmq and ioredis. See docs/scale.md`;

export function describeEnqueue(program: Command): Command {
  const command = program
    .command('enqueue')
    .summary('put a check into a queue that other machines work on')
    .description('Puts the units of a check into a queue in Redis, where any number of machines take them (see work).')
    .option('--wait', 'wait until all is done, and report as check does')
    .option('--keep <hours>', 'how long files and results stay', toNumber, 24);
  return addReportOptions(addRunOptions(addCheckOptions(addQueueOptions(command)))).addHelpText('after', EXAMPLES);
}

export async function runEnqueue(files: string[], flags: Flags, io: Io): Promise<ExitCode> {
  if (!(flags.keep > 0 && flags.keep <= 8760)) throw usageError(`--keep is ${flags.keep}; give hours, up to 8760.`);
  const wanted = resolveFlags(files, flags);
  const known = readBaseline(wanted.baseline);
  const session = openSession(wanted, flags, io, { isIsolated: true });
  return withDesk(flags, session.engine, io, async desk => {
    await insist(async () => {
      await announceQueue(desk.connection.redis, desk.queue.name);
      await collectOrphans(desk.connection, desk.queue.name);
      await desk.store.prune?.();
    }, desk.patience);
    const bar = startBar(io);
    const run = await storeRun(wanted.sources, session, desk, Math.ceil(3600 * flags.keep), bar.update).finally(
      bar.stop,
    );
    if (session.stopCode !== null) {
      io.warn('poseclash: nothing was enqueued; the same command goes on from here');
      return session.stopCode;
    }
    await forgetFailures(run, desk);
    const left = await sendRun(run, desk);
    await session.close();
    if (flags.wait) return awaitRun(run, desk, known, flags, wanted, io);
    return tellRun(run, left, flags, wanted.allowUnchecked, io);
  }).finally(() => session.close());
}

function tellRun(
  { name, record }: StoredRun,
  left: number,
  { json }: Flags,
  allowUnchecked: boolean,
  io: Io,
): ExitCode {
  for (const { name: file, error } of record.assets) if (error) io.warn(`${inOneLine(file)}: ${inOneLine(error)}`);
  const units = listRunUnits(name, record).length;
  const done = left < units ? `, ${units - left} of them done already` : '';
  io.print(json ? JSON.stringify({ run: name, units, left }) : `run ${name}: ${units} units${done}`);
  const isGood = ({ error }: StoredRun['record']['assets'][number]): boolean => error === undefined;
  return (allowUnchecked ? record.assets.some(isGood) : record.assets.every(isGood)) ? 0 : 2;
}
