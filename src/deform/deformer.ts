import { sayValue } from '../math/say-value.ts';
import { type Mesh, vertexCount } from '../mesh/mesh.ts';
import type { Skin } from '../mesh/skin.ts';
import { deformBlendedVertex } from './blended-vertex.ts';
import {
  createDisplacements,
  createNoDisplacements,
  type Displacements,
  displaceListed,
  displaceRun,
  reorderDisplacements,
} from './displacements.ts';
import { createJointSets, createSingleJointSet, type JointSets, reorderJointSets } from './joint-sets.ts';
import { deformLinearVertex } from './linear-blend.ts';
import type { PosedJoints } from './posed-joints.ts';
import { findReferences } from './rotation-center.ts';
import { createNoPaths, findSetPaths, type SetPaths } from './set-paths.ts';
import { checkSkeleton, type Skeleton } from './skeleton.ts';
import { guessSkeleton } from './training-poses.ts';

/** How joints move a mesh, as users say it. A rigid mesh follows one joint as a whole. */
export type SkinningSource =
  | { kind: 'rigid' }
  | { kind: 'linear-blend'; skin: Skin; skeleton?: Skeleton }
  | { kind: 'spherical-blend'; skin: Skin; skeleton: Skeleton }
  | { kind: 'dual-quaternion-blend'; skin: Skin; skeleton?: Skeleton };

type Fields = readonly (Float64Array | Float32Array)[];

/**
 * How a mesh deforms, as users say it. Fields are displacements, 3 numbers per vertex, of which a pose gives the weights:
 * - morph: targets, any weights; `inBetweens` inserts that many bounding volumes between consecutive shapes (base, first
 *   target, second ...), for morphs that pass from one to the next ([Larsson2003] 5);
 * - modal: vibration modes, weighted by their amplitudes ([James2004]); bounds are reused from pose to pose;
 * - chain: morph targets (with volumes in between, or without), then joints: the pipeline of glTF;
 * - modal-chain: vibration modes, then joints: a body that quivers as it bends.
 */
export type DeformerSource =
  | SkinningSource
  | { kind: 'morph'; targets: Fields; inBetweens?: number }
  | { kind: 'modal'; modes: Fields }
  | { kind: 'chain'; targets: Fields; inBetweens?: number; skinning: ChainedSkinning }
  | { kind: 'modal-chain'; modes: Fields; skinning: ChainedSkinning };

type ChainedSkinning = Exclude<SkinningSource, { kind: 'rigid' }>;

export type SkinningKind = SkinningSource['kind'];
export type DeformerKind = DeformerSource['kind'];

/** How a mesh deforms, ready for computing: displacements first, then joints. */
export interface Deformer {
  kind: DeformerKind;
  /** How the joints move what the fields have displaced; 'rigid' for morph and modal. */
  skinning: SkinningKind;
  sets: JointSets;
  /**
   * Where quaternions are blended: per joint-set a rest point between its joints. Spherical blending seeks its rotation
   * centre about it, and the bounds of both blendings measure distances from it. Else empty.
   */
  references: Float64Array;
  /** Where quaternions are blended: the bones between the joints of each set. Else empty. */
  paths: SetPaths;
  /** For morph, modal and both chains. Else none. */
  displacements: Displacements;
  /** Bounding volumes inserted between consecutive shapes of a morph; -1: none, and targets may be mixed freely. */
  inBetweens: number;
  /** The largest distance of a rest vertex from the origin. */
  reach: number;
}

export function createDeformer(source: DeformerSource, mesh: Mesh, caller: string): Deformer {
  if (typeof source?.kind !== 'string') {
    throw new Error(`${caller}: the deformer is ${sayValue(source)}; give { kind, ... }, see DeformerSource.`);
  }
  const vertices = vertexCount(mesh);
  const skinning = skinningOf(source);
  if (!(skinning?.kind in knownSkinnings)) {
    const kind = isChainSource(source) ? `${source.kind} of ${skinning?.kind}` : source.kind;
    throw new Error(`${caller}: there is no deformer '${kind}'; see DeformerSource for those there are.`);
  }
  if (isChainSource(source) && skinning.kind === 'rigid') {
    const [fields, kind] = source.kind === 'chain' ? ['morph targets', 'morph'] : ['modes', 'modal'];
    throw new Error(`${caller}: a chain of ${fields} and 'rigid' has nothing to skin; use the kind '${kind}'.`);
  }
  const sets =
    skinning.kind === 'rigid' ? createSingleJointSet(vertices) : createJointSets(skinning.skin, vertices, caller);
  if (skinning.kind !== 'rigid' && skinning.skeleton) checkSkeleton(skinning.skeleton, sets.jointCount, caller);
  if (skinning.kind === 'spherical-blend' && !skinning.skeleton) {
    throw new Error(`${caller}: spherical-blend has no skeleton; give parents and rest positions of the joints.`);
  }
  const isBlended = skinning.kind === 'spherical-blend' || skinning.kind === 'dual-quaternion-blend';
  const skeleton = isBlended ? (skinning.skeleton ?? guessSkeleton(sets, mesh.positions)) : null;
  const references = skeleton ? findReferences(sets, skeleton) : new Float64Array(0);
  const paths = skeleton ? findSetPaths(sets, references, skeleton) : createNoPaths();
  const inBetweens = 'inBetweens' in source ? source.inBetweens : undefined;
  if (inBetweens !== undefined && !(Number.isInteger(inBetweens) && inBetweens >= 0 && inBetweens <= 64)) {
    throw new Error(`${caller}: inBetweens is ${inBetweens}; give a whole number of volumes from 0 to 64.`);
  }
  return {
    kind: source.kind,
    skinning: skinning.kind,
    sets,
    references,
    paths,
    displacements: displacementsOf(source, vertices, caller),
    inBetweens: inBetweens ?? -1,
    reach: measureReach(mesh),
  };
}

