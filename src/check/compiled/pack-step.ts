import { type Arena, type Block, type CheckCalls, giveUp, takeBlock } from '../../compiled/arena.ts';
import { CHECK_MODULE } from '../../compiled/check-module.ts';
import { openEngine } from '../../compiled/engine.ts';
import { openPart } from '../../compiled/open-part.ts';
import type { BodyMotion } from '../scan/body-motion.ts';

/** The vertices of a body at both ends of a step in the memory of the compiled query. */
interface PackedEnds {
  block: Block;
  memory: Uint8Array;
  /** Where those of even instants are, in bytes, then those of odd ones; and which poses these are. */
  places: [number, number];
  poses: [number, number];
}

/** What there is of a body that moves. */
export interface EndsInMemory {
  ends: PackedEnds | null;
}

/** A step of two bodies there: where the vertices of either are at its start and at its end. */
export interface PackedStep {
  calls: CheckCalls;
  startA: number;
  endA: number;
  startB: number;
  endB: number;
}

/**
 * A step of two bodies, from an instant to the next or to itself, in the memory of the compiled query of this thread; null if there is no room. Of two steps that follow each other
 * the end of one is the start of the other, so each instant is copied once: 10 us for 10,000 vertices.
 */
export function openStep(a: BodyMotion, b: BodyMotion, from: number, to: number): PackedStep | null {
  const arena = openEngine();
  return arena && openStepIn(arena, a, b, from, to);
}

/** The same in a given memory. */
export function openStepIn(arena: Arena, a: BodyMotion, b: BodyMotion, from: number, to: number): PackedStep | null {
  arena.clock++;
  const [ofA, ofB] = [packEnds(arena, a, from, to), packEnds(arena, b, from, to)];
  const calls = ofA && ofB && openPart(arena, arena.check, CHECK_MODULE);
  // The second may have taken its room in a larger memory, in which the first is where it was.
  if (!calls) return null;
  const [start, end] = [from & 1, to & 1];
  return { calls, startA: ofA.places[start], endA: ofA.places[end], startB: ofB.places[start], endB: ofB.places[end] };
}

function packEnds(arena: Arena, { window, poses, inMemory }: BodyMotion, from: number, to: number): PackedEnds | null {
  let { ends } = inMemory;
  if (ends === null || ends.memory !== arena.bytes || ends.block.used < 0) {
    if (ends !== null && ends.block.used >= 0) giveUp(arena.blocks, ends.block);
    const bytes = 8 * window.positions[0].length;
    const block = takeBlock(arena, 2 * bytes, inMemory, ends?.block);
    if (block === null) return null;
    const memory = arena.bytes;
    ends = { block, memory, places: [block.start, block.start + bytes], poses: [0, 0] };
    inMemory.ends = ends;
  }
  ends.block.used = arena.clock;
  for (const instant of [from, to]) {
    if (ends.poses[instant & 1] === poses.ofInstants[instant]) continue;
    ends.poses[instant & 1] = poses.ofInstants[instant];
    arena.numbers.set(window.positions[instant], ends.places[instant & 1] / 8);
  }
  return ends;
}
