import { volumeDistance, volumeExtent } from '../../bounds/volumes.ts';
import { type Collider, checkCollider, openCollider, refitNode } from '../../collider.ts';
import { sayValue } from '../../math/say-value.ts';
import { createLastHit, type LastHit, reserveStack, type Workspace } from '../../workspace.ts';
import { mostPairs, pushPairs } from '../walk/pair-stack.ts';
import { pairVolumes } from '../walk/pair-volumes.ts';
import { type VisitLeaves, walkPairs } from '../walk/walk-pairs.ts';
import { ANY_DIRECTION, createMotion, DIRECTIONS, type Motion, measureMotion, OPPOSITE } from './motion.ts';

/**
 * Where the last query between two colliders ended: pairs of nodes that together cover all pairs of triangles, each apart
 * (and by how much) or a pair of leaves. The next query starts there and not at the roots, and leaves alone what cannot
 * have closed its gap since: for animation, where poses follow each other in small steps. Front tracking is the idea of
 * [LiChen1998], the gaps as credits of motion are ours.
 */
export interface Tracker {
  a: Collider;
  b: Collider;
  /** @internal */
  motionA: Motion;
  /** @internal */
  motionB: Motion;
  /** The pairs: two nodes, and the ways their parts may go before they can touch. @internal */
  pairs: PairTable;
  /** The pair of leaves that touched last; -1: none. @internal */
  hitA: number;
  /** @internal */
  hitB: number;
  /** The same among the leaves of the compiled query, which has some of its own. @internal */
  compiledHit: LastHit;
  /** Which nodes have been brought to the current pose alone, and by which family they may have been too. @internal */
  nodesA: NodeStates;
  /** @internal */
  nodesB: NodeStates;
  /** When the walk last began at the roots: pairs it ended with and tests it took. @internal */
  restartPairs: number;
  /** @internal */
  restartTests: number;
  /** The pairs are not to be relied on: begin at the roots. So it is too while a walk changes them. @internal */
  mustRestart: boolean;
  /** How often in a row following the front took about as many tests as a restart, and plain walks left to do for it. @internal */
  failures: number;
  /** @internal */
  plainWalks: number;
}

interface PairTable {
  nodesA: Uint32Array;
  nodesB: Uint32Array;
  /** Which of the two motions' ways tell how far the nodes have gone towards each other. */
  travelA: Uint16Array;
  travelB: Uint16Array;
  limits: Float64Array;
  count: number;
}

/**
 * Prepares queries that build on each other (`trackPairs`, `trackTouch`). Between them the
 * colliders may move in any way; the smaller the steps, the more is saved.
 * @example
 * {@includeCode ../../../examples/api/pairs.ts#tracking}
 */
export function createTracker(a: Collider, b: Collider): Tracker {
  checkCollider(a, 'a', 'createTracker');
  checkCollider(b, 'b', 'createTracker');
  return {
    a,
    b,
    motionA: createMotion(a),
    motionB: createMotion(b),
    pairs: createTable(),
    hitA: -1,
    hitB: -1,
    compiledHit: createLastHit(),
    nodesA: createNodeStates(a),
    nodesB: createNodeStates(b),
    restartPairs: 0,
    restartTests: 0,
    mustRestart: true,
    failures: 0,
    plainWalks: 0,
  };
}

/** Refuses what is no tracker. */
export function checkTracker(tracker: Tracker, caller: string): void {
  if (tracker?.pairs?.limits === undefined || tracker.motionA === undefined || tracker.motionB === undefined) {
    throw new Error(`${caller}: the tracker is ${sayValue(tracker)}; give one made by createTracker.`);
  }
  checkCollider(tracker.a, 'a of the tracker', caller);
  checkCollider(tracker.b, 'b of the tracker', caller);
}

/**
 * As `walkPairs`, from where the last walk ended. Boxes in world space, which most are, are compared in place, and told
 * apart by the axis along which they are farthest apart: motion across it does not count.
 */
