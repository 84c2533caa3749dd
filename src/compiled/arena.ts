import type { Collider } from '../collider.ts';
import type { SelfPlan } from '../self/plan.ts';
import type { Shape, Surface } from '../shape.ts';
import type { ColliderBlock } from './pack-collider.ts';
import type { PlanBlock } from './pack-plan.ts';
import type { ShapeBlock } from './pack-shape.ts';
import { type Module, webAssembly } from './web-assembly.ts';

/**
 * The memory of the compiled query, of one thread: room for one question at its beginning, then blocks for shapes and colliders. It is a
 * cache. What is in it can be packed again from the shape and the pose at any time, so a block may be given up whenever room is wanted.
 *
 * How large it is follows what is asked about. Up to `usualBytes` it grows as it is filled. From there on the block used longest ago is given up, for somebody
 * who has been asked about since: so colliders that are made and dropped leave nothing behind, whether or not garbage is collected meanwhile. Who returns, and finds
 * that nobody new has taken the room of others in between, is one of more than there is room for that are asked about in turn: for these the memory grows, up
 * to `mostBytes`. There some stay, and the others are answered by the general path: if each took the room of the next, all would be packed anew for every question.
 *
 * It grows by a larger memory that takes its place, with the same bytes at the same addresses. (To grow the one there is would detach
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
  /** Of somebody for whom there was no room, the last question in which, and how many they were. */
  refused: WeakMap<object, { last: number; times: number }>;
  /** Gives up the blocks of what has been collected: earlier than they would be otherwise. */
  registry: FinalizationRegistry<Block>;
  /** How many questions have been asked. */
  clock: number;
  /** The last question in which somebody who was new took the room of others. */
  arrival: number;
  /** How large the memory becomes before blocks are given up, and how large at all. */
  usualBytes: number;
  mostBytes: number;
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
  refitRoot(collider: number): void;
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
  | 'castRays'
  | 'findNearest'
  | 'mayCount'
  | 'beginParting'
  | 'goPastTouching'
  | 'goPast'
  | 'meetNext'
  | 'boxInstant'
  | 'poseVertices'
  | 'certifyFans'
  | 'partStep'
  | 'boxWindow'
  | 'walkNear'
  | 'walkNearOfTwo'
  | 'listLeaves'
  | 'leaveOutSeparated',
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
  /** How many blocks its owner had before, and how often there had been no room for it until then. */
  returns: number;
  refusals: number;
}

/** How large the memory becomes before blocks are given up, and how large at all, if nobody says otherwise. */
export const USUAL_BYTES = 2 ** 27;
export const MOST_BYTES = 2 ** 30;
/** Addresses stay below 2^31, as offsets of vertices do in the exact test of triangles. */
export const LARGEST_MEMORY = 2 ** 31 - 2 ** 16;
const SMALLEST_MEMORY = 2 ** 23;
const PAGE = 2 ** 16;
/** By how much it grows at least, as each time it is copied. */
const GROWTH = 1.5;
/** The square of this is how many questions about somebody are answered without it at most, before others give up their room for it. */
const LONGEST_WAIT = 8;

/** `reserved` bytes at the beginning belong to no block; there is more than these. Throws where a memory or an instance is refused. */
export function createArena(module: Module, reserved: number, mostBytes = MOST_BYTES): Arena {
  const blocks: Block[] = [{ start: 0, size: reserved, used: Infinity, usedLast: Infinity, returns: 0, refusals: 0 }];
  const arena: Arena = {
    module,
    self: { module: null, calls: null },
    check: { module: null, calls: null },
    ...createMemory(module, Math.min(SMALLEST_MEMORY, mostBytes)),
    blocks,
    untouched: 0,
    shapes: new WeakMap(),
    colliders: new WeakMap(),
    plans: new WeakMap(),
    surfaces: new WeakMap(),
    refused: new WeakMap(),
    registry: new FinalizationRegistry(block => giveUp(blocks, block)),
    clock: 0,
    arrival: 0,
    usualBytes: Math.min(USUAL_BYTES, mostBytes),
    mostBytes,
  };
  return arena;
}

