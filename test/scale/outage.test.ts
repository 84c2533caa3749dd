import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkSources } from '../../cli/pool/check-sources.ts';
import type { Settings } from '../../cli/pool/open-source.ts';
import { reportOutcome } from '../../cli/pool/outcome.ts';
import { createWorkerPool, type WorkerPool } from '../../cli/pool/worker-pool.ts';
import { collectRun } from '../../cli/queue/collect.ts';
import { collectOrphans } from '../../cli/queue/collect-orphans.ts';
import { connect, withConnection } from '../../cli/queue/connect.ts';
import { type Desk, forgetFailures, type StoredRun, sendRun, storeRun } from '../../cli/queue/enqueue.ts';
import { announceQueue, listQueues, nameQueue, openQueue } from '../../cli/queue/open-queue.ts';
import { listRunUnits, nameRun, type RunRecord, unitField } from '../../cli/queue/run-record.ts';
import { countNoted, forgetUnits, noteUnit, readTable } from '../../cli/queue/run-table.ts';
import { isSealed, nameKey, readKey, seal } from '../../cli/queue/seal.ts';
import { startWork } from '../../cli/queue/work.ts';
import { createFolderStore } from '../../cli/store/folder-store.ts';
import { insist } from '../../cli/store/patience.ts';
import { createRedisStore } from '../../cli/store/redis-store.ts';
import { hashBytes, type Store } from '../../cli/store/store.ts';
import type { Source } from '../../cli/units/bundle.ts';
import type { AssetReport } from '../../src/check/index.ts';
import { resolveOptions } from '../../src/check/plan/options.ts';
import { needsRedis } from '../needs.ts';
import { findRedis, type RedisServer, startRedis } from './find-redis.ts';
import { makeBusy } from './make-busy.ts';

const folder = mkdtempSync(join(tmpdir(), 'poseclash-'));
const command = findRedis();
// No two have the same findings, or the same number of them.
const sources = [3, 7, 11].map((seconds, k): Source => {
  const name = `file-${k}.gltf`;
  writeFileSync(join(folder, name), makeBusy([seconds]));
  return { kind: 'single', name, paths: [join(folder, name)] };
});
const pool = createWorkerPool({ workers: 1 });
const settings: Settings = {
  options: resolveOptions({}),
  metres: 1,
  largest: 1e9,
  pool,
  cache: null,
  engine: '0123456789abcdef',
};
const KEEP = 3600;
const ignore = (): void => {};

const patience = { seconds: 600, warn: ignore };

let server: RedisServer;
let desk: Desk;
const expected: AssetReport[] = [];

/** A desk with a connection and a store of its own: runs are told by their content, and so would be done already. */
async function openDesk(key: string | null = null, warn: (text: string) => void = ignore): Promise<Desk> {
  const connection = await connect(server.url, { seconds: 600, warn });
  const store = await createFolderStore(mkdtempSync(join(folder, 'store-')));
  return { connection, store, key, queue: openQueue(connection, nameQueue(settings.engine, key)), patience };
}

async function close({ connection, queue }: Desk): Promise<void> {
  connection.redis.disconnect();
  await queue.close();
}

const storeAll = (at: Desk): Promise<StoredRun> => storeRun(sources, settings, at, KEEP, ignore);
const collect = async (run: StoredRun, at: Desk): Promise<AssetReport[]> =>
  (await collectRun(run, at, new AbortController().signal, ignore)).assets;

/** Sends a run and does it. */
async function workOn(run: StoredRun, at: Desk, worker = at): Promise<AssetReport[]> {
  await sendRun(run, at);
  const started = startWork(worker, settings, { concurrency: 1, lockDuration: 2000, onDone: ignore });
  const reports = await collect(run, at);
  await started.close();
  return reports;
}

beforeAll(async () => {
  if (!command) return;
  server = await startRedis(command, folder);
  await checkSources(sources, settings, {
    onChecked(outcome, k) {
      expected[k] = reportOutcome(outcome, settings.options);
    },
  });
  expect(new Set(expected.map(({ clips }) => clips[0].findings.length)).size).toBe(sources.length);
});

