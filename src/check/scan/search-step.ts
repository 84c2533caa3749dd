import { createImpact } from '../../continuous/elementary/impact.ts';
import type { LinearMotion } from '../../continuous/elementary/linear-motion.ts';
import { trianglesTouch } from '../../query/elementary/triangle-triangle.ts';
import { addPair, createPairList, type PairList } from '../../query/pairs/pair-list.ts';
import { findNearSteps } from '../../self/reasons/boxes-over-window.ts';
import { listNearPairs } from '../../self/window.ts';
import { listNearCompiled, NEAR_WORDS } from '../compiled/list-near.ts';
import { dropBody } from '../compiled/pack-snapshot.ts';
import { dropWindow } from '../compiled/pack-window.ts';
import { partStepCompiled } from '../compiled/part-step.ts';
import { type CheckPlan, keyOf } from '../plan/plan.ts';
import { isKnownAtRest, knownAtRest, leaveOutKnown } from '../plan/rest-contacts.ts';
import { type BodyMotion, beginSearch, boxNodes, createBodyMotion, findLargest } from './body-motion.ts';
import { findFirstContact } from './first-contact.ts';
import { isGone, listGoneSteps } from './keepers.ts';
import { carriedPairs, createStackOfTwo, findCrossing, findNearPairsOfTwo, leaveOutCarried } from './near-pairs.ts';
import { leaveOutSeparated } from './part-window.ts';
import { DIRECTIONS, findSeparatingDirection, marginOf } from './stay-apart.ts';
import { findStill, type Still } from './still.ts';

/** All bodies at a few instants, and what is near each other at any time from the first to the last of them. */
export interface ScanWindow {
  plan: CheckPlan;
  motions: BodyMotion[];
  /** For each encounter of the plan: pairs of slots, the steps in which they are near, and the direction that last told that they stay apart. */
  near: PairList[];
  steps: Uint32Array[];
  directions: Uint8Array[];
  /** Room for the directions of one step (`partStepCompiled`). */
  told: Int8Array;
  crossing: PairList;
  /** Room for walking each two bodies. */
  stacks: Int32Array[];
  /** When the bodies of each encounter lie to each other as at rest. */
  still: Still[];
}

/** Two regions that are near each other during a step: pairs of triangles by slot, those of the first region first. */
export interface RegionPair {
  /** Bodies, and regions numbered over all bodies; the first region is the lower. */
  bodyA: number;
  bodyB: number;
  regionA: number;
  regionB: number;
  /** Pairs that touch at the end of the step. */
  touching: number[];
  /** Pairs that do not, but may have touched before. */
  open: number[];
}

/** A step of all bodies from one instant to the next, or one that stands still (`from` is `to`). */
export interface Step {
  from: number;
  to: number;
}

export function createScanWindow(plan: CheckPlan, instants: number, trustsJoints: boolean): ScanWindow {
  const motions = plan.shapes.map(shape => createBodyMotion(shape, instants, trustsJoints));
  return {
    plan,
    motions,
    near: plan.encounters.map(createPairList),
    steps: plan.encounters.map(() => new Uint32Array(0)),
    directions: plan.encounters.map(() => new Uint8Array(0)),
    told: new Int8Array(0),
    crossing: createPairList(),
    stacks: plan.encounters.map(([a, b]) => createStackOfTwo(motions[a], motions[b])),
    still: plan.encounters.map(() => ({ instants: 0, steps: 0 })),
  };
}

/** To be called when nothing more is asked about a window: others take its room in the memory of the compiled query at once, and not when it has been collected. */
export function closeScanWindow({ motions }: ScanWindow): void {
  for (const motion of motions) {
    dropWindow(motion);
    dropBody(motion.room.inMemory);
  }
}

/** Finds what is near over the first `count` instants: to be called before any of their steps is searched. `list`: what the compiled query lists, if it can. */
export function gatherNear(scan: ScanWindow, count: number, list = listNearCompiled): void {
  const { plan, motions, near, directions, still } = scan;
  const { rest } = plan.subject;
  const allSteps = 2 ** Math.max(1, count - 1) - 1;
  for (const motion of motions) beginSearch(motion, count);
  plan.encounters.forEach(([a, b], e) => {
    near[e].length = 0;
    if (a !== b) still[e] = findStill(motions[a], motions[b], rest[a], rest[b], count);
    if (still[e].steps === allSteps) return;
    if (!gatherCompiled(scan, e, count, list)) gatherHere(scan, e, count);
    if (2 * directions[e].length < near[e].length) directions[e] = new Uint8Array(near[e].length);
    else directions[e].fill(0, 0, near[e].length >> 1);
  });
}

