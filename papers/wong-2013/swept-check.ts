import { clearContacts } from '../../src/continuous/self/contacts.ts';
import { findFeatures } from '../../src/continuous/self/features.ts';
import { createFeatureTester, type FeatureTester } from '../../src/continuous/self/test-features.ts';
import type { Mesh } from '../../src/mesh/mesh.ts';
import { buildGroupTree, type GroupTree } from '../../src/tree/group-tree.ts';
import { createSweptDops, dopsOverlap, padOf, projectVertices, type SweptDops, sweepNodes } from './swept-dops.ts';

/**
 * What the methods of the literature have in common: a median-split tree of swept 16-DOPs with one triangle per leaf, all
 * of it brought up to date in every step. Triangles are renumbered to the order of the tree.
 */
export interface SweptCheck {
  tester: FeatureTester;
  tree: GroupTree;
  dops: SweptDops;
  pad: number;
  stack: Int32Array;
}

/**
 * Prepares a mesh at rest; with clusters, the tree has one branch for each of them.
 */
export function createSweptCheck(mesh: Mesh, clusterOfTriangle: Uint32Array | null): SweptCheck {
  const tree = buildGroupTree(mesh.triangles, mesh.positions, clusterOfTriangle, 1);
  const triangles = new Uint32Array(mesh.triangles.length);
  for (let slot = 0; slot < tree.order.length; slot++) {
    for (let k = 0; k < 3; k++) triangles[3 * slot + k] = mesh.triangles[3 * tree.order[slot] + k];
  }
  const start = Float64Array.from(mesh.positions);
  const dops = createSweptDops(start.length / 3, tree.rights.length);
  projectVertices(start, dops.end);
  return {
    tester: createFeatureTester(findFeatures({ positions: start, triangles }), { start, end: start.slice() }),
    tree,
    dops,
    pad: 0,
    stack: new Int32Array(8 * (tree.depth + 8)),
  };
}

/**
 * Where the next step starts from, if that is not where the last one ended.
 */
export function startSweptFrom({ tester, dops }: SweptCheck, positions: Float64Array): void {
  tester.motion.end.set(positions);
  projectVertices(positions, dops.end);
}

/**
 * The end of the last step becomes the start of the next; that ends at `positions`.
 */
export function takeSweptStep({ tester, dops }: SweptCheck, positions: Float64Array): void {
  const { motion } = tester;
  const { start } = motion;
  motion.start = motion.end;
  motion.end = start;
  const slabs = dops.start;
  dops.start = dops.end;
  dops.end = slabs;
  motion.end.set(positions);
}

/**
 * Forgets the contacts of the last step and brings all volumes to this one.
 */
export function sweepStep(check: SweptCheck): void {
  const { tester, tree, dops } = check;
  clearContacts(tester.contacts);
  projectVertices(tester.motion.end, dops.end);
  sweepNodes(tree, tester.features.triangles, dops);
  check.pad = padOf(tester.motion);
}

/** Begins a walk of the tree against itself: the pair of roots waits. Returns the top of the stack. */
export function beginWalk({ stack }: SweptCheck): number {
  stack[0] = stack[1] = 0;
  return 2;
}

/** Puts the children of the larger node on the stack, each with the other node. */
export function descend({ tree, stack }: SweptCheck, i: number, j: number, top: number): number {
  const { rights, starts, ends } = tree;
  if (ends[i] - starts[i] >= ends[j] - starts[j]) {
    stack[top] = i + 1;
    stack[top + 1] = j;
    stack[top + 2] = rights[i];
    stack[top + 3] = j;
  } else {
    stack[top] = i;
    stack[top + 1] = j + 1;
    stack[top + 2] = i;
    stack[top + 3] = rights[j];
  }
  return top + 4;
}

/** Puts both children of a node on the stack, each with itself, and the two with each other. */
export function descendInto({ tree, stack }: SweptCheck, node: number, top: number): number {
  const right = tree.rights[node];
  stack[top] = node + 1;
  stack[top + 1] = node + 1;
  stack[top + 2] = right;
  stack[top + 3] = right;
  stack[top + 4] = node + 1;
  stack[top + 5] = right;
  return top + 6;
}

/**
 * Walks the tree against itself: meets every pair of triangles whose volumes, and whose ancestors' volumes, overlap, below nodes that
 * may touch themselves.
 */
export function walkSwept(
  check: SweptCheck,
  mayTouchItself: (node: number) => boolean,
  test: (one: number, other: number) => void,
): void {
  const { tester, tree, dops, stack, pad } = check;
  const { rights, starts } = tree;
  const { nodes } = dops;
  let volumeTests = 0;
  let top = beginWalk(check);
  while (top > 0) {
    const j = stack[--top];
    const i = stack[--top];
    if (i === j) {
      if (rights[i] > 0 && mayTouchItself(i)) top = descendInto(check, i, top);
      continue;
    }
    volumeTests++;
    if (!dopsOverlap(nodes, i, j, pad)) continue;
    if (rights[i] > 0 || rights[j] > 0) top = descend(check, i, j, top);
    else test(starts[i], starts[j]);
  }
  tester.stats.volumeTests += volumeTests;
}
