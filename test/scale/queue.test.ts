import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packBundle, unpackBundle } from '../../cli/queue/pack-bundle.ts';
import { withoutPaths } from '../../cli/queue/without-paths.ts';
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
const place = (): string[] => ['--redis', url, '--store', file('store')];
const startWaiting = (fps: number, output: string): ReturnType<typeof startCli> =>
  start(['enqueue', ...place(), 'long.gltf', '--no-cache', '--wait', '--fps', String(fps), '-o', output]);
const work = (hook?: object, lock = 60): Promise<Ended> =>
  execute(['work', ...place(), '--concurrency', '2', '--until-empty', '--no-cache', '--lock', String(lock)], hook);

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
  it('gives the bytes of a check, though units take longer than a lock, workers die, and buffers lie elsewhere', async () => {
    const check = await execute(['check', ...files, '--no-cache', '--workers', '1', '-o', 'check.json']);
    // Nobody works yet: a run can be left alone, and asked for later.
    const first = await execute(['enqueue', ...place(), ...files, '--no-cache', '--json']);
    expect([first.code, first.err.split(':')[0]]).toEqual([2, 'broken.glb']);
    const { run, units, left } = JSON.parse(first.out);
    expect([units, left]).toEqual([3, 3]); // two of the one, with its plan, and one of the other
    const status = await execute(['status', '--redis', url, '--run', run]);
    expect(status.out).toBe(`run ${run}: 0 done, 0 failed, 3 remaining of 3 units\n`);
    const hook = { slow: '0/0-3000', milliseconds: 6000, exit: '*', once: file('died') };
    const [worker, waiting, merged] = await Promise.all([
      work(hook, 5), // a lock is renewed in half its time; a busy machine must not be late for that
      execute(['enqueue', ...place(), ...files, '--no-cache', '--wait', '-o', 'queue.json']),
      execute(['merge', ...place(), '--run', run, '-o', 'merged.json']),
    ]);
    expect(worker.code).toBe(0);
    expect(worker.err).toMatch(/a worker died: it ended with code 9/);
    expect(worker.out).toMatch(/^waiting for units from redis:.*, 2 at a time$/m);
    expect([waiting.code, merged.code]).toEqual([check.code, check.code]);
    for (const name of ['queue.json', 'merged.json']) {
      expect(readFileSync(file(name), 'utf8')).toBe(readFileSync(file('check.json'), 'utf8'));
    }
    const done = await execute(['status', '--redis', url, '--json']);
    expect(JSON.parse(done.out)).toMatchObject({ run, units: 3, done: 3, failed: 0, remaining: 0, minutesLeft: 0 });
  });

  it('keeps runs for a while only, and nothing of what is done but where its result is', async () => {
    const redis = new Redis(url);
    const keys = await redis.keys('*');
    const [queue] = await redis.hkeys('poseclash:queues');
    const rest = keys.filter(key => !key.startsWith('poseclash:run:')).sort();
    const own = ['events', 'id', 'meta', 'stalled-check'].map(name => `bull:${queue}:${name}`);
    expect([...own, 'poseclash:queues']).toEqual(expect.arrayContaining(rest));
    for (const key of keys.filter(key => key.startsWith('poseclash:run:'))) {
      expect(await redis.ttl(key)).toBeGreaterThan(86_000);
    }
    redis.disconnect();
  });

  it('believes no job: what is no unit, or of no run, goes, and the worker goes on', async () => {
    const redis = new Redis(url);
    const [name] = await redis.hkeys('poseclash:queues');
    const [run] = (await redis.keys('poseclash:run:*')).map(key => key.split(':')[2]);
    const queue = new Queue(name, { connection: { url } });
    const jobs = [
      { run: 'rm -rf /' },
      { run: '../../etc/passwd', asset: 0, unit: 0 },
      { run, asset: 0, unit: 0, file: '/etc/passwd' },
      { run, asset: 0, unit: 99 },
      { run, asset: 99, unit: 0 },
    ];
    await queue.addBulk(jobs.map(data => ({ name: 'unit', data, opts: { attempts: 3, removeOnFail: true } })));
    await queue.add('unit', { run: 'a'.repeat(16), asset: 0, unit: 0 }, { removeOnComplete: true });
    const { code, err } = await work();
    expect(code).toBe(0);
    const lines = err.trim().split('\n');
    expect(lines).toHaveLength(jobs.length);
    const countOf = (reason: RegExp): number => lines.filter(line => reason.test(line)).length;
    expect([countOf(/no unit of poseclash/), countOf(/there is no such unit/)]).toEqual([3, 2]);
    await queue.close();
    redis.disconnect();
  });

  it('that nobody waits for any longer goes on: Ctrl-C leaves a report of what there is', async () => {
    const { child, ended, untilSaid } = startWaiting(31, 'left.json');
    await untilSaid('is listening yet');
    child.kill('SIGINT');
    const { code, err } = await ended;
    expect(code).toBe(130);
    const [, run] = /'merge --run ([0-9a-f]+)'/.exec(err)!;
    expect(JSON.parse(readFileSync(file('left.json'), 'utf8')).assets[0].error).toMatch(/^not checked/);
    const [, merged] = await Promise.all([work(), execute(['merge', ...place(), '--run', run, '-o', 'right.json'])]);
    expect(merged.code).toBe(1);
    expect(JSON.parse(readFileSync(file('right.json'), 'utf8')).summary.errors).toBe(0);
  });

  it('leaves workers and those who wait in peace at SIGTERM: 143, and what was done is kept', async () => {
    const worker = start(['work', ...place(), '--concurrency', '1', '--no-cache']);
    await new Promise(resolve => worker.child.stdout!.once('data', resolve));
    worker.child.kill('SIGTERM');
    const ended = await worker.ended;
    expect([ended.code, ended.out.trim().split('\n').at(-1)]).toEqual([143, '0 units done']);
    const lonely = start(['work', '--redis', 'redis://127.0.0.1:1', '--concurrency', '1', '--no-cache']);
    await lonely.untilSaid('is away (ECONNREFUSED); waiting for it');
    lonely.child.kill('SIGTERM');
    expect((await lonely.ended).code).toBe(143);
    const waiting = startWaiting(29, 'term.json');
    await new Promise(resolve => waiting.child.stderr!.once('data', resolve)); // no worker is listening
    waiting.child.kill('SIGTERM');
    expect((await waiting.ended).code).toBe(143);
    expect(JSON.parse(readFileSync(file('term.json'), 'utf8')).assets[0].error).toMatch(/^not checked/);
    expect((await work()).code).toBe(0);
  });

  it('says in a line what is wrong with a stored run', async () => {
    const redis = new Redis(url);
    const head = { seal: '', total: 1, keep: 60, begun: 0, last: 0 };
    const wrong: [string, object, RegExp][] = [
      ['dead', { record: 'no hash', ...head }, /there is no run 'dead'/],
      ['beef', { record: 'a'.repeat(64), ...head }, /the record of 'beef' is not in .*store; is that the --store/],
      ['feed', { record: 'a'.repeat(64), ...head, seal: 'abc' }, /'feed' has not the seal of POSECLASH_KEY/],
    ];
    for (const [name, fields, message] of wrong) {
      await redis.hset(`poseclash:run:${name}`, fields);
      const { code, err } = await run(['merge', ...place(), '--run', name]);
      expect([code, err]).toEqual([2, expect.stringMatching(message)]);
      await redis.del(`poseclash:run:${name}`);
    }
    redis.disconnect();
  });

  it('says in a line what is wrong', async () => {
    const wrong: [string[], RegExp][] = [
      [
        ['work', '--redis', 'redis://user:secret@127.0.0.1:1', '--patience', '0'],
        /redis:\/\/user:\*\*\*@127\.0\.0\.1:1 does not answer/,
      ],
      [['work', '--redis', 'http://host'], /--redis is 'http:\/\/host'/],
      [['merge', ...place(), '--run', 'abc'], /there is no run 'abc'/],
      [['status', '--redis', url, '--run', 'abc'], /there is no run 'abc'/],
      [['merge', '--redis', url], /give --redis and --run, or parts/],
      [['work', '--redis', url, '--store', 'ftp://host'], /--store: 'ftp:\/\/host' cannot be used: give a folder/],
      [['work', '--redis', url, '--store', 's3://bucket'], /needs AWS_ACCESS_KEY_ID/],
      [['enqueue', file('long.gltf')], /--redis is missing/],
    ];
    for (const [args, message] of wrong) {
      const { code, err } = await run(args);
      expect(code, err).toBe(2);
      expect(err).toMatch(message);
    }
  });
});

describe('what workers say', () => {
  it('names no folder of theirs', () => {
    const said =
      "Cannot find module '/opt/node/lib/a.js' (at file:///home/me/x/y.mjs:3:1), C:\\Users\\me\\b.dll, 2/7 m/s";
    expect(withoutPaths(said)).toBe("Cannot find module 'a.js' (at y.mjs:3:1), b.dll, 2/7 m/s");
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
