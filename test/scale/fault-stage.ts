import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import type { Random } from '../../src/math/random.ts';
import { run } from '../cli/run.ts';
import { buildCli } from './build-cli.ts';
import { type RedisServer, startRedis } from './find-redis.ts';
import { makeBusy } from './make-busy.ts';
import { type Ended, type Started, startCli } from './start-cli.ts';

/** Units with clips take so many milliseconds at least, so that there is something to be disturbed. */
const HOOK = { slow: '*', milliseconds: 80, poison: true, hurry: -1 };

/** Files that were never checked before, and the report of a single process on them. */
export interface Scene {
  names: string[];
  expected: string;
}

/** A Redis, a folder store, two workers that wait, and the program, in a folder of their own, which is the working folder. */
export interface Stage {
  folder: string;
  main: string;
  /** The same program with another engine. */
  otherMain: string;
  server: RedisServer;
  redis: Redis;
  crew: Started[];
  /** Starts a worker in the place of one, which must have ended or is killed. */
  replace(place: number, extra?: object): Promise<void>;
  start(args: string[], extra?: object): Started;
  enqueue(scene: Scene, output: string, extra?: object): Started;
  makeScene(random: Random, poisons?: readonly (string | undefined)[]): Promise<Scene>;
}

export async function setStage(command: string, folder: string): Promise<Stage> {
  process.chdir(folder);
  const main = await buildCli(join(folder, 'program'));
  cpSync(join(folder, 'program'), join(folder, 'other'), { recursive: true, verbatimSymlinks: true });
  const changed = join(folder, 'other/dist/worker.js');
  writeFileSync(changed, `${readFileSync(changed, 'utf8')}// changed\n`);
  mkdirSync('store');
  const server = await startRedis(command, folder);
  const redis = new Redis(server.url, { maxRetriesPerRequest: null });
  redis.on('error', () => {});
  const place = ['--redis', server.url, '--store', 'store', '--patience', '120'];
  const limits = ['--lock', '1', '--unit-limit', '3', '--worker-memory', '64'];
  const start = (args: string[], extra?: object): Started => startCli(main, folder, [...args, ...place], HOOK, extra);
  const stage: Stage = {
    folder,
    main,
    otherMain: join(folder, 'other/dist/main.js'),
    server,
    redis,
    crew: [],
    async replace(k, extra) {
      stage.crew[k]?.child.kill('SIGKILL');
      await stage.crew[k]?.ended;
      stage.crew[k] = start(['work', '--concurrency', '1', '--no-cache', ...limits], extra);
    },
    start,
    enqueue({ names }, output, extra) {
      rmSync(output, { force: true }); // of an earlier run
      return start(['enqueue', ...names, '--wait', '--no-cache', '--quiet', '-o', output], extra);
    },
    async makeScene(random, poisons = []) {
      const names = Array.from({ length: 6 }, (_, k) => `file-${k}.gltf`);
      for (const [k, name] of names.entries()) {
        const gltf = JSON.parse(makeBusy([1 + Math.floor(3 * random()), 2], 0.3 + 0.4 * random()));
        gltf.asset.generator = poisons[k] ?? 'harmless';
        writeFileSync(name, JSON.stringify(gltf));
      }
      await run(['check', ...names, '--no-cache', '--workers', '1', '-o', 'expected.json']);
      return { names, expected: readFileSync('expected.json', 'utf8') };
    },
  };
  await stage.replace(0);
  await stage.replace(1);
  return stage;
}

/** The report that a program has written, when it has ended. */
export async function readOutput({ ended }: Started, output: string): Promise<{ text: string } & Ended> {
  const end = await ended;
  if (!existsSync(output)) throw new Error(`it ended with ${end.code}: ${end.err}`);
  return { ...end, text: readFileSync(output, 'utf8') };
}

export function listStored(): string[] {
  return readdirSync('store', { recursive: true, encoding: 'utf8' })
    .map(name => join('store', name))
    .filter(path => /^[0-9a-f]{62}$/.test(path.slice(-62)) && statSync(path).isFile());
}

/** Changes one bit of a file at once; its time stays. A worker may have noticed, and removed it, before this returns. */
export function flipBit(path: string, random: Random): void {
  const { atime, mtime } = statSync(path);
  const bytes = readFileSync(path);
  bytes[Math.floor(bytes.length * random())] ^= 1 << Math.floor(8 * random());
  const changed = `${path}-changed`;
  writeFileSync(changed, bytes);
  utimesSync(changed, atime, mtime);
  renameSync(changed, path);
}