afterAll(async () => {
  await pool.close();
  if (command) await server.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** A desk of its own for each test, in an empty Redis. */
function withDesk(use: () => Promise<void>): () => Promise<void> {
  return async () => {
    desk = await openDesk();
    await desk.connection.redis.flushall();
    await use().finally(() => close(desk));
  };
}

/** The same with a run that waits for workers, and another desk for who works on it or waits for it. */
function withRun(use: (run: StoredRun, lent: Desk) => Promise<void>): () => Promise<void> {
  return withDesk(async () => {
    const run = await storeAll(desk);
    await sendRun(run, desk);
    const lent = await openDesk();
    await use(run, lent);
    await close(lent);
  });
}

/** Until the client has tried in vain so often, or has given up. */
async function untilTried(redis: Redis, count: number): Promise<void> {
  let tries = 0;
  await new Promise<void>(resolve => {
    redis.on('reconnecting', () => {
      if (++tries === count) resolve();
    });
    redis.on('end', () => resolve());
  });
}

describe('a run', needsRedis(command), () => {
  it(
    'has the same name for the same files and options, and sending it again adds nothing',
    withDesk(async () => {
      const run = await storeAll(desk);
      expect((await storeAll(desk)).name).toBe(run.name);
      const other = await storeRun(sources.slice(1), settings, desk, KEEP, ignore);
      expect(other.name).not.toBe(run.name);
      expect([await sendRun(run, desk), await sendRun(run, desk)]).toEqual([3, 3]);
      expect(await desk.queue.getJobCountByTypes('waiting')).toBe(3);
      expect(await workOn(run, desk)).toEqual(expected);
      expect(await sendRun(run, desk)).toBe(0);
      expect(await desk.queue.getJobCountByTypes('waiting', 'active', 'completed', 'failed', 'delayed')).toBe(0);
    }),
  );

  it(
    'of a thousand units takes less than 5 MB of Redis, to be done and done',
    withDesk(async () => {
      const { record } = await storeAll(desk);
      const assets = Array.from({ length: 1000 }, (_, k) => ({ ...record.assets[k % 3], name: `file ${k}` }));
      const large: RunRecord = { ...record, assets };
      const recordHash = hashBytes(Buffer.from(JSON.stringify(large)));
      const run = { name: nameRun(recordHash, null), record: large, recordHash, keep: KEEP };
      const { redis } = desk.connection;
      const used = async (): Promise<number> => Number(/used_memory:(\d+)/.exec(await redis.info('memory'))![1]);
      const empty = await used();
      expect(await sendRun(run, desk)).toBe(1000);
      expect((await used()) - empty).toBeLessThan(5e6);
      const note = { state: 'done', hash: recordHash, seal: seal('a key of sixteen', run.name, 'text') } as const;
      for (const unit of listRunUnits(run.name, large)) await noteUnit(redis, run.name, unitField(unit), note);
      expect((await used()) - empty).toBeLessThan(5e6);
      expect(await redis.xlen(`bull:${desk.queue.name}:events`)).toBeLessThan(200);
    }),
  );

  it(
    'that Redis has lost is sent again by whoever waits for it',
    withDesk(async () => {
      const run = await storeAll(desk);
      await sendRun(run, desk);
      await desk.connection.redis.flushall();
      const waiting = collect(run, desk);
      const worker = startWork(desk, settings, { concurrency: 1, lockDuration: 2000, onDone: ignore });
      expect(await waiting).toEqual(expected);
      await worker.close();
    }),
  );

  it(
    'that has expired leaves jobs behind, which the next enqueue removes; empty queues of others go after a while',
    withDesk(async () => {
      const { redis } = desk.connection;
      const run = await storeAll(desk);
      await sendRun(run, desk);
      for (const name of [desk.queue.name, 'poseclash-old']) await announceQueue(redis, name);
      const old = openQueue(desk.connection, 'poseclash-old');
      await old.add('unit', { run: 'f'.repeat(16), asset: 0, unit: 0 }, { jobId: `${'f'.repeat(16)}-0-0` });
      await collectOrphans(desk.connection, desk.queue.name);
      expect([await desk.queue.count(), await old.count()]).toEqual([3, 0]);
      const rest = await redis.keys('bull:poseclash-old:*');
      for (const key of rest.filter(key => !/marker|stalled/.test(key)))
        expect(await redis.ttl(key)).toBeGreaterThan(0);
      await redis.del(...rest);
      await redis.del(`poseclash:run:${run.name}`);
      await collectOrphans(desk.connection, desk.queue.name);
      expect((await listQueues(redis)).map(({ name }) => name)).toEqual([desk.queue.name]);
      expect(await desk.queue.count()).toBe(0);
      await old.close();
    }),
  );

  it(
    'is not taken for another: a worker with another store gives its units back, and says so',
    withDesk(async () => {
      const run = await storeAll(desk);
      const said: string[] = [];
      const lost = await openDesk();
      const elsewhere = { ...lost, patience: { ...patience, warn: (text: string) => said.push(text) } };
      await sendRun(run, desk);
      const wrong = startWork(elsewhere, settings, { concurrency: 1, lockDuration: 2000, onDone: ignore });
      while (said.length === 0) await setTimeout(20);
      await wrong.close();
      expect(said[0]).toMatch(/given back: the record of its run is not in .*--store of enqueue/);
      expect(await workOn(run, desk)).toEqual(expected);
      await close(lost);
    }),
  );

  it(
    'fails for the assets the store has lost; enqueue mends that',
    withDesk(async () => {
      const run = await storeAll(desk);
      await desk.store.remove(run.record.assets[1].stored!);
      const reports = await workOn(run, desk);
      expect(reports[1].error).toBe(
        'not checked: its asset is not in the store, or was damaged there; enqueue it again',
      );
      expect([reports[0], reports[2]]).toEqual([expected[0], expected[2]]);
      const again = await storeAll(desk);
      await forgetFailures(again, desk);
      expect(await workOn(again, desk)).toEqual(expected);
    }),
  );
});

describe('results', needsRedis(command), () => {
  it(
    'are taken only for the file they are of, and done again if they cannot be used',
    withDesk(async () => {
      const run = await storeAll(desk);
      await workOn(run, desk);
      const { redis } = desk.connection;
      const { units } = (await readTable(redis, run.name))!;
      await forgetUnits(redis, run.name, ['0-0', '1-0']);
      await noteUnit(redis, run.name, '0-0', units.get('2-0')!); // of another file
      await noteUnit(redis, run.name, '1-0', { ...units.get('1-0')!, hash: 'a'.repeat(64) }); // not there
      expect(await workOn(run, desk)).toEqual(expected);
    }),
  );

  it(
    'without the seal of the run are refused; workers with another key see other queues',
    withDesk(async () => {
      const key = 'a key of sixteen signs';
      const sealed = await openDesk(key);
      const run = await storeAll(sealed);
      expect(await workOn(run, sealed)).toEqual(expected);
      const { redis } = sealed.connection;
      const { units } = (await readTable(redis, run.name))!;
      await forgetUnits(redis, run.name, ['0-0']);
      await noteUnit(redis, run.name, '0-0', { ...units.get('0-0')!, seal: '' });
      const stop = new AbortController();
      const left = collectRun(run, sealed, stop.signal, ignore);
      while ((await countNoted(redis, run.name)) !== 2) await setTimeout(20); // it was thrown away
      stop.abort();
      expect((await left).assets[0].error).toBe('not checked: the check was stopped before');
      expect(await workOn(run, sealed)).toEqual(expected);
      const forged = { ...sealed, key: 'another key, and a long one' };
      await sendRun({ ...run, name: 'f'.repeat(16) }, forged); // whoever can write to Redis can send it to this queue
      const failures: string[] = [];
      const onDone = (_: string, error: string | null): unknown => failures.push(error ?? 'done');
      const worker = startWork(sealed, settings, { concurrency: 1, lockDuration: 2000, onDone });
      while (failures.length < 3) await setTimeout(20);
      await worker.close();
      expect(new Set(failures)).toEqual(new Set(['its run has not the right seal']));
      await close(sealed);
    }),
  );

  it('are sealed for one run and one unit, with a key that is not easily found', () => {
    const key = readKey({ POSECLASH_KEY: 'a key of sixteen signs' });
    const mark = seal(key, 'run', 'text');
    expect([isSealed(key, 'run', 'text', mark), isSealed(key, 'nur', 'text', mark)]).toEqual([true, false]);
    expect([isSealed(key, 'run', 'texts', mark), isSealed(key, 'run', 'text', '')]).toEqual([false, false]);
    expect([readKey({}), seal(null, 'run', 'text'), nameKey(null)]).toEqual([null, '', '']);
    expect(nameQueue('e', key)).not.toContain(key);
    expect(() => readKey({ POSECLASH_KEY: 'short' })).toThrow('POSECLASH_KEY has less than 16 signs');
  });
});

describe('while Redis is away', needsRedis(command), () => {
  it(
    'a worker waits, and goes on when it is back',
    withDesk(async () => {
      const told: string[] = [];
      const lent = await openDesk(null, text => told.push(text));
      const worker = startWork({ ...lent, store: desk.store }, settings, {
        concurrency: 1,
        lockDuration: 2000,
        onDone: ignore,
      });
      await worker.waitUntilReady();
      const tried = untilTried(lent.connection.redis, 5);
      await server.kill();
      await tried;
      await server.restart();
      const run = await storeAll(desk);
      await sendRun(run, desk);
      expect(await collect(run, desk)).toEqual(expected);
      expect(told).toEqual([`poseclash: ${server.url} is away; waiting for it`, `poseclash: ${server.url} is back`]);
      await worker.close();
      await close(lent);
    }),
  );

  it(
    'a unit in hand when it goes is done and not failed',
    withRun(async (run, lent) => {
      let begin = ignore;
      const begun = new Promise<void>(resolve => {
        begin = resolve;
      });
      let release = ignore;
      const released = new Promise<void>(resolve => {
        release = resolve;
      });
      const held: WorkerPool = {
        ...pool,
        async run(...args) {
          begin();
          await released;
          return pool.run(...args);
        },
      };
      const resources = { ...settings, pool: held };
      const options = { concurrency: 1, lockDuration: 1000, onDone: ignore };
      const worker = startWork({ ...lent, store: desk.store }, resources, options);
      await begun;
      const tried = untilTried(lent.connection.redis, 3);
      await server.kill();
      await tried;
      release();
      await server.restart();
      expect(await collect(run, desk)).toEqual(expected);
      await worker.close();
    }),
  );

  it(
    'whoever waits for a run can leave',
    withRun(async (run, lent) => {
      const stop = new AbortController();
      const waiting = collectRun(run, lent, stop.signal, ignore);
      const tried = untilTried(lent.connection.redis, 1);
      await server.kill();
      await tried;
      await setTimeout(300); // more than the pause between two questions, so that one is waiting for its answer
      stop.abort();
      for (const report of (await waiting).assets)
        expect(report.error).toBe('not checked: the check was stopped before');
      await server.restart();
    }),
  );

  it('who finds none to begin with waits for it, and says so', async () => {
    await server.kill();
    const told: string[] = [];
    const waiting = connect(server.url, { seconds: 600, warn: text => told.push(text) });
    while (told.length === 0) await setTimeout(10);
    await server.restart();
    const { redis } = await waiting;
    expect(await redis.ping()).toBe('PONG');
    const { url } = server;
    expect(told).toEqual([`poseclash: ${url} is away (ECONNREFUSED); waiting for it`, `poseclash: ${url} is back`]);
    redis.disconnect();
  });

  it('who waits for the first connection can leave, and patience ends there too', async () => {
    await server.kill();
    const stop = new AbortController();
    const stopped = connect(server.url, { seconds: 600, warn: () => stop.abort(), signal: stop.signal });
    await expect(stopped).rejects.toThrow('does not answer (stopped)');
    await expect(connect(server.url, { seconds: 600, warn: ignore, signal: stop.signal })).rejects.toThrow('(stopped)');
    await expect(connect(server.url, { seconds: 0, warn: ignore })).rejects.toThrow('does not answer (ECONNREFUSED)');
    await server.restart();
  });

  it('what no waiting cures is told at once', async () => {
    const warn = (text: string): never => {
      throw new Error(text);
    };
    const { redis } = await connect(server.url, patience);
    await redis.config('SET', 'requirepass', 'right');
    const wrong = connect(server.url.replace('//', '//:wrong@'), { seconds: 600, warn });
    await expect(wrong).rejects.toThrow(/:\*\*\*@\S+ does not answer \(WRONGPASS/);
    await expect(connect(server.url, { seconds: 600, warn })).rejects.toThrow(/does not answer \(.*NOAUTH/);
    await redis.config('SET', 'requirepass', '');
    redis.disconnect();
  });

  it('patience ends when it was asked to, with a line', async () => {
    const waiting = withConnection(server.url, { seconds: 0.3, warn: ignore }, async ({ redis }) => {
      await server.kill();
      await redis.get('anything');
    });
    await expect(waiting).rejects.toThrow(/was away for more than 0.3 s \(--patience\)/);
    await server.restart();
  });
});

describe('a store that errs', () => {
  it('is asked again for as long as there is patience, but not if that is of no use', async () => {
    let asked = 0;
    const said: string[] = [];
    const ask = async (): Promise<number> => {
      if (++asked < 3) throw new Error('no');
      return asked;
    };
    expect(await insist(ask, { seconds: 60, warn: text => said.push(text) })).toBe(3);
    expect(said).toEqual(['poseclash: no; asking again']);
    const fail = (): Promise<never> => Promise.reject(new Error(`no ${++asked}`));
    await expect(insist(fail, { seconds: 60, warn: ignore }, () => true)).rejects.toThrow('no 4');
    await expect(insist(fail, { seconds: 0.1, warn: ignore })).rejects.toThrow('no 5');
    const signal = AbortSignal.abort();
    await expect(insist(fail, { seconds: 60, warn: ignore, signal })).rejects.toThrow('no 6');
  });

  it(
    'and files that are too large for Redis are told of themselves; the others are checked',
    needsRedis(command),
    withDesk(async () => {
      const store: Store = { ...createRedisStore(desk.connection.redis), mostBytes: 1e5 };
      const small = { ...desk, store };
      const padded = join(folder, 'padded.gltf');
      writeFileSync(padded, makeBusy([3]).replace('{', `{${' '.repeat(1e5)}`));
      const list = [sources[0], { kind: 'single', name: 'padded.gltf', paths: [padded] } as const];
      const run = await storeRun(list as Source[], settings, small, KEEP, ignore);
      const reports = await workOn(run, small);
      expect(reports[0]).toEqual(expected[0]);
      expect(reports[1].error).toMatch(/^not checked: it has \d+ bytes with its buffers, .* --store/);
    }),
  );
});
