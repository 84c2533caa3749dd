import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packBundle, unpackBundle } from '../../cli/queue/pack-bundle.ts';
import { type Bundle, hashBundle } from '../../cli/units/bundle.ts';
import { run } from '../cli/run.ts';
import { needsRedis } from '../needs.ts';
import { buildCli } from './build-cli.ts';
import { findRedis, type RedisServer, startRedis } from './find-redis.ts';
import { makeBusy } from './make-busy.ts';
import { type Ended, endPrograms, startCli } from './start-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'poseclash-'));
const file = (name: string): string => join(folder, name);
const command = findRedis();
const files = ['long.gltf', 'broken.glb', 'beside.gltf'];
let main = '';
let url = '';
let server: RedisServer | null = null;

const start = (args: string[], hook?: object): ReturnType<typeof startCli> => startCli(main, folder, args, hook);
const execute = (args: string[], hook?: object): Promise<Ended> => start(args, hook).ended;
const startWaiting = (fps: number, output: string): ReturnType<typeof startCli> =>
  start(['enqueue', '--redis', url, 'long.gltf', '--no-cache', '--wait', '--fps', String(fps), '-o', output]);
const work = (hook?: object, lock = 60): Promise<Ended> =>
  execute(['work', '--redis', url, '--concurrency', '2', '--until-empty', '--no-cache', '--lock', String(lock)], hook);

beforeAll(async () => {
  if (!command) return;
  main = await buildCli(file('program'));
  server = await startRedis(command, folder);
  url = server.url;
  writeFileSync(file('long.gltf'), makeBusy([200]));
  writeFileSync(file('broken.glb'), 'no model');
  const gltf = JSON.parse(makeBusy([3, 4]));
  writeFileSync(file('beside.bin'), Buffer.from(gltf.buffers[0].uri.split(',')[1], 'base64'));
  gltf.buffers[0].uri = 'beside.bin';
  writeFileSync(file('beside.gltf'), JSON.stringify(gltf));
});

afterAll(async () => {
  endPrograms();
  await server?.kill();
  rmSync(folder, { recursive: true, force: true });
});

