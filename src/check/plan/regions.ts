import { type DeformerSource, skinningOf } from '../../deform/deformer.ts';
import type { JointSets } from '../../deform/joint-sets.ts';
import { jointsParentFirst, type Skeleton } from '../../deform/skeleton.ts';
import type { Mesh } from '../../mesh/mesh.ts';
import { findHolders } from './holders.ts';

/** The parts of a body that findings speak of. */
export interface Regions {
  /** The joint each region is named after. */
  joints: Uint32Array;
  regionOfTriangle: Uint32Array;
  /** The joint each triangle follows most. */
  mainJoints: Uint32Array;
  /** Half of how thick each region is, as the mesh was made: see `measureRadii`. */
  radii: Float64Array;
}

/**
 * Divides a surface by the joint that its triangles follow most. A joint with all that hangs on it below `least` of the
 * surface is no region of its own but part of the one it hangs on: fingers belong to their hand, on a body; on a model of
 * a hand they do not. Without a skeleton every joint stands for itself.
 */
export function findRegions(mesh: Mesh, source: DeformerSource, sets: JointSets, least: number): Regions {
  const areas = measureTriangles(mesh);
  const main = findMainJoints(mesh, sets, skeletonOf(source));
  const keeper = foldJoints(mesh, source, sets.jointCount, main, areas, least);
  const numbers = new Map<number, number>();
  const joints = [...new Set(main.map(joint => keeper[joint]))].sort((a, b) => a - b);
  joints.forEach((joint, r) => {
    numbers.set(joint, r);
  });
  const regionOfTriangle = main.map(joint => numbers.get(keeper[joint])!);
  return {
    joints: Uint32Array.from(joints),
    regionOfTriangle,
    mainJoints: main,
    radii: measureRadii(mesh, regionOfTriangle, joints.length),
  };
}

/** Weights at three corners that differ by less are equal: they are often stored as bytes or rounded to float32. */
const EQUAL = 1e-5;

/**
 * The joint with the largest weight at the three corners together. Of equal ones the joint that all of them hang on, or are: so it does not
 * depend on how joints are numbered, and a triangle between two legs belongs to neither. Without a skeleton the lowest.
 */
function findMainJoints({ triangles }: Mesh, sets: JointSets, skeleton: Skeleton | undefined): Uint32Array {
  const { starts, joints, setOfVertex, weightStarts, weights, jointCount } = sets;
  const totals = new Float64Array(jointCount);
  const main = new Uint32Array(triangles.length / 3);
  const met: number[] = [];
  for (let t = 0; t < main.length; t++) {
    met.length = 0;
    for (let corner = 3 * t; corner < 3 * t + 3; corner++) {
      const v = triangles[corner];
      const first = starts[setOfVertex[v]];
      const count = starts[setOfVertex[v] + 1] - first;
      for (let k = 0; k < count; k++) {
        totals[joints[first + k]] += count === 1 ? 1 : weights[weightStarts[v] + k];
        met.push(joints[first + k]);
      }
    }
    let most = 0;
    for (const joint of met) most = Math.max(most, totals[joint]);
    let best = -1;
    for (const joint of met) {
      if (!(totals[joint] >= most - EQUAL) || joint === best) continue;
      best = best < 0 ? joint : skeleton ? findCommon(skeleton, best, joint) : Math.min(best, joint);
    }
    for (const joint of met) totals[joint] = 0;
    main[t] = Math.max(0, best);
  }
  return main;
}

/** The lowest joint that two hang on, or that one of them is; if they hang on none together, the one with the lower number. */
function findCommon({ parents }: Skeleton, one: number, other: number): number {
  const above = new Set<number>();
  for (let joint = one; joint >= 0; joint = parents[joint]) above.add(joint);
  for (let joint = other; joint >= 0; joint = parents[joint]) if (above.has(joint)) return joint;
  return Math.min(one, other);
}

function skeletonOf(source: DeformerSource): Skeleton | undefined {
  const skinning = skinningOf(source);
  return skinning.kind === 'rigid' ? undefined : skinning.skeleton;
}

/**
 * For each joint the one that stands for it. What is too little hangs where its surface goes on (`findHolders`): a foot on its shin, not on the root, with all other feet.
 * Roots are always told by themselves.
 */