type Memory = Pick<Arena, 'memory' | 'calls' | 'bytes' | 'words' | 'floats' | 'numbers'>;

function createMemory(module: Module, size: number): Memory {
  const { Memory, Instance } = webAssembly()!;
  const memory = new Memory({ initial: Math.floor(size / PAGE) });
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
export function takeBlock(arena: Arena, size: number, owner: object, before: Block | undefined): Block | null {
  const rounded = 64 * Math.ceil(size / 64);
  const block = placeBlock(arena, rounded) ?? makeRoom(arena, rounded, owner, before);
  const refusals = arena.refused.get(owner)?.times ?? 0;
  if (block === null) {
    arena.refused.set(owner, { last: arena.clock, times: refusals + 1 });
    return null;
  }
  block.refusals = refusals;
  if (before !== undefined) block.returns = before.returns + 1;
  const end = block.start + rounded;
  arena.bytes.fill(0, block.start, Math.max(block.start, Math.min(end, arena.untouched)));
  arena.untouched = Math.max(arena.untouched, end);
  arena.registry.register(owner, block);
  return block;
}

/** Puts a block into the first gap that is large enough; null if there is none. */
function placeBlock({ blocks, bytes, clock }: Arena, size: number): Block | null {
  for (let k = 0; k < blocks.length; k++) {
    const start = blocks[k].start + blocks[k].size;
    const end = k + 1 < blocks.length ? blocks[k + 1].start : bytes.length;
    if (end - start < size) continue;
    const block = { start, size, used: clock, usedLast: clock, returns: 0, refusals: 0 };
    blocks.splice(k + 1, 0, block);
    return block;
  }
  return null;
}

/**
 * Larger memory up to the usual size; then the room of blocks that were used longest ago, and before the owner was asked about last; then larger
 * memory still, for the current question and for who takes turns with others. The oftener somebody has lost its room, the longer it waits until others lose theirs: packing takes as
 * long as many questions.
 */
function makeRoom(arena: Arena, size: number, owner: object, before: Block | undefined): Block | null {
  if (arena.bytes.length < arena.usualBytes && enlarge(arena, size, arena.usualBytes)) {
    const placed = placeBlock(arena, size);
    if (placed) return placed;
  }
  const refused = arena.refused.get(owner);
  const askedLast = Math.max(before?.usedLast ?? 0, refused?.last ?? 0);
  const wait = before === undefined ? 0 : Math.min(before.returns + 1, LONGEST_WAIT) ** 2;
  const hasWaited = (refused?.times ?? 0) - (before?.refusals ?? 0) >= wait;
  for (;;) {
    const oldest = arena.blocks.reduce((old, block) => (block.used < old.used ? block : old));
    if (oldest.used >= arena.clock) break;
    if (!(oldest.used < askedLast) || !hasWaited) {
      if (askedLast === 0 || askedLast < arena.arrival) return null;
      break;
    }
    giveUp(arena.blocks, oldest);
    if (before === undefined) arena.arrival = arena.clock;
    const placed = placeBlock(arena, size);
    if (placed) return placed;
  }
  if (endOf(arena) + size > arena.mostBytes || !enlarge(arena, size, arena.mostBytes)) return null;
  return placeBlock(arena, size);
}

function endOf({ blocks }: Arena): number {
  const last = blocks[blocks.length - 1];
  return last.start + last.size;
}

/** Larger memory in place of the one there is, with room for `size` at its end as far as the limit allows; false if there is none to be had. */
function enlarge(arena: Arena, size: number, limit: number): boolean {
  const { bytes, untouched } = arena;
  const wanted = PAGE * Math.ceil(Math.max(GROWTH * bytes.length, endOf(arena) + size) / PAGE);
  try {
    Object.assign(arena, createMemory(arena.module, Math.min(wanted, limit)));
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
