import { type Arena, type Block, type CheckCalls, giveUp, takeBlock } from '../../compiled/arena.ts';
import { CHECK_MODULE } from '../../compiled/check-module.ts';
import { openEngine } from '../../compiled/engine.ts';
import { openPart } from '../../compiled/open-part.ts';
import { isPlanCompiled, packPlan } from '../../compiled/pack-plan.ts';
import type { BodyMotion } from '../scan/body-motion.ts';
import { emptyBoxes } from '../scan/keepers.ts';
import { isTreeCompiled, layOut, packSurface } from './pack-snapshot.ts';

/** A body at its instants in the memory of the compiled query: `BodyWindow` of compiled/assembly/check/window-records.ts, and what that names. */
interface PackedWindow {
  arena: Arena;
  block: Block;
  /** In bytes. */
  places: Record<'positions' | 'narrow' | 'boxes' | 'drifts' | 'rest' | 'cached' | 'leafBoxes', number>;
  /** Which poses the vertices are of, by instant; and the search that the boxes are of (`beginSearch`). */
  poses: Float64Array;
  search: number;
}

/** What there is of a body that moves. */
export interface WindowInMemory {
  packed: PackedWindow | null;
}

/** Sizes: the record, in bytes; leaves whose triangles stay boxed; the boxes of a leaf. */
const RECORD = 64;
const CACHED = 64;
const LEAF_BOXES = 8 * 6;

/** For how many instants a coordinate has room: a vector has four. */
function roomFor(instants: number): number {
  return instants <= 4 ? 4 : 16;
}

/** Whether the compiled query knows windows of such a body. */
export function isWindowCompiled({ shape, window }: BodyMotion): boolean {
  return window.instants <= 16 && isTreeCompiled(shape) && isPlanCompiled(window.plan);
}

/** The vertices of a body at instants `from` to `to` in memory; null if there is no room. Each instant is copied once: 10 us for 10,000 vertices. */
export function packInstants(arena: Arena, motion: BodyMotion, from: number, to: number): PackedWindow | null {
  const { window, poses, inMemory } = motion;
  let { packed } = inMemory;
  if (packed === null || packed.arena !== arena || packed.block.used < 0) {
    packed = placeWindow(arena, motion);
    if (packed === null) return null;
    inMemory.packed = packed;
  }
  packed.block.used = arena.clock;
  for (let k = Math.min(from, to); k <= Math.max(from, to); k++) {
    if (packed.poses[k] === poses.ofInstants[k]) continue;
    packed.poses[k] = poses.ofInstants[k];
    arena.numbers.set(window.positions[k], placeOfInstant(motion, packed, k) / 8);
  }
  return packed;
}

/** Gives up the room of a body that nothing more is asked about. */
export function dropWindow({ inMemory }: BodyMotion): void {
  const { packed } = inMemory;
  if (packed !== null && packed.block.used >= 0) giveUp(packed.arena.blocks, packed.block);
  inMemory.packed = null;
}

/** Where the vertices of an instant are, in bytes. */
function placeOfInstant({ window }: BodyMotion, { places }: PackedWindow, instant: number): number {
  return places.positions + 8 * window.positions[0].length * instant;
}

function placeWindow(arena: Arena, motion: BodyMotion): PackedWindow | null {
  const { shape, window, inMemory } = motion;
  const before = inMemory.packed;
  dropWindow(motion);
  const { instants, positions } = window;
  const nodes = shape.tree.links.length;
  const run = 4 * roomFor(instants);
  const { size, ...places } = layOut(RECORD, {
    positions: 8 * positions[0].length * instants,
    narrow: run * positions[0].length,
    boxes: 6 * run * nodes,
    drifts: 8 * nodes,
    rest: 8 * positions[0].length,
    cached: 4 * CACHED,
    leafBoxes: LEAF_BOXES * run * (CACHED + 1),
  });
  const block = takeBlock(arena, size, inMemory, before?.block);
  if (block === null) return null;
  for (const name in places) places[name as keyof typeof places] += block.start;
  arena.numbers.set(shape.mesh.positions, places.rest / 8);
  return { arena, block, places, poses: new Float64Array(instants), search: 0 };
}

/**
 * The record of a body over the instants that are asked about, with their boxes and drifts: made if that has not been done since `beginSearch`. Null if there is no room, or the module does
 * not know such a body.
 */
export function packWindow(arena: Arena, motion: BodyMotion): number | null {
  const { shape, window } = motion;
  if (!isWindowCompiled(motion)) return null;
  const plan = packPlan(arena, window.plan);
  const surface = plan && packSurface(arena, shape);
  const packed = surface && packInstants(arena, motion, 0, window.count - 1);
  const calls = packed && openPart(arena, arena.check, CHECK_MODULE);
  if (!calls) return null;
  const { block, places } = packed;
  const { count, instants, positions } = window;
  const run = 4 * roomFor(instants);
  const { positions: vertices, ...others } = places;
  arena.words.set(
    [plan.block.start, surface.start, vertices, 8 * positions[0].length, count, run, ...Object.values(others)],
    block.start / 4,
  );
  if (packed.search === motion.searches) return block.start;
  packed.search = motion.searches;
  arena.numbers.set(window.drift.ofNodes, places.drifts / 8);
  calls.boxWindow(block.start);
  if (motion.anyGone) emptyBoxes(motion, arena.floats, places.boxes / 4, roomFor(instants));
  return block.start;
}

/** A step of two bodies there: where the vertices of either are at its start and at its end. */
export interface PackedStep {
  calls: CheckCalls;
  startA: number;
  endA: number;
  startB: number;
  endB: number;
}

/** A step of two bodies, from an instant to the next or to itself, in the memory of the compiled query of this thread; null if there is no room. */
export function openStep(a: BodyMotion, b: BodyMotion, from: number, to: number): PackedStep | null {
  const arena = openEngine();
  return arena && openStepIn(arena, a, b, from, to);
}

/** The same in a given memory. */
export function openStepIn(arena: Arena, a: BodyMotion, b: BodyMotion, from: number, to: number): PackedStep | null {
  arena.clock++;
  const ofA = packInstants(arena, a, from, to);
  const ofB = ofA && packInstants(arena, b, from, to);
  // The second may have taken its room in a larger memory, in which the first is where it was.
  const calls = ofB && openPart(arena, arena.check, CHECK_MODULE);
  if (!calls) return null;
  const [startA, endA] = [from, to].map(instant => placeOfInstant(a, ofA!, instant));
  const [startB, endB] = [from, to].map(instant => placeOfInstant(b, ofB!, instant));
  return { calls, startA, endA, startB, endB };
}
