import { UNIT_ROUNDOFF } from '../../math/rounding.ts';
import type { Surface } from '../../shape.ts';
import type { Fans } from '../fans.ts';
import type { MainJoints } from '../main-joints.ts';
import type { SelfPlan } from '../plan.ts';
import { type Drift, SAFE } from './drift.ts';
import { facesAlong, marginOfFans, measureNormals } from './flat-fans.ts';

/*
 * The reason: a fan that was flat at rest (flat-fans.ts) is free of crossings as long as its vertices drift little from
 * one joint.
 *
 * Statement. Let a fan be flat along d at rest, and h the least height of its triangles as seen along d; an open one
 * may turn by at most 3.5 (radians). Let A be an affine map that shortens no length to less than s > 0 of it, and e the
 * most that a vertex of the fan drifts from it. If e / s < 0.49 h, the fan is free of crossings.
 *
 * Proof. A^-1 takes crossings to crossings, and every vertex to within e / s of where it was at rest. Let the vertices
 * go there evenly from where they were at rest. A triangle seen along d that became a line on the way would have been
 * between two lines 2 e / s apart, but no such strip is narrower than its least height; so none turns over. Then the
 * ring never passes v, and a closed fan still turns once. No height is above a side, so each end of an open one turns
 * by at most the angle whose sine is 2 e / s over h: both together by at most 2 asin(0.98) < 2.75, and 3.5 + 2.75 < 2
 * pi. Seen along d the triangles overlap nowhere, as in flat-fans.ts.
 *
 * Rounding, with d made to be of length 1. The height is d . N over the longest side as seen. The sum of the normals as
 * it was before faces all by 128 u |d|1 L^2 (flat-fans.ts), 18 times what d . N may be off, and this is taken off it. A
 * side f is seen with the square f . f - (d . f)^2, off by less than 32 u f . f (d by 3 u, a product by 4 u, each
 * twice; f . f by 5 u), which is added. The angle of a step has the sine d . N and the cosine e . f - (d . e) (d . f),
 * times the edges as seen; both are off by less than 32 u |e| |f|, so where edges are seen with 1e-3 of their length or
 * more the angle is off by less than 1e-8. What is left of 2 pi covers a million steps, and 0.49 instead of 1 / 2 the
 * rest.
 */

const HEIGHT_SHARE = 0.49;
const LARGEST_ANGLE = 3.5;
const LEAST_SHADOW = 1e-3;
const SHADOW_ROUNDING = 32 * UNIT_ROUNDOFF;

/**
 * How far each vertex and its ring may drift while no two triangles around it cross; 0 where leaves around it follow several
 * joints. Cost: 1 us a vertex.
 */
export function findLeeways({ mesh, tree, leafVertices }: Surface, fans: Fans, joints: MainJoints): Float64Array {
  const { starts, ids } = leafVertices;
  const x = mesh.positions;
  const normals = new Float64Array(mesh.triangles.length);
  const margin = marginOfFans(measureNormals(mesh.triangles, x, normals));
  const degrees = new Uint32Array(x.length / 3);
  for (const v of mesh.triangles) degrees[v]++;
  const leeways = new Float64Array(degrees.length);
  for (let v = 0; v < degrees.length; v++) {
    leeways[v] = degrees[v] < 2 ? Infinity : leewayOf(fans, normals, x, v, margin);
  }
  const jointOf = new Int32Array(degrees.length).fill(-1);
  for (let leaf = 0; leaf < tree.leafCount; leaf++) {
    for (let k = starts[leaf]; k < starts[leaf + 1]; k++) {
      const v = ids[k];
      if (jointOf[v] >= 0 && jointOf[v] !== joints.ofLeaves[leaf]) leeways[v] = 0;
      jointOf[v] = joints.ofLeaves[leaf];
    }
  }
  return leeways;
}

/** How far the vertices of a fan may move from where they are at x; 0 if it is not flat. */
function leewayOf(fans: Fans, normals: Float64Array, x: Float64Array, v: number, margin: number): number {
  const { starts, rings, slots } = fans;
  const from = starts[v];
  const to = starts[v + 1] - 1;
  if (to < from) return 0;
  let dx = 0;
  let dy = 0;
  let dz = 0;
  for (let i = from; i < to; i++) {
    dx += normals[3 * slots[i]];
    dy += normals[3 * slots[i] + 1];
    dz += normals[3 * slots[i] + 2];
  }
  if (!facesAlong(fans, normals, x, v, margin, dx, dy, dz)) return 0;
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const doubt = (margin * (Math.abs(dx) + Math.abs(dy) + Math.abs(dz))) / length;
  dx /= length;
  dy /= length;
  dz /= length;
  let least = Infinity;
  let angle = 0;
  let [ex, ey, ez, ofE] = [0, 0, 0, 0];
  for (let i = from; i <= to; i++) {
    const fx = x[3 * rings[i]] - x[3 * v];
    const fy = x[3 * rings[i] + 1] - x[3 * v + 1];
    const fz = x[3 * rings[i] + 2] - x[3 * v + 2];
    const ofF = fx * dx + fy * dy + fz * dz;
    const squared = fx * fx + fy * fy + fz * fz;
    const seen = Math.sqrt(Math.max(0, squared - ofF * ofF - SHADOW_ROUNDING * squared));
    if (!(seen > LEAST_SHADOW * Math.sqrt(squared))) angle = Infinity;
    if (i > from) {
      const t = 3 * slots[i - 1];
      const facing = dx * normals[t] + dy * normals[t + 1] + dz * normals[t + 2];
      const longest = Math.max(
        seenAtMost(ex, ey, ez, dx, dy, dz),
        seenAtMost(fx, fy, fz, dx, dy, dz),
        seenAtMost(fx - ex, fy - ey, fz - ez, dx, dy, dz),
      );
      least = Math.min(least, (facing - doubt) / longest);
      angle += Math.atan2(facing, ex * fx + ey * fy + ez * fz - ofE * ofF);
    }
    [ex, ey, ez, ofE] = [fx, fy, fz, ofF];
  }
  if (!(least > 0)) return 0;
  const isOpen = rings[from] !== rings[to];
  return isOpen && !(angle <= LARGEST_ANGLE) ? 0 : HEIGHT_SHARE * least;
}

/** How long a vector is as seen along d, which has the length 1; at most. */
function seenAtMost(x: number, y: number, z: number, dx: number, dy: number, dz: number): number {
  const along = x * dx + y * dy + z * dz;
  const squared = x * x + y * y + z * z;
  return Math.sqrt(Math.max(0, squared - along * along) + SHADOW_ROUNDING * squared);
}

/** Marks the vertices that drift, with their ring, less than their leeway. 10 ns a vertex. */
export function markKeptFans(
  { fans, followers, leeways }: Pick<SelfPlan, 'fans' | 'followers' | 'leeways'>,
  { squares, stretches, hidden }: Drift,
  isFlat: Uint8Array,
): void {
  const { starts } = fans;
  const { joints, ofVertices, ofRings } = followers;
  for (let v = 0; v < isFlat.length; v++) {
    const end = starts[v + 1];
    let k = starts[v];
    // How long a drift may be now; of NaN nothing is kept.
    const length = (leeways[v] * stretches[joints[v]] - hidden) / SAFE;
    if (k === end || !(length > 0)) continue;
    const most = length * length;
    if (!(squares[ofVertices[v]] < most)) continue;
    while (k < end && squares[ofRings[k]] < most) k++;
    if (k === end) isFlat[v] = 1;
  }
}
