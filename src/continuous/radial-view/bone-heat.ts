import type { Skeleton } from '../../deform/skeleton.ts';
import type { Mesh } from '../../mesh/mesh.ts';
import { buildTopology } from '../../mesh/topology.ts';
import type { VertexWeights } from './clusters.ts';

/** How strongly bones heat what they see: [Wong2013] found 1 to 3 to serve alike. */
const HEAT = 1.5;

/** A vertex keeps the weights of so many joints; only the largest matters for clusters. */
const KEPT = 4;

const SWEEPS = 80;

/** Whether the way from vertex `v` to a point is inside the mesh. */
export type CanSee = (v: number, x: number, y: number, z: number) => boolean;

/**
 * Weights from the skeleton alone, for meshes whose skin is no help: every vertex is heated by the nearest bone, if it can
 * see it, the more the nearer it is, and heat spreads over the surface ([Baran2007], as used by [Wong2013] 4.1). At
 * equilibrium, with cotangents c and areas a,
 *
 *   sum over neighbours c (w' - w) + a h (r - w) = 0,   h = HEAT / distance^2, r = 1 for the nearest bone's joint.
 *
 * Solved for all joints at once by Gauss-Seidel sweeps, each vertex keeping its few largest weights: only which is the
 * largest is asked for. A fraction of a second for 24,000 vertices.
 */
export function findBoneHeat(mesh: Mesh, skeleton: Skeleton, canSee: CanSee): VertexWeights {
  const vertices = mesh.positions.length / 3;
  const { nearest, heats } = heatVertices(mesh, skeleton, canSee);
  const { starts, others, cotangents } = findConductances(mesh);
  const joints = new Int32Array(KEPT * vertices).fill(-1);
  const weights = new Float64Array(KEPT * vertices);
  for (let v = 0; v < vertices; v++) {
    joints[KEPT * v] = nearest[v];
    weights[KEPT * v] = 1;
  }
  const sum = createSum();
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    // To and fro, so that heat spreads both ways along the numbering.
    for (let i = 0; i < vertices; i++) {
      const v = sweep % 2 === 0 ? i : vertices - 1 - i;
      sum.count = 0;
      if (heats[v] > 0) addShare(sum, nearest[v], heats[v]);
      for (let k = starts[v]; k < starts[v + 1]; k++) {
        for (let o = KEPT * others[k]; o < KEPT * others[k] + KEPT && joints[o] >= 0; o++) {
          addShare(sum, joints[o], cotangents[k] * weights[o]);
        }
      }
      keepLargest(sum, joints, weights, KEPT * v);
    }
  }
  return pack(joints, weights, vertices);
}

/** The joint of the bone nearest to each vertex, and how strongly it heats it. */
function heatVertices(
  mesh: Mesh,
  { parents, positions: at }: Skeleton,
  canSee: CanSee,
): { nearest: Int32Array; heats: Float64Array } {
  const { positions } = mesh;
  const bones: { joint: number; from: number; to: number }[] = [];
  parents.forEach((parent, joint) => {
    if (parent >= 0) bones.push({ joint: parent, from: 3 * parent, to: 3 * joint });
    if (!parents.includes(joint)) bones.push({ joint, from: 3 * joint, to: 3 * joint });
  });
  const areas = findAreas(mesh);
  const nearest = new Int32Array(positions.length / 3);
  const heats = new Float64Array(nearest.length);
  for (let v = 0; v < nearest.length; v++) {
    const [px, py, pz] = [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]];
    let least = Infinity;
    let [x, y, z] = [0, 0, 0];
    for (const { joint, from, to } of bones) {
      const dx = at[to] - at[from];
      const dy = at[to + 1] - at[from + 1];
      const dz = at[to + 2] - at[from + 2];
      const squared = dx * dx + dy * dy + dz * dz;
      const along = (px - at[from]) * dx + (py - at[from + 1]) * dy + (pz - at[from + 2]) * dz;
      const place = squared > 0 ? Math.min(1, Math.max(0, along / squared)) : 0;
      const qx = at[from] + place * dx;
      const qy = at[from + 1] + place * dy;
      const qz = at[from + 2] + place * dz;
      const distance = (px - qx) ** 2 + (py - qy) ** 2 + (pz - qz) ** 2;
      if (distance < least) {
        least = distance;
        nearest[v] = joint;
        x = qx;
        y = qy;
        z = qz;
      }
    }
    if (least > 0 && canSee(v, x, y, z)) heats[v] = (HEAT * areas[v]) / least;
  }
  return { nearest, heats };
}

