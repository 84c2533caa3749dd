import { BOX_SIZE, boxDistance, boxGap } from './box.ts';
import { dopGap } from './dop.ts';
import { createFramePair, type FramePair, orientedGap } from './oriented-boxes.ts';
import { SPHERE_SIZE, sphereDistance, sphereGap } from './sphere.ts';

/** The kinds of bounding volumes. What a new one needs is listed in ARCHITECTURE.md. */
export type VolumeKind = 'sphere' | 'box' | 'dop';
export const volumeKinds: readonly VolumeKind[] = ['sphere', 'box', 'dop'];

/** 'oriented': boxes in frames of their own, or volumes of two kinds, taken for boxes. */
export type VolumeTest = VolumeKind | 'oriented';

/** How the volumes of two colliders are compared, settled once per query. */
export interface VolumePairing {
  test: VolumeTest;
  kindA: VolumeKind;
  kindB: VolumeKind;
  /** Numbers each volume takes. */
  sizeA: number;
  sizeB: number;
  /** The slabs two k-DOPs have in common. */
  slabs: number;
  frames: FramePair;
  /** Room for two volumes, one after the other, that are taken for boxes. */
  boxes: Float64Array;
}

/** A pairing of nothing yet (query/walk/pair-volumes.ts settles it). */
export function createPairing(frames: FramePair = createFramePair()): VolumePairing {
  const boxes = new Float64Array(2 * BOX_SIZE);
  return { test: 'sphere', kindA: 'sphere', kindB: 'sphere', sizeA: 4, sizeB: 4, slabs: 0, frames, boxes };
}

// THE switches over volume kinds: switches, not callbacks, so that V8 inlines them. Each ends in `default` rather than in
// the last case: a path that falls out of a switch returns undefined, and then every result is boxed (1.4 x the walk).

/** Numbers one volume of a kind takes; a k-DOP has `slabs` slabs. */
export function volumeSize(kind: VolumeKind, slabs: number): number {
  switch (kind) {
    case 'box':
      return BOX_SIZE;
    case 'dop':
      return 2 * slabs;
    default:
      return SPHERE_SIZE;
  }
}

/**
 * How far the volume at `i` of `a` is from the volume at `j` of `b`: above 0 only if they do not touch, the lower the
 * deeper they overlap. NaN is not above 0.
 */
export function volumeGap(
  test: VolumeTest,
  pairing: VolumePairing,
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
): number {
  switch (test) {
    case 'box':
      return boxGap(a, i, b, j);
    case 'dop':
      return dopGap(pairing.slabs, a, i, b, j);
    case 'oriented':
      if (pairing.kindA === 'box' && pairing.kindB === 'box') return orientedGap(pairing.frames, a, i, b, j);
      readBox(pairing.kindA, a, i, pairing.boxes, 0);
      readBox(pairing.kindB, b, j, pairing.boxes, BOX_SIZE);
      return orientedGap(pairing.frames, pairing.boxes, 0, pairing.boxes, BOX_SIZE);
    default:
      return sphereGap(a, i, b, j);
  }
}

/** A distance by which two volumes are apart in the world, at least; 0 or less, or NaN, if they may touch. */
export const volumeDistance: typeof volumeGap = (test, pairing, a, i, b, j) => {
  switch (test) {
    case 'box':
      return boxDistance(a, i, b, j);
    case 'dop':
      return dopGap(pairing.slabs, a, i, b, j) * Math.SQRT1_2;
    case 'oriented':
      return volumeGap(test, pairing, a, i, b, j) * pairing.frames.shrink;
    default:
      return sphereDistance(a, i, b, j);
  }
};

/** The size by which a traversal decides which of two volumes to divide: about the radius of a sphere around it. */
export function volumeExtent(kind: VolumeKind, a: Float64Array, i: number): number {
  switch (kind) {
    case 'box':
      return 0.6 * (a[i + 3] + a[i + 4] + a[i + 5]);
    case 'dop':
      return 0.3 * (a[i + 1] - a[i] + a[i + 3] - a[i + 2] + a[i + 5] - a[i + 4]);
    default:
      return a[i + 3];
  }
}

/** Writes the volume as a box (centre, half extents) to `out[o..o+5]`. */
function readBox(kind: VolumeKind, from: Float64Array, i: number, out: Float64Array, o: number): void {
  switch (kind) {
    case 'dop':
      for (let axis = 0; axis < 3; axis++) {
        out[o + axis] = 0.5 * (from[i + 2 * axis] + from[i + 2 * axis + 1]);
        out[o + 3 + axis] = 0.5 * (from[i + 2 * axis + 1] - from[i + 2 * axis]);
      }
      return;
    case 'box':
      for (let k = 0; k < BOX_SIZE; k++) out[o + k] = from[i + k];
      return;
    default:
      out[o] = from[i];
      out[o + 1] = from[i + 1];
      out[o + 2] = from[i + 2];
      out[o + 3] = out[o + 4] = out[o + 5] = from[i + 3];
  }
}
