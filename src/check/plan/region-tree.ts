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

/** Links the regions by the nodes of the subject; if it names none, those of each body by its own skeleton. */
export function linkRegions(subject: CheckSubject, shapes: readonly CheckedShape[]): RegionTree {
  const { nodesOfJoints, parents } = subject.nodes ? nodesOf(subject) : joinSkeletons(subject);
  const followed = shapes.flatMap(({ regions }, b) => Array.from(regions.joints, joint => nodesOfJoints[b][joint]));
  const numbers = new Map([...new Set(followed)].map((node, k) => [node, k]));
  return {
    nodes: followed.map(node => numbers.get(node)!),
    parents: [...numbers.keys()].map(node => {
      let above = parents[node];
      while (above >= 0 && !numbers.has(above)) above = parents[above];
      return numbers.get(above) ?? -1;
    }),
  };
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
  const nodesOfJoints = bodies.map(({ source, jointNames }) => {
    const first = parents.length;
    const skinning = skinningOf(source);
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
export function countHops({ nodes, parents }: RegionTree, regionA: number, regionB: number): number {
  const above = listAbove(parents, nodes[regionA]);
  const others = listAbove(parents, nodes[regionB]);
  const meeting = above.findIndex(node => others.includes(node));
  return meeting + others.indexOf(above[meeting]);
}

/** A node and all it hangs on, the lowest first; -1 stands for what all hang on. */
function listAbove(parents: readonly number[], node: number): number[] {
  const list = [node];
  while (list[list.length - 1] >= 0) list.push(parents[list[list.length - 1]]);
  return list;
}