function foldJoints(
  { triangles }: Mesh,
  source: DeformerSource,
  jointCount: number,
  main: Uint32Array,
  areas: Float64Array,
  least: number,
): Uint32Array {
  const keeper = Uint32Array.from({ length: jointCount }, (_, j) => j);
  const skeleton = skeletonOf(source);
  if (!skeleton) return keeper;
  jointsParentFirst(skeleton, 'findRegions');
  const parents = findHolders(
    skeleton.parents,
    countTriangles(main, jointCount),
    joinJoints(triangles, main, jointCount),
  );
  const order = jointsParentFirst({ ...skeleton, parents }, 'findRegions');
  const below = new Float64Array(jointCount);
  let whole = 0;
  for (let t = 0; t < main.length; t++) {
    below[main[t]] += areas[t];
    whole += areas[t];
  }
  for (let k = order.length - 1; k >= 0; k--) {
    if (parents[order[k]] >= 0) below[parents[order[k]]] += below[order[k]];
  }
  for (const joint of order) {
    if (skeleton.parents[joint] >= 0 && below[joint] < least * whole) keeper[joint] = keeper[parents[joint]];
  }
  return keeper;
}

function countTriangles(main: Uint32Array, jointCount: number): Uint32Array {
  const counts = new Uint32Array(jointCount);
  for (const joint of main) counts[joint]++;
  return counts;
}

/** At how many corners of triangles that follow one joint most those of another are met, as far as told by the first triangle around each vertex. */
function joinJoints(triangles: Uint32Array, main: Uint32Array, jointCount: number): Map<number, number>[] {
  const joins = Array.from({ length: jointCount }, () => new Map<number, number>());
  const first = new Map<number, number>();
  triangles.forEach((v, corner) => {
    const joint = main[Math.floor(corner / 3)];
    const other = first.get(v);
    if (other === undefined) first.set(v, joint);
    else if (other !== joint) {
      joins[joint].set(other, (joins[joint].get(other) ?? 0) + 1);
      joins[other].set(joint, (joins[other].get(joint) ?? 0) + 1);
    }
  });
  return joins;
}

export function measureTriangles({ positions: p, triangles }: Mesh): Float64Array {
  const areas = new Float64Array(triangles.length / 3);
  for (let t = 0; t < areas.length; t++) {
    const [a, b, c] = [3 * triangles[3 * t], 3 * triangles[3 * t + 1], 3 * triangles[3 * t + 2]];
    areas[t] = 0.5 * Math.hypot(crossOf(p, a, b, c, 0), crossOf(p, a, b, c, 1), crossOf(p, a, b, c, 2));
  }
  return areas;
}

/**
 * The mean over each region of (x - c) . n: how far its surface is from its middle, along the normal. On a tube that is the
 * radius, wherever along its axis the middle c is, and however it is cut off; on a ball too. 0 if it comes out negative, of normals that point outward; those of a
 * mirrored body point inward.
 */
export function measureRadii(
  { positions: p, triangles }: Mesh,
  regionOfTriangle: Uint32Array,
  regions: number,
): Float64Array {
  const areas = new Float64Array(regions);
  const middles = new Float64Array(3 * regions);
  const offsets = new Float64Array(regions); // of planes from the origin, by area
  const normals = new Float64Array(3 * regions);
  const normal = new Float64Array(3);
  for (let t = 0; t < regionOfTriangle.length; t++) {
    const r = regionOfTriangle[t];
    const [a, b, c] = [3 * triangles[3 * t], 3 * triangles[3 * t + 1], 3 * triangles[3 * t + 2]];
    for (let axis = 0; axis < 3; axis++) normal[axis] = 0.5 * crossOf(p, a, b, c, axis);
    const area = Math.hypot(normal[0], normal[1], normal[2]);
    areas[r] += area;
    for (let axis = 0; axis < 3; axis++) {
      middles[3 * r + axis] += (area * (p[a + axis] + p[b + axis] + p[c + axis])) / 3;
      normals[3 * r + axis] += normal[axis];
      offsets[r] += normal[axis] * p[a + axis];
    }
  }
  const sums = offsets.map((offset, r) => {
    if (!(areas[r] > 0)) return 0;
    let sum = offset;
    for (let axis = 0; axis < 3; axis++) sum -= (middles[3 * r + axis] / areas[r]) * normals[3 * r + axis];
    return sum;
  });
  const sign = sums.reduce((whole, sum) => whole + sum, 0) < 0 ? -1 : 1;
  return sums.map((sum, r) => (areas[r] > 0 ? Math.max(0, (sign * sum) / areas[r]) : 0));
}

/** One coordinate of (b - a) x (c - a). */
function crossOf(p: Float64Array, a: number, b: number, c: number, axis: number): number {
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  return (p[b + u] - p[a + u]) * (p[c + v] - p[a + v]) - (p[b + v] - p[a + v]) * (p[c + u] - p[a + u]);
}
