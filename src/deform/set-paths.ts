import type { JointSets } from './joint-sets.ts';
import type { Skeleton } from './skeleton.ts';

/**
 * The bones between the joints of each joint-set: an edge of the skeleton is named by its child. Set `s` spans the edges
 * `edges[starts[s]..starts[s+1])`; a set whose joints hang on different roots has the edge NO_EDGE. Next to each edge, how
 * far its junction (the child's rest position) is from the set's reference point.
 */
export interface SetPaths {
  starts: Uint32Array;
  edges: Uint32Array;
  distances: Float64Array;
  /** Of the skeleton: the parent of each joint, and where it rests. */
  parents: Int32Array;
  junctions: Float64Array;
}

export const NO_EDGE = 0xffffffff;

export function findSetPaths(sets: JointSets, references: Float64Array, skeleton: Skeleton): SetPaths {
  const { parents, positions } = skeleton;
  const setCount = sets.starts.length - 1;
  const starts = new Uint32Array(setCount + 1);
  const edges: number[] = [];
  const distances: number[] = [];
  for (let set = 0; set < setCount; set++) {
    const members = sets.joints.subarray(sets.starts[set], sets.starts[set + 1]);
    for (const edge of spanJoints(members, parents)) {
      edges.push(edge);
      let squared = 0;
      for (let axis = 0; axis < 3 && edge !== NO_EDGE; axis++) {
        squared += (positions[3 * edge + axis] - references[3 * set + axis]) ** 2;
      }
      distances.push(Math.sqrt(squared));
    }
    starts[set + 1] = edges.length;
  }
  return {
    starts,
    edges: Uint32Array.from(edges),
    distances: Float64Array.from(distances),
    parents: parents.slice(),
    junctions: positions.slice(),
  };
}

/** For deformers that need none. */
export function createNoPaths(): SetPaths {
  return {
    starts: new Uint32Array(0),
    edges: new Uint32Array(0),
    distances: new Float64Array(0),
    parents: new Int32Array(0),
    junctions: new Float64Array(0),
  };
}

/** The edges of the smallest subtree that holds all joints: those on the way up from some of the joints but not all. */
function spanJoints(joints: Uint32Array, parents: Int32Array): number[] {
  const below = new Map<number, number>(); // edge -> how many of the joints are at or below it
  const roots = new Set<number>();
  for (const joint of joints) {
    let up = joint;
    for (; parents[up] >= 0; up = parents[up]) below.set(up, (below.get(up) ?? 0) + 1);
    roots.add(up);
  }
  if (roots.size > 1) return [NO_EDGE];
  return [...below].filter(([, count]) => count < joints.length).map(([edge]) => edge);
}
