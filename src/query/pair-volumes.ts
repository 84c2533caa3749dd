import { relateFrames } from '../bounds/relation.ts';
import { type VolumePairing, type VolumeTest, volumeSize } from '../bounds/volumes.ts';
import { boxFrame, type Collider } from '../collider.ts';

/**
 * Settles how the volumes of two colliders in their current poses are compared: spheres with spheres and polytopes with
 * polytopes in world space; boxes directly if both are in world space, else by the directions of both frames; volumes of
 * different kinds as boxes (every kind has one: a sphere's, or a polytope's first three slabs).
 */
export function pairVolumes(a: Collider, b: Collider): VolumePairing {
  const { volumeKind: kindA, slabs: slabsA } = a.shape;
  const { volumeKind: kindB, slabs: slabsB } = b.shape;
  const frameA = boxFrame(a);
  const frameB = boxFrame(b);
  const isDirect = kindA === kindB && frameA === null && frameB === null;
  const test: VolumeTest = isDirect ? kindA : 'related';
  return {
    test,
    kindA,
    kindB,
    sizeA: volumeSize(kindA, slabsA),
    sizeB: volumeSize(kindB, slabsB),
    slabs: Math.min(slabsA, slabsB),
    relation: isDirect ? UNRELATED : relateFrames(frameA, a.posed.magnitude, frameB, b.posed.magnitude),
  };
}

const UNRELATED = relateFrames(null, 0, null, 0);
