import { skinningOf } from '../../deform/deformer.ts';
import type { CheckedShape } from './checked-shape.ts';
import type { CheckSubject } from './subject.ts';

/** Which regions hang on which, over all bodies: of the nodes of a scene those that a region follows. */
export interface RegionTree {
  /** For each region the node it follows. Regions of several bodies may follow one. */
  nodes: number[];
  /** For each node the one it hangs on; -1: on none that a region follows. */
  parents: number[];
}

/**
 * Links the regions by the nodes of the subject; if it names none, those of each body by its own skeleton. `borders`: the pairs of regions that have an edge in
 * common.
 */
export function linkRegions(
  subject: CheckSubject,
  shapes: readonly CheckedShape[],
  borders: readonly (readonly [number, number])[],
): RegionTree {
  const { nodesOfJoints, parents } = subject.nodes ? nodesOf(subject) : joinSkeletons(subject);
  const followed = shapes.flatMap(({ regions }, b) => Array.from(regions.joints, joint => nodesOfJoints[b][joint]));
  const numbers = new Map([...new Set(followed)].map((node, k) => [node, k]));
  const nodes = followed.map(node => numbers.get(node)!);
  const above = [...numbers.keys()].map(node => {
    let next = parents[node];
    while (next >= 0 && !numbers.has(next)) next = parents[next];
    return numbers.get(next) ?? -1;
  });
  return { nodes, parents: hangOnSurface(nodes, above, borders) };
}

/**
 * Many rigs hang feet and hands on the root, where inverse kinematics puts them, and not on the leg they end. So a node whose surface has no edge in common with
 * that of any it hangs on is taken to hang on the one it has most such regions in common with, of those that do not hang on it; but for the node on which most
 * others hang, which is the root.
 */
function hangOnSurface(
  nodes: readonly number[],
  parents: readonly number[],
  borders: readonly (readonly [number, number])[],
): number[] {
  const neighbours = parents.map(() => new Map<number, number>());
  for (const [one, other] of borders) {
    const [p, q] = [nodes[one], nodes[other]];
    if (p === q) continue;
    neighbours[p].set(q, (neighbours[p].get(q) ?? 0) + 1);
    neighbours[q].set(p, (neighbours[q].get(p) ?? 0) + 1);
  }
  const held = [...parents];
  parents.forEach((_, node) => {
    if (listAbove(held, node).some(above => neighbours[node].has(above))) return;
    const choice = [...neighbours[node]].filter(([other]) => !listAbove(held, other).includes(node));
    if (choice.length === 0) return;
    if (2 * held.filter((_, other) => listAbove(held, other).includes(node)).length > held.length) return;
    held[node] = choice.reduce((best, one) => (one[1] > best[1] ? one : best))[0];
  });
  return held;
}

interface Linked {
  /** For each body the node of each joint. */
  nodesOfJoints: ArrayLike<number>[];
  parents: ArrayLike<number>;
}

function nodesOf({ nodes, bodies }: CheckSubject): Linked {
  return { nodesOfJoints: bodies.map(body => body.nodes ?? []), parents: nodes!.parents };
}

function joinSkeletons({ bodies }: CheckSubject): Linked {
  const parents: number[] = [];
  const nodesOfJoints = bodies.map(({ name, source, jointNames }) => {
    const first = parents.length;
    const skinning = skinningOf(source);
    if (skinning.kind !== 'rigid' && jointNames.length < skinning.skin.jointCount) {
      throw new Error(`check: body '${name}' has ${skinning.skin.jointCount} joints; name them all in jointNames.`);
    }
    const own = skinning.kind === 'rigid' ? undefined : skinning.skeleton?.parents;
    jointNames.forEach((_, j) => {
      parents.push(own && own[j] >= 0 ? first + own[j] : -1);
    });
    return jointNames.map((_, j) => first + j);
  });
  return { nodesOfJoints, parents };
}

/**
 * How many steps along the skeleton lead from one region to another: 0 if both follow one node, 1 from a hand to its forearm, 2 from one
 * thigh to the other by the hips, also where nothing follows these.
 */
export function countHops(tree: RegionTree, regionA: number, regionB: number): number {
  return listBetween(tree, regionA, regionB).length;
}

/** The nodes that turn one region against another: from each up to the node they both hang on, without this, or if there is none to the last. */
export function listBetween({ nodes, parents }: RegionTree, regionA: number, regionB: number): number[] {
  const above = listAbove(parents, nodes[regionA]);
  const others = listAbove(parents, nodes[regionB]);
  const meeting = above.findIndex(node => others.includes(node));
  return [...above.slice(0, meeting), ...others.slice(0, others.indexOf(above[meeting]))];
}

/** Whether both hang on one node: then all that moves one against the other are the joints between them. */
export function areLinked({ nodes, parents }: RegionTree, regionA: number, regionB: number): boolean {
  return rootOf(parents, nodes[regionA]) === rootOf(parents, nodes[regionB]);
}

function rootOf(parents: readonly number[], node: number): number {
  return listAbove(parents, node).at(-2)!;
}

/** A node and all it hangs on, the lowest first; -1 stands for what all hang on. */
function listAbove(parents: readonly number[], node: number): number[] {
  const list = [node];
  while (list[list.length - 1] >= 0) list.push(parents[list[list.length - 1]]);
  return list;
}

/** For each node those that hang on it. */
export function childrenOf(parents: readonly number[]): number[][] {
  const children: number[][] = parents.map(() => []);
  parents.forEach((parent, node) => {
    if (parent >= 0) children[parent].push(node);
  });
  return children;
}
