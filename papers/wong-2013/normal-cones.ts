import type { LinearMotion } from '../../src/continuous/elementary/linear-motion.ts';
import type { Mesh } from '../../src/mesh/mesh.ts';
import type { GroupTree } from '../../src/tree/group-tree.ts';
import { type Culling, testEligible } from './culling.ts';
import { createSweptCheck, type SweptCheck, sweepStep, walkSwept } from './swept-check.ts';

/** Base with normal cones: what `findContactsByNormalCones` needs. */
export interface ConeCheck extends SweptCheck {
  /** By node, the axis of its cone and its half-angle; an angle of at least a right one is no cone. */
  cones: Float64Array;
  culling: Culling;
}

const RIGHT_ANGLE = Math.PI / 2;

/**
 * Prepares a mesh at rest for `findContactsByNormalCones`.
 */
export function createConeCheck(mesh: Mesh): ConeCheck {
  const check = createSweptCheck(mesh, null);
  const triangles = mesh.triangles.length / 3;
  return {
    ...check,
    cones: new Float64Array(4 * check.tree.rights.length),
    culling: {
      labels: new Int32Array(triangles),
      signs: new Uint8Array(triangles).fill(1),
      leavesOutNeighbours: false,
    },
  };
}

/**
 * *MCD* of [Wong2013]: ICCD [Tang2009] with non-penetration filters. A node whose triangles all keep to one side of a
 * plane through the whole step (their normals stay within a cone) does not touch itself: an observer at infinity sees it
 * as positive. So no contour test is needed on closed surfaces, and on others it is not sound without. ICCD leaves out all
 * neighbours and tests a fixed set of orphans instead; that loses first contacts between features whose other triangles
 * are in a node that is left out (6 of 1500 random meshes), so here neighbours are left out inside such nodes only.
 */
export function findContactsByNormalCones(check: ConeCheck): void {
  sweepStep(check);
  updateCones(check);
  const { tester, cones, culling } = check;
  walkSwept(
    check,
    node => !(cones[4 * node + 3] < RIGHT_ANGLE),
    (one, other) => testEligible(tester, culling, one, other),
  );
}

/** The cones of the step, and which triangles they leave out: what the paper's Table 4 calls CNC. */
export function updateCones({ tester, tree, cones, culling }: ConeCheck): void {
  boundNormals(tree, tester.features.triangles, tester.motion, cones);
  labelCulled(tree, cones, culling.labels);
}

/**
 * Bounds the normals of all nodes over the step. That of a triangle is a quadratic in time, so it stays in the cone of
 * its three Bernstein coefficients; nodes take a cone around both of their children's. Half-angles get a little more
 * than rounding could cost.
 */
function boundNormals(
  tree: GroupTree,
  triangles: Uint32Array,
  { start, end }: LinearMotion,
  cones: Float64Array,
): void {
  const { rights, starts } = tree;
  for (let node = rights.length - 1; node >= 0; node--) {
    const o = 4 * node;
    if (rights[node] > 0) {
      joinCones(cones, o, o + 4, 4 * rights[node]);
      continue;
    }
    const slot = 3 * starts[node];
    const a = 3 * triangles[slot];
    const b = 3 * triangles[slot + 1];
    const c = 3 * triangles[slot + 2];
    const ux = start[b] - start[a];
    const uy = start[b + 1] - start[a + 1];
    const uz = start[b + 2] - start[a + 2];
    const vx = start[c] - start[a];
    const vy = start[c + 1] - start[a + 1];
    const vz = start[c + 2] - start[a + 2];
    const px = end[b] - end[a];
    const py = end[b + 1] - end[a + 1];
    const pz = end[b + 2] - end[a + 2];
    const qx = end[c] - end[a];
    const qy = end[c + 1] - end[a + 1];
    const qz = end[c + 2] - end[a + 2];
    let lx = uy * vz - uz * vy;
    let ly = uz * vx - ux * vz;
    let lz = ux * vy - uy * vx;
    let mx = uy * qz - uz * qy + (py * vz - pz * vy);
    let my = uz * qx - ux * qz + (pz * vx - px * vz);
    let mz = ux * qy - uy * qx + (px * vy - py * vx);
    let nx = py * qz - pz * qy;
    let ny = pz * qx - px * qz;
    let nz = px * qy - py * qx;
    const l = 1 / Math.sqrt(lx * lx + ly * ly + lz * lz);
    const m = 1 / Math.sqrt(mx * mx + my * my + mz * mz);
    const n = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz);
    lx *= l;
    ly *= l;
    lz *= l;
    mx *= m;
    my *= m;
    mz *= m;
    nx *= n;
    ny *= n;
    nz *= n;
    const x = lx + mx + nx;
    const y = ly + my + ny;
    const z = lz + mz + nz;
    const s = 1 / Math.sqrt(x * x + y * y + z * z);
    const least = s * Math.min(lx * x + ly * y + lz * z, mx * x + my * y + mz * z, nx * x + ny * y + nz * z);
    cones[o] = x * s;
    cones[o + 1] = y * s;
    cones[o + 2] = z * s;
    // NaN, of a normal that vanishes, ends as no cone.
    cones[o + 3] = least > 1e-6 ? Math.acos(least > 1 ? 1 : least) + 1e-7 : Math.PI;
  }
}

function joinCones(cones: Float64Array, o: number, left: number, right: number): void {
  const widest = Math.max(cones[left + 3], cones[right + 3]);
  cones[o + 3] = Math.PI;
  if (!(widest < RIGHT_ANGLE)) return;
  const x = cones[left] + cones[right];
  const y = cones[left + 1] + cones[right + 1];
  const z = cones[left + 2] + cones[right + 2];
  const cosine = cones[left] * cones[right] + cones[left + 1] * cones[right + 1] + cones[left + 2] * cones[right + 2];
  const squared = x * x + y * y + z * z;
  if (!(squared > 1e-6)) return;
  const s = 1 / Math.sqrt(squared);
  cones[o] = x * s;
  cones[o + 1] = y * s;
  cones[o + 2] = z * s;
  cones[o + 3] = 0.5 * Math.acos(cosine > 1 ? 1 : cosine) + widest + 1e-7;
}

/** Labels every triangle with the topmost node above it that is left out, -1 if none is. */
function labelCulled({ rights, starts, ends }: GroupTree, cones: Float64Array, labels: Int32Array): void {
  labels.fill(-1);
  for (let node = 0; node < rights.length; ) {
    if (rights[node] > 0 && !(cones[4 * node + 3] < RIGHT_ANGLE)) node++;
    else {
      if (rights[node] > 0) labels.fill(node, starts[node], ends[node]);
      // A subtree of n triangles, one to a leaf, has 2n - 1 nodes.
      node += 2 * (ends[node] - starts[node]) - 1;
    }
  }
}
