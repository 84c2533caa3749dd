import { encloseMinimally } from '../bounds/miniball.ts';
import { type BuiltTree, buildBinaryTree } from './build.ts';
import { pruneTree } from './prune.ts';

/** A node whose radius is at least this share of its parent's says little new and is left out. */
const PRUNE_RATIO = 0.85;

/**
 * The tree of [Kavan2006]: halved top-down until every leaf is one triangle, each node with the exact minimal enclosing
 * sphere of its vertices in the rest pose, then nodes nearly as large as their parent pruned. The paper leaves open how
 * a part is halved; we cut at the median centre along the longest side of the centres' box.
 */
export function buildMinimalSphereTree(mesh: { positions: Float64Array; triangles: Uint32Array }): BuiltTree {
  const { positions, triangles } = mesh;
  const built = buildBinaryTree(triangles.length / 3, 1, (ids, from, to) =>
    splitAtMedian(positions, triangles, ids, from, to),
  );
  const { tree, order } = built;
  const radii = new Float64Array(tree.links.length);
  const met = new Uint32Array(positions.length / 3);
  const vertices = new Uint32Array(positions.length / 3);
  const sphere = new Float64Array(4);
  for (let node = 0; node < radii.length; node++) {
    let count = 0;
    for (let slot = tree.slotStarts[node]; slot < tree.slotEnds[node]; slot++) {
      for (let corner = 0; corner < 3; corner++) {
        const v = triangles[3 * order[slot] + corner];
        if (met[v] === node + 1) continue;
        met[v] = node + 1;
        vertices[count++] = v;
      }
    }
    encloseMinimally(positions, vertices, 0, count, sphere, 0);
    radii[node] = sphere[3];
  }
  return { tree: pruneTree(tree, radii, PRUNE_RATIO), order };
}

/** Halves `ids[from..to)` at the median centre along the longest side of the centres' box, and returns where the second half begins. */
export function splitAtMedian(
  positions: Float64Array,
  triangles: Uint32Array,
  ids: Uint32Array,
  from: number,
  to: number,
): number {
  const centerOf = (t: number, axis: number): number =>
    positions[3 * triangles[3 * t] + axis] +
    positions[3 * triangles[3 * t + 1] + axis] +
    positions[3 * triangles[3 * t + 2] + axis];
  let widest = -1;
  let longest = 0;
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (let k = from; k < to; k++) {
      const center = centerOf(ids[k], axis);
      low = Math.min(low, center);
      high = Math.max(high, center);
    }
    if (high - low > widest) {
      widest = high - low;
      longest = axis;
    }
  }
  ids.subarray(from, to).sort((s, t) => centerOf(s, longest) - centerOf(t, longest) || s - t);
  return (from + to) >>> 1;
}
