import type { Arena, CheckCalls } from '../../compiled/arena.ts';
import { CHECK_MODULE } from '../../compiled/check-module.ts';
import { openEngine } from '../../compiled/engine.ts';
import { openPart } from '../../compiled/open-part.ts';
import { CAPACITY, PAIRS, QUERY, STACK } from '../../compiled/query-record.ts';
import type { PairList } from '../../query/pairs/pair-list.ts';
import type { BodyMotion } from '../scan/body-motion.ts';
import { FOUND, NEAR_WORDS, writeQuery } from './list-near.ts';
import { packWindow } from './pack-window.ts';

/** Pairs of two bodies, and of each the direction that is tried first. Of those that are `asked` about is told which one tells that they stay apart; -1: none does. */
export interface StepPairs {
  list: PairList;
  directions: Uint8Array;
  asked: (pair: number) => boolean;
  told: Int8Array;
}

/** So many pairs are asked about at once. */
const MOST = Math.floor((8 * CAPACITY) / (4 * NEAR_WORDS));

/** Tells `findSeparatingDirection` of pairs of triangles in a step, from an instant to another, by the compiled query of this thread; false if there is none, or no room. */
export function partStepCompiled(
  a: BodyMotion,
  b: BodyMotion,
  from: number,
  to: number,
  margin: number,
  pairs: StepPairs,
): boolean {
  // biome-ignore format: one line
  const arena = openEngine();
  return arena !== null && partStepIn(arena, a, b, from, to, margin, pairs);
}

/** The same in a given memory. */
export function partStepIn(
  arena: Arena,
  a: BodyMotion,
  b: BodyMotion,
  from: number,
  to: number,
  margin: number,
  { list, directions, asked, told }: StepPairs,
): boolean {
  arena.clock++;
  const ofA = packWindow(arena, a);
  const ofB = ofA === null || a === b ? ofA : packWindow(arena, b);
  const calls = ofA !== null && ofB !== null && openPart(arena, arena.check, CHECK_MODULE);
  if (!calls) return false;
  const { words } = arena;
  writeQuery(arena, ofA, ofB, margin);
  const waiting = new Uint32Array(Math.min(MOST, list.length >> 1));
  let count = 0;
  for (let pair = 0; 2 * pair < list.length; pair++) {
    if (!asked(pair)) continue;
    const at = PAIRS / 4 + NEAR_WORDS * count;
    words[at] = list.data[2 * pair];
    words[at + 1] = list.data[2 * pair + 1];
    words[at + 2] = directions[pair];
    waiting[count++] = pair;
    if (count < MOST) continue;
    ask(arena, calls, from, to, waiting, count, told);
    count = 0;
  }
  ask(arena, calls, from, to, waiting, count, told);
  return true;
}

function ask(
  { words }: Arena,
  calls: CheckCalls,
  from: number,
  to: number,
  waiting: Uint32Array,
  count: number,
  told: Int8Array,
): void {
  // biome-ignore format: one line
  words[QUERY / 4 + FOUND] = count;
  calls.partStep(QUERY, from, to, STACK);
  for (let k = 0; k < count; k++) told[waiting[k]] = words[PAIRS / 4 + NEAR_WORDS * k + 2];
}