/** By the compiled query, where there is one; false, with nothing done, if there is none. */
function gatherCompiled(scan: ScanWindow, e: number, count: number, list: typeof listNearCompiled): boolean {
  const { plan, motions, near, steps } = scan;
  const [a, b] = plan.encounters[e];
  const isKnown = knownAtRest(plan, a, b);
  const isCarried = a === b ? carriedPairs(motions[a]) : null;
  const stepsLeft = stepsLeftOf(scan, e, count);
  return list(motions[a], motions[b], {
    leaveOut(found) {
      const { words, start } = found;
      let kept = start;
      for (let k = start, end = start + NEAR_WORDS * found.count; k < end; k += NEAR_WORDS) {
        const one = words[k];
        const other = words[k + 1];
        if (isKnown?.(one, other) || isCarried?.(one, other)) continue;
        const left = stepsLeft ? stepsLeft(one, other, words[k + 2]) : words[k + 2];
        if (left === 0) continue;
        words[kept] = one;
        words[kept + 1] = other;
        words[kept + 2] = left;
        kept += NEAR_WORDS;
      }
      found.count = (kept - start) / NEAR_WORDS;
    },
    add({ words, start, count: more }) {
      const before = near[e].length >> 1;
      if (steps[e].length < before + more) {
        const larger = new Uint32Array(2 * (before + more));
        larger.set(steps[e].subarray(0, before));
        steps[e] = larger;
      }
      for (let k = before, o = start; k < before + more; k++, o += NEAR_WORDS) {
        addPair(near[e], words[o], words[o + 1]);
        steps[e][k] = words[o + 2];
      }
    },
  });
}

function gatherHere(scan: ScanWindow, e: number, count: number): void {
  const { plan, motions, near, steps, stacks } = scan;
  const [a, b] = plan.encounters[e];
  if (a === b) {
    boxNodes(motions[a]);
    listNearPairs(motions[a].window, near[e]);
  } else findNearPairsOfTwo(motions[a], motions[b], stacks[e], near[e]);
  leaveOutKnown(plan, a, b, near[e]);
  if (a === b) leaveOutCarried(motions[a], near[e]);
  tellNearSteps(scan, e, count);
  leaveOutSeparated(motions[a], motions[b], near[e], steps[e]);
}

function tellNearSteps(scan: ScanWindow, e: number, count: number): void {
  const { plan, motions, near, steps } = scan;
  const [a, b] = plan.encounters[e];
  const { ofTriangles: boxesA, instants } = motions[a].window.boxes;
  const { ofTriangles: boxesB } = motions[b].window.boxes;
  const { data, length } = near[e];
  if (2 * steps[e].length < length) steps[e] = new Uint32Array(length);
  for (let k = 0; k < length; k += 2) {
    const i = 6 * instants * data[k];
    const j = 6 * instants * data[k + 1];
    steps[e][k >> 1] = findNearSteps(boxesA, i, boxesB, j, instants, count);
  }
  const stepsLeft = stepsLeftOf(scan, e, count);
  if (stepsLeft) leaveOutSteps(near[e], steps[e], stepsLeft);
}

/** Of the steps in which a pair is near those in which neither has vanished, nor both lie as at rest; null if these are all. */
function stepsLeftOf({ plan, motions, still }: ScanWindow, e: number, count: number): StepsLeft | null {
  const [a, b] = plan.encounters[e].map(body => motions[body]);
  const stillSteps = still[e].steps;
  if (!a.anyGone && !b.anyGone && stillSteps === 0) return null;
  return (one, other, steps) => steps & ~(listGoneSteps(a, one, count) | listGoneSteps(b, other, count) | stillSteps);
}

type StepsLeft = (one: number, other: number, steps: number) => number;

