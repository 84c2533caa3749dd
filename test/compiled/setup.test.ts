import { afterEach, describe, expect, it, vi } from 'vitest';
import { createTube } from '../../models/index.ts';
import { type Collider, createCollider, createShape, findPairs, setPlacement, touches } from '../../src/index.ts';
import { setUp } from '../../src/setup.ts';
import { sortPairs } from '../support/sort-pairs.ts';

const { mesh, skin, skeleton } = createTube({ joints: 3, rings: 41, sides: 12 });
const shape = createShape(mesh, { kind: 'linear-blend', skin, skeleton });

function createTwo(): [Collider, Collider] {
  const two: [Collider, Collider] = [createCollider(shape), createCollider(shape)];
  setPlacement(two[1], Float64Array.of(1, 0, 0, 0.19, 0, 1, 0, 0.9, 0, 0, 1, 0));
  return two;
}

const expected = sortPairs(findPairs(...createTwo(), { compiled: false }));

/** A part of WebAssembly is refused to whoever asks for it, and the memory there was is given back. */
async function refuse(name: 'Module' | 'Instance' | 'Memory' | 'compile'): Promise<void> {
  await setUp({ compiled: false });
  const real = (globalThis as unknown as { WebAssembly: Record<string, unknown> }).WebAssembly;
  const parts = ['Module', 'Instance', 'Memory', 'compile'].map(part => [part, real[part]]);
  function refusal(): never {
    throw new Error('refused by the content policy');
  }
  vi.stubGlobal('WebAssembly', { ...Object.fromEntries(parts), [name]: refusal });
}

afterEach(async () => {
  vi.unstubAllGlobals();
  await setUp();
});

describe('where the compiled query is', () => {
  it('there, it answers, and says how much memory it has', async () => {
    const two = createTwo();
    expect(sortPairs(findPairs(...two))).toEqual(expected);
    expect(two[0].volumes.length).toBe(0); // the other path takes memory of its own
    const { isCompiled, reason, bytes } = await setUp();
    expect([isCompiled, reason]).toEqual([true, '']);
    expect(bytes).toBeGreaterThan(0);
  });

  it('takes no more memory than it may, and answers the same', async () => {
    const { bytes, mostBytes } = await setUp({ mostBytes: 2 ** 20 });
    expect([bytes, mostBytes]).toEqual([2 ** 20, 2 ** 20]);
    const crowd = Array.from({ length: 40 }, createTwo);
    for (let round = 0; round < 3; round++) {
      for (const two of crowd) expect(sortPairs(findPairs(...two))).toEqual(expected);
    }
    expect(crowd.some(([a]) => a.volumes.length > 0)).toBe(true); // for these there was no room
    expect(crowd.some(([a]) => a.volumes.length === 0)).toBe(true);
    expect((await setUp({ mostBytes: 2 ** 20 })).bytes).toBe(2 ** 20);
    expect((await setUp()).mostBytes).toBe(2 ** 30);
  });

  it.each([0, -1, NaN, 2 ** 32, '1e9', null])('is not told to take %s bytes', async mostBytes => {
    await expect(setUp({ mostBytes: mostBytes as number })).rejects.toThrow(/^setUp: mostBytes is .*; give a number/);
  });

  it.each(['Instance', 'Memory'] as const)(
    'refused its %s, the other path answers, and the reason is told',
    async part => {
      await refuse(part);
      const { isCompiled, reason, bytes } = await setUp();
      expect([isCompiled, reason, bytes]).toEqual([false, 'Error: refused by the content policy', 0]);
      const two = createTwo();
      expect(sortPairs(findPairs(...two))).toEqual(expected);
      expect(touches(...two)).toBe(true);
      expect(two[0].volumes.length).toBeGreaterThan(0);
    },
  );

  it('missing altogether, the other path answers, and there is a reason', async () => {
    await refuse('Instance');
    vi.stubGlobal('WebAssembly', undefined);
    expect((await setUp()).reason).not.toBe('');
    expect(sortPairs(findPairs(...createTwo()))).toEqual(expected);
  });

  it('not wanted, the other path answers until it is wanted again', async () => {
    const [a, b] = createTwo();
    const pairs = findPairs(a, b);
    expect((await setUp({ compiled: false })).isCompiled).toBe(false);
    expect(sortPairs(findPairs(a, b))).toEqual(expected);
    expect(a.volumes.length).toBeGreaterThan(0);
    expect((await setUp()).isCompiled).toBe(true);
    expect(findPairs(a, b)).toEqual(pairs); // with colliders that it knew, in memory that is new
    expect(findPairs(...createTwo())).toEqual(pairs);
  });
});
