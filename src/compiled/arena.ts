import type { Collider } from '../collider.ts';
import type { SelfPlan } from '../self/plan.ts';
import type { Shape, Surface } from '../shape.ts';
import type { ColliderBlock } from './pack-collider.ts';
import type { PlanBlock } from './pack-plan.ts';
import type { ShapeBlock } from './pack-shape.ts';
import { type Module, webAssembly } from './web-assembly.ts';

/**
 * The memory of the compiled query, of one thread: room for one question at its beginning, then blocks for shapes and colliders. It is a
 * cache. What is in it can be packed again from the shape and the pose at any time, so a block may be given up whenever room
 * is wanted, as soon as all together would take more than `BUDGET`. So colliders that are made and dropped leave nothing behind, whether or not garbage
 * is collected meanwhile. The one used longest ago goes first, and only for somebody who has been asked about since: where more is asked about in
 * turn than there is room for, some stay, and the others are answered by the general path. (If each took the room of the next, all would be packed anew
 * for every question.)
 *
 * The memory does not grow: a larger one takes its place, with the same bytes at the same addresses. (To grow it would detach
 * its buffer, and in V8 that slows down every typed array of the process.) That happens between queries only.
 */
export interface Arena {
  module: Module;
  memory: object;
  calls: Calls;
  /** The modules for a surface against itself, and for measuring contacts (src/check). */
  self: Part<SelfCalls>;
  check: Part<CheckCalls>;
  /** Four views of the memory. */
  bytes: Uint8Array;
  words: Uint32Array;
  floats: Float32Array;
  numbers: Float64Array;
  /** By address; they do not overlap. */
  blocks: Block[];
  /** Beyond this address nothing has been written yet: all is 0. */
  untouched: number;
  shapes: WeakMap<Shape, ShapeBlock>;
  colliders: WeakMap<Collider, ColliderBlock>;
  plans: WeakMap<SelfPlan, PlanBlock>;
  /** What bodies of a shape have in common that are measured (src/check/compiled). */
  surfaces: WeakMap<Surface, Block>;
  /** The last question about somebody for whom there was no room. */
  refused: WeakMap<object, number>;
  /** Gives up the blocks of what has been collected: earlier than they would be otherwise. */
  registry: FinalizationRegistry<Block>;
  /** How many questions have been asked. */
  clock: number;
}

/** Epochs of the modules are 32 bits; before they run over, what has come so far is packed anew. */
export const MOST_POSES = 0x7ffffff0;

/** The functions of the module: assembly/index.ts. */
export interface Calls {
  measureShape(source: number): number;
  packShape(source: number, shape: number): void;
  openCollider(collider: number): void;
  poseJoints(collider: number): number;
  refitTree(collider: number): void;
  beginQuery(query: number): void;
  beginWalk(query: number): void;
  walkPairs(query: number): void;
  namePairs(query: number): void;
  beginProbe(probe: number, limit: number): void;
  nextLeaf(probe: number, limit: number): number;
}

/** Those of the module for a surface against itself: assembly/self/index.ts. */
export interface SelfCalls {
  narrowVertices(instant: number): number;
  poseSelf(instant: number): void;
  beginSelf(query: number): void;
  walkSelf(query: number): void;
}

/** Those of the module for measuring contacts: assembly/check/index.ts says which numbers they take. */
export type CheckCalls = Record<
  | 'countWindings'
  | 'castRay'
  | 'findNearest'
  | 'mayCount'
  | 'beginParting'
  | 'goPastTouching'
  | 'goPast'
  | 'meetNext'
  | 'findSeparatingDirection',
  (...numbers: number[]) => number
>;

/** A module beside the first, and its functions in the memory there is; null before they are first needed (`openPart`). */
export interface Part<Calls> {
  module: Module | null;
  calls: Calls | null;
}

export interface Block {
  start: number;
  size: number;
  /** The last question it was used by; -1: it has been given up, and belongs to nobody. */
  used: number;
  /** When it was given up, which question had used it last. */
  usedLast: number;
}

/** Bytes that shapes and colliders may take together before some are given up; one question may need more. */
export const BUDGET = 2 ** 27;
/** Addresses stay below 2^31, as offsets of vertices do in the exact test of triangles. */
const LARGEST_MEMORY = 2 ** 31 - 2 ** 16;
const SMALLEST_MEMORY = 2 ** 23;
const PAGE = 2 ** 16;