describe('the queue', needsRedis(command), () => {
  it('gives the bytes of a check, though units take longer than a lock, threads die, and buffers lie elsewhere', async () => {
    const check = await execute(['check', ...files, '--no-cache', '--workers', '1', '-o', 'check.json']);
    // Nobody works yet: a run can be left alone, and asked for later.
    const first = await execute(['enqueue', '--redis', url, ...files, '--no-cache', '--json']);
    expect([first.code, first.err.split(':')[0]]).toEqual([2, 'broken.glb']);
    const { run, jobs } = JSON.parse(first.out);
    expect(jobs).toBe(3);
    const hook = { slow: '0/0-3000', milliseconds: 6000, exit: '*', once: file('died') };
    const [worker, waiting, merged] = await Promise.all([
      work(hook, 5), // a lock is renewed in half its time; a busy machine must not be late for that
      execute(['enqueue', '--redis', url, ...files, '--no-cache', '--wait', '-o', 'queue.json']),
      execute(['merge', '--redis', url, '--run', run, '-o', 'merged.json']),
    ]);
    expect(worker.code).toBe(0);
    expect(worker.err).toMatch(/a worker died: it ended with code 9/);
    expect(worker.out).toMatch(/^waiting for units from redis:.*, 2 at a time$/m);
    expect(worker.err).not.toMatch(/stalled/);
    expect([waiting.code, merged.code]).toEqual([check.code, check.code]);
    for (const name of ['queue.json', 'merged.json']) {
      expect(readFileSync(file(name), 'utf8')).toBe(readFileSync(file('check.json'), 'utf8'));
    }
  });

  it('keeps files and runs for a while only, each once, and what is done too', async () => {
    const redis = new Redis(url);
    const keys = await redis.keys('poseclash:*');
    expect(keys.filter(key => key.startsWith('poseclash:asset:'))).toHaveLength(2);
    expect(keys.filter(key => key.startsWith('poseclash:run:'))).toHaveLength(2);
    for (const key of keys) expect(await redis.ttl(key)).toBeGreaterThan(86_000);
    redis.disconnect();
  });

  it('believes no job: what is no unit, of another version, or of other bytes fails, and the worker goes on', async () => {
    const redis = new Redis(url);
    const queue = new Queue('poseclash', { connection: { url } });
    const [key] = await redis.keys('poseclash:asset:*');
    const hash = key.split(':')[2];
    const [{ data: good }] = await queue.getJobs(['completed']);
    const forged = 'b'.repeat(64);
    await redis.copy(key, `poseclash:asset:${forged}`);
    await redis.set(`poseclash:asset:${'c'.repeat(64)}`, 'PCB1\u00ff\u00ff\u00ff\u00ff');
    const jobs: [unknown, RegExp][] = [
      [{ run: 'rm -rf /' }, /no unit of poseclash/],
      [{ ...good, unit: { ...good.unit, asset: '../../etc/passwd' } }, /no unit of poseclash/],
      [{ ...good, engine: 'older' }, /another version/],
      [{ ...good, unit: { ...good.unit, asset: 'a'.repeat(64) } }, /no longer in Redis/],
      [{ ...good, unit: { ...good.unit, asset: forged } }, /are not those of it/],
      [{ ...good, unit: { ...good.unit, asset: 'c'.repeat(64) } }, /are not those of it/],
    ];
    const added = await queue.addBulk(jobs.map(([data]) => ({ name: 'unit', data, opts: { attempts: 3 } })));
    const fine = await queue.add('unit', {
      ...good,
      unit: { ...good.unit, asset: hash, stretches: [{ clip: 999, from: 0, to: 1 }] },
    });
    expect((await work()).code).toBe(0);
    for (const [k, [, reason]] of jobs.entries()) {
      const job = await queue.getJob(added[k].id!);
      expect([await job!.getState(), job!.attemptsMade]).toEqual(['failed', 1]);
      expect(job!.failedReason).toMatch(reason);
    }
    const { returnvalue } = (await queue.getJob(fine.id!))!;
    expect(returnvalue.results['999/0-1']).toEqual({ error: 'there is no clip number 999' });
    await queue.close();
    redis.disconnect();
  });

  it('that nobody waits for any longer goes on: Ctrl-C leaves a report of what there is', async () => {
    const { child, ended, untilSaid } = startWaiting(31, 'left.json');
    await untilSaid('no worker is listening yet');
    child.kill('SIGINT');
    const { code, err } = await ended;
    expect(code).toBe(130);
    const [, run] = /'merge --run ([0-9a-f]+)'/.exec(err)!;
    expect(JSON.parse(readFileSync(file('left.json'), 'utf8')).assets[0].clips[0].error).toMatch(/^not checked/);
    const [, merged] = await Promise.all([
      work(),
      execute(['merge', '--redis', url, '--run', run, '-o', 'right.json']),
    ]);
    expect(merged.code).toBe(1);
    expect(JSON.parse(readFileSync(file('right.json'), 'utf8')).summary.errors).toBe(0);
  });

  it('leaves workers and those who wait in peace at SIGTERM: 143, and what was done is kept', async () => {
    const worker = start(['work', '--redis', url, '--concurrency', '1', '--no-cache']);
    await new Promise(resolve => worker.child.stdout!.once('data', resolve));
    worker.child.kill('SIGTERM');
    const ended = await worker.ended;
    expect([ended.code, ended.out.trim().split('\n').at(-1)]).toEqual([143, '0 units done']);
    const waiting = startWaiting(29, 'term.json');
    await new Promise(resolve => waiting.child.stderr!.once('data', resolve)); // no worker is listening
    waiting.child.kill('SIGTERM');
    expect((await waiting.ended).code).toBe(143);
    expect(JSON.parse(readFileSync(file('term.json'), 'utf8')).assets[0].clips[0].error).toMatch(/^not checked/);
    expect((await work()).code).toBe(0);
  });

  it('says in a line what is wrong with a stored run', async () => {
    const redis = new Redis(url);
    await redis.set('poseclash:run:dead', '{ no JSON');
    await redis.set('poseclash:run:beef', '{ "format": "poseclash-run", "version": 1, "assets": [null] }');
    for (const name of ['dead', 'beef']) {
      const { code, err } = await run(['merge', '--redis', url, '--run', name]);
      expect([code, err]).toEqual([2, `poseclash: --run: what is stored for '${name}' is no run of poseclash.`]);
    }
    redis.disconnect();
  });

  it('says in a line what is wrong', async () => {
    const wrong: [string[], RegExp][] = [
      [['work', '--redis', 'redis://user:secret@127.0.0.1:1'], /redis:\/\/user:\*\*\*@127\.0\.0\.1:1 does not answer/],
      [['work', '--redis', 'http://host'], /--redis is 'http:\/\/host'/],
      [['merge', '--redis', url, '--run', 'abc'], /there is no run 'abc'/],
      [['merge', '--run', 'abc'], /give --redis and --run, or parts/],
      [['enqueue', 'long.gltf'], /required option '--redis <url>' not specified/],
    ];
    for (const [args, message] of wrong) {
      const { code, err } = await run(args);
      expect(code).toBe(2);
      expect(err).toMatch(message);
    }
  });
});

describe('a packed bundle', () => {
  const files = [
    {
      name: '',
      bytes: Uint8Array.of(1, 2, 3),
      resources: [
        { uri: 'a', bytes: Uint8Array.of(4) },
        { uri: 'b', error: 'gone' },
      ],
    },
    { name: 'file 2', bytes: new Uint8Array(0), resources: [] },
  ];
  const bundle: Bundle = { kind: 'pair', hash: hashBundle('pair', files), files };

  it('is unpacked as it was', () => {
    const { kind, files: unpacked } = unpackBundle(packBundle(bundle), bundle.hash);
    expect(kind).toBe('pair');
    expect(
      unpacked.map(({ bytes, resources }) => [[...bytes], resources.map(({ uri, error }) => [uri, error])]),
    ).toEqual([
      [
        [1, 2, 3],
        [
          ['a', undefined],
          ['b', 'gone'],
        ],
      ],
      [[], []],
    ]);
  });

  it('is refused whichever byte is changed, and wherever it is cut', () => {
    const packed = packBundle(bundle);
    // A changed reason why a buffer could not be read is no change of contents.
    const [from, to] = [packed.indexOf('"error"'), packed.indexOf('gone') + 4];
    for (let k = 0; k < packed.length; k++) {
      const cut = packed.subarray(0, k);
      expect(() => unpackBundle(cut, bundle.hash)).toThrow('are not those of it');
      if (k >= from && k < to) continue;
      const changed = Buffer.from(packed);
      changed[k] ^= 1;
      expect(() => unpackBundle(changed, bundle.hash)).toThrow('are not those of it');
    }
  });
});
