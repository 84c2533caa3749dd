import { skinningOf } from '../../deform/deformer.ts';
import type { CheckedShape } from './checked-shape.ts';
import { findHolders, listAbove } from './holders.ts';
import type { CheckSubject } from './subject.ts';

/** Which regions hang on which, over all bodies: of the nodes of a scene those that a region follows, and joints where these meet. */
export interface RegionTree {
  /** For each region the node it follows. Regions of several bodies may follow one. */
  nodes: number[];
  /** For each node the one it hangs on; -1: on none of them. */
  parents: number[];
}

/**
 * Links the regions by the nodes of the subject; if it names none, those of each body by its own skeleton. Joints that no region follows, but on which several hang
 * that are followed, are nodes too (`findForks`): legs are of one body though hips have no skin. `borders`: the pairs of regions that have edges in common, and how many; `contacts`: those that touch
 * at rest, and in how many pairs of triangles.
 */
export function linkRegions(
  subject: CheckSubject,
  shapes: readonly CheckedShape[],
  borders: readonly Joint[],
  contacts: readonly Joint[],
): RegionTree {
  const { nodesOfJoints, parents } = subject.nodes ? nodesOf(subject) : joinSkeletons(subject);
  const regions = shapes.flatMap(({ regions }, b) => Array.from(regions.joints, joint => nodesOfJoints[b][joint]));
  const forks = findForks(parents, new Set(regions), listSkinned(subject, nodesOfJoints));
  const followed = standFor(regions, parents, forks, subject, shapes);
  const numbers = new Map([...new Set([...followed, ...forks])].map((node, k) => [node, k]));
  const nodes = followed.map(node => numbers.get(node)!);
  const above = Int32Array.from(numbers.keys(), node => {
    let next = parents[node];
    while (next >= 0 && !numbers.has(next)) next = parents[next];
    return numbers.get(next) ?? -1;
  });
  return { nodes, parents: hangOnSurface(nodes, above, borders, contacts) };
}

/** How much two regions have in common. */
type Joint = readonly [one: number, other: number, count: number];

/** The nodes that the joints of each skinned body are. */
function listSkinned({ bodies }: CheckSubject, nodesOfJoints: readonly ArrayLike<number>[]): number[][] {
  return nodesOfJoints
    .filter((_, b) => skinningOf(bodies[b].source).kind !== 'rigid')
    .map(joints => [...new Set(Array.from(joints))]);
}

/**
 * Nodes that no region follows, but where two or more meet that are followed, if they are of a skeleton: where joints of one skin meet, or below another such node. What is
 * above all that is a scene, whose models have nothing to do with each other.
 */
function findForks(
  parents: ArrayLike<number>,
  followed: ReadonlySet<number>,
  skins: readonly (readonly number[])[],
): number[] {
  const meetings = listMeetings(parents, followed);
  const ofSkins = new Set(skins.flatMap(joints => [...joints, ...listMeetings(parents, new Set(joints))]));
  const isBelow = (node: number): boolean => listAbove(parents, node).some(a => a !== node && meetings.has(a));
  return [...meetings]
    .filter(node => !followed.has(node) && (ofSkins.has(node) || isBelow(node)))
    .sort((p, q) => p - q);
}

/** The nodes at which the ways up from two or more of some others first meet. */
function listMeetings(parents: ArrayLike<number>, below: ReadonlySet<number>): Set<number> {
  const from = new Map<number, number>(); // by which child all came that have come so far
  const meetings = new Set<number>();
  for (const start of below) {
    for (let child = start, node = parents[start]; node >= 0; child = node, node = parents[node]) {
      const first = from.get(node);
      if (first === undefined) from.set(node, child);
      else {
        if (first !== child) meetings.add(node);
        break;
      }
    }
  }
  return meetings;
}

/**
 * The node that stands for each region: its own, or, of the one rigid body that hangs right on a fork, and carries nothing, that fork: robots are made of meshes
 * that hang on the bones, each beside the next bone.
 */
