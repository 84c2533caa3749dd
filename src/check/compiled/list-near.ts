import type { Arena, CheckCalls } from '../../compiled/arena.ts';
import { CHECK_MODULE } from '../../compiled/check-module.ts';
import { openEngine } from '../../compiled/engine.ts';
import { openPart } from '../../compiled/open-part.ts';
import { CAPACITY, PAIRS, QUERY, STACK, STACK_CAPACITY } from '../../compiled/query-record.ts';
import type { BodyMotion } from '../scan/body-motion.ts';
import { packWindow } from './pack-window.ts';

/** Pairs that are near, as the module writes them: two slots and the steps in which they are near. Some are taken out, the others are kept in their order. */
export interface NearList {
  words: Uint32Array;
  /** Where the first is, in words, and how many there are. */
  start: number;
  count: number;
}

/** Numbers that one pair takes. */
export const NEAR_WORDS = 3;

/** `NearQuery` of compiled/assembly/check/window-records.ts, in words from QUERY on; the margin is the first float64 number. */
const WORDS = { a: 8, top: 11, leafCount: 17, nextLeaf: 18 };
export const FOUND = 14;
/** The room of pairs is for pairs that are near, and behind them for pairs of leaves. */
const MOST_NEAR = 4096;
const LEAVES = PAIRS + 4 * NEAR_WORDS * MOST_NEAR;
const MOST_LEAVES = CAPACITY - (LEAVES - PAIRS) / 8;

/** What is done with pairs as they are found: `leaveOut` takes out what is known not to matter, then what one direction parts is taken out, and `add` is given the rest. */
export interface NearTaker {
  leaveOut(list: NearList): void;
  add(list: NearList): void;
}

/**
 * Lists what is near of two bodies, or of one and itself, over the instants asked about, by the compiled query of this thread; false, with nothing done, if it has none, or no room, or does not
 * know such bodies. The same pairs in the same order as `listNearPairs` (self/window.ts) and `findNearPairsOfTwo`: see compiled/assembly/check/box-window.ts for their boxes.
 */
export function listNearCompiled(a: BodyMotion, b: BodyMotion, taker: NearTaker): boolean {
  const arena = openEngine();
  return arena !== null && listNearIn(arena, a, b, taker);
}

/** The same in a given memory. */
export function listNearIn(arena: Arena, a: BodyMotion, b: BodyMotion, taker: NearTaker): boolean {
  if (!hasStack(a, b)) return false;
  arena.clock++;
  const ofA = packWindow(arena, a);
  const ofB = ofA === null || a === b ? ofA : packWindow(arena, b);
  const calls = ofA !== null && ofB !== null && openPart(arena, arena.check, CHECK_MODULE);
  if (!calls) return false;
  const { words } = arena;
  const q = QUERY / 4;
  const width = a === b ? 3 : 2;
  writeQuery(arena, ofA, ofB, Math.max(a.leastGap, b.leastGap));
  words[q + WORDS.top] = STACK + 4 * width;
  words.fill(0, STACK / 4, STACK / 4 + width);
  if (a === b) listOfOne(arena, calls, taker);
  else {
    while (words[q + WORDS.top] > STACK) {
      calls.walkNearOfTwo(QUERY);
      takeNear(arena, calls, taker);
    }
  }
  return true;
}

/** Writes a question about two bodies, by the places of their records. */
export function writeQuery({ words, numbers }: Arena, a: number, b: number, margin: number): void {
  numbers[QUERY / 8] = margin;
  words.set([a, b, STACK, STACK, PAIRS, MOST_NEAR, 0, LEAVES, MOST_LEAVES, 0, 0], QUERY / 4 + WORDS.a);
}

/** Whether the stack has room for the walk: each step down leaves at most all pairs of two families waiting. */
function hasStack(a: BodyMotion, b: BodyMotion): boolean {
  const [depthA, depthB] = [a.shape.tree.depth, b.shape.tree.depth];
  return a === b ? 3 * 5 * (depthA + 2) <= 2 * STACK_CAPACITY : 4 * (depthA + depthB + 3) <= 2 * STACK_CAPACITY;
}

/** Leaves of two joints first, then those of one, from the last to the first. */
function listOfOne(arena: Arena, calls: CheckCalls, taker: NearTaker): void {
  const { words } = arena;
  const q = QUERY / 4;
  const leaves: Uint32Array[] = [];
  while (words[q + WORDS.top] > STACK) {
    calls.walkNear(QUERY);
    takeNear(arena, calls, taker);
    leaves.push(words.slice(LEAVES / 4, LEAVES / 4 + 2 * words[q + WORDS.leafCount]));
    words[q + WORDS.leafCount] = 0;
  }
  for (const list of leaves.reverse()) {
    const count = list.length / 2;
    for (let k = 0; k < count; k++) {
      words[LEAVES / 4 + 2 * k] = list[2 * (count - 1 - k)];
      words[LEAVES / 4 + 2 * k + 1] = list[2 * (count - 1 - k) + 1];
    }
    words[q + WORDS.leafCount] = count;
    words[q + WORDS.nextLeaf] = 0;
    while (words[q + WORDS.nextLeaf] < count) {
      calls.listLeaves(QUERY);
      takeNear(arena, calls, taker);
    }
  }
}

/** Hands over what was found so far. */
function takeNear({ words }: Arena, calls: CheckCalls, taker: NearTaker): void {
  const q = QUERY / 4;
  const list = { words, start: PAIRS / 4, count: words[q + FOUND] };
  if (list.count > 0) taker.leaveOut(list);
  if (list.count > 0) {
    words[q + FOUND] = list.count;
    calls.leaveOutSeparated(QUERY);
    list.count = words[q + FOUND];
    taker.add(list);
  }
  words[q + FOUND] = 0;
}
