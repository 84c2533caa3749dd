import { describe, expect, it, vi } from 'vitest';
import { type Arena, type Block, BUDGET, createArena, giveUp, takeBlock } from '../../src/compiled/arena.ts';
import { openEngine } from '../../src/compiled/engine.ts';
import { findPairsIn } from '../../src/compiled/find-pairs.ts';
import { packShape } from '../../src/compiled/pack-shape.ts';
import { QUERY_ROOM } from '../../src/compiled/query-record.ts';
import { type Collider, createCollider, createShape, findPairs, type Shape, setPose } from '../../src/index.ts';
import { createRandom } from '../../src/math/random.ts';
import { findPairsByBruteForce } from '../../src/query/pairs/brute-force.ts';
import { createWorkspace, type Workspace } from '../../src/workspace.ts';
import { createCompiledArena } from '../support/compiled-arena.ts';
import { createRandomCharacter, type RandomCharacter } from '../support/random-character.ts';
import { createRandomPose } from '../support/random-pose.ts';
import { sortPairs } from '../support/sort-pairs.ts';

const character = createRandomCharacter(5, 8);
const shape = shapeOf(character);

function shapeOf({ mesh, skin, skeleton }: RandomCharacter): Shape {
  return createShape(mesh, { kind: 'linear-blend', skin, skeleton });
}

function createPosed(of: Shape, seed: number): Collider {
  const collider = createCollider(of);
  const { jointCount } = of.deformer.sets;
  const skeleton = {
    parents: new Int32Array(jointCount).fill(-1),
    positions: of.mesh.positions.slice(0, 3 * jointCount),
  };
  const jointMatrices = createRandomPose(createRandom(seed), skeleton, { turn: 0.5, shift: 0, isAffine: false });
  setPose(collider, { jointMatrices });
  return collider;
}

function ask(arena: Arena, a: Collider, b: Collider, workspace: Workspace = createWorkspace()): string[] {
  workspace.search.wantsAll = true;
  workspace.pairs.length = 0;
  expect(findPairsIn(arena, a, b, workspace)).toBe(true);
  return sortPairs(workspace.pairs.data.slice(0, workspace.pairs.length));
}

/** What blocks take together; those do not overlap, and lie within the memory. */
function usedBytes({ blocks, bytes }: Arena): number {
  for (let k = 1; k < blocks.length; k++) {
    expect(blocks[k].start).toBeGreaterThanOrEqual(blocks[k - 1].start + blocks[k - 1].size);
  }
  const last = blocks[blocks.length - 1];
  expect(last.start + last.size).toBeLessThanOrEqual(bytes.length);
  return blocks.reduce((sum, { size }) => sum + size, 0);
}