function standFor(
  regions: readonly number[],
  parents: ArrayLike<number>,
  forks: readonly number[],
  { bodies }: CheckSubject,
  shapes: readonly CheckedShape[],
): number[] {
  const carrying = new Set([...regions, ...forks].flatMap(node => listAbove(parents, node).slice(1)));
  const isFork = new Set(forks);
  const alone = new Map<number, Set<number>>();
  const rigid = shapes.flatMap(({ regions: { joints } }, b) =>
    Array.from(joints, () => bodies[b].source.kind === 'rigid'),
  );
  regions.forEach((node, r) => {
    const fork = parents[node];
    if (rigid[r] && isFork.has(fork) && !carrying.has(node)) alone.set(fork, (alone.get(fork) ?? new Set()).add(node));
  });
  return regions.map(node =>
    alone.get(parents[node])?.size === 1 && alone.get(parents[node])!.has(node) ? parents[node] : node,
  );
}

/**
 * Where each node hangs, by the surfaces of those that follow it: see `findHolders`. What hangs on nothing, but for the largest tree, hangs on the node it has most edges
 * in common with. A foot that is a piece of its own, on the root of a skeleton, is joined to what of this
 * it touches at rest.
 */
function hangOnSurface(
  nodes: readonly number[],
  parents: Int32Array,
  borders: readonly Joint[],
  contacts: readonly Joint[],
): number[] {
  const sizes = new Uint32Array(parents.length);
  for (const node of nodes) sizes[node]++;
  const joins = addUp(nodes, parents.length, borders);
  const touching = addUp(nodes, parents.length, contacts);
  const above = Array.from(parents, (_, node) => listAbove(parents, node));
  const isPiece = (node: number): boolean =>
    joins[node].size === 0 && above[node].every(other => other === node || sizes[other] === 0);
  const onSkeleton = (node: number): Map<number, number> =>
    new Map(
      [...touching[node]].filter(
        ([other]) => above[other].length > above[node].length && above[other].at(-1) === above[node].at(-1),
      ),
    );
  const held = findHolders(
    parents,
    sizes,
    joins.map((own, node) => (isPiece(node) ? onSkeleton(node) : own)),
  );
  const rootOf = (node: number): number => listAbove(held, node).at(-1)!;
  const counts = new Uint32Array(parents.length);
  for (const node of parents.keys()) counts[rootOf(node)]++;
  const largest = counts.indexOf(Math.max(...counts));
  for (const node of parents.keys()) {
    if (held[node] >= 0 || node === largest) continue;
    const choice = [...joins[node]].filter(([other]) => rootOf(other) !== node);
    if (choice.length > 0) held[node] = choice.reduce((best, one) => (one[1] > best[1] ? one : best))[0];
  }
  return [...held];
}

/** For each node how much it has in common with others, over all regions that follow them. */
function addUp(nodes: readonly number[], count: number, joints: readonly Joint[]): Map<number, number>[] {
  const sums = Array.from({ length: count }, () => new Map<number, number>());
  for (const [one, other, more] of joints) {
    const [p, q] = [nodes[one], nodes[other]];
    if (p === q) continue;
    sums[p].set(q, (sums[p].get(q) ?? 0) + more);
    sums[q].set(p, (sums[q].get(p) ?? 0) + more);
  }
  return sums;
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
 * thigh to the other by the hips, also where nothing follows these: only nodes count that a region follows.
 */
export function countHops(tree: RegionTree, regionA: number, regionB: number): number {
  return listBetween(tree, regionA, regionB).filter(node => tree.nodes.includes(node)).length;
}

/** The nodes that turn one region against another: from each up to the node they both hang on, without this, or if there is none to the last. */
export function listBetween({ nodes, parents }: RegionTree, regionA: number, regionB: number): number[] {
  const above = listAbove(parents, nodes[regionA]);
  const others = listAbove(parents, nodes[regionB]);
  const meeting = above.find(node => others.includes(node));
  if (meeting === undefined) return [...above, ...others];
  return [...above.slice(0, above.indexOf(meeting)), ...others.slice(0, others.indexOf(meeting))];
}

/** Whether both hang on one node: then all that moves one against the other are the joints between them. */
export function areLinked({ nodes, parents }: RegionTree, regionA: number, regionB: number): boolean {
  return listAbove(parents, nodes[regionA]).at(-1) === listAbove(parents, nodes[regionB]).at(-1);
}

/** For each node those that hang on it. */
export function childrenOf(parents: readonly number[]): number[][] {
  const children: number[][] = parents.map(() => []);
  parents.forEach((parent, node) => {
    if (parent >= 0) children[parent].push(node);
  });
  return children;
}