const knownSkinnings: Record<SkinningKind, true> = {
  rigid: true,
  'linear-blend': true,
  'spherical-blend': true,
  'dual-quaternion-blend': true,
};

function isChainSource(source: DeformerSource): source is Extract<DeformerSource, { skinning: unknown }> {
  return source.kind === 'chain' || source.kind === 'modal-chain';
}

/** What the joints do under a deformer. */
export function skinningOf(source: DeformerSource): SkinningSource {
  if (isChainSource(source)) return source.skinning;
  return source.kind === 'morph' || source.kind === 'modal' ? { kind: 'rigid' } : source;
}

/** The displacement fields of a deformer. */
export function fieldsOf(source: DeformerSource): Fields {
  if ('modes' in source) return source.modes;
  return 'targets' in source ? source.targets : [];
}

function displacementsOf(source: DeformerSource, vertices: number, caller: string): Displacements {
  switch (source.kind) {
    case 'morph':
    case 'chain':
      return createDisplacements(source.targets, vertices, 'morph target', caller);
    case 'modal':
    case 'modal-chain':
      return createDisplacements(source.modes, vertices, 'mode', caller);
    default:
      return createNoDisplacements();
  }
}

/** Whether fields displace the mesh before joints blend it. */
export function isChain({ displacements, skinning }: Deformer): boolean {
  return displacements.count > 0 && skinning !== 'rigid';
}

/** The same deformer for vertices in a new order: new vertex `v` was `order[v]`. */
export function reorderDeformer(deformer: Deformer, order: Uint32Array): Deformer {
  return {
    kind: deformer.kind,
    skinning: deformer.skinning,
    sets: reorderJointSets(deformer.sets, order),
    references: deformer.references,
    paths: deformer.paths,
    displacements: reorderDisplacements(deformer.displacements, order),
    inBetweens: deformer.inBetweens,
    reach: deformer.reach,
  };
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
  const { skinning, displacements } = deformer;
  const { epoch, weights, displaced } = posed;
  const isDisplaced = displacements.count > 0;
  if (isDisplaced) displaceListed(displacements, rest, weights, ids, from, to, epochs, epoch, displaced);
  const before = isDisplaced ? displaced : rest;
  let count = 0;
  for (let k = from; k < to; k++) {
    const v = ids[k];
    if (epochs[v] === epoch) continue;
    epochs[v] = epoch;
    count++;
    skinVertex(skinning, deformer, before, posed, v, out);
  }
  return count;
}

/** Computes every vertex of the pose into `out`. */
export function deformAll(deformer: Deformer, rest: Float64Array, posed: PosedJoints, out: Float64Array): void {
  const { skinning, displacements } = deformer;
  const { weights, displaced } = posed;
  const isDisplaced = displacements.count > 0;
  const vertices = rest.length / 3;
  if (isDisplaced) displaceRun(displacements, rest, weights, 0, vertices, displaced);
  const before = isDisplaced ? displaced : rest;
  for (let v = 0; v < vertices; v++) skinVertex(skinning, deformer, before, posed, v, out);
}

/** Vertex `v` of the mesh at rest, and where all posed vertices go. */
export type VertexToSkin = [deformer: Deformer, rest: Float64Array, posed: PosedJoints, v: number, out: Float64Array];

/** THE switch over ways of skinning: a switch, not a callback, so that V8 inlines it. */
const skinVertex: (skinning: SkinningKind, ...vertex: VertexToSkin) => void = (
  skinning,
  deformer,
  rest,
  posed,
  v,
  out,
) => {
  switch (skinning) {
    case 'rigid': // one joint: linear blending without anything to blend
    case 'linear-blend':
      deformLinearVertex(deformer.sets, rest, posed.joints, v, out);
      return;
    case 'spherical-blend':
      deformBlendedVertex(true, deformer, rest, posed, v, out);
      return;
    case 'dual-quaternion-blend':
      deformBlendedVertex(false, deformer, rest, posed, v, out);
      return;
  }
};

function measureReach(mesh: Mesh): number {
  const { positions } = mesh;
  let squared = 0;
  for (let o = 0; o < positions.length; o += 3) {
    squared = Math.max(squared, positions[o] ** 2 + positions[o + 1] ** 2 + positions[o + 2] ** 2);
  }
  return Math.sqrt(squared);
}
