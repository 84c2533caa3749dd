import type * as three from 'three';
import { Matrix4, Vector3 } from 'three';
import type { Skeleton } from '../deform/skeleton.ts';

/**
 * Where the bones named stand in the rest pose, and which carries which; bones in between that move nothing are passed over.
 * Undefined if the mesh has no skeleton, or one whose inverses say nothing: trees are then tuned on a guess.
 */
export function restSkeleton(mesh: three.SkinnedMesh, bones: Uint32Array): Skeleton | undefined {
  const { skeleton, bindMatrix } = mesh;
  if (!skeleton) return undefined;
  const jointOf = new Map(Array.from(bones, (bone, joint) => [skeleton.bones[bone] as three.Object3D, joint]));
  const parents = new Int32Array(bones.length);
  const positions = new Float64Array(3 * bones.length);
  const toBone = new Matrix4();
  const at = new Vector3();
  bones.forEach((bone, joint) => {
    let parent = skeleton.bones[bone]?.parent ?? null;
    while (parent !== null && !jointOf.has(parent)) parent = parent.parent;
    parents[joint] = parent === null ? -1 : jointOf.get(parent)!;
    const inverse = skeleton.boneInverses[bone];
    if (inverse) toBone.multiplyMatrices(inverse, bindMatrix);
    else toBone.identity();
    if (toBone.determinant() === 0) positions[3 * joint] = NaN;
    else at.setFromMatrixPosition(toBone.invert()).toArray(positions, 3 * joint);
  });
  return positions.every(Number.isFinite) ? { parents, positions } : undefined;
}