/** A third of the area of the triangles around each vertex. */
function findAreas({ positions, triangles }: Mesh): Float64Array {
  const areas = new Float64Array(positions.length / 3);
  for (let k = 0; k < triangles.length; k += 3) {
    const area = 0.5 * crossLength(positions, 3 * triangles[k], 3 * triangles[k + 1], 3 * triangles[k + 2]);
    for (let corner = k; corner < k + 3; corner++) areas[triangles[corner]] += area / 3;
  }
  return areas;
}

/** How well heat passes from each vertex to its neighbours: half the cotangents of the angles across, none below 0. */
function findConductances(mesh: Mesh): { starts: Uint32Array; others: Uint32Array; cotangents: Float64Array } {
  const { positions, triangles } = mesh;
  const { edges, edgesOfTriangle } = buildTopology(mesh);
  const ofEdge = new Float64Array(edges.length / 2);
  for (let side = 0; side < triangles.length; side++) {
    const t = side - (side % 3);
    const a = 3 * triangles[side];
    const b = 3 * triangles[t + ((side + 1) % 3)];
    const c = 3 * triangles[t + ((side + 2) % 3)];
    if (edgesOfTriangle[side] >= ofEdge.length) continue;
    let product = 0;
    for (let axis = 0; axis < 3; axis++) {
      product += (positions[a + axis] - positions[c + axis]) * (positions[b + axis] - positions[c + axis]);
    }
    ofEdge[edgesOfTriangle[side]] += (0.5 * product) / Math.max(1e-300, crossLength(positions, c, a, b));
  }
  const starts = new Uint32Array(positions.length / 3 + 1);
  for (const v of edges) starts[v + 1]++;
  for (let v = 1; v < starts.length; v++) starts[v] += starts[v - 1];
  const fill = starts.slice();
  const others = new Uint32Array(edges.length);
  const cotangents = new Float64Array(edges.length);
  for (let e = 0; e < ofEdge.length; e++) {
    for (const [v, other] of [
      [edges[2 * e], edges[2 * e + 1]],
      [edges[2 * e + 1], edges[2 * e]],
    ]) {
      others[fill[v]] = other;
      cotangents[fill[v]++] = Math.max(1e-3, ofEdge[e]);
    }
  }
  return { starts, others, cotangents };
}

function crossLength(x: Float64Array, a: number, b: number, c: number): number {
  const [ux, uy, uz] = [x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]];
  const [vx, vy, vz] = [x[c] - x[a], x[c + 1] - x[a + 1], x[c + 2] - x[a + 2]];
  return Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
}

/** Shares of joints being added up, for one vertex at a time. */
interface Sum {
  count: number;
  joints: Int32Array;
  shares: Float64Array;
}

function createSum(): Sum {
  return { count: 0, joints: new Int32Array(256), shares: new Float64Array(256) };
}

function addShare(sum: Sum, joint: number, share: number): void {
  for (let k = 0; k < sum.count; k++) {
    if (sum.joints[k] === joint) {
      sum.shares[k] += share;
      return;
    }
  }
  if (sum.count === sum.joints.length) return;
  sum.joints[sum.count] = joint;
  sum.shares[sum.count++] = share;
}

/** Writes the largest shares, as parts of 1. */
function keepLargest(sum: Sum, joints: Int32Array, weights: Float64Array, o: number): void {
  let total = 0;
  for (let kept = 0; kept < KEPT; kept++) {
    let most = 0;
    let at = -1;
    for (let k = 0; k < sum.count; k++) {
      if (sum.shares[k] > most) {
        most = sum.shares[k];
        at = k;
      }
    }
    joints[o + kept] = at < 0 ? -1 : sum.joints[at];
    weights[o + kept] = most;
    total += most;
    if (at >= 0) sum.shares[at] = 0;
  }
  for (let kept = 0; kept < KEPT; kept++) weights[o + kept] /= total || 1;
}

function pack(joints: Int32Array, weights: Float64Array, vertices: number): VertexWeights {
  const starts = new Uint32Array(vertices + 1);
  for (let k = 0; k < joints.length; k++) if (joints[k] >= 0) starts[Math.floor(k / KEPT) + 1]++;
  for (let v = 0; v < vertices; v++) starts[v + 1] += starts[v];
  return {
    starts,
    joints: Uint32Array.from(joints.filter(j => j >= 0)),
    weights: weights.filter((_, k) => joints[k] >= 0),
  };
}
