import { findHolders, listAbove } from '../../src/check/plan/holders.ts';
import { skinningOf } from '../../src/deform/deformer.ts';
import type { GltfAsset, GltfBody } from '../../src/gltf/index.ts';
import { createScenePose } from '../../src/gltf/pose/pose-at.ts';
import { transformPoint } from '../../src/math/matrix34.ts';
import { type Frame, framesOf } from './node-frames.ts';
import { add, lengthOf, scale, subtract, type Vector } from './vectors.ts';

/** The joints of a file at rest, and what of its surface follows each. All lists are by node. */
export interface Rig {
  frames: Frame[];
  /** What each node hangs on, or -1: its parent, but see `hangAll`. */
  holders: Int32Array;
  /** Nodes, each after its holder. */
  order: number[];
  children: number[][];
  /** The vertices that follow a node most, at rest, and how many of them there are at it and all that hangs on it. */
  vertices: Vector[][];
  below: Int32Array;
  /** Whether a joint, turned, moves one part of a surface against another: see `findMovable`. */
  isMovable: boolean[];
  /** Whether it only carries what is worn or held: see `findWorn`. */
  isWorn: boolean[];
}

/** `held`: what some nodes hang on, where that is known and not their parent. */
export function createRig(asset: GltfAsset, held: ReadonlyMap<number, number> = new Map()): Rig {
  const { nodes, bodies } = asset;
  const count = nodes.parents.length;
  const pose = createScenePose(asset);
  const frames = framesOf(pose.nodeMatrices);
  const vertices: Vector[][] = Array.from({ length: count }, () => []);
  const joins: Map<number, number>[] = Array.from({ length: count }, () => new Map());
  for (const [b, body] of bodies.entries()) addBody(body, pose.bodies[b].jointMatrices, vertices, joins);
  const holders = hangAll(frames, nodes.parents, vertices, joins, held);
  const children: number[][] = Array.from({ length: count }, () => []);
  const order: number[] = [];
  for (const [n, holder] of holders.entries()) (holder < 0 ? order : children[holder]).push(n);
  for (let k = 0; k < order.length; k++) order.push(...children[order[k]]);
  const below = Int32Array.from(vertices, list => list.length);
  for (const n of [...order].reverse()) if (holders[n] >= 0) below[holders[n]] += below[n];
  const rig = { frames, holders, order, children, vertices, below };
  return { ...rig, isMovable: findMovable(rig), isWorn: findWorn(rig, bodies) };
}

/** The joint that moves each vertex most. */
function mainJoints({ source, mesh, joints }: GltfBody): Uint32Array {
  const main = new Uint32Array(mesh.positions.length / 3).fill(joints[0]);
  const skinning = skinningOf(source);
  if (skinning.kind === 'rigid') return main;
  const { influences, joints: numbers, weights } = skinning.skin;
  for (let v = 0; v < main.length; v++) {
    let most = v * influences;
    for (let k = most; k < (v + 1) * influences; k++) if (weights[k] > weights[most]) most = k;
    main[v] = joints[numbers[most]];
  }
  return main;
}

/** A joint that moves less of a vertex than this has nothing to do with it. */
const LEAST_WEIGHT = 0.05;

/** Hands the vertices of a body to their joints, and counts the triangles between each two joints and the vertices that two move. */
function addBody(body: GltfBody, matrices: Float64Array, vertices: Vector[][], joins: Map<number, number>[]): void {
  const { positions, triangles } = body.mesh;
  const main = mainJoints(body);
  const numberOf = new Map([...body.joints].map((node, j) => [node, j]));
  const p = new Float64Array(3);
  for (let v = 0; v < main.length; v++) {
    transformPoint(
      matrices,
      12 * numberOf.get(main[v])!,
      positions[3 * v],
      positions[3 * v + 1],
      positions[3 * v + 2],
      p,
      0,
    );
    vertices[main[v]].push([p[0], p[1], p[2]]);
  }
  const join = (a: number, b: number): unknown => joins[a].set(b, (joins[a].get(b) ?? 0) + 1);
  const skinning = skinningOf(body.source);
  if (skinning.kind !== 'rigid') {
    const { influences, joints, weights } = skinning.skin;
    for (let k = 0; k < weights.length; k++) {
      const [one, other] = [main[Math.floor(k / influences)], body.joints[joints[k]]];
      if (weights[k] < LEAST_WEIGHT || one === other) continue;
      join(one, other);
      join(other, one);
    }
  }
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [main[triangles[t]], main[triangles[t + 1]], main[triangles[t + 2]]];
    for (const [one, other] of [
      [a, b],
      [b, c],
      [c, a],
    ]) {
      if (one !== other) {
        join(one, other);
        join(other, one);
      }
    }
  }
}

