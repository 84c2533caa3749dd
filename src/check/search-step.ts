import type { LinearMotion } from '../continuous/elementary/linear-motion.ts';
import { trianglesTouch } from '../query/elementary/triangle-triangle.ts';
import { createPairList, type PairList } from '../query/pair-list.ts';
import { type BodyMotion, type Half, startSearch } from './body-motion.ts';
import { findFirstContact } from './first-contact.ts';
import { findNearPairs, findNearPairsOfTwo } from './near-pairs.ts';
import { type CheckPlan, keyOf } from './plan.ts';
import { isKnownAtRest } from './rest-contacts.ts';
import { findCrossingNeighbours } from './stars.ts';
import { trianglesStayApart } from './stay-apart.ts';

/** Bodies on their way, and room for searching them. */
export interface Stage {
  plan: CheckPlan;
  motions: BodyMotion[];
  near: PairList;
  crossing: PairList;
}

/** Two regions that are near each other during a step: pairs of triangles by slot, those of the first region first. */
export interface Meeting {
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

export function createStage(plan: CheckPlan, motions: BodyMotion[]): Stage {
  return { plan, motions, near: createPairList(), crossing: createPairList() };
}

/**
 * Everything that touches, or may touch, on the way to the half `end`, by pairs of regions: exactly the pairs of triangles that
 * touch at its end, and all that could have touched in between. What touches at rest already is left out.
 */
export function searchStep(stage: Stage, end: Half): Map<number, Meeting> {
  const { plan, motions } = stage;
  const meetings = new Map<number, Meeting>();
  for (const motion of motions) startSearch(motion);
  const reach = Math.max(...motions.map(findReach));
  for (const [a, b] of plan.encounters) {
    stage.near.length = 0;
    if (a === b) findNearPairs(motions[a], stage.near);
    else findNearPairsOfTwo(motions[a], motions[b], stage.near);
    sortNearPairs(stage, a, b, end, reach, meetings);
    if (a === b) addCrossingNeighbours(stage, a, end, meetings);
  }
  return meetings;
}

/** The largest coordinate of a body: that of its root's boxes. */
function findReach({ nodes }: BodyMotion): number {
  let reach = 0;
  for (let k = 0; k < 12; k++) reach = Math.max(reach, Math.abs(nodes[k]));
  return reach;
}

function sortNearPairs(
  { plan, motions, near }: Stage,
  a: number,
  b: number,
  end: Half,
  reach: number,
  meetings: Map<number, Meeting>,
): void {
  const motionA = motionTo(motions[a], end);
  const motionB = motionTo(motions[b], end);
  const trianglesA = motions[a].shape.mesh.triangles;
  const trianglesB = motions[b].shape.mesh.triangles;
  const { data, length } = near;
  for (let k = 0; k < length; k += 2) {
    const one = 3 * data[k];
    const other = 3 * data[k + 1];
    const a0 = 3 * trianglesA[one];
    const a1 = 3 * trianglesA[one + 1];
    const a2 = 3 * trianglesA[one + 2];
    const b0 = 3 * trianglesB[other];
    const b1 = 3 * trianglesB[other + 1];
    const b2 = 3 * trianglesB[other + 2];
    if (trianglesStayApart(motionA, a0, a1, a2, motionB, b0, b1, b2, reach)) continue;
    const isTouching = trianglesTouch(motionA.end, a0, a1, a2, motionB.end, b0, b1, b2);
    addToMeeting(plan, meetings, a, data[k], b, data[k + 1], isTouching);
  }
}

function addCrossingNeighbours(stage: Stage, body: number, end: Half, meetings: Map<number, Meeting>): void {
  const { plan, motions, crossing } = stage;
  crossing.length = 0;
  findCrossingNeighbours(motions[body], end, crossing);
  for (let k = 0; k < crossing.length; k += 2) {
    addToMeeting(plan, meetings, body, crossing.data[k], body, crossing.data[k + 1], true);
  }
}

function addToMeeting(
  plan: CheckPlan,
  meetings: Map<number, Meeting>,
  bodyA: number,
  slotA: number,
  bodyB: number,
  slotB: number,
  isTouching: boolean,
): void {
  if (isKnownAtRest(plan, bodyA, slotA, bodyB, slotB)) return;
  let regionA = plan.firstRegions[bodyA] + plan.shapes[bodyA].regions.regionOfTriangle[slotA];
  let regionB = plan.firstRegions[bodyB] + plan.shapes[bodyB].regions.regionOfTriangle[slotB];
  const isTurned = regionA > regionB;
  if (isTurned) [regionA, regionB] = [regionB, regionA];
  const key = keyOf(plan, regionA, regionB);
  let meeting = meetings.get(key);
  if (!meeting) {
    meeting = { bodyA, bodyB, regionA, regionB, touching: [], open: [] };
    meetings.set(key, meeting);
  }
  const list = isTouching ? meeting.touching : meeting.open;
  if (isTurned) list.push(slotB, slotA);
  else list.push(slotA, slotB);
}

function motionTo({ positions }: BodyMotion, end: Half): LinearMotion {
  return { start: positions[1 - end], end: positions[end] };
}

/** When the regions of a meeting first touch on the way to the half `end`, as a part of the step; Infinity: they do not. */
export function findBeginning({ motions }: Stage, meeting: Meeting, end: Half): number {
  return findEarliest(motions, meeting, end);
}

/** When they last touch; -Infinity: they do not. The same, told backwards. */
export function findEnding({ motions }: Stage, meeting: Meeting, end: Half): number {
  return 1 - findEarliest(motions, meeting, end === 0 ? 1 : 0);
}

function findEarliest(motions: BodyMotion[], { bodyA, bodyB, touching, open }: Meeting, to: Half): number {
  const motionA = motionTo(motions[bodyA], to);
  const motionB = motionTo(motions[bodyB], to);
  const cornersOf = (body: number, slot: number): number[] => {
    const { triangles } = motions[body].shape.mesh;
    return [3 * triangles[3 * slot], 3 * triangles[3 * slot + 1], 3 * triangles[3 * slot + 2]];
  };
  let earliest = Infinity;
  for (const list of [touching, open]) {
    for (let k = 0; k < list.length; k += 2) {
      const cornersA = cornersOf(bodyA, list[k]);
      const cornersB = cornersOf(bodyB, list[k + 1]);
      earliest = Math.min(earliest, findFirstContact(motionA, cornersA, motionB, cornersB, bodyA === bodyB));
    }
  }
  return earliest;
}
