import type { JointSets } from '../deform/joint-sets.ts';
import type { Mesh } from '../mesh/mesh.ts';

/** The vertices of one node, sorted into groups by joint-set. Reused from node to node. */
export interface NodeGroups {
  /** How many groups there are, and which set each follows (ascending). */
  count: number;
  sets: Uint32Array;
  /** Group `g` holds `vertices[starts[g]..starts[g+1])`. */
  starts: Uint32Array;
  vertices: Uint32Array;
  /** All vertices of the node once, in the order met: `all[0..total)`. */
  all: Uint32Array;
  total: number;
  /** For each vertex the last call that met it; for each set how many of its vertices were met. */
  met: Uint32Array;
  metInSet: Uint32Array;
  calls: number;
}

export function createNodeGroups(mesh: Mesh, sets: JointSets): NodeGroups {
  const vertices = mesh.positions.length / 3;
  const setCount = sets.starts.length - 1;
  return {
    count: 0,
    sets: new Uint32Array(setCount),
    starts: new Uint32Array(setCount + 1),
    vertices: new Uint32Array(vertices),
    all: new Uint32Array(vertices),
    total: 0,
    met: new Uint32Array(vertices),
    metInSet: new Uint32Array(setCount),
    calls: 0,
  };
}

/** Gathers the vertices `ids[from..to)`, which may repeat. Cost: linear in the length of that list. */
export function gatherGroups(groups: NodeGroups, sets: JointSets, ids: Uint32Array, from: number, to: number): void {
  const { all, vertices, metInSet, starts } = groups;
  const { setOfVertex } = sets;
  groups.calls++;
  groups.count = 0;
  groups.total = 0;
  for (let k = from; k < to; k++) meetVertex(groups, ids[k], setOfVertex[ids[k]]);
  const { count, total } = groups;
  sortAscending(groups.sets, count);
  let start = 0;
  for (let g = 0; g < count; g++) {
    const set = groups.sets[g];
    starts[g] = start;
    start += metInSet[set];
    metInSet[set] = starts[g]; // from now on: where the next vertex of the set goes
  }
  starts[count] = start;
  for (let k = 0; k < total; k++) vertices[metInSet[setOfVertex[all[k]]]++] = all[k];
  for (let g = 0; g < count; g++) metInSet[groups.sets[g]] = 0;
}

/** A function of its own, for the reason told at `splitByBins`. */
function meetVertex(groups: NodeGroups, v: number, set: number): void {
  if (groups.met[v] === groups.calls) return;
  groups.met[v] = groups.calls;
  groups.all[groups.total++] = v;
  if (groups.metInSet[set]++ === 0) groups.sets[groups.count++] = set;
}

/** Sorts the first `count` numbers. Most lists are of one to five: for these a call of `sort` takes longer than the rest. */
export function sortAscending(list: Uint32Array, count: number): void {
  if (count > 32) {
    list.subarray(0, count).sort();
    return;
  }
  for (let k = 1; k < count; k++) {
    const moved = list[k];
    let at = k;
    for (; at > 0 && list[at - 1] > moved; at--) list[at] = list[at - 1];
    list[at] = moved;
  }
}
