import type { Mesh } from '../../mesh/mesh.ts';
import { buildGroupTree, type GroupTree, NO_GROUP } from '../../tree/group-tree.ts';
import type { Observers } from '../radial-view/classify.ts';
import { type ClosePairs, createClosePairs, findClosePairs } from './close-pairs.ts';
import { clearContacts } from './contacts.ts';
import { findFeatures } from './features.ts';
import { boxNodes, type MovingBoxes } from './moving-boxes.ts';
import { createFeatureTester, type FeatureTester, testEdges, testVertexTriangle } from './test-features.ts';
import { createSeenCodes, createViews, lookAtStep, type SeenCodes, type ViewPlan, type Views } from './views.ts';
import { walkSelf } from './walk-self.ts';

/**
 * Everything for finding when a mesh first touches itself while its vertices move in straight lines, step after step.
 * Triangles are renumbered to the order of the tree: `order` says which was which.
 */
export interface SelfCheck {
  tester: FeatureTester;
  tree: GroupTree;
  order: Uint32Array;
  clusterOfTriangle: Uint32Array;
  views: Views;
  observers: Observers;
  codes: SeenCodes;
  /** The joined codes of all triangles of a node with what they own. */
  nodeCodes: Int32Array;
  boxes: MovingBoxes;
  /** Boxes of triangles, made when needed: fresh if stamped with the number of the step. */
  triangleBoxes: MovingBoxes;
  triangleSteps: Int32Array;
  step: number;
  /** The only joint that a vertex, a triangle and a whole node follow, -1 for none. */
  jointOfVertex: Int32Array;
  jointOfTriangle: Int32Array;
  jointOfNode: Int32Array;
  /** Whether what follows a joint alone keeps its shape up to an affine map during the step, so cannot touch itself. */
  keepsApart: Uint8Array;
  /** What follows one joint and is nearer than `restGap` at rest: tested in every step, as rounding may close the gap. */
  closePairs: ClosePairs;
  restGap: number;
  stack: Int32Array;
}

const LEAF_SIZE = 4;

/**
 * As a share of the largest coordinate at rest. Rounding of posed vertices is far below it unless a body is 10^5 times its size away from
 * the origin (then joints are not trusted); a mesh in float32 that is not torn along seams has no features nearer than that.
 */
const REST_GAP = 2 ** -26;

export interface SelfPlan extends ViewPlan {
  /** The only joint that each vertex follows, -1 for several; and how many joints there are. */
  jointOfVertex: Int32Array;
  joints: number;
}

/**
 * A plan without views: for meshes that nothing is known of. All contacts are found by volumes alone.
 */
export function createEmptyPlan(mesh: Mesh): SelfPlan {
  return {
    clusterOfTriangle: new Uint32Array(mesh.triangles.length / 3),
    viewOfCluster: Int32Array.of(-1),
    areSegments: new Uint8Array(0),
    neighbours: [],
    jointOfVertex: new Int32Array(mesh.positions.length / 3).fill(-1),
    joints: 0,
  };
}

/**
 * Prepares a mesh at rest. The plan speaks of its triangles; see `planShape` and `createEmptyPlan`.
 */
export function createSelfCheck(mesh: Mesh, plan: SelfPlan): SelfCheck {
  const tree = buildGroupTree(mesh.triangles, mesh.positions, plan.clusterOfTriangle, LEAF_SIZE);
  const { order } = tree;
  const triangles = new Uint32Array(mesh.triangles.length);
  const slotOf = new Uint32Array(order.length);
  for (let slot = 0; slot < order.length; slot++) {
    slotOf[order[slot]] = slot;
    for (let k = 0; k < 3; k++) triangles[3 * slot + k] = mesh.triangles[3 * order[slot] + k];
  }
  const features = findFeatures({ positions: mesh.positions, triangles });
  const clusterOfTriangle = order.map(triangle => plan.clusterOfTriangle[triangle]);
  const views = createViews(features, {
    clusterOfTriangle,
    viewOfCluster: plan.viewOfCluster,
    areSegments: plan.areSegments,
    neighbours: plan.neighbours.map(list => list.map(triangle => slotOf[triangle])),
  });
  const nodes = tree.rights.length;
  const positions = (): Float64Array => Float64Array.from(mesh.positions);
  const boxes = (count: number): MovingBoxes => ({
    start: new Float64Array(6 * count),
    end: new Float64Array(6 * count),
  });
  const jointOfTriangle = new Int32Array(order.length);
  for (let slot = 0; slot < order.length; slot++) {
    const joint = plan.jointOfVertex[triangles[3 * slot]];
    const isAlone =
      plan.jointOfVertex[triangles[3 * slot + 1]] === joint && plan.jointOfVertex[triangles[3 * slot + 2]] === joint;
    jointOfTriangle[slot] = isAlone ? joint : -1;
  }
  const check: SelfCheck = {
    tester: createFeatureTester(features, { start: positions(), end: positions() }),
    tree,
    order,
    clusterOfTriangle,
    views,
    observers: { start: new Float64Array(6 * views.count), end: new Float64Array(6 * views.count) },
    codes: createSeenCodes(features),
    nodeCodes: new Int32Array(nodes),
    boxes: boxes(nodes),
    triangleBoxes: boxes(order.length),
    triangleSteps: new Int32Array(order.length),
    step: 0,
    jointOfVertex: plan.jointOfVertex,
    jointOfTriangle,
    jointOfNode: joinJoints(tree, jointOfTriangle),
    keepsApart: new Uint8Array(plan.joints),
    closePairs: createClosePairs(),
    restGap: REST_GAP * largestCoordinate(mesh.positions),
    stack: new Int32Array(8 * (tree.depth + 8)),
  };
  boxNodes(tree, triangles, mesh.positions, check.boxes.end);
  check.closePairs = findClosePairs(check, mesh.positions);
  return check;
}