export function walkFront(tracker: Tracker, workspace: Workspace, visit: VisitLeaves): void {
  const { a, b, motionA, motionB } = tracker;
  const isRestart = tracker.mustRestart;
  tracker.mustRestart = true; // until this walk has ended: one that is broken off leaves half a front
  if (tracker.plainWalks > 0) {
    tracker.plainWalks--;
    walkPairs(a, b, workspace, visit);
    return;
  }
  openCollider(a);
  openCollider(b);
  measureMotion(motionA);
  measureMotion(motionB);
  const pairing = pairVolumes(a, b, workspace.pairing);
  const { test, kindA, kindB, sizeA, sizeB } = pairing;
  const { volumes: volumesA } = a;
  const { volumes: volumesB } = b;
  const { links: linksA, ends: endsA } = a.shape.tree;
  const { links: linksB, ends: endsB } = b.shape.tree;
  const verticesBefore = a.verticesDeformed + b.verticesDeformed;
  const { pairs } = tracker;
  if (isRestart) {
    pairs.count = 0;
    motionA.travel.fill(0); // no pair counts from before: and parts that may have been anywhere are where they are
    motionB.travel.fill(0);
    writePair(tracker, 0, 0, 0, ANY_DIRECTION, -Infinity);
  }
  reserveStack(workspace, 2 * mostPairs(a, b), 0);
  const { stack, counts } = workspace;
  let volumeTests = 0;
  let refits = 0;
  let isStopped = false;
  const isBox = test === 'box';
  const { travel: waysA } = motionA;
  const { travel: waysB } = motionB;
  for (let k = 0, end = pairs.count; k < end && !isStopped; k++) {
    if (waysA[pairs.travelA[k]] + waysB[pairs.travelB[k]] < pairs.limits[k]) continue; // still apart
    stack[0] = pairs.nodesA[k];
    stack[1] = pairs.nodesB[k];
    let top = 2;
    let place = k; // the first pair that comes of this one takes its place, the others go to the end
    while (top > 0) {
      const j = stack[--top];
      const i = stack[--top];
      if (isStopped) {
        writePair(tracker, pairs.count, i, j, ANY_DIRECTION, -Infinity); // still to be looked at, in the next query
        continue;
      }
      refits += refreshNode(a, tracker.nodesA, i) + refreshNode(b, tracker.nodesB, j);
      volumeTests++;
      let direction = ANY_DIRECTION;
      let gap = 0;
      if (isBox) {
        const o = 6 * i;
        const p = 6 * j;
        gap = Math.abs(volumesA[o] - volumesB[p]) - (volumesA[o + 3] + volumesB[p + 3]);
        direction = volumesA[o] < volumesB[p] ? 0 : 3;
        const y = Math.abs(volumesA[o + 1] - volumesB[p + 1]) - (volumesA[o + 4] + volumesB[p + 4]);
        if (y > gap) {
          gap = y;
          direction = volumesA[o + 1] < volumesB[p + 1] ? 1 : 4;
        }
        const z = Math.abs(volumesA[o + 2] - volumesB[p + 2]) - (volumesA[o + 5] + volumesB[p + 5]);
        if (z > gap) {
          gap = z;
          direction = volumesA[o + 2] < volumesB[p + 2] ? 2 : 5;
        }
      } else gap = volumeDistance(test, pairing, volumesA, sizeA * i, volumesB, sizeB * j);
      if (gap > 0) {
        writePair(tracker, place, i, j, direction, gap);
        place = pairs.count;
        continue;
      }
      const linkA = linksA[i];
      const linkB = linksB[j];
      if (linkA < 0 && linkB < 0) {
        writePair(tracker, place, i, j, ANY_DIRECTION, -Infinity);
        place = pairs.count;
        if (visit(a, i, b, j, workspace)) isStopped = true;
      } else if (
        linkB < 0 ||
        (linkA >= 0 && volumeExtent(kindA, volumesA, sizeA * i) >= volumeExtent(kindB, volumesB, sizeB * j))
      ) {
        top = pushPairs(stack, top, linkA, endsA[i], j, j + 1);
      } else {
        top = pushPairs(stack, top, i, i + 1, linkB, endsB[j]);
      }
    }
  }
  counts.volumeTests += volumeTests;
  counts.refits += refits;
  counts.vertices += a.verticesDeformed + b.verticesDeformed - verticesBefore;
  judge(tracker, isRestart, isStopped, volumeTests);
}

