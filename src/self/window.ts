import { JOINT_STRIDE } from '../deform/posed-joints.ts';
import { addPair, createPairList, type PairList } from '../query/pairs/pair-list.ts';
import { createStats } from '../query/stats.ts';
import { type CertifiedFans, certifyFans, createFans, type KnownFans } from './certify-fans.ts';
import type { SelfPlan } from './plan.ts';
import { boxNodesAt, createWindowBoxes, gatherInstants, type WindowBoxes } from './reasons/boxes-over-window.ts';
import { createDrift, type Drift } from './reasons/drift.ts';
import { type Instants, measureDriftOverWindow } from './reasons/drift-over-window.ts';
import { markKeptFans } from './reasons/kept-fans.ts';
import { testNeighbours } from './test-neighbours.ts';
import { beginWalk, createWalk, type SelfWalk, walkOn } from './walk.ts';
import { listNearOfLeaves } from './window-leaves.ts';

/**
 * A surface at several instants, between which every vertex moves evenly, and what holds for it at all times from the
 * first to the last: the reasons of search.ts, each with the most that any instant tells. What they leave is looked at
 * step by step.
 */
export interface SelfWindow extends Instants {
  plan: SelfPlan;
  /** For how many instants there is room, and how many the window has. */
  instants: number;
  count: number;
  positions: Float64Array[];
  joints: Float64Array[];
  boxes: WindowBoxes;
  drift: Drift;
  /** 1 for vertices around which no two triangles cross at any instant, since they drift too little. */
  isKept: Uint8Array;
  /** Those of the instant asked about last. */
  fans: CertifiedFans;
  walk: SelfWalk;
  /** Room for pairs of leaves that follow one joint. */
  ofOneJoint: PairList;
}

export function createWindow(plan: SelfPlan, instants: number): SelfWindow {
  const { mesh, tree, deformer } = plan.shape;
  const floats = (length: number): Float64Array[] => Array.from({ length: instants }, () => new Float64Array(length));
  return {
    plan,
    instants,
    count: 0,
    positions: floats(mesh.positions.length),
    joints: floats(JOINT_STRIDE * deformer.sets.jointCount),
    magnitudes: new Float64Array(instants),
    boxes: createWindowBoxes(plan.shape, instants),
    drift: createDrift(plan),
    isKept: new Uint8Array(plan.usedVertices),
    fans: createFans(plan),
    walk: createWalk(tree),
    ofOneJoint: createPairList(),
  };
}

/** To be called when `positions[instant]` has been written; joints and magnitude are as for `poseInstant`. `isBoxed`: the boxes of nodes have been written too. */
export function setInstant(
  window: SelfWindow,
  instant: number,
  joints: Float64Array,
  magnitude: number,
  isBoxed = false,
): void {
  window.joints[instant].set(joints);
  window.magnitudes[instant] = magnitude;
  if (!isBoxed) boxNodesAt(window.plan.shape, window.positions[instant], window.boxes.atInstants[instant]);
}

/** Two instants change places. */
export function swapInstants({ positions, joints, magnitudes, boxes }: SelfWindow, one: number, other: number): void {
  const { atInstants } = boxes;
  [positions[one], positions[other]] = [positions[other], positions[one]];
  [joints[one], joints[other]] = [joints[other], joints[one]];
  [magnitudes[one], magnitudes[other]] = [magnitudes[other], magnitudes[one]];
  [atInstants[one], atInstants[other]] = [atInstants[other], atInstants[one]];
}

/**
 * Finds out what holds over the first `count` instants, once all of them are set. Of pairs without a common vertex only
 * such are ruled out by their drift as stay farther apart than `leastGap`.
 */
export function openWindow(window: SelfWindow, count: number, leastGap: number): void {
  const { plan, drift, isKept, boxes } = window;
  window.count = count;
  boxes.isGathered = false;
  measureDriftOverWindow(plan, window, count, leastGap, drift);
  isKept.fill(0);
  markKeptFans(plan, drift, isKept);
}

/**
 * Adds all pairs of triangles without a common vertex that may touch at some time of the window, by slot, the lower
 * first: those that neither their drift nor their boxes keep apart. Pairs of leaves that follow two joints come first, then the
 * others, from the first leaves on: the same order for all windows, whatever is left out of it.
 */
export function listNearPairs(window: SelfWindow, out: PairList): void {
  const { plan, drift, boxes, walk, count, ofOneJoint } = window;
  const { ofNodes: jointOf } = plan.mainJoints;
  const { leaves } = walk;
  gatherInstants(boxes, count);
  ofOneJoint.length = 0;
  beginWalk(walk);
  while (walkOn(walk, plan, drift, boxes.ofNodes, boxes.instants, count)) {
    for (let k = 0; k < walk.length; k += 2) {
      const i = leaves[k];
      const j = leaves[k + 1];
      if (jointOf[i] === jointOf[j]) addPair(ofOneJoint, i, j);
      else listNearOfLeaves(window, i, j, out);
    }
  }
  for (let k = ofOneJoint.length - 2; k >= 0; k -= 2) {
    listNearOfLeaves(window, ofOneJoint.data[k], ofOneJoint.data[k + 1], out);
  }
}

/** Adds all pairs of neighbours that cross at an instant of the window, by slot, the lower first. `known`: the fans of that instant, if somebody else has looked at them. */
export function findCrossingNeighbours(
  window: SelfWindow,
  instant: number,
  out: PairList,
  known: KnownFans | null = null,
): void {
  testNeighbours(known ?? certifyInstant(window, instant), false, createStats(), out);
}

function certifyInstant({ positions, isKept, fans }: SelfWindow, instant: number): KnownFans {
  fans.positions = positions[instant];
  fans.isFlat.set(isKept);
  certifyFans(fans);
  return fans;
}