/** `reserved` bytes at the beginning belong to no block. Throws where a memory or an instance is refused. */
export function createArena(module: Module, reserved: number): Arena {
  const blocks: Block[] = [{ start: 0, size: reserved, used: Infinity, usedLast: Infinity }];
  const arena: Arena = {
    module,
    self: { module: null, calls: null },
    check: { module: null, calls: null },
    ...createMemory(module, SMALLEST_MEMORY),
    blocks,
    untouched: 0,
    shapes: new WeakMap(),
    colliders: new WeakMap(),
    plans: new WeakMap(),
    surfaces: new WeakMap(),
    refused: new WeakMap(),
    registry: new FinalizationRegistry(block => giveUp(blocks, block)),
    clock: 0,
  };
  return arena;
}

type Memory = Pick<Arena, 'memory' | 'calls' | 'bytes' | 'words' | 'floats' | 'numbers'>;

function createMemory(module: Module, size: number): Memory {
  const { Memory, Instance } = webAssembly()!;
  const memory = new Memory({ initial: Math.ceil(size / PAGE) });
  const { buffer } = memory;
  return {
    memory,
    calls: new Instance(module, { env: { memory } }).exports as Calls,
    bytes: new Uint8Array(buffer),
    words: new Uint32Array(buffer),
    floats: new Float32Array(buffer),
    numbers: new Float64Array(buffer),
  };
}

/**
 * A block of `size` bytes, all 0, that begins at a multiple of 64; `owner` is what it is for, and `before` the block that it had, if one. Null if there
 * is no room for it: beside what the current question needs, and what has been used since the last one about the owner.
 */
export function takeBlock(
  arena: Arena,
  size: number,
  owner: object,
  before: Block | undefined,
  budget = BUDGET,
): Block | null {
  const rounded = 64 * Math.ceil(size / 64);
  const askedLast = Math.max(before?.usedLast ?? 0, arena.refused.get(owner) ?? 0);
  const block =
    placeBlock(arena, rounded, Math.min(budget, arena.bytes.length)) ?? makeRoom(arena, rounded, askedLast, budget);
  if (block === null) {
    arena.refused.set(owner, arena.clock);
    return null;
  }
  const end = block.start + rounded;
  arena.bytes.fill(0, block.start, Math.max(block.start, Math.min(end, arena.untouched)));
  arena.untouched = Math.max(arena.untouched, end);
  arena.registry.register(owner, block);
  return block;
}

/** Puts a block into the first gap below `limit` that is large enough; null if there is none. */
function placeBlock({ blocks, clock }: Arena, size: number, limit: number): Block | null {
  for (let k = 0; k < blocks.length; k++) {
    const start = blocks[k].start + blocks[k].size;
    const end = k + 1 < blocks.length ? blocks[k + 1].start : limit;
    if (end - start < size) continue;
    const block = { start, size, used: clock, usedLast: clock };
    blocks.splice(k + 1, 0, block);
    return block;
  }
  return null;
}

/**
 * Larger memory while that is within the budget and to be had; then the room of blocks that were used longest ago, before `askedLast`; then larger
 * memory still, if only the current question needs any.
 */
function makeRoom(arena: Arena, size: number, askedLast: number, budget: number): Block | null {
  const wanted = Math.max(2 * arena.bytes.length, endOf(arena) + size);
  if (arena.bytes.length < budget && enlarge(arena, Math.min(budget, wanted))) {
    const placed = placeBlock(arena, size, arena.bytes.length);
    if (placed) return placed;
  }
  for (;;) {
    const oldest = arena.blocks.reduce((old, block) => (block.used < old.used ? block : old));
    if (oldest.used >= arena.clock) break;
    if (!(oldest.used < askedLast)) return null;
    giveUp(arena.blocks, oldest);
    const placed = placeBlock(arena, size, Math.min(budget, arena.bytes.length));
    if (placed) return placed;
  }
  const needed = endOf(arena) + size;
  if (needed > arena.bytes.length && !enlarge(arena, needed)) return null;
  return placeBlock(arena, size, arena.bytes.length);
}

function endOf({ blocks }: Arena): number {
  const last = blocks[blocks.length - 1];
  return last.start + last.size;
}

/** Larger memory in place of the one there is; false if there is none to be had. */
function enlarge(arena: Arena, size: number): boolean {
  if (size > LARGEST_MEMORY) return false;
  const { bytes, untouched } = arena;
  try {
    Object.assign(arena, createMemory(arena.module, size));
  } catch {
    return false;
  }
  arena.self.calls = null;
  arena.check.calls = null;
  arena.bytes.set(bytes.subarray(0, untouched));
  return true;
}

/** Gives up a block, if that has not been done: whoever has packed something into it sees that it is used no more. */
export function giveUp(blocks: Block[], block: Block): void {
  block.usedLast = Math.max(block.usedLast, block.used);
  block.used = -1;
  const place = blocks.indexOf(block);
  if (place >= 0) blocks.splice(place, 1);
}