/** Takes pairs out of the list of which no step is left. */
function leaveOutSteps(list: PairList, steps: Uint32Array, stepsLeft: StepsLeft): void {
  const { data } = list;
  let kept = 0;
  for (let k = 0; k < list.length; k += 2) {
    const left = stepsLeft(data[k], data[k + 1], steps[k >> 1]);
    if (left === 0) continue;
    data[kept] = data[k];
    data[kept + 1] = data[k + 1];
    steps[kept >> 1] = left;
    kept += 2;
  }
  list.length = kept;
}

/**
 * Everything that touches, or may touch, during a step, by pairs of regions: exactly the pairs of triangles that touch at its end,
 * and all that could have touched in between. What touches at rest already is left out.
 */
export function searchStep(scan: ScanWindow, step: Step): Map<number, RegionPair> {
  const { plan, motions } = scan;
  const regionPairs = new Map<number, RegionPair>();
  const reach = Math.max(...motions.map(motion => findLargest(motion, step.from, step.to)));
  plan.encounters.forEach(([a, b], e) => {
    sortNear(scan, e, step, reach, regionPairs);
    if (a !== b) return;
    scan.crossing.length = 0;
    findCrossing(motions[a], step.to, scan.crossing);
    const { data, length } = scan.crossing;
    for (let k = 0; k < length; k += 2) {
      if (isKnownAtRest(plan, a, data[k], a, data[k + 1])) continue;
      addToRegionPair(plan, regionPairs, a, data[k], a, data[k + 1], true);
    }
  });
  return regionPairs;
}

/** Instead of a direction: the pair touched at the end of the last step. */
const TOUCHED = DIRECTIONS;

function sortNear(
  scan: ScanWindow,
  e: number,
  { from, to }: Step,
  reach: number,
  regionPairs: Map<number, RegionPair>,
): void {
  const { plan, motions } = scan;
  const [a, b] = plan.encounters[e];
  const motionA = motionOf(motions[a], from, to);
  const motionB = motionOf(motions[b], from, to);
  const trianglesA = motions[a].shape.mesh.triangles;
  const trianglesB = motions[b].shape.mesh.triangles;
  const { data, length } = scan.near[e];
  if (length === 0) return;
  const near = scan.steps[e];
  const bit = 1 << Math.max(0, to - 1); // what is near at an instant is near in the step to it
  const directions = scan.directions[e];
  const anyGone = motions[a].anyGone || motions[b].anyGone;
  const list = scan.near[e];
  const told = scan.told.length < length ? (scan.told = new Int8Array(length)) : scan.told;
  const asked = (pair: number): boolean => (near[pair] & bit) !== 0 && directions[pair] !== TOUCHED;
  const pairs = { list, directions, asked, told };
  const isTold = partStepCompiled(motions[a], motions[b], from, to, marginOf(reach), pairs);
  const areStill = ((scan.still[e].instants >>> to) & 1) === 1;
  for (let k = 0; k < length; k += 2) {
    if (!(near[k >> 1] & bit)) continue;
    const slotA = data[k];
    const slotB = data[k + 1];
    const a0 = 3 * trianglesA[3 * slotA];
    const a1 = 3 * trianglesA[3 * slotA + 1];
    const a2 = 3 * trianglesA[3 * slotA + 2];
    const b0 = 3 * trianglesB[3 * slotB];
    const b1 = 3 * trianglesB[3 * slotB + 1];
    const b2 = 3 * trianglesB[3 * slotB + 2];
    const first = directions[k >> 1];
    const mayTouch = !areStill && !(anyGone && (isGone(motions[a], slotA, to) || isGone(motions[b], slotB, to)));
    // What touched in the step before mostly still does, and then no direction parts it.
    let isTouching = mayTouch && first === TOUCHED && trianglesTouch(motionA.end, a0, a1, a2, motionB.end, b0, b1, b2);
    if (!isTouching) {
      const start = first === TOUCHED ? 0 : first;
      const direction =
        isTold && first !== TOUCHED
          ? told[k >> 1]
          : findSeparatingDirection(motionA, a0, a1, a2, motionB, b0, b1, b2, reach, start);
      if (direction >= 0) {
        directions[k >> 1] = direction;
        continue;
      }
      isTouching = mayTouch && first !== TOUCHED && trianglesTouch(motionA.end, a0, a1, a2, motionB.end, b0, b1, b2);
    }
    directions[k >> 1] = isTouching ? TOUCHED : 0;
    addToRegionPair(plan, regionPairs, a, slotA, b, slotB, isTouching);
  }
}

