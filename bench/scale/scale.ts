import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Connection, connect } from '../../cli/queue/connect.ts';
import { countNoted, listRuns } from '../../cli/queue/run-table.ts';
import { createCreature } from '../../models/creature.ts';
import { createMan } from '../../models/man.ts';
import { findModelFolder } from '../harness/model-folder.ts';
import { type Bench, formatTable, type Report } from '../harness/report.ts';
import { makeAsset } from './make-asset.ts';
import { readTaken, runProgram, startProgram } from './run-program.ts';

/** The catalogue that is reckoned with: so many assets of so many clips. */
const CATALOGUE = 1000;
const CLIPS = 20;

/** How often one worker and two are timed; an odd number, for the median. */
const ROUNDS = 5;

/** Real ones among those that are run, with the clips they have. */
const REAL = ['CesiumMan.glb', 'RiggedFigure.glb', 'Fox.glb', 'q-Shark.glb', 'q-Snake.glb', 'RiggedSimple.glb'];

const ENOUGH = { seconds: 30, warn: (): void => {} };

interface Queued {
  assets: number;
  units: number;
  seconds: number;
  /** Of Redis, in bytes, while all units wait. */
  redis: number;
  /** Of each worker, in megabytes, and of all of them, in seconds of processors. */
  memory: number;
  work: number;
}

/**
 * What a catalogue of a thousand assets costs, on one core and several, by threads and by workers of a queue: from fifty assets of
 * its kind.
 */
