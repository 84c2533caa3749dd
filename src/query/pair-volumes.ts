import { createRelation, relateFrames } from '../bounds/relation.ts';
import { type VolumePairing, volumeSize } from '../bounds/volumes.ts';
import { boxFrame, type Collider } from '../collider.ts';

/** One for all queries, of which there is one at a time. */
const pairing: VolumePairing = {
  test: 'sphere',
  kindA: 'sphere',
  kindB: 'sphere',
  sizeA: 4,
  sizeB: 4,
  slabs: 0,
  relation: createRelation(),
};

/**
 * Settles how the volumes of two colliders in their current poses are compared: spheres with spheres and polytopes with
 * polytopes in world space; boxes directly if both are in world space, else by the directions of both frames; volumes of
 * different kinds as boxes (every kind has one: a sphere's, or a polytope's first three slabs). Valid until the next call.
 */
export function pairVolumes(a: Collider, b: Collider): VolumePairing {
  const { volumeKind: kindA, slabs: slabsA } = a.shape;
  const { volumeKind: kindB, slabs: slabsB } = b.shape;
  const frameA = boxFrame(a);
  const frameB = boxFrame(b);
  pairing.test = kindA === kindB && frameA === null && frameB === null ? kindA : 'related';
  pairing.kindA = kindA;
  pairing.kindB = kindB;
  pairing.sizeA = volumeSize(kindA, slabsA);
  pairing.sizeB = volumeSize(kindB, slabsB);
  pairing.slabs = Math.min(slabsA, slabsB);
  if (pairing.test === 'related') {
    relateFrames(pairing.relation, frameA, a.posed.magnitude, frameB, b.posed.magnitude);
  }
  return pairing;
}