function addToRegionPair(
  plan: CheckPlan,
  regionPairs: Map<number, RegionPair>,
  bodyA: number,
  slotA: number,
  bodyB: number,
  slotB: number,
  isTouching: boolean,
): void {
  let regionA = plan.firstRegions[bodyA] + plan.shapes[bodyA].regions.regionOfTriangle[slotA];
  let regionB = plan.firstRegions[bodyB] + plan.shapes[bodyB].regions.regionOfTriangle[slotB];
  const isTurned = regionA > regionB;
  if (isTurned) [regionA, regionB] = [regionB, regionA];
  const key = keyOf(plan, regionA, regionB);
  let regionPair = regionPairs.get(key);
  if (!regionPair) {
    regionPair = { bodyA, bodyB, regionA, regionB, touching: [], open: [] };
    regionPairs.set(key, regionPair);
  }
  const list = isTouching ? regionPair.touching : regionPair.open;
  if (isTurned) list.push(slotB, slotA);
  else list.push(slotA, slotB);
}

function motionOf({ window }: BodyMotion, from: number, to: number): LinearMotion {
  return { start: window.positions[from], end: window.positions[to] };
}

/** When two regions first touch during a step, as a part of it; Infinity: they do not. */
export function findBeginning({ motions }: ScanWindow, regionPair: RegionPair, { from, to }: Step): number {
  return findEarliest(motions, regionPair, from, to);
}

/** When they last touch; -Infinity: they do not. The same, told backwards. */
export function findEnding({ motions }: ScanWindow, regionPair: RegionPair, { from, to }: Step): number {
  return 1 - findEarliest(motions, regionPair, to, from);
}

function findEarliest(motions: BodyMotion[], regionPair: RegionPair, from: number, to: number): number {
  const { bodyA, bodyB, touching, open } = regionPair;
  const motionA = motionOf(motions[bodyA], from, to);
  const motionB = motionOf(motions[bodyB], from, to);
  const largest = Math.max(findLargest(motions[bodyA], from, to), findLargest(motions[bodyB], from, to));
  const cornersOf = (body: number, slot: number): number[] => {
    const { triangles } = motions[body].shape.mesh;
    return [3 * triangles[3 * slot], 3 * triangles[3 * slot + 1], 3 * triangles[3 * slot + 2]];
  };
  const impact = createImpact();
  const corners: LinearMotion = { start: new Float64Array(18), end: new Float64Array(18) };
  let earliest = Infinity;
  for (const list of [touching, open]) {
    for (let k = 0; k < list.length; k += 2) {
      const cornersA = cornersOf(bodyA, list[k]);
      const cornersB = cornersOf(bodyB, list[k + 1]);
      if (earliest < 1 && areApartUntil(earliest, motionA, cornersA, motionB, cornersB, largest, corners)) continue;
      earliest = Math.min(earliest, findFirstContact(motionA, cornersA, motionB, cornersB, bodyA === bodyB, impact));
    }
  }
  return earliest;
}

/** Whether two triangles certainly stay apart from the start of a step to a time in it: a tenth of the cost of `findFirstContact`. */
function areApartUntil(
  time: number,
  a: LinearMotion,
  cornersA: readonly number[],
  b: LinearMotion,
  cornersB: readonly number[],
  largest: number,
  corners: LinearMotion,
): boolean {
  for (let k = 0; k < 6; k++) {
    const { start, end } = k < 3 ? a : b;
    const v = k < 3 ? cornersA[k] : cornersB[k - 3];
    for (let axis = 0; axis < 3; axis++) {
      corners.start[3 * k + axis] = start[v + axis];
      corners.end[3 * k + axis] = start[v + axis] + time * (end[v + axis] - start[v + axis]);
    }
  }
  return findSeparatingDirection(corners, 0, 3, 6, corners, 9, 12, 15, largest, 0) >= 0;
}
