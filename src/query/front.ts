import { volumeDistance, volumeExtent } from '../bounds/volumes.ts';
import { type Collider, refitNode } from '../collider.ts';
import { AGAINST, ANY_DIRECTION, createMotion, DIRECTIONS, type Motion, measureMotion } from './motion.ts';
import { createPairStack } from './pair-stack.ts';
import { pairVolumes } from './pair-volumes.ts';
import type { Stats } from './stats.ts';
import { type VisitLeaves, walkPairs } from './walk-pairs.ts';

/**
 * Where the last query between two colliders ended: pairs of nodes that together cover all pairs of triangles, each apart
 * (and by how much) or a pair of leaves. The next query starts there and not at the roots, and leaves alone what cannot
 * have closed its gap since: for animation, where poses follow each other in small steps. Front tracking is the idea of
 * [LiChen1998], the gaps as credits of motion are ours.
 */
export interface Front {
  a: Collider;
  b: Collider;
  motionA: Motion;
  motionB: Motion;
  /** The pairs: two nodes, a direction in which they are apart, and the ways of their parts at which that may end. */
  pairs: PairTable;
  /** The pair of leaves that touched last; -1: none. */
  hitA: number;
  hitB: number;
  /** Which nodes have been brought to the current pose alone, and by which family they may have been too. */
  nodesA: NodeStates;
  nodesB: NodeStates;
  /** When the walk last began at the roots: pairs it ended with and tests it took. */
  restartPairs: number;
  restartTests: number;
  mustRestart: boolean;
  /** How often in a row following the front took about as many tests as a restart, and plain walks left to do for it. */
  failures: number;
  plainWalks: number;
}

interface PairTable {
  nodesA: Uint32Array;
  nodesB: Uint32Array;
  directions: Uint8Array;
  limits: Float64Array;
  count: number;
}

/**
 * Prepares queries that build on each other (`trackPairs`, `trackTouch`). Between them the
 * colliders may move in any way; the smaller the steps, the more is saved.
 */
export function createFront(a: Collider, b: Collider): Front {
  return {
    a,
    b,
    motionA: createMotion(a),
    motionB: createMotion(b),
    pairs: createTable(),
    hitA: -1,
    hitB: -1,
    nodesA: createNodeStates(a),
    nodesB: createNodeStates(b),
    restartPairs: 0,
    restartTests: 0,
    mustRestart: true,
    failures: 0,
    plainWalks: 0,
  };
}

/** As `walkPairs`, from where the last walk ended. */
export function walkFront(front: Front, visit: VisitLeaves, stats: Stats): void {
  const { a, b, motionA, motionB } = front;
  if (front.plainWalks > 0) {
    front.plainWalks--;
    front.mustRestart = true;
    walkPairs(a, b, visit, stats);
    return;
  }
  measureMotion(motionA);
  measureMotion(motionB);
  const pairing = pairVolumes(a, b);
  const { test, kindA, kindB, sizeA, sizeB } = pairing;
  const { volumes: volumesA } = a;
  const { volumes: volumesB } = b;
  const { links: linksA, ends: endsA } = a.shape.tree;
  const { links: linksB, ends: endsB } = b.shape.tree;
  const verticesBefore = a.verticesDeformed + b.verticesDeformed;
  const { pairs } = front;
  const isRestart = front.mustRestart;
  if (isRestart) {
    pairs.count = 0;
    motionA.isRead.fill(0);
    motionB.isRead.fill(0);
    writePair(front, 0, 0, 0, ANY_DIRECTION, -Infinity);
  }
  const stack = createPairStack(a, b);
  let volumeTests = 0;
  let refits = 0;
  let isStopped = false;
  for (let k = 0, end = pairs.count; k < end && !isStopped; k++) {
    const way = readWays(front, pairs.nodesA[k], pairs.nodesB[k], pairs.directions[k]);
    if (way < pairs.limits[k]) continue; // still apart
    stack[0] = pairs.nodesA[k];
    stack[1] = pairs.nodesB[k];
    let top = 2;
    let place = k; // the first pair that comes of this one takes its place, the others go to the end
    while (top > 0) {
      const j = stack[--top];
      const i = stack[--top];
      if (isStopped) {
        writePair(front, pairs.count, i, j, ANY_DIRECTION, -Infinity); // still to be looked at, in the next query
        continue;
      }
      refits += refreshNode(a, front.nodesA, i) + refreshNode(b, front.nodesB, j);
      volumeTests++;
      const distance = volumeDistance(test, pairing, volumesA, sizeA * i, volumesB, sizeB * j);
      if (distance > 0) {
        const apart = test === 'box' ? farthestAxis(volumesA, sizeA * i, volumesB, sizeB * j) : ANY_DIRECTION;
        const gap = test === 'box' ? axisGap(volumesA, sizeA * i, volumesB, sizeB * j, apart) : distance;
        const start = readWays(front, i, j, apart);
        const limit = start < Infinity ? start + gap - 1e-14 * (Math.abs(start) + gap) : -Infinity;
        writePair(front, place, i, j, apart, limit);
        place = pairs.count;
        continue;
      }
      const linkA = linksA[i];
      const linkB = linksB[j];
      if (linkA < 0 && linkB < 0) {
        writePair(front, place, i, j, ANY_DIRECTION, -Infinity);
        place = pairs.count;
        if (visit(i, j)) {
          isStopped = true;
          front.hitA = i;
          front.hitB = j;
        }
      } else if (
        linkB < 0 ||
        (linkA >= 0 && volumeExtent(kindA, volumesA, sizeA * i) >= volumeExtent(kindB, volumesB, sizeB * j))
      ) {
        for (let child = linkA; child < endsA[i]; child++) {
          stack[top++] = child;
          stack[top++] = j;
        }
      } else {
        for (let child = linkB; child < endsB[j]; child++) {
          stack[top++] = i;
          stack[top++] = child;
        }
      }
    }
  }
  stats.volumeTests += volumeTests;
  stats.refits += refits;
  stats.vertices += a.verticesDeformed + b.verticesDeformed - verticesBefore;
  judge(front, isRestart, isStopped, volumeTests);
}

