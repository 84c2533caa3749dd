import {
  classifyFromPoint,
  classifyFromSegment,
  NEGATIVE,
  type Observers,
  POSITIVE,
} from '../../src/continuous/radial-view/classify.ts';
import type { Mesh } from '../../src/mesh/mesh.ts';
import { type GroupTree, NO_GROUP } from '../../src/tree/group-tree.ts';
import { type Culling, isLeftOut, testEligible } from './culling.ts';
import { findOrphans, type Orphans, testOrphans } from './orphans.ts';
import { createSweptCheck, descend, descendInto, type SweptCheck, sweepStep } from './swept-check.ts';
import { dopsOverlap } from './swept-dops.ts';

/** The method of [Wong2013] as published, with its errors repaired: what `findContactsByRadialViews` needs. */
export interface RadialCheck extends SweptCheck {
  observers: Observers;
  areSegments: Uint8Array;
  /** The first and the end of the triangles of each cluster, and its view (-1: not looked at). */
  ranges: { node: number; from: number; to: number; view: number }[];
  everyTriangle: Uint32Array;
  codes: Int32Array;
  culling: Culling;
  /** Below each node, how many triangles are negative, and how many uncertain. */
  negatives: Uint32Array;
  uncertains: Uint32Array;
  orphans: Orphans;
  /** Of the volume tests, those inside clusters. */
  intraTests: number;
}

export interface RadialClusters {
  clusterOfTriangle: Uint32Array;
  viewOfCluster: Int32Array;
  areSegments: Uint8Array;
}

/**
 * Prepares a mesh at rest for `findContactsByRadialViews`; the plan speaks of its triangles.
 */
export function createRadialCheck(mesh: Mesh, plan: RadialClusters): RadialCheck {
  const check = createSweptCheck(mesh, plan.clusterOfTriangle);
  const { tree } = check;
  const triangles = tree.order.length;
  const labels = new Int32Array(triangles);
  const ranges: RadialCheck['ranges'] = [];
  for (let node = 0; node < tree.groups.length; ) {
    const cluster = tree.groups[node];
    if (cluster === NO_GROUP) {
      node++;
      continue;
    }
    const [from, to] = [tree.starts[node], tree.ends[node]];
    ranges.push({ node, from, to, view: plan.viewOfCluster[cluster] });
    labels.fill(cluster, from, to);
    node += 2 * (to - from) - 1;
  }
  const views = plan.areSegments.length;
  return {
    ...check,
    observers: { start: new Float64Array(6 * views), end: new Float64Array(6 * views) },
    areSegments: plan.areSegments,
    ranges,
    everyTriangle: Uint32Array.from({ length: triangles }, (_, t) => t),
    codes: new Int32Array(triangles),
    culling: { labels, signs: new Uint8Array(triangles), leavesOutNeighbours: true },
    negatives: new Uint32Array(tree.rights.length),
    uncertains: new Uint32Array(tree.rights.length),
    orphans: findOrphans(check.tester.features, labels),
    intraTests: 0,
  };
}

/**
 * The observers go on to the next step; that ends where `observers` says.
 */
export function moveObservers({ observers }: RadialCheck, places: Float64Array): void {
  const { start } = observers;
  observers.start = observers.end;
  observers.end = start;
  start.set(places);
}

/**
 * Finds the first contact of the step ([Wong2013] 5), of a mesh free of contact at its start: triangles are classified from
 * the observer of their cluster; inside a cluster, pairs with different or uncertain signs are tested; between clusters,
 * all but neighbours, whose features are orphans.
 */
export function findContactsByRadialViews(check: RadialCheck): void {
  sweepStep(check);
  classifyTriangles(check);
  const before = check.tester.stats.volumeTests;
  for (const { node, view } of check.ranges) {
    if (view < 0 || check.negatives[node] + check.uncertains[node] > 0) walk(check, node, true);
  }
  check.intraTests += check.tester.stats.volumeTests - before;
  walk(check, 0, false);
  testOrphans(check.tester, check.orphans);
}

/**
 * The radial-view update: classifies all triangles and counts them up the trees.
 */
export function classifyTriangles(check: RadialCheck): void {
  const { tester, ranges, observers, areSegments, everyTriangle, codes, culling } = check;
  codes.fill(0);
  for (const { from, to, view } of ranges) {
    if (view < 0) continue;
    const look = areSegments[view] ? classifyFromSegment : classifyFromPoint;
    look(tester.motion, tester.features.triangles, everyTriangle, from, to, observers, view, 0, codes);
  }
  for (let t = 0; t < codes.length; t++) culling.signs[t] = codes[t] & (POSITIVE | NEGATIVE);
  count(check.tree, culling.signs, check.negatives, check.uncertains);
}

function count(
  { rights, starts }: GroupTree,
  signs: Uint8Array,
  negatives: Uint32Array,
  uncertains: Uint32Array,
): void {
  for (let node = rights.length - 1; node >= 0; node--) {
    const right = rights[node];
    if (right > 0) {
      negatives[node] = negatives[node + 1] + negatives[right];
      uncertains[node] = uncertains[node + 1] + uncertains[right];
    } else {
      negatives[node] = signs[starts[node]] === NEGATIVE ? 1 : 0;
      uncertains[node] = signs[starts[node]] === 0 ? 1 : 0;
    }
  }
}

/** Whether some pair of triangles from the two nodes of a cluster has different or uncertain signs. */
function mayDiffer({ tree, negatives, uncertains }: RadialCheck, i: number, j: number): boolean {
  if (uncertains[i] > 0 || uncertains[j] > 0) return true;
  const { starts, ends } = tree;
  return (
    (negatives[i] > 0 && negatives[j] < ends[j] - starts[j]) || (negatives[j] > 0 && negatives[i] < ends[i] - starts[i])
  );
}

/** Walks one cluster against itself, or all clusters against each other. */
function walk(check: RadialCheck, root: number, isInside: boolean): void {
  const { tester, tree, dops, stack, pad, culling } = check;
  const { rights, starts, groups } = tree;
  const { nodes } = dops;
  const { triangles } = tester.features;
  let volumeTests = 0;
  let top = 0;
  stack[top++] = root;
  stack[top++] = root;
  while (top > 0) {
    const j = stack[--top];
    const i = stack[--top];
    if (i === j) {
      if (rights[i] === 0 || (isInside ? !mayDiffer(check, i, i) : groups[i] !== NO_GROUP)) continue;
      top = descendInto(check, i, top);
      continue;
    }
    if (isInside && !mayDiffer(check, i, j)) continue;
    volumeTests++;
    if (!dopsOverlap(nodes, i, j, pad)) continue;
    if (rights[i] > 0 || rights[j] > 0) top = descend(check, i, j, top);
    else if (!isLeftOut(culling, triangles, starts[i], starts[j])) testEligible(tester, culling, starts[i], starts[j]);
  }
  tester.stats.volumeTests += volumeTests;
}