/**
 * Pairs only ever go down the trees: once there are many more than a fresh walk would leave, or following them takes about
 * as many tests, start afresh. Where that happens again and again the poses are too far apart for fronts; then walks that
 * write none, which are cheaper, fill in for a while.
 */
function judge(tracker: Tracker, isRestart: boolean, isStopped: boolean, tests: number): void {
  tracker.mustRestart = isRestart && isStopped;
  if (isStopped) return;
  if (isRestart) {
    tracker.restartPairs = tracker.pairs.count;
    tracker.restartTests = tests;
    return;
  }
  const isSlow = tests > 0.75 * tracker.restartTests + 16;
  tracker.failures = isSlow ? tracker.failures + 1 : 0;
  tracker.mustRestart = isSlow || tracker.pairs.count > 1.5 * tracker.restartPairs + 64;
  if (tracker.failures > 1) tracker.plainWalks = MOST_PLAIN_WALKS;
}

const MOST_PLAIN_WALKS = 14;

interface NodeStates {
  /** The collider's era that the epochs are of. */
  era: number;
  /** The first of the siblings of each node, where their common epoch is kept. */
  firstOf: Uint32Array;
  epochs: Int32Array;
}

/**
 * Brings the volume of a node to the current pose, without its siblings, which a front does not ask for. Returns how many
 * were refitted.
 */
export function refreshNode(collider: Collider, states: NodeStates, node: number): number {
  const { epoch } = collider.posed;
  const { firstOf, epochs } = states;
  if (states.era !== collider.era) {
    states.era = collider.era;
    epochs.fill(0);
  }
  if (epochs[node] === epoch || collider.volumeEpochs[firstOf[node]] === epoch) return 0;
  refitNode(collider, node);
  epochs[node] = epoch;
  return 1;
}

function createNodeStates(collider: Collider): NodeStates {
  const { links, ends } = collider.shape.tree;
  const firstOf = new Uint32Array(links.length);
  for (let node = 0; node < links.length; node++)
    if (links[node] >= 0) firstOf.fill(links[node], links[node], ends[node]);
  return { era: collider.era, firstOf, epochs: new Int32Array(links.length) };
}

function createTable(): PairTable {
  return {
    nodesA: new Uint32Array(64),
    nodesB: new Uint32Array(64),
    travelA: new Uint16Array(64),
    travelB: new Uint16Array(64),
    limits: new Float64Array(64),
    count: 0,
  };
}

/** Puts a pair, `gap` apart in a direction (or to be looked at again: -Infinity), in its place in the table, or at its end. */
function writePair(
  { pairs, motionA, motionB }: Tracker,
  place: number,
  nodeA: number,
  nodeB: number,
  direction: number,
  gap: number,
): void {
  if (place === pairs.limits.length) {
    pairs.nodesA = enlarge(pairs.nodesA, new Uint32Array(2 * place));
    pairs.nodesB = enlarge(pairs.nodesB, new Uint32Array(2 * place));
    pairs.travelA = enlarge(pairs.travelA, new Uint16Array(2 * place));
    pairs.travelB = enlarge(pairs.travelB, new Uint16Array(2 * place));
    pairs.limits = enlarge(pairs.limits, new Float64Array(2 * place));
  }
  if (place === pairs.count) pairs.count++;
  const wayA = DIRECTIONS * motionA.parts.partOf[nodeA] + direction;
  const wayB = DIRECTIONS * motionB.parts.partOf[nodeB] + OPPOSITE[direction];
  const start = motionA.travel[wayA] + motionB.travel[wayB];
  pairs.nodesA[place] = nodeA;
  pairs.nodesB[place] = nodeB;
  pairs.travelA[place] = wayA;
  pairs.travelB[place] = wayB;
  pairs.limits[place] = start < Infinity ? start + gap - 1e-14 * (Math.abs(start) + gap) : -Infinity;
}

function enlarge<T extends Uint32Array | Uint16Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
