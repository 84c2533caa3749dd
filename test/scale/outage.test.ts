import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkSources } from '../../cli/pool/check-sources.ts';
import type { Settings } from '../../cli/pool/open-source.ts';
import { reportOutcome } from '../../cli/pool/outcome.ts';
import { createWorkerPool, type WorkerPool } from '../../cli/pool/worker-pool.ts';
import { collectRun } from '../../cli/queue/collect.ts';
import { type Connection, connect, disconnect, openQueue } from '../../cli/queue/connect.ts';
import { enqueueSources } from '../../cli/queue/enqueue.ts';
import { startWork } from '../../cli/queue/work.ts';
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
  engine: 'this engine',
};
const KEEP = 3600;
const ignore = (): void => {};

let server: RedisServer;
let connection: Connection;
let queue: Queue;
const expected: AssetReport[] = [];

beforeAll(async () => {
  if (!command) return;
  server = await startRedis(command, folder);
  connection = await connect(server.url);
  queue = openQueue(connection);
  await checkSources(sources, settings, {
    onChecked(outcome, k) {
      expected[k] = reportOutcome(outcome, settings.options);
    },
  });
  expect(new Set(expected.map(({ clips }) => clips[0].findings.length)).size).toBe(sources.length);
});

afterAll(async () => {
  if (command) await disconnect(connection, queue);
  await pool.close();
  if (command) await server.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** Does what is in the queue until the run is done. */
async function workOn(enqueued: Awaited<ReturnType<typeof enqueueSources>>, lent = connection): Promise<AssetReport[]> {
  const worker = startWork(lent, settings, { concurrency: 1, lockDuration: 2000, onDone: ignore });
  const reports = await collect(enqueued);
  await worker.close();
  return reports;
}

function collect({ run, record }: Awaited<ReturnType<typeof enqueueSources>>): Promise<AssetReport[]> {
  return collectRun(run, record, connection, queue, new AbortController().signal, ignore);
}

/** The queue, with Redis out of memory whenever `isFull` says so of the number of a call of `addBulk`. */
function withLittleMemory(isFull: (call: number) => boolean): Queue {
  let calls = 0;
  const addBulk: Queue['addBulk'] = async jobs => {
    const wasFull = isFull(calls++);
    if (wasFull) await connection.redis.config('SET', 'maxmemory', '1');
    try {
      return await queue.addBulk(jobs);
    } finally {
      if (wasFull) await connection.redis.config('SET', 'maxmemory', '0');
    }
  };
  return new Proxy(queue, { get: (target, key) => (key === 'addBulk' ? addBulk : Reflect.get(target, key, target)) });
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

describe('Redis out of memory', needsRedis(command), () => {
  it('for a moment changes nothing', async () => {
    const enqueued = await enqueueSources(
      sources,
      settings,
      connection,
      withLittleMemory(k => k === 1),
      KEEP,
      ignore,
    );
    expect(enqueued.jobs).toBe(3);
    expect(await workOn(enqueued)).toEqual(expected);
  });

  it('while one file is enqueued is told of that file, and every other has its own findings', async () => {
    for (const [k, isFull] of [(call: number) => call < 5, (call: number) => call >= 1 && call < 6].entries()) {
      const enqueued = await enqueueSources(sources, settings, connection, withLittleMemory(isFull), KEEP, ignore);
      expect(enqueued.jobs).toBe(2);
      const reports = await workOn(enqueued);
      expect(reports.map(({ name }) => name)).toEqual(expected.map(({ name }) => name));
      expect(reports[k]).toMatchObject({ error: expect.stringContaining('OOM'), clips: [] });
      expect(reports.filter((_, j) => j !== k)).toEqual(expected.filter((_, j) => j !== k));
    }
  });

  it('when the run is to be stored is an error, and leaves no job', async () => {
    const redis = new Proxy(connection.redis, {
      get: (target, key) =>
        key === 'set'
          ? async (name: string, ...rest: [string]) => {
              if (!name.startsWith('poseclash:run:')) return target.set(name, ...rest);
              throw new Error('OOM command not allowed');
            }
          : Reflect.get(target, key, target),
    });
    const before = await queue.getJobCounts();
    await expect(enqueueSources(sources, settings, { ...connection, redis }, queue, KEEP, ignore)).rejects.toThrow(
      'the run could not be stored: OOM',
    );
    expect(await queue.getJobCounts()).toEqual(before);
  });
});

describe('a result', needsRedis(command), () => {
  it('is taken only for the file its job was sent for', async () => {
    const enqueued = await enqueueSources(sources, settings, connection, queue, KEEP, ignore);
    await workOn(enqueued);
    const { assets } = enqueued.record;
    const shifted = { ...enqueued.record, assets: [assets[0], assets[0], assets[2]] };
    const reports = await collect({ ...enqueued, record: shifted });
    expect(reports[1].clips[0]).toMatchObject({ findings: [], error: 'not checked: its job is of another asset' });
    expect(reports[2]).toEqual(expected[2]);
  });
});

describe('while Redis is away', needsRedis(command), () => {
  it('a worker waits, however long, and goes on when it is back', async () => {
    const told: string[] = [];
    const lent = await connect(server.url, text => told.push(text));
    const failures: string[] = [];
    const worker = startWork(lent, settings, {
      concurrency: 1,
      lockDuration: 2000,
      onDone: (_, error) => error && failures.push(error),
    });
    await worker.waitUntilReady();
    const tried = untilTried(lent.redis, 5);
    await server.kill();
    await tried;
    await server.restart();
    const enqueued = await enqueueSources(sources, settings, connection, queue, KEEP, ignore);
    expect(await collect(enqueued)).toEqual(expected);
    expect(failures).toEqual([]);
    expect(told).toEqual([`poseclash: ${server.url} is away; waiting for it`, `poseclash: ${server.url} is back`]);
    await worker.close();
    lent.redis.disconnect();
  });

  it.each([1, 6])('a unit in hand when it goes, for a time of %i tries, is done and not failed', async tries => {
    const lent = await connect(server.url);
    const enqueued = await enqueueSources(sources, settings, connection, queue, KEEP, ignore);
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
    const worker = startWork(lent, { ...settings, pool: held }, { concurrency: 1, lockDuration: 1000, onDone: ignore });
    await begun;
    const tried = untilTried(lent.redis, tries);
    await server.kill();
    await tried;
    release();
    await server.restart();
    expect(await collect(enqueued)).toEqual(expected);
    await worker.close();
    lent.redis.disconnect();
  });

  it('a unit whose asset Redis will not give goes back, and loses no try', async () => {
    let refusals = 0;
    const redis = new Proxy(connection.redis, {
      get: (target, key) =>
        key === 'strlen' && refusals < 4
          ? () => {
              refusals++;
              return Promise.reject(new Error('Connection is closed.'));
            }
          : Reflect.get(target, key, target),
    });
    const enqueued = await enqueueSources(sources.slice(0, 1), settings, connection, queue, KEEP, ignore);
    expect(await workOn(enqueued, { ...connection, redis })).toEqual(expected.slice(0, 1));
    expect(refusals).toBe(4);
  });

  it('whoever waits for a run can leave, and so can whoever closes', async () => {
    const lent = await connect(server.url);
    const ownQueue = openQueue(lent);
    const { run, record } = await enqueueSources(sources, settings, lent, ownQueue, KEEP, ignore);
    const stop = new AbortController();
    const waiting = collectRun(run, record, lent, ownQueue, stop.signal, ignore);
    const tried = untilTried(lent.redis, 1);
    await server.kill();
    await tried;
    await setTimeout(300); // more than the pause between two questions, so that one is waiting for its answer
    stop.abort();
    const reports = await waiting;
    for (const { clips } of reports) expect(clips[0].error).toBe('not checked: the check was stopped before');
    await disconnect(lent, ownQueue);
    await server.restart();
  });
});