describe('the memory of the compiled query', () => {
  it('holds 10,000 colliders made and dropped, one after the other, within its budget', () => {
    const a = createPosed(shape, 1);
    const expected = sortPairs(findPairsByBruteForce(a, createPosed(shape, 2)));
    for (let k = 0; k < 10_000; k++) {
      const b = createPosed(shape, 2);
      if (k % 1000 === 0) expect(sortPairs(findPairs(a, b))).toEqual(expected);
      else findPairs(a, b);
    }
    const arena = openEngine()!;
    expect(usedBytes(arena)).toBeLessThanOrEqual(BUDGET);
    expect(arena.bytes.length).toBeLessThanOrEqual(BUDGET);
  });

  it('gives up what was used longest ago, and answers the same when that is asked for again', () => {
    const arena = createCompiledArena();
    const colliders = [0, 1, 2, 3, 4, 5].map(seed =>
      createPosed(seed % 2 ? shape : shapeOf(createRandomCharacter(seed, 8)), seed),
    );
    const expected = colliders.map((a, k) => sortPairs(findPairsByBruteForce(a, colliders[(k + 1) % 6])));
    for (let round = 0; round < 3; round++) {
      colliders.forEach((a, k) => {
        expect(ask(arena, a, colliders[(k + 1) % 6])).toEqual(expected[k]);
        for (const block of arena.blocks.filter((_, i) => i > 0 && (i + k + round) % 3 === 0))
          giveUp(arena.blocks, block);
        usedBytes(arena);
      });
    }
  });

  it('takes no more than its budget for blocks that are used in turn', () => {
    const arena = createCompiledArena();
    const budget = 2 ** 24;
    const random = createRandom(3);
    const zeros = new Uint8Array(2 ** 22);
    for (let k = 0; k < 3000; k++) {
      arena.clock++;
      const size = Math.ceil(2 ** (10 + 12 * random()));
      const owner = {};
      let block = takeBlock(arena, size, owner, undefined, budget);
      if (block === null) {
        arena.clock++; // asked about again, it has been asked about later than those that were there before
        block = takeBlock(arena, size, owner, undefined, budget)!;
      }
      expect(block.size).toBeGreaterThanOrEqual(size);
      const given = arena.bytes.subarray(block.start, block.start + size);
      expect(Buffer.compare(given, zeros.subarray(0, size))).toBe(0);
      arena.bytes.fill(255, block.start, block.start + size);
      usedBytes(arena);
      expect(arena.bytes.length).toBeLessThanOrEqual(budget);
    }
  });

  it('goes beyond its budget for what one question needs, and only then', () => {
    const arena = createCompiledArena();
    const budget = 2 ** 23;
    arena.clock++;
    const old = takeBlock(arena, 2 ** 20, {}, undefined, budget)!;
    const owners = [{}, {}];
    const take = (): (Block | null)[] => owners.map(owner => takeBlock(arena, 6 * 2 ** 20, owner, undefined, budget));
    arena.clock++;
    expect(take()[1]).toBeNull(); // the old one was used more recently than these were asked about
    arena.blocks.splice(2); // what was placed of them
    arena.clock++;
    const [first, second] = take();
    expect([first!.used, second!.used, old.used]).toEqual([3, 3, -1]);
    usedBytes(arena);
    expect(takeBlock(arena, 2 ** 31, {}, undefined, budget)).toBeNull(); // more than there can be
    expect(first!.used).toBe(3);
  });

  it('keeps some of those asked about in turn if there is no room for all, and takes others when these are asked about no more', () => {
    const arena = createCompiledArena();
    const budget = 2 ** 23;
    const size = 0.3 * budget;
    const owners = Array.from({ length: 5 }, () => ({ block: undefined as Block | undefined, packed: 0 }));
    const ask = (k: number): void => {
      const owner = owners[k];
      arena.clock++;
      if (owner.block === undefined || owner.block.used < 0) {
        const block = takeBlock(arena, size, owner, owner.block, budget);
        if (block === null) return;
        owner.block = block;
        owner.packed++;
      }
      owner.block.used = arena.clock;
    };
    for (let round = 0; round < 10; round++) for (let k = 0; k < 5; k++) ask(k);
    expect(owners.map(({ packed }) => packed)).toEqual([1, 1, 1, 0, 0]);
    for (let round = 0; round < 10; round++) for (const k of [2, 3, 4]) ask(k);
    expect(owners.map(({ packed }) => packed)).toEqual([1, 1, 1, 1, 1]);
  });

  it('gives up blocks where no larger memory is to be had, and says no if that is not enough', () => {
    const arena = createCompiledArena();
    const real = (globalThis as unknown as { WebAssembly: { Instance: unknown } }).WebAssembly;
    function Memory(): never {
      throw new RangeError('no memory');
    }
    vi.stubGlobal('WebAssembly', { Instance: real.Instance, Memory });
    try {
      const half = Math.floor(0.55 * arena.bytes.length);
      arena.clock++;
      const first = takeBlock(arena, half, {}, undefined)!;
      const owner = {};
      arena.clock++;
      expect(takeBlock(arena, half, owner, undefined)).toBeNull();
      arena.clock++;
      const second = takeBlock(arena, half, owner, undefined)!;
      expect([first.used, second.used]).toEqual([-1, 3]);
      expect(takeBlock(arena, half, {}, undefined)).toBeNull(); // the second belongs to this question
      usedBytes(arena);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it('keeps what it holds when a larger memory takes its place', () => {
    const arena = createCompiledArena();
    const [a, b] = [createPosed(shape, 1), createPosed(shape, 2)];
    const expected = ask(arena, a, b);
    const before = arena.bytes;
    takeBlock(arena, 2 * before.length, {}, undefined);
    expect(arena.bytes.length).toBeGreaterThan(2 * before.length);
    expect(before.length).toBeGreaterThan(0); // it was not detached
    expect(ask(arena, a, b)).toEqual(expected);
  });

  it('has a shape once, however many colliders there are of it', () => {
    const arena = createCompiledArena();
    const [a, b, c] = [createPosed(shape, 1), createPosed(shape, 2), createPosed(shape, 3)];
    ask(arena, a, b);
    ask(arena, b, c);
    expect(arena.blocks).toHaveLength(1 + 1 + 3);
    arena.clock++;
    expect(packShape(arena, shape)).toBe(arena.shapes.get(shape));
  });

  it('answers after a question that was broken off', () => {
    const arena = createCompiledArena();
    const [a, b] = [createPosed(shape, 1), createPosed(shape, 2)];
    const expected = sortPairs(findPairsByBruteForce(a, b));
    const { calls } = arena;
    arena.calls = {
      ...calls,
      namePairs: () => {
        throw new Error('broken off');
      },
    };
    expect(() => ask(arena, a, b)).toThrow('broken off');
    arena.calls = calls;
    expect(ask(arena, a, b)).toEqual(expected);
  });

  it('is refused by a thread that allows no WebAssembly, and then there is an error to tell', () => {
    expect(() => createArena({}, QUERY_ROOM)).toThrow();
  });
});
