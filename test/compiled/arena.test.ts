import { describe, expect, it, vi } from 'vitest';
import { type Arena, type Block, createArena, giveUp, takeBlock, USUAL_BYTES } from '../../src/compiled/arena.ts';
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

function createLimitedArena(usualBytes: number, mostBytes: number): Arena {
  return Object.assign(createCompiledArena(), { usualBytes, mostBytes });
}

interface Owner {
  block: Block | undefined;
  /** How often there was room for it when it had none. */
  packed: number;
  ask(): void;
}

/** Some that need so many bytes each when they are asked about. */
function createOwners(arena: Arena, count: number, size: number): Owner[] {
  return Array.from({ length: count }, () => {
    const owner: Owner = {
      block: undefined,
      packed: 0,
      ask() {
        arena.clock++;
        if (owner.block === undefined || owner.block.used < 0) {
          const block = takeBlock(arena, size, owner, owner.block);
          if (block === null) return;
          owner.block = block;
          owner.packed++;
        }
        owner.block.used = arena.clock;
      },
    };
    return owner;
  });
}

describe('the memory of the compiled query', () => {
  it('holds 10,000 colliders made and dropped, one after the other, within its usual size', () => {
    const a = createPosed(shape, 1);
    const expected = sortPairs(findPairsByBruteForce(a, createPosed(shape, 2)));
    for (let k = 0; k < 10_000; k++) {
      const b = createPosed(shape, 2);
      if (k % 1000 === 0) expect(sortPairs(findPairs(a, b))).toEqual(expected);
      else findPairs(a, b);
    }
    const arena = openEngine()!;
    expect(usedBytes(arena)).toBeLessThanOrEqual(USUAL_BYTES);
    expect(arena.bytes.length).toBeLessThanOrEqual(USUAL_BYTES);
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

  it('takes no more than its usual size for blocks of what is asked about once', () => {
    const arena = createLimitedArena(2 ** 24, 2 ** 30);
    const random = createRandom(3);
    const zeros = new Uint8Array(2 ** 22);
    for (let k = 0; k < 3000; k++) {
      arena.clock++;
      const size = Math.ceil(2 ** (10 + 12 * random()));
      const owner = {};
      let block = takeBlock(arena, size, owner, undefined);
      if (block === null) {
        arena.clock++; // asked about again, it has been asked about later than those that were there before
        block = takeBlock(arena, size, owner, undefined)!;
      }
      expect(block.size).toBeGreaterThanOrEqual(size);
      const given = arena.bytes.subarray(block.start, block.start + size);
      expect(Buffer.compare(given, zeros.subarray(0, size))).toBe(0);
      arena.bytes.fill(255, block.start, block.start + size);
      usedBytes(arena);
      expect(arena.bytes.length).toBeLessThanOrEqual(2 ** 24);
    }
  });

  it('grows for what one question needs, and only then', () => {
    const arena = createLimitedArena(2 ** 23, 2 ** 30);
    arena.clock++;
    const old = takeBlock(arena, 2 ** 20, {}, undefined)!;
    const owners = [{}, {}];
    const take = (): (Block | null)[] => owners.map(owner => takeBlock(arena, 6 * 2 ** 20, owner, undefined));
    arena.clock++;
    expect(take()[1]).toBeNull(); // the old one was used more recently than these were asked about
    arena.blocks.splice(2); // what was placed of them
    arena.clock++;
    const [first, second] = take();
    expect([first!.used, second!.used, old.used]).toEqual([3, 3, -1]);
    usedBytes(arena);
    expect(takeBlock(arena, 2 ** 30, {}, undefined)).toBeNull(); // more than there may be
    expect(first!.used).toBe(3);
  });

  it('keeps some of those asked about in turn if there may be no room for all, and takes others when these are asked about no more', () => {
    const owners = createOwners(createLimitedArena(2 ** 23, 2 ** 23), 5, 0.3 * 2 ** 23);
    for (let round = 0; round < 10; round++) for (const owner of owners) owner.ask();
    expect(owners.map(({ packed }) => packed)).toEqual([1, 1, 1, 0, 0]);
    for (let round = 0; round < 10; round++) for (const k of [2, 3, 4]) owners[k].ask();
    expect(owners.map(({ packed }) => packed)).toEqual([1, 1, 1, 1, 1]);
  });

  it('grows for all that are asked about in turn, so that each is packed once', () => {
    const arena = createLimitedArena(2 ** 23, 2 ** 30);
    const owners = createOwners(arena, 20, 0.3 * 2 ** 23);
    for (let round = 0; round < 10; round++) for (const owner of owners) owner.ask();
    expect(owners.map(({ packed }) => packed)).toEqual(new Array(20).fill(1));
    expect(arena.bytes.length).toBeLessThan(2 * 20 * 0.3 * 2 ** 23);
  });

  it('grows for those that take turns of many questions: each is packed three times at most', () => {
    const arena = createLimitedArena(2 ** 23, 2 ** 30);
    const owners = createOwners(arena, 4, 0.6 * 2 ** 23);
    for (let turn = 0; turn < 40; turn++) for (let k = 0; k < 10; k++) owners[turn % 4].ask();
    for (const { packed } of owners) expect(packed).toBeLessThanOrEqual(3);
    expect(owners.every(({ block }) => block!.used > 0)).toBe(true);
  });

  it('packs less and less often where they take turns and there may be no room for all', () => {
    const owners = createOwners(createLimitedArena(2 ** 23, 2 ** 23), 4, 0.6 * 2 ** 23);
    const packedIn = (turns: number): number => {
      const before = owners.reduce((sum, { packed }) => sum + packed, 0);
      for (let turn = 0; turn < turns; turn++) for (let k = 0; k < 10; k++) owners[turn % 4].ask();
      return owners.reduce((sum, { packed }) => sum + packed, 0) - before;
    };
    packedIn(400);
    expect(packedIn(400)).toBeLessThan(100); // each would be packed in each turn
    expect(owners.some(({ block }) => block!.used > 0)).toBe(true);
  });

  it('does not grow for one that returns among many that are asked about twice and dropped', () => {
    const arena = createLimitedArena(2 ** 23, 2 ** 30);
    const [one] = createOwners(arena, 1, 2 ** 20);
    for (let k = 0; k < 1000; k++) {
      const [other] = createOwners(arena, 1, 2 ** 18);
      other.ask();
      other.ask();
      if (k % 40 < 2) one.ask();
    }
    expect(one.packed).toBeGreaterThan(1);
    expect(arena.bytes.length).toBe(2 ** 23);
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