/**
 * Where the next step starts from, if that is not where the last one ended.
 */
export function startFrom(check: SelfCheck, positions: Float64Array, observers: Float64Array): void {
  const { tester, tree, boxes } = check;
  tester.motion.end.set(positions);
  check.observers.end.set(observers);
  boxNodes(tree, tester.features.triangles, positions, boxes.end);
}

/**
 * The end of the last step becomes the start of the next; that ends where `positions` and `observers` say.
 */
export function takeStep(check: SelfCheck, positions: Float64Array, observers: Float64Array): void {
  const { tester } = check;
  swapEnds(tester.motion);
  swapEnds(check.observers);
  swapEnds(check.boxes);
  tester.motion.end.set(positions);
  check.observers.end.set(observers);
}

function swapEnds(ends: { start: Float64Array; end: Float64Array }): void {
  const { start } = ends;
  ends.start = ends.end;
  ends.end = start;
}

/**
 * Finds the contacts of the step. With `useViews`, which needs a mesh free of contact at the start, the earliest and all
 * that happen at that time are certain to be there; of later ones some may be missing. Without, all contacts of the step
 * are found. With `onlyFirst`, contacts that come certainly after another are dropped, and not looked for.
 */
export function findContacts(check: SelfCheck, useViews: boolean, onlyFirst = false): void {
  const { tester, tree, boxes } = check;
  clearContacts(tester.contacts, onlyFirst);
  check.step++;
  boxNodes(tree, tester.features.triangles, tester.motion.end, boxes.end);
  lookAtAll(check, useViews);
  testClosePairs(check);
  walkSelf(check);
}

/** Rounding may close these gaps although their joint keeps them apart. Where it does not, the walk comes to them. */
function testClosePairs({ closePairs, keepsApart, tester }: SelfCheck): void {
  const { areEdges, first, second, joints } = closePairs;
  if (tester.countsOnly) return;
  for (let k = 0; k < joints.length; k++) {
    if (!keepsApart[joints[k]]) continue;
    if (areEdges[k]) testEdges(tester, first[k], second[k]);
    else testVertexTriangle(tester, first[k], second[k]);
  }
}

function largestCoordinate(positions: Float64Array): number {
  let largest = 0;
  for (const x of positions) if (Math.abs(x) > largest) largest = Math.abs(x);
  return largest;
}

/**
 * Brings the codes of triangles, vertices and nodes to this step; without views, nothing is seen.
 */
export function lookAtAll(check: SelfCheck, useViews: boolean): void {
  const { tester, tree, views, codes } = check;
  if (useViews && views.count > 0) {
    lookAtStep(views, tester.features, tester.motion, check.observers, check.clusterOfTriangle, codes);
    joinCodes(tree, codes.owners, check.nodeCodes);
    return;
  }
  for (const unseen of [codes.owners, codes.triangles, codes.vertices, check.nodeCodes]) unseen.fill(-1);
}

/** Nodes over several clusters are uncertain in every view. */
function joinCodes({ rights, starts, ends, groups }: GroupTree, owners: Int32Array, codes: Int32Array): void {
  for (let node = rights.length - 1; node >= 0; node--) {
    if (groups[node] === NO_GROUP) codes[node] = -1;
    else if (rights[node] > 0) codes[node] = codes[node + 1] | codes[rights[node]];
    else {
      let code = 0;
      for (let slot = starts[node]; slot < ends[node]; slot++) code |= owners[slot];
      codes[node] = code;
    }
  }
}

function joinJoints({ rights, starts, ends }: GroupTree, jointOfTriangle: Int32Array): Int32Array {
  const joints = new Int32Array(rights.length);
  for (let node = rights.length - 1; node >= 0; node--) {
    const [first, others] =
      rights[node] > 0
        ? [joints[node + 1], [joints[rights[node]]]]
        : [jointOfTriangle[starts[node]], Array.from(jointOfTriangle.subarray(starts[node], ends[node]))];
    joints[node] = others.every(joint => joint === first) ? first : -1;
  }
  return joints;
}
