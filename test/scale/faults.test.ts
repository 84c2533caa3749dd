import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listRuns } from '../../cli/queue/run-table.ts';
import type { CheckReport } from '../../src/check/index.ts';
import { createRandom, type Random } from '../../src/math/random.ts';
import { needsRedis } from '../needs.ts';
import { cases } from '../support/cases.ts';
import { flipBit, listStored, readOutput, type Scene, type Stage, setStage } from './fault-stage.ts';
import { findRedis } from './find-redis.ts';
import { endPrograms, startCli } from './start-cli.ts';

/*
 * What can go wrong between machines, at random moments, each of them once here and twenty times in npm run test:long. Whatever it is:
 * the report of the run is that of a single process, to the byte, or says of which clips it is not.
 */

const folder = mkdtempSync(join(tmpdir(), 'poseclash-'));
const before = process.cwd();
const command = findRedis();
const TIMES = cases(1, 20);
const DAY = 86_400_000;
const seeds = Array.from({ length: TIMES }, (_, k) => 1 + k);
let stage: Stage;

beforeAll(async () => {
  if (command) stage = await setStage(command, folder);
});

afterAll(async () => {
  process.chdir(before);
  endPrograms();
  stage?.redis.disconnect();
  await stage?.server.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** A moment at which a run may be anywhere, from before it has begun to after its end. */
const sometime = (random: Random): Promise<void> => setTimeout(1500 * random());
const preload = (file: string, more: object): object => ({
  NODE_OPTIONS: `--import ${new URL(file, import.meta.url)}`,
  ...more,
});

/** Runs a new scene while something strikes, and holds the report against that of a single process. */
async function survive(random: Random, strike: (scene: Scene) => Promise<unknown>): Promise<Scene> {
  const scene = await stage.makeScene(random);
  const waiting = stage.enqueue(scene, 'out.json');
  const [{ text, code, err }] = await Promise.all([readOutput(waiting, 'out.json'), strike(scene)]);
  expect(text, err).toBe(scene.expected);
  expect(code).toBe(1);
  return scene;
}

describe('the report of a run is that of a single process', needsRedis(command), () => {
  it.each(seeds)('when a worker is killed (%i)', async seed => {
    const random = createRandom(seed);
    await survive(random, async () => {
      await sometime(random);
      await stage.replace(random() < 0.5 ? 0 : 1);
    });
  });

  it.each(
    seeds.flatMap(seed => [
      [seed, 'SIGTERM', 143],
      [seed, 'SIGINT', 130],
    ]),
  )('when a worker is told to leave (%i, %s): it finishes what it has in hand', async (seed, signal, wanted) => {
    const random = createRandom(100 + Number(seed));
    await survive(random, async () => {
      await sometime(random);
      const [worker] = stage.crew;
      while (!worker.said().includes('waiting for units')) await setTimeout(20);
      worker.child.kill(signal as NodeJS.Signals);
      expect((await worker.ended).code).toBe(wanted);
      await stage.replace(0);
    });
  });

  it.each(seeds)('when Redis is killed and comes back (%i)', async seed => {
    const random = createRandom(200 + seed);
    await survive(random, async () => {
      await sometime(random);
      await stage.server.kill();
      if (random() < 0.5) await stage.replace(1); // which finds no Redis to begin with
      await setTimeout(cases(300, 5000) + cases(1200, 25_000) * random());
      await stage.server.restart();
    });
  });

  it.each(seeds)('when Redis is out of memory for a while (%i)', async seed => {
    const random = createRandom(300 + seed);
    await survive(random, async () => {
      await sometime(random);
      await stage.redis.config('SET', 'maxmemory', '1');
      await setTimeout(300 + 700 * random());
      await stage.redis.config('SET', 'maxmemory', '0');
    });
  });

  it.each(seeds)('when enqueue is killed anywhere, and called again (%i)', async seed => {
    const random = createRandom(400 + seed);
    const scene = await stage.makeScene(random);
    const first = stage.enqueue(scene, 'first.json');
    await sometime(random);
    first.child.kill('SIGKILL');
    await first.ended;
    const { text, err } = await readOutput(stage.enqueue(scene, 'second.json'), 'second.json');
    expect(text, err).toBe(scene.expected);
  });

  it.each(seeds)('when two enqueue the same at once (%i)', async seed => {
    const random = createRandom(500 + seed);
    const runs = new Set(await listRuns(stage.redis));
    await survive(random, async scene => {
      await setTimeout(600 * random());
      expect((await readOutput(stage.enqueue(scene, 'twin.json'), 'twin.json')).text).toBe(scene.expected);
    });
    expect((await listRuns(stage.redis)).filter(run => !runs.has(run))).toHaveLength(1);
  });

  it.each(seeds)(
    'when workers of two versions wait: each leaves alone what is the other’s, and says so (%i)',
    async seed => {
      const random = createRandom(600 + seed);
      const place = ['--redis', stage.server.url, '--store', 'store'];
      const theirs = await stage.makeScene(random);
      const start = (args: string[]) => startCli(stage.otherMain, folder, [...args, ...place]);
      const told = await start(['enqueue', ...theirs.names, '--no-cache', '--json']).ended;
      const { run, left } = JSON.parse(told.out);
      await stage.replace(0);
      await stage.crew[0].untilSaid(`${left} units wait for workers of another version`);
      const merged = start(['merge', '--run', run, '-o', 'theirs.json']);
      const scene = await survive(random, async () => {
        await sometime(random);
        const other = start(['work', '--concurrency', '1', '--no-cache', '--until-empty']);
        expect((await other.ended).code).toBe(0);
      });
      expect((await readOutput(merged, 'theirs.json')).text).toBe(theirs.expected);
      expect(scene.expected).not.toBe(theirs.expected);
    },
  );

  it.each(seeds)('when clocks are a day apart: nothing of another run is lost either (%i)', async seed => {
    const random = createRandom(700 + seed);
    const known = await listRuns(stage.redis);
    const earlier = await survive(random, async () => {});
    const runs = await listRuns(stage.redis);
    const [name] = runs.filter(run => !known.includes(run));
    for (const [k, shift] of [DAY, -DAY].entries()) {
      await stage.replace(k, preload('shift-clock.mjs', { CLOCK_SHIFT: String(shift) }));
    }
    await survive(random, async () => {});
    expect(await listRuns(stage.redis)).toEqual(expect.arrayContaining(runs));
    for (const run of runs) expect(await stage.redis.ttl(`poseclash:run:${run}`)).toBeGreaterThan(80_000);
    for (const shift of [DAY, -DAY]) {
      const clock = preload('shift-clock.mjs', { CLOCK_SHIFT: String(shift) });
      await stage.enqueue(await stage.makeScene(random), 'later.json', clock).ended;
      const merged = stage.start(['merge', '--run', name, '-o', 'merged.json'], clock);
      expect((await readOutput(merged, 'merged.json')).text).toBe(earlier.expected);
    }
    await stage.replace(0);
    await stage.replace(1);
  });

  it.each(seeds)('when the store cannot be read now and then (%i)', async seed => {
    const random = createRandom(800 + seed);
    const flaky = preload('flaky-reads.mjs', { FLAKY_FOLDER: join(folder, 'store', '/') });
    await stage.replace(0, flaky);
    await stage.replace(1, flaky);
    const scene = await stage.makeScene(random);
    const { text, err } = await readOutput(stage.enqueue(scene, 'flaky.json', flaky), 'flaky.json');
    expect(text, err).toBe(scene.expected);
    await stage.crew[0].untilSaid('EIO');
    await stage.replace(0);
    await stage.replace(1);
  });

  it.each(seeds)('when a bit changes in the store: it is noticed, and enqueue mends it (%i)', async seed => {
    const random = createRandom(900 + seed);
    const known = new Set(listStored());
    const scene = await stage.makeScene(random);
    const waiting = stage.enqueue(scene, 'flipped.json');
    await sometime(random);
    let fresh: string[] = [];
    while (fresh.length === 0) {
      await setTimeout(5);
      fresh = listStored().filter(path => !known.has(path));
    }
    flipBit(fresh[Math.floor(fresh.length * random())], random);
    const { text } = await readOutput(waiting, 'flipped.json');
    if (text !== scene.expected) expectNoticed(JSON.parse(text), JSON.parse(scene.expected));
    const { text: again } = await readOutput(stage.enqueue(scene, 'mended.json'), 'mended.json');
    expect(again).toBe(scene.expected);
  });

  it.each(seeds)('but for the clips of files that crash, hang or eat memory, which say so (%i)', async seed => {
    const random = createRandom(1000 + seed);
    const isLong = TIMES > 1; // to fill a heap takes longest
    const poisons = [
      undefined,
      'poison-crash',
      'poison-hang',
      undefined,
      'poison-arrays',
      isLong ? 'poison-heap' : undefined,
    ];
    const scene = await stage.makeScene(random, poisons);
    const { text } = await readOutput(stage.enqueue(scene, 'poison.json'), 'poison.json');
    const { assets } = JSON.parse(text) as CheckReport;
    const { assets: expected } = JSON.parse(scene.expected) as CheckReport;
    const full = 'not checked: its worker died twice (out of memory, of which it had 64 MB)';
    expect(assets.map(({ clips }) => clips[1].error)).toEqual([
      undefined,
      'not checked: its worker died twice (it ended by SIGABRT)',
      'not checked: it did not answer for 9 s (--unit-limit)',
      undefined,
      full,
      isLong ? full : undefined,
    ]);
    for (const [k, asset] of assets.entries()) {
      if (poisons[k] === undefined) expect(asset).toEqual(expected[k]);
      else
        expect({ ...asset, clips: asset.clips[0], issues: [] }).toEqual({
          ...expected[k],
          clips: expected[k].clips[0],
          issues: [],
        });
    }
    expect(text).not.toContain(folder);
  });
});

/** What differs is not checked, and says why; it is all of one file. */
function expectNoticed(report: CheckReport, expected: CheckReport): void {
  const wrong = report.assets.filter((asset, k) => JSON.stringify(asset) !== JSON.stringify(expected.assets[k]));
  expect(wrong).toHaveLength(1);
  const [{ error, clips }] = wrong;
  for (const why of error === undefined ? clips.map(clip => clip.error) : [error]) expect(why).toMatch(/damaged there/);
}
