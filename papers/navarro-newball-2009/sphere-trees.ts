import type { PosePair } from '../../src/tabulated/motion/kinematics.ts';
import { createPosedPoints, type PosedPoints, posePoints } from '../../src/tabulated/motion/posed-points.ts';
import { relateRigid } from '../../src/tabulated/motion/relate-sides.ts';
import type { SphereSet } from '../../src/tabulated/spheres/sphere-set.ts';
import { buildSphereTree, refitSphereTree, type SphereTree } from '../../src/tabulated/spheres/sphere-tree.ts';

/**
 * Two sets of spheres, each under a tree of spheres: what tabulated subsets are compared with. Over all spheres it is
 * the common way; over the spheres of a table it is what [NavarroNewball2009] calls a tight sphere tree.
 */
export interface TreePair {
  isRigid: boolean;
  /** Whether the tree that is moved is that of side b: the one with fewer nodes. */
  isSwapped: boolean;
  moved: SphereTree;
  other: SphereTree;
  movedRadii: Float64Array;
  otherRadii: Float64Array;
  movedPoints: PosedPoints;
  otherPoints: PosedPoints;
  /**
   * Rigid: where nodes of the moved tree are in the frame of the other, and the number of the query that put them
   * there.
   */
  centers: Float64Array;
  stamps: Uint32Array;
  stamp: number;
  relative: Float64Array;
  stack: Uint32Array;
  /** Pairs of nodes tested so far. */
  tests: number;
}

/**
 * Builds a tree over each set of spheres. Cost: O(n log n) each, once.
 */
export function createTreePair(spheresA: SphereSet, spheresB: SphereSet): TreePair {
  const isSwapped = spheresB.radii.length < spheresA.radii.length;
  const [m, o] = isSwapped ? [spheresB, spheresA] : [spheresA, spheresB];
  const moved = buildSphereTree(m.centers);
  const other = buildSphereTree(o.centers);
  tightenVolumes(moved, m);
  tightenVolumes(other, o);
  return {
    isRigid: m.source.kind === 'rigid' && o.source.kind === 'rigid',
    isSwapped,
    moved,
    other,
    movedRadii: m.radii,
    otherRadii: o.radii,
    movedPoints: createPosedPoints(m.centers, m.source, 'createTreePair'),
    otherPoints: createPosedPoints(o.centers, o.source, 'createTreePair'),
    centers: new Float64Array(3 * moved.links.length),
    stamps: new Uint32Array(moved.links.length),
    stamp: 0,
    relative: new Float64Array(12),
    stack: new Uint32Array(2 * (moved.depth + other.depth + 2)),
    tests: 0,
  };
}

/** Steps toward the farthest sphere: after so many a sphere is within a percent of the smallest. */
const STEPS = 200;

/**
 * Gives every node nearly the smallest sphere around the spheres under it, not only around those of its children: at
 * rest there is time for it. [BadoiuClarkson2003]
 */
function tightenVolumes(tree: SphereTree, { centers, radii }: SphereSet): void {
  const { links, volumes } = tree;
  refitSphereTree(tree, centers, radii);
  const under: number[][] = new Array(links.length);
  for (let node = links.length - 1; node >= 0; node--) {
    if (links[node] < 0) {
      under[node] = [~links[node]];
      continue;
    }
    under[node] = [...under[links[node]], ...under[links[node] + 1]];
    const center = Array.from(volumes.subarray(4 * node, 4 * node + 3));
    for (let step = 0; step < STEPS; step++) {
      let reach = 0;
      let farthest = 0;
      for (const i of under[node]) {
        const x = centers[3 * i] - center[0];
        const y = centers[3 * i + 1] - center[1];
        const z = centers[3 * i + 2] - center[2];
        const distance = Math.sqrt(x * x + y * y + z * z) + radii[i];
        if (distance > reach) {
          reach = distance;
          farthest = i;
        }
      }
      reach *= 1 + 1e-12; // covers the rounding of the distance
      if (reach < volumes[4 * node + 3]) volumes.set([...center, reach], 4 * node);
      for (let k = 0; k < 3; k++) center[k] += (centers[3 * farthest + k] - center[k]) / (step + 2);
    }
  }
}

/**
 * Whether any two spheres overlap; with `out` (2 numbers for each pair, of a and of b), all pairs that do: returns how
 * many. Takes no memory. Rigid nodes are carried into the other's frame when first met; trees over spheres that deform
 * are refitted bottom-up.
 */
export function walkTreePair(pair: TreePair, poses: PosePair, out: Uint32Array | null): number {
  const { isRigid, isSwapped, moved, other } = pair;
  const poseM = isSwapped ? poses.b : poses.a;
  const poseO = isSwapped ? poses.a : poses.b;
  if (isRigid) {
    relateRigid(poseM.jointMatrices, poseO.jointMatrices, pair.relative);
    pair.stamp++;
    return walk(pair, pair.centers, 3, out);
  }
  posePoints(pair.movedPoints, poseM);
  posePoints(pair.otherPoints, poseO);
  refitSphereTree(moved, pair.movedPoints.positions, pair.movedRadii);
  refitSphereTree(other, pair.otherPoints.positions, pair.otherRadii);
  return walk(pair, moved.volumes, 4, out);
}

function walk(pair: TreePair, centers: Float64Array, stride: number, out: Uint32Array | null): number {
  const { isRigid, isSwapped, moved, other, stack, stamps, stamp } = pair;
  const { links: linksM, volumes: volumesM } = moved;
  const { links: linksO, volumes: volumesO } = other;
  if (linksM.length === 0 || linksO.length === 0) return 0;
  stack[0] = 0;
  stack[1] = 0;
  let top = 2;
  let tests = 0;
  let count = 0;
  while (top > 0) {
    const j = stack[--top];
    const i = stack[--top];
    tests++;
    if (isRigid && stamps[i] !== stamp) carryNode(pair, i);
    const x = centers[stride * i] - volumesO[4 * j];
    const y = centers[stride * i + 1] - volumesO[4 * j + 1];
    const z = centers[stride * i + 2] - volumesO[4 * j + 2];
    const r = volumesM[4 * i + 3] + volumesO[4 * j + 3];
    if (x * x + y * y + z * z > r * r) continue;
    const linkM = linksM[i];
    const linkO = linksO[j];
    if (linkM < 0 && linkO < 0) {
      count++;
      if (out === null) break;
      out[2 * count - 2] = isSwapped ? ~linkO : ~linkM;
      out[2 * count - 1] = isSwapped ? ~linkM : ~linkO;
    } else if (linkO < 0 || (linkM >= 0 && volumesM[4 * i + 3] >= volumesO[4 * j + 3])) {
      stack[top++] = linkM;
      stack[top++] = j;
      stack[top++] = linkM + 1;
      stack[top++] = j;
    } else {
      stack[top++] = i;
      stack[top++] = linkO;
      stack[top++] = i;
      stack[top++] = linkO + 1;
    }
  }
  pair.tests += tests;
  return count;
}

function carryNode({ relative: m, centers, stamps, stamp, moved }: TreePair, i: number): void {
  const { volumes } = moved;
  const x = volumes[4 * i];
  const y = volumes[4 * i + 1];
  const z = volumes[4 * i + 2];
  centers[3 * i] = m[0] * x + m[1] * y + m[2] * z + m[3];
  centers[3 * i + 1] = m[4] * x + m[5] * y + m[6] * z + m[7];
  centers[3 * i + 2] = m[8] * x + m[9] * y + m[10] * z + m[11];
  stamps[i] = stamp;
}