/** Where a foot begins that is a piece of its own, it hangs on the limb that ends there (`findTip`); all others as `findHolders` says. */
function hangAll(
  frames: readonly Frame[],
  parents: Int32Array,
  vertices: Vector[][],
  joins: readonly ReadonlyMap<number, number>[],
  held: ReadonlyMap<number, number>,
): Int32Array {
  const sizes = vertices.map(list => list.length);
  const holders = findHolders(parents, sizes, joins, held);
  for (const n of parents.keys()) {
    if (sizes[n] === 0 || joins[n].size > 0 || held.has(n)) continue;
    const tip = findTip(frames, parents, vertices, n);
    if (tip >= 0 && !listAbove(holders, tip).includes(n)) holders[n] = tip;
  }
  return holders;
}

/** Of the size of a rig: as far as feet rest beside the end of their leg, where inverse kinematics does not quite reach. */
const AT_TIP = 0.02;

/**
 * What a joint hangs on that hangs on the root by itself, which carries no vertex, and is joined to no surface: the joint of a limb that ends, or
 * has an end marked, nearest to where it begins; -1 if none does there.
 */
function findTip(frames: readonly Frame[], parents: Int32Array, vertices: Vector[][], node: number): number {
  const above = listAbove(parents, parents[node]);
  if (above.some(n => vertices[n].length > 0)) return -1;
  const lengthTo = (n: number): number => lengthOf(subtract(frames[n].origin, frames[node].origin));
  const size = Math.max(...frames.map((_, n) => (vertices[n].length > 0 ? lengthTo(n) : 0)));
  const carriers = new Set(parents);
  let [best, least] = [-1, AT_TIP * size];
  for (const n of parents.keys()) {
    if (carriers.has(n) || !(lengthTo(n) < least)) continue;
    const row = listAbove(parents, n);
    const holder = row.find(a => vertices[a].length > 0);
    if (row.length < above.length + 2 || row.includes(node)) continue;
    if (holder !== undefined) [best, least] = [holder, lengthTo(n)];
  }
  return best;
}

/** Turning a joint on which all of a tree of nodes hangs, or nothing, brings nothing together that was apart; the others do. */
function findMovable({ holders, order, below }: Omit<Rig, 'isMovable' | 'isWorn'>): boolean[] {
  const tops = Int32Array.from(holders, (_, n) => n);
  for (const n of order) if (holders[n] >= 0) tops[n] = tops[holders[n]];
  return Array.from(below, (count, n) => count > 0 && count < below[tops[n]]);
}

/** Whether a node carries only bodies without a skin, where there are some with one: what is worn and held moves with its holder. */
function findWorn(
  { holders, order, below }: Omit<Rig, 'isMovable' | 'isWorn'>,
  bodies: readonly GltfBody[],
): boolean[] {
  const skinned = bodies.filter(({ source }) => skinningOf(source).kind !== 'rigid');
  if (skinned.length === 0) return Array.from(below, () => false);
  const isJoint = new Set(skinned.flatMap(({ joints }) => [...joints]));
  const isWorn = Array.from(below, (_, n) => !isJoint.has(n));
  for (const n of [...order].reverse()) if (holders[n] >= 0 && !isWorn[n]) isWorn[holders[n]] = false;
  return isWorn;
}

/** Where the bone of a joint goes: to the joints that hang on it, else to its vertices; null where there is neither. */
export function boneTip({ frames, children, vertices, below }: Rig, n: number): Vector | null {
  const next = children[n].filter(child => below[child] > 0);
  if (next.length > 0) {
    const total = next.reduce((sum, child) => sum + below[child], 0);
    return next.reduce<Vector>((sum, child) => add(sum, scale(frames[child].origin, below[child] / total)), [0, 0, 0]);
  }
  const own = vertices[n];
  return own.length > 0 ? scale(own.reduce(add), 1 / own.length) : null;
}