/**
 * Pairs only ever go down the trees: once there are many more than a fresh walk would leave, or following them takes about
 * as many tests, start afresh. Where that happens again and again the poses are too far apart for fronts; then walks that
 * write none, which are cheaper, fill in for a while.
 */
function judge(front: Front, isRestart: boolean, isStopped: boolean, tests: number): void {
  if (isStopped) return;
  if (isRestart) {
    front.restartPairs = front.pairs.count;
    front.restartTests = tests;
    front.mustRestart = false;
    return;
  }
  const isSlow = tests > 0.75 * front.restartTests + 16;
  front.failures = isSlow ? front.failures + 1 : 0;
  front.mustRestart = isSlow || front.pairs.count > 1.5 * front.restartPairs + 64;
  if (front.failures > 1) front.plainWalks = MOST_PLAIN_WALKS;
}

const MOST_PLAIN_WALKS = 14;

/** How far the parts of two nodes have gone towards each other, the first one going in `direction`. */
function readWays({ motionA, motionB }: Front, nodeA: number, nodeB: number, direction: number): number {
  const partA = motionA.parts.partOf[nodeA];
  const partB = motionB.parts.partOf[nodeB];
  return motionA.ways[DIRECTIONS * partA + direction] + motionB.ways[DIRECTIONS * partB + AGAINST[direction]];
}

/** The direction in which box `i` of `a` has farthest to go to reach box `j` of `b`. */
function farthestAxis(a: Float64Array, i: number, b: Float64Array, j: number): number {
  let best = 0;
  for (let axis = 1; axis < 3; axis++) if (axisGap(a, i, b, j, axis) > axisGap(a, i, b, j, best)) best = axis;
  return a[i + best] < b[j + best] ? best : best + 3;
}

function axisGap(a: Float64Array, i: number, b: Float64Array, j: number, direction: number): number {
  const axis = direction % 3;
  return Math.abs(a[i + axis] - b[j + axis]) - (a[i + 3 + axis] + b[j + 3 + axis]);
}

interface NodeStates {
  /** The first of the siblings of each node, where their common epoch is kept. */
  firstOf: Uint32Array;
  epochs: Int32Array;
}

/**
 * Brings the volume of a node to the current pose, without its siblings, which a front does not ask for. Returns how many
 * were refitted.
 */
export function refreshNode(collider: Collider, { firstOf, epochs }: NodeStates, node: number): number {
  const { epoch } = collider.posed;
  if (epochs[node] === epoch || collider.volumeEpochs[firstOf[node]] === epoch) return 0;
  epochs[node] = epoch;
  refitNode(collider, node);
  return 1;
}

function createNodeStates(collider: Collider): NodeStates {
  const { links, ends } = collider.shape.tree;
  const firstOf = new Uint32Array(links.length);
  for (let node = 0; node < links.length; node++)
    if (links[node] >= 0) firstOf.fill(links[node], links[node], ends[node]);
  return { firstOf, epochs: new Int32Array(links.length) };
}

function createTable(): PairTable {
  return {
    nodesA: new Uint32Array(64),
    nodesB: new Uint32Array(64),
    directions: new Uint8Array(64),
    limits: new Float64Array(64),
    count: 0,
  };
}

/** Puts a pair in its place in the table, or at its end; from now on the motion of both parts is measured. */
function writePair(
  { pairs, motionA, motionB }: Front,
  place: number,
  nodeA: number,
  nodeB: number,
  direction: number,
  limit: number,
): void {
  if (place === pairs.limits.length) {
    pairs.nodesA = enlarge(pairs.nodesA, new Uint32Array(2 * place));
    pairs.nodesB = enlarge(pairs.nodesB, new Uint32Array(2 * place));
    pairs.directions = enlarge(pairs.directions, new Uint8Array(2 * place));
    pairs.limits = enlarge(pairs.limits, new Float64Array(2 * place));
  }
  pairs.nodesA[place] = nodeA;
  pairs.nodesB[place] = nodeB;
  pairs.directions[place] = direction;
  pairs.limits[place] = limit;
  if (place === pairs.count) pairs.count++;
  motionA.isRead[motionA.parts.partOf[nodeA]] = 1;
  motionB.isRead[motionB.parts.partOf[nodeB]] = 1;
}

function enlarge<T extends Uint32Array | Uint8Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
