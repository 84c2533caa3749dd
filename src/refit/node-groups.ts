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
  /** All vertices of the node once, in the order met: `all[0..starts[count])`. */
  all: Uint32Array;
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
    met: new Uint32Array(vertices),
    metInSet: new Uint32Array(setCount),
    calls: 0,
  };
}

/** Gathers the vertices of the triangle corners `from..to)`. Cost: linear in the corners. */
export function gatherGroups(groups: NodeGroups, mesh: Mesh, sets: JointSets, from: number, to: number): void {
  const { all, vertices, met, metInSet, starts } = groups;
  const { setOfVertex } = sets;
  const call = ++groups.calls;
  let count = 0;
  let total = 0;
  for (let corner = from; corner < to; corner++) {
    const v = mesh.triangles[corner];
    if (met[v] === call) continue;
    met[v] = call;
    all[total++] = v;
    if (metInSet[setOfVertex[v]]++ === 0) groups.sets[count++] = setOfVertex[v];
  }
  groups.count = count;
  groups.sets.subarray(0, count).sort();
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
