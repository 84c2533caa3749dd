import { type Mesh, vertexCount } from '../mesh/mesh.ts';
import type { Skin } from '../mesh/skin.ts';
import { deformDualQuaternionVertex } from './dual-quaternion-blend.ts';
import { createJointSets, createSingleJointSet, type JointSets, reorderJointSets } from './joint-sets.ts';
import { deformLinearVertex } from './linear-blend.ts';
import type { PosedJoints } from './posed-joints.ts';
import { findReferences } from './rotation-center.ts';
import { createNoPaths, findSetPaths, type SetPaths } from './set-paths.ts';
import { checkSkeleton, type Skeleton } from './skeleton.ts';
import { deformSphericalVertex } from './spherical-blend.ts';

/** How a mesh is moved by its joints, as users say it. A rigid mesh follows one joint as a whole. */
export type DeformerSource =
  | { kind: 'rigid' }
  | { kind: 'linear-blend'; skin: Skin; skeleton?: Skeleton }
  | { kind: 'spherical-blend'; skin: Skin; skeleton: Skeleton }
  | { kind: 'dual-quaternion-blend'; skin: Skin; skeleton?: Skeleton };

export type DeformerKind = DeformerSource['kind'];

/** How a mesh is moved by its joints, ready for computing. */
export interface Deformer {
  kind: DeformerKind;
  sets: JointSets;
  /** For spherical blending: per joint-set the rest point about which its rotation centre is sought. Else empty. */
  references: Float64Array;
  /** For spherical blending: the bones between the joints of each set. Else empty. */
  paths: SetPaths;
  /** The largest distance of a rest vertex from the origin. */
  reach: number;
}

export function createDeformer(source: DeformerSource, mesh: Mesh, caller: string): Deformer {
  const vertices = vertexCount(mesh);
  const sets =
    source.kind === 'rigid' ? createSingleJointSet(vertices) : createJointSets(source.skin, vertices, caller);
  if (source.kind !== 'rigid' && source.skeleton) checkSkeleton(source.skeleton, sets.jointCount, caller);
  if (source.kind === 'spherical-blend' && !source.skeleton) {
    throw new Error(`${caller}: spherical-blend has no skeleton; give parents and rest positions of the joints.`);
  }
  const isSpherical = source.kind === 'spherical-blend';
  const references = isSpherical ? findReferences(sets, source.skeleton) : new Float64Array(0);
  const paths = isSpherical ? findSetPaths(sets, references, source.skeleton) : createNoPaths();
  return { kind: source.kind, sets, references, paths, reach: measureReach(mesh) };
}

/** The same deformer for vertices in a new order: new vertex `v` was `order[v]`. */
export function reorderDeformer(deformer: Deformer, order: Uint32Array): Deformer {
  return { ...deformer, sets: reorderJointSets(deformer.sets, order) };
}

/**
 * Computes the posed position of every vertex named in `ids[from..to)` that is stale, and marks it fresh. The same
 * arithmetic as `deformAll`, bit for bit. Cost: 15-40 ns a vertex, next to nothing for one already fresh.
 */
export function deformListed(
  deformer: Deformer,
  rest: Float64Array,
  posed: PosedJoints,
  ids: Uint32Array,
  from: number,
  to: number,
  out: Float64Array,
  epochs: Int32Array,
): number {
  const { kind } = deformer;
  const { epoch } = posed;
  let count = 0;
  for (let k = from; k < to; k++) {
    const v = ids[k];
    if (epochs[v] === epoch) continue;
    epochs[v] = epoch;
    count++;
    deformVertex(kind, deformer, rest, posed, v, out);
  }
  return count;
}

/** Computes every vertex of the pose into `out`. */
export function deformAll(deformer: Deformer, rest: Float64Array, posed: PosedJoints, out: Float64Array): void {
  const { kind } = deformer;
  const vertices = rest.length / 3;
  for (let v = 0; v < vertices; v++) deformVertex(kind, deformer, rest, posed, v, out);
}

/** THE switch over deformers: a switch, not a callback, so that V8 inlines it. */
function deformVertex(
  kind: DeformerKind,
  deformer: Deformer,
  rest: Float64Array,
  posed: PosedJoints,
  v: number,
  out: Float64Array,
): void {
  switch (kind) {
    case 'rigid': // one joint: linear blending without anything to blend
    case 'linear-blend':
      deformLinearVertex(deformer.sets, rest, posed.joints, v, out);
      return;
    case 'spherical-blend':
      deformSphericalVertex(deformer, rest, posed, v, out);
      return;
    case 'dual-quaternion-blend':
      deformDualQuaternionVertex(deformer, rest, posed, v, out);
      return;
  }
}

function measureReach(mesh: Mesh): number {
  const { positions } = mesh;
  let squared = 0;
  for (let o = 0; o < positions.length; o += 3) {
    squared = Math.max(squared, positions[o] ** 2 + positions[o + 1] ** 2 + positions[o + 2] ** 2);
  }
  return Math.sqrt(squared);
}
