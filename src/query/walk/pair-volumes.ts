import { pairFrames } from '../../bounds/oriented-boxes.ts';
import { createPairing, type VolumePairing, volumeSize } from '../../bounds/volumes.ts';
import { boxFrame, type Collider } from '../../collider.ts';

/**
 * Settles how the volumes of two colliders in their current poses are compared: spheres with spheres and k-DOPs with
 * k-DOPs in world space; boxes directly if both are in world space, else by the directions of both frames; volumes of
 * different kinds as boxes (every kind has one: a sphere's, or a k-DOP's first three slabs). Fills `pairing`, all of
 * it; valid until one of the two moves.
 */
export function pairVolumes(a: Collider, b: Collider, pairing: VolumePairing = createPairing()): VolumePairing {
  const { volumeKind: kindA, slabs: slabsA } = a.shape;
  const { volumeKind: kindB, slabs: slabsB } = b.shape;
  const frameA = boxFrame(a);
  const frameB = boxFrame(b);
  pairing.test = kindA === kindB && frameA === null && frameB === null ? kindA : 'oriented';
  pairing.kindA = kindA;
  pairing.kindB = kindB;
  pairing.sizeA = volumeSize(kindA, slabsA);
  pairing.sizeB = volumeSize(kindB, slabsB);
  pairing.slabs = Math.min(slabsA, slabsB);
  if (pairing.test === 'oriented') {
    pairFrames(pairing.frames, frameA, a.posed.magnitude, frameB, b.posed.magnitude);
  }
  return pairing;
}
