import type { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import { isSkinned } from './source-mesh.ts';

/** The data a shape was made of: the very arrays, in a fixed order. */
export interface Stamp {
  arrays: readonly unknown[];
  isSkinned: boolean;
  /** Eight influences for each vertex, instead of four. */
  hasExtra: boolean;
}

export function stampOf(source: Mesh): Stamp {
  const arrays = Array.from({ length: partCount(source) }, (_, part) => partOf(source, part));
  return { arrays, isSkinned: isSkinned(source), hasExtra: source.numBoneInfluencers > 4 };
}

/**
 * Whether a mesh still has the data that was stamped. Data that is no longer kept on the CPU (`clearCachedVertexData`) cannot have
 * been exchanged for other data; what was written into the same arrays is not noticed. Takes no memory.
 */
export function isFresh({ arrays, isSkinned: wasSkinned, hasExtra }: Stamp, source: Mesh): boolean {
  if (arrays.length !== partCount(source) || isSkinned(source) !== wasSkinned) return false;
  if (wasSkinned && hasExtra !== source.numBoneInfluencers > 4) return false;
  for (let part = 0; part < arrays.length; part++) {
    const now = partOf(source, part);
    if (now !== arrays[part] && now !== null) return false;
  }
  return true;
}

const KINDS = ['position', 'matricesIndices', 'matricesWeights', 'matricesIndicesExtra', 'matricesWeightsExtra'];

function partCount({ morphTargetManager }: Mesh): number {
  return 1 + KINDS.length + (morphTargetManager?.numTargets ?? 0);
}

function partOf(source: Mesh, part: number): unknown {
  if (part === 0) {
    const indices = source.getIndices();
    return indices?.length === 0 ? null : indices;
  }
  if (part <= KINDS.length) return source.getVertexBuffer(KINDS[part - 1])?.getData() ?? null;
  return source.morphTargetManager!.getTarget(part - KINDS.length - 1).getPositions();
}
