import { type Arena, type Block, giveUp, takeBlock } from '../../compiled/arena.ts';
import { CHECK_MODULE } from '../../compiled/check-module.ts';
import { openEngine } from '../../compiled/engine.ts';
import { openPart } from '../../compiled/open-part.ts';
import { isPlanCompiled, packPlan, seeFans } from '../../compiled/pack-plan.ts';
import type { KnownFans } from '../../self/certify-fans.ts';
import type { BodyMotion } from '../scan/body-motion.ts';
import { emptyBoxes } from '../scan/keepers.ts';
import { isTreeCompiled, layOut, packJoints, packSurface, placesOf } from './pack-snapshot.ts';

/** A body at its instants in the memory of the compiled query: `BodyWindow` of compiled/assembly/check/window-records.ts, and what that names. */
interface PackedWindow {
  arena: Arena;
  block: Block;
  /** In bytes. */
  places: Record<'positions' | 'narrow' | 'boxes' | 'drifts' | 'cached' | 'leafBoxes' | 'instantBoxes', number>;
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
  const { window, poses } = motion;
  const packed = takeWindow(arena, motion);
  if (packed === null) return null;
  for (let k = Math.min(from, to); k <= Math.max(from, to); k++) {
    if (packed.poses[k] === poses.ofInstants[k]) continue;
    packed.poses[k] = poses.ofInstants[k];
    arena.numbers.set(window.positions[k], placeOfInstant(motion, packed, k) / 8);
  }
  return packed;
}

/** The room of a body, whatever is in it; null if there is none. */
function takeWindow(arena: Arena, motion: BodyMotion): PackedWindow | null {
  const { inMemory } = motion;
  let { packed } = inMemory;
  if (packed === null || packed.arena !== arena || packed.block.used < 0) {
    packed = placeWindow(arena, motion);
    if (packed === null) return null;
    inMemory.packed = packed;
  }
  packed.block.used = arena.clock;
  return packed;
}

/**
 * Poses the vertices of a body at an instant by the compiled query of this thread, and boxes its nodes: what `deformAll` and `boxNodesAt` do, to the last bit. False, with nothing done, if there is none, or no
 * room, or it does not know the deformer: linear blending is known.
 */
export function poseCompiled(motion: BodyMotion, instant: number): boolean {
  const arena = openEngine();
  return arena !== null && poseIn(arena, motion, instant);
}

/** The same in a given memory. */
export function poseIn(arena: Arena, motion: BodyMotion, instant: number): boolean {
  const { shape, window, posing, poses } = motion;
  const { skinning, displacements } = shape.deformer;
  if (displacements.count > 0 || (skinning !== 'rigid' && skinning !== 'linear-blend')) return false;
  if (!isWindowCompiled(motion)) return false;
  arena.clock++;
  const plan = packPlan(arena, window.plan);
  const surface = plan && packSurface(arena, shape);
  const packed = surface && takeWindow(arena, motion);
  const calls = packed && openPart(arena, arena.check, CHECK_MODULE);
  if (!calls) return false;
  packJoints(arena, shape, surface, posing.joints);
  const vertices = placeOfInstant(motion, packed, instant);
  const { instantBoxes } = packed.places;
  calls.poseVertices(surface.start + placesOf(shape).blend, vertices);
  calls.boxInstant(plan.block.start, surface.start, vertices, instantBoxes);
  packed.poses[instant] = poses.ofInstants[instant];
  const positions = window.positions[instant];
  const boxes = window.boxes.atInstants[instant];
  positions.set(arena.numbers.subarray(vertices / 8, vertices / 8 + positions.length));
  boxes.set(arena.floats.subarray(instantBoxes / 4, instantBoxes / 4 + boxes.length));
  return true;
}

/** Finds the vertices around which two triangles may cross at an instant, by the compiled query of this thread; null if there is none, or no room. */
export function certifyCompiled(motion: BodyMotion, instant: number): KnownFans | null {
  const arena = openEngine();
  return arena && certifyIn(arena, motion, instant);
}

/** The same in a given memory. */
export function certifyIn(arena: Arena, motion: BodyMotion, instant: number): KnownFans | null {
  if (!isWindowCompiled(motion)) return null;
  arena.clock++;
  const plan = packPlan(arena, motion.window.plan);
  const packed = plan && packInstants(arena, motion, instant, instant);
  const calls = packed && openPart(arena, arena.check, CHECK_MODULE);
  if (!calls) return null;
  arena.bytes.set(motion.window.isKept, plan.isFlat);
  calls.certifyFans(plan.block.start, placeOfInstant(motion, packed, instant));
  return { ...seeFans(arena, plan), positions: motion.window.positions[instant] };
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
    cached: 4 * CACHED,
    leafBoxes: LEAF_BOXES * run * (CACHED + 1),
    instantBoxes: 24 * nodes,
  });
  const block = takeBlock(arena, size, inMemory, before?.block);
  if (block === null) return null;
  for (const name in places) places[name as keyof typeof places] += block.start;
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
  const rest = surface.start + placesOf(shape).rest;
  const { narrow, boxes, drifts, cached, leafBoxes } = places;
  const counts = [8 * positions[0].length, count, run];
  arena.words.set(
    [plan.block.start, surface.start, places.positions, ...counts, narrow, boxes, drifts, rest, cached, leafBoxes],
    block.start / 4,
  );
  if (packed.search === motion.searches) return block.start;
  packed.search = motion.searches;
  arena.numbers.set(window.drift.ofNodes, places.drifts / 8);
  calls.boxWindow(block.start);
  if (motion.anyGone) emptyBoxes(motion, arena.floats, places.boxes / 4, roomFor(instants));
  return block.start;
}