export const scale: Bench = {
  title:
    'a catalogue of a thousand assets of twenty clips: assets a minute, threads, workers of a queue, memory, cached',
  async run({ isQuick, print }, report) {
    const folder = mkdtempSync(join(tmpdir(), 'poseclash-scale-'));
    try {
      const names = makeCatalogue(folder, isQuick ? 8 : 50);
      print(`${names.length} assets made`);
      const times = await timeThreads(folder, names);
      const bytes = ['one', 'two'].map(name => readFileSync(join(folder, `${name}.json`), 'utf8'));
      if (bytes[0] !== bytes[1]) throw new Error('two threads give another report than one');
      const queued = await timeWorkers(folder, names.slice(0, Math.ceil(names.length / 2)), print);
      const resultHash = createHash('sha256').update(bytes[0]).digest('hex').slice(0, 16);
      tell(names.length, times, queued, resultHash, report, print);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

function makeCatalogue(folder: string, count: number): string[] {
  const models = [createMan({ triangles: 2000 }), createCreature({ triangles: 600 })];
  const data = findModelFolder();
  return Array.from({ length: count }, (_, k) => {
    const name = `asset-${String(k).padStart(3, '0')}.glb`;
    const real = k % 5 === 4 && data !== null ? REAL[(k - 4) / 5] : undefined;
    if (real !== undefined) copyFileSync(join(data!, real), join(folder, name));
    else writeFileSync(join(folder, name), makeAsset(models[k % 2], CLIPS, k));
    return name;
  });
}

/** Seconds by one thread, by two, and when all is known. */
async function timeThreads(folder: string, names: string[]): Promise<{ one: number; two: number; cached: number }> {
  const check = (...flags: string[]) => runProgram(folder, ['check', ...names, '--quiet', ...flags]);
  const { seconds: one } = await check('--workers', '1', '--no-cache', '-o', 'one.json');
  const { seconds: two } = await check('--workers', '2', '--cache', 'cache', '-o', 'two.json');
  const { seconds: cached, out } = await check('--workers', '1', '--cache', 'cache', '-o', 'cached.json');
  const [, from, all] = /(\d+) of (\d+) units from the cache/.exec(out) ?? [];
  if (from === undefined || from !== all) throw new Error('not all came from the cache');
  return { one, two, cached };
}

/** The first half of them by one worker of a queue and by two, medians; null without a Redis. */
async function timeWorkers(folder: string, names: string[], print: (line: string) => void): Promise<Queued[] | null> {
  const port = 15_000 + Math.floor(15_000 * Math.random());
  const server = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], {
    stdio: 'ignore',
  });
  let isThere = true;
  server.once('error', () => {
    isThere = false;
  });
  await setTimeout(1000);
  if (!isThere) {
    print('No redis-server: nothing is measured of the queue.');
    return null;
  }
  const url = `redis://127.0.0.1:${port}`;
  const connection = await connect(url, ENOUGH);
  try {
    const rounds: [one: Queued[], two: Queued[]] = [[], []];
    await runProgram(folder, ['check', ...names, '--cache', 'cache', '--quiet', '-o', 'some.json']);
    for (let round = 0; round < 2 * ROUNDS; round++) {
      const workers = 1 + (round % 2); // in turns, as a shared machine is faster now and slower then
      const place = ['--redis', url, '--store', `store-${round}`];
      rounds[workers - 1].push(await timeQueue(folder, names, place, workers, connection));
      const [run] = await listRuns(connection.redis);
      await runProgram(folder, ['merge', ...place, '--run', run, '--quiet', '-o', 'queue.json']);
      const [report, expected] = ['queue', 'some'].map(name => readFileSync(join(folder, `${name}.json`), 'utf8'));
      if (report !== expected) throw new Error('the queue gives another report');
    }
    return rounds.map(takeMiddle);
  } finally {
    connection.redis.disconnect();
    server.kill();
  }
}

/** The one that took the median of time. */
function takeMiddle(rounds: Queued[]): Queued {
  return rounds.toSorted((a, b) => a.seconds - b.seconds)[rounds.length >> 1];
}

/** From the first unit that is done to the last. */
async function timeQueue(
  folder: string,
  names: string[],
  place: string[],
  workers: number,
  { redis }: Connection,
): Promise<Queued> {
  await redis.flushall();
  const readUsed = async (): Promise<number> => Number(/used_memory:(\d+)/.exec(await redis.info('memory'))![1]);
  const empty = await readUsed();
  const { out } = await runProgram(folder, ['enqueue', ...names, ...place, '--json', '--no-cache']);
  const { run, units } = JSON.parse(out) as { run: string; units: number };
  const used = (await readUsed()) - empty;
  const started = Array.from({ length: workers }, () =>
    startProgram(folder, ['work', ...place, '--concurrency', '1', '--no-cache', '--quiet']),
  );
  const ended = started.map(child => new Promise(resolve => child.once('close', resolve)));
  let first: { at: number; count: number } | null = null;
  let memory = 0;
  for (;;) {
    const count = (await countNoted(redis, run)) ?? 0;
    const at = performance.now();
    if (count >= workers) first ??= { at, count };
    const taken = started.map(({ pid }) => readTaken(pid!));
    memory = Math.max(memory, ...taken.map(({ megabytes }) => megabytes));
    if (count >= units) {
      for (const child of started) child.kill('SIGTERM');
      await Promise.all(ended);
      const share = (units - first!.count) / units;
      return {
        assets: names.length,
        units,
        seconds: (at - first!.at) / 1000 / share,
        redis: used,
        memory,
        work: taken.reduce((sum, { seconds }) => sum + seconds, 0),
      };
    }
    await setTimeout(50);
  }
}

function tell(
  count: number,
  { one, two, cached }: { one: number; two: number; cached: number },
  queued: Queued[] | null,
  resultHash: string,
  report: Report,
  print: (line: string) => void,
): void {
  const scene = `${count} assets of ${CLIPS} clips`;
  const table: (string | number)[][] = [['', 'value', 'unit']];
  const add = (method: string, metric: string, unit: string, value: number): void => {
    table.push([`${method}: ${metric}`, value, unit]);
    report.rows.push({ bench: 'scale', scene, method, metric, unit, value, resultHash });
  };
  add('check, one thread', 'assets', 'a minute and core', (60 * count) / one);
  add('check, one thread', `${CATALOGUE} assets, extrapolated`, 'min', (one * CATALOGUE) / count / 60);
  add('check, two threads', 'parallel efficiency', '', one / (2 * two));
  add('check, all cached', `${CATALOGUE} assets, extrapolated`, 's', (cached * CATALOGUE) / count);
  if (queued) {
    const [single, double] = queued;
    const faster = single.seconds / double.seconds;
    const redis = (double.redis / double.units) * 1000;
    add('queue, one worker', 'assets', 'a minute and core', (60 * single.assets) / single.seconds);
    add('queue, two workers', 'parallel efficiency', '', faster / 2);
    add('queue, two workers', 'seconds of processors over those of one worker', 'x', double.work / single.work);
    add('queue', 'memory of each worker', 'MB', Math.max(single.memory, double.memory));
    add('queue', 'memory of Redis for a thousand units', 'MB', redis / 1e6);
    report.targets.push({ name: 'two workers over one', value: faster, unit: 'x', atLeast: 1.8 });
    report.targets.push({ name: 'Redis for a thousand units', value: redis / 1e6, unit: 'MB', atMost: 5 });
  }
  for (const line of formatTable(table)) print(line);
}
