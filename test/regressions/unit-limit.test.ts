import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkSources } from '../../cli/pool/check-sources.ts';
import type { Settings } from '../../cli/pool/open-source.ts';
import type { Outcome } from '../../cli/pool/outcome.ts';
import { answerTask, createAssetCache } from '../../cli/pool/task.ts';
import { createWorkerPool, STOPPED, type WorkerPool } from '../../cli/pool/worker-pool.ts';
import { readBundle } from '../../cli/units/bundle.ts';
import { callWithin } from '../../cli/units/time-limit.ts';
import { scanOptions } from '../../cli/units/unit.ts';
import { resolveOptions } from '../../src/check/plan/options.ts';
import { useFolder } from '../cli/in-folder.ts';
import { makeFan } from '../cli/make-fan.ts';
import { run } from '../cli/run.ts';
import { makeBusy } from '../scale/make-busy.ts';

useFolder(() => {
  writeFileSync('fan.gltf', makeFan(400));
  writeFileSync('still.gltf', makeFan(400, false));
  writeFileSync('busy.gltf', makeBusy([3, 5, 2, 4]));
});

const busy = { name: 'busy.gltf', kind: 'single' as const, paths: ['busy.gltf'] };

describe('a limit', () => {
  it('cuts off what never ends, and nothing else', () => {
    let sum = 0;
    const spin = (): void => {
      for (;;) sum++;
    };
    // A busy machine may take all of a short limit before anything is begun.
    for (let seconds = 0.05; sum === 0; seconds *= 2) expect(callWithin(seconds, spin)).toBe(false);
    expect(callWithin(60, () => void (sum = -1))).toBe(true);
    expect(sum).toBe(-1);
    expect(() => callWithin(60, () => JSON.parse('x'))).toThrow(SyntaxError);
  });

  it('is named in the report where triangles through one point would take for ever', async () => {
    const { code, out, err } = await run(['check', 'fan.gltf', '--unit-limit', '0.002', '--junit', 'junit.xml']);
    const message = 'not checked: it could not be made ready within 0.002 s (--unit-limit)';
    expect([code, out, err]).toEqual([2, 'nothing could be checked', `fan.gltf: ${message}`]);
    expect(readFileSync('junit.xml', 'utf8')).toContain(message);
    expect((await run(['inspect', 'still.gltf', '--unit-limit', '0.002'])).err).toContain('more than 0.002 s');
  });

  it('changes no byte where it is not reached', async () => {
    const { out } = await run(['check', 'busy.gltf', '--json', '--unit-limit', '1000']);
    expect((await run(['check', 'busy.gltf', '--json'])).out).toBe(out);
  });

  it('costs the stretch that reaches it, after a try of its own, and no other', async () => {
    const assets = createAssetCache();
    const tried: number[][] = [];
    // A pool for which the third clip takes for ever, and all together take too long at the second.
    const pool: WorkerPool = {
      size: 1,
      stop: () => {},
      isStopped: () => false,
      close: async () => {},
      async run(task) {
        if (task.kind !== 'unit') return answerTask(assets, task);
        const { stretches } = task.unit;
        tried.push(stretches.map(({ clip }) => clip));
        const over = stretches.length === 4 ? 1 : stretches.findIndex(({ clip }) => clip === 2);
        if (over < 0) return answerTask(assets, task);
        const answer = await answerTask(assets, {
          ...task,
          unit: { ...task.unit, stretches: stretches.slice(0, over) },
        });
        return { timedOut: { seconds: 7, done: 'result' in answer ? answer.result.stretches : [] } };
      },
    };
    const settings: Settings = { options: resolveOptions(), metres: 1, largest: 1e9, pool, cache: null, engine: '' };
    const stretches = [3, 5, 2, 4].map((seconds, clip) => ({ clip, from: 0, to: 30 * seconds }));
    const outcomes: Outcome[] = [];
    await checkSources([busy], settings, {
      choose: () => [{ stretches, seconds: 1 }],
      onChecked: outcome => outcomes.push(outcome),
    });
    const [outcome] = outcomes;
    expect(tried).toEqual([[0, 1, 2, 3], [1, 2, 3], [2, 3], [3]]);
    expect([...outcome.results.keys()]).toEqual(['0/0-90', '1/0-150', '3/0-120']);
    expect([...outcome.failures]).toEqual([['2/0-60', 'it took more than 7 s (--unit-limit)']]);
  });

  it('that an asset cannot be made ready within is waited for once, not for every unit', async () => {
    const assets = createAssetCache();
    let first = true;
    const pool: WorkerPool = {
      size: 1,
      stop: () => {},
      isStopped: () => false,
      close: async () => {},
      async run(task, _, signal) {
        if (task.kind !== 'unit') return answerTask(assets, task);
        const isFirst = first;
        first = false;
        if (isFirst) return { timedOut: { seconds: 7, done: null } };
        // The others wait for ever, unless they are told that nobody wants them any more.
        return new Promise(resolve => signal?.addEventListener('abort', () => resolve(STOPPED)));
      },
    };
    const settings: Settings = { options: resolveOptions(), metres: 1, largest: 1e9, pool, cache: null, engine: '' };
    const outcomes: Outcome[] = [];
    await checkSources([busy], settings, {
      choose: () => [0, 1, 2, 3].map(clip => ({ stretches: [{ clip, from: 0, to: 60 }], seconds: 1 })),
      onChecked: outcome => outcomes.push(outcome),
    });
    const [{ error, wasStopped, failures }] = outcomes;
    expect([error, wasStopped, failures.size]).toEqual([
      'not checked: it could not be made ready within 7 s (--unit-limit)',
      false,
      0,
    ]);
  });

  it('is not spent on what nobody wants any more', async () => {
    const pool = createWorkerPool({ workers: 1 });
    const task = { kind: 'size' as const, bundle: await readBundle(busy), options: scanOptions(resolveOptions(), 1) };
    expect(await pool.run(task, '')).toHaveProperty('size');
    expect(await pool.run(task, '', AbortSignal.abort())).toBe(STOPPED);
    await pool.close();
  });
});
