import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { checkSources } from '../../cli/pool/check-sources.ts';
import { forEachAtOnce } from '../../cli/pool/for-each-at-once.ts';
import type { Settings } from '../../cli/pool/open-source.ts';
import type { Answer } from '../../cli/pool/task.ts';
import type { WorkerPool } from '../../cli/pool/worker-pool.ts';
import type { Source } from '../../cli/units/bundle.ts';
import { resolveOptions } from '../../src/check/plan/options.ts';

const HOUR = 3.6e6;

describe('forEachAtOnce', () => {
  it.each([0, 1])('visits as many at a time as it may, and what is added meanwhile (%s ms alone)', async alone => {
    const items = [0, 1, 2, 3, 4];
    const seen: number[] = [];
    let open = 0;
    let most = 0;
    // The first is through only when all others are: so the others do come, however long the first takes.
    let free = (): void => {};
    const freed = new Promise<void>(resolve => {
      free = resolve;
    });
    const visit = async (item: number): Promise<void> => {
      most = Math.max(most, ++open);
      if (item === 1) items.push(5);
      await (item === 0 ? freed : setImmediate());
      seen.push(item);
      open--;
      if (seen.length === 5) free();
    };
    await forEachAtOnce(items, 3, visit, alone);
    expect(seen.sort()).toEqual([0, 1, 2, 3, 4, 5]);
    expect(most).toBe(3);
  });

  it('visits one at a time while it is alone, and does not wait when that one has done all', async () => {
    let open = 0;
    let most = 0;
    const seen: number[] = [];
    const visit = async (item: number): Promise<void> => {
      most = Math.max(most, ++open);
      await setImmediate();
      seen.push(item);
      open--;
    };
    await forEachAtOnce([0, 1, 2, 3], 3, visit, HOUR);
    expect(seen).toEqual([0, 1, 2, 3]);
    expect(most).toBe(1);
  });
});

describe('checkSources', () => {
  const sourceOf = (name: string): Source => ({ name, kind: 'character', paths: [] });
  const small = { triangles: 100, clips: [{ name: 'a', start: 0, end: 1, cuts: [{ sample: 0, time: 0 }] }] };

  /** The most tasks at a time for units that should take so many seconds each. */
  async function countAtOnce(names: string[], seconds: number, mayBeginAlone: boolean): Promise<number> {
    let open = 0;
    let most = 0;
    const pool: WorkerPool = {
      size: 2,
      stop: () => {},
      isStopped: () => false,
      close: async () => {},
      async run(task): Promise<Answer> {
        if (task.kind === 'size') return { size: small };
        most = Math.max(most, ++open);
        await setImmediate();
        open--;
        return { result: { stretches: task.unit.stretches.map(() => ({ error: 'not looked at' })) } };
      },
    };
    const settings: Settings = {
      ...{ options: resolveOptions(), metres: 1, largest: 1e9, pool, cache: null, engine: '' },
      mayBeginAlone,
    };
    await checkSources(names.map(sourceOf), settings, {
      choose: () => [0, 1, 2, 3].map(clip => ({ stretches: [{ clip, from: 0, to: 0 }], seconds })),
      onChecked: () => {},
    });
    return most;
  }

  it('leaves a short file to one worker, unless it is told how many there are, or there are other files', async () => {
    expect(await countAtOnce(['one'], 1, true)).toBe(1);
    expect(await countAtOnce(['one'], 1, false)).toBeGreaterThan(1);
    expect(await countAtOnce(['one'], 5, true)).toBeGreaterThan(1);
    expect(await countAtOnce(['one', 'two'], 1, true)).toBeGreaterThan(2);
  });
});
