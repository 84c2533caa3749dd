import { encloseMinimally } from '../../src/bounds/miniball.ts';
import type { Deformer } from '../../src/deform/deformer.ts';
import type { PosedJoints } from '../../src/deform/posed-joints.ts';
import type { Mesh } from '../../src/mesh/mesh.ts';
import { createNodeGroups, gatherGroups } from '../../src/refit/node-groups.ts';
import { listWeightCorners } from './weight-corners.ts';

/** What the rules of the papers read: one smallest sphere per node, and for each of its joint-sets all weight corners. */
export interface CornerRecords {
  spheres: Float64Array;
  /** The joint-sets of node `i` are entries `entryStarts[i]..entryStarts[i+1])`. */
  entryStarts: Uint32Array;
  entrySets: Uint32Array;
  /** The corners of entry `e`: `cornerStarts[e]..cornerStarts[e+1])` in `corners`, as many numbers each as joints. */
  cornerStarts: Uint32Array;
  corners: Float64Array;
  /** The most spheres a rule puts in its list for one node. */
  maxList: number;
}

/**
 * A rule of the papers: writes the sphere of `node` under a pose to `out` from `o` on. `list` is room for the spheres it
 * encloses.
 */
export type CornerRule = (
  records: CornerRecords,
  deformer: Deformer,
  posed: PosedJoints,
  node: number,
  list: Float64Array,
  out: Float64Array,
  o: number,
) => void;

/**
 * `mesh` in slot order; node `i` owns the triangles `slotStarts[i]..slotEnds[i])`.
 */
export function buildCornerRecords(
  mesh: Mesh,
  deformer: Deformer,
  slotStarts: Uint32Array,
  slotEnds: Uint32Array,
): CornerRecords {
  const { sets } = deformer;
  const nodes = slotStarts.length;
  const groups = createNodeGroups(mesh, sets);
  const spheres = new Float64Array(4 * nodes);
  const entryStarts = new Uint32Array(nodes + 1);
  const entrySets: number[] = [];
  const cornerStarts: number[] = [0];
  const corners: number[] = [];
  let maxList = 0;
  for (let node = 0; node < nodes; node++) {
    gatherGroups(groups, sets, mesh.triangles, 3 * slotStarts[node], 3 * slotEnds[node]);
    encloseMinimally(mesh.positions, groups.all, 0, groups.starts[groups.count], spheres, 4 * node);
    let list = 0;
    for (let g = 0; g < groups.count; g++) {
      const set = groups.sets[g];
      const n = sets.starts[set + 1] - sets.starts[set];
      const low = new Array<number>(n).fill(1);
      const high = new Array<number>(n).fill(n === 1 ? 1 : 0);
      for (let i = groups.starts[g]; n > 1 && i < groups.starts[g + 1]; i++) {
        for (let k = 0; k < n; k++) {
          const weight = sets.weights[sets.weightStarts[groups.vertices[i]] + k];
          low[k] = Math.min(low[k], weight);
          high[k] = Math.max(high[k], weight);
        }
      }
      const listed = listWeightCorners(low, high);
      for (const weight of listed) corners.push(weight);
      list += listed.length / n;
      entrySets.push(set);
      cornerStarts.push(corners.length);
    }
    maxList = Math.max(maxList, list);
    entryStarts[node + 1] = entrySets.length;
  }
  return {
    spheres,
    entryStarts,
    entrySets: Uint32Array.from(entrySets),
    cornerStarts: Uint32Array.from(cornerStarts),
    corners: Float64Array.from(corners),
    maxList,
  };
}

/** The papers' enclosing sphere of spheres: their mean as centre, and the least radius from there. */
export function encloseAboutMean(list: Float64Array, count: number, out: Float64Array, o: number): void {
  let x = 0;
  let y = 0;
  let z = 0;
  for (let i = 0; i < 4 * count; i += 4) {
    x += list[i];
    y += list[i + 1];
    z += list[i + 2];
  }
  x /= count;
  y /= count;
  z /= count;
  let radius = 0;
  for (let i = 0; i < 4 * count; i += 4) {
    const dx = list[i] - x;
    const dy = list[i + 1] - y;
    const dz = list[i + 2] - z;
    const farthest = Math.sqrt(dx * dx + dy * dy + dz * dz) + list[i + 3];
    radius = Math.max(radius, farthest);
  }
  out[o] = x;
  out[o + 1] = y;
  out[o + 2] = z;
  out[o + 3] = radius;
}
