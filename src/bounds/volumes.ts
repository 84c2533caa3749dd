import { BOX_SIZE, boxDistance, boxGap } from './box.ts';
import { dopGap } from './dop.ts';
import { type Relation, relatedGap } from './relation.ts';
import { SPHERE_SIZE, sphereDistance, sphereGap } from './sphere.ts';

/** The kinds of bounding volumes. A new kind is one file here, one case in each function below, one column in refit/rules.ts. */
export type VolumeKind = 'sphere' | 'box' | 'dop';

/** 'related': boxes in frames of their own, or volumes of two kinds, taken for boxes. */
export type VolumeTest = VolumeKind | 'related';

/** How the volumes of two colliders are compared, settled once per query. */
export interface VolumePairing {
  test: VolumeTest;
  kindA: VolumeKind;
  kindB: VolumeKind;
  /** Numbers each volume takes. */
  sizeA: number;
  sizeB: number;
  /** The slabs two polytopes have in common. */
  slabs: number;
  relation: Relation;
}

// THE switches over volume kinds: switches, not callbacks, so that V8 inlines them. Each ends in `default` rather than in
// the last case: a path that falls out of a switch returns undefined, and then every result is boxed (1.4 x the walk).

/** Numbers one volume of a kind takes; a polytope has `slabs` slabs. */
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
    case 'related':
      if (pairing.kindA === 'box' && pairing.kindB === 'box') return relatedGap(pairing.relation, a, i, b, j);
      readBox(pairing.kindA, a, i, boxA);
      readBox(pairing.kindB, b, j, boxB);
      return relatedGap(pairing.relation, boxA, 0, boxB, 0);
    default:
      return sphereGap(a, i, b, j);
  }
}

/** A distance by which two volumes are apart in the world, at least; 0 or less, or NaN, if they may touch. */
export function volumeDistance(
  test: VolumeTest,
  pairing: VolumePairing,
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
): number {
  switch (test) {
    case 'box':
      return boxDistance(a, i, b, j);
    case 'dop':
      return dopGap(pairing.slabs, a, i, b, j) * Math.SQRT1_2;
    case 'related':
      return volumeGap(test, pairing, a, i, b, j) * pairing.relation.shrink;
    default:
      return sphereDistance(a, i, b, j);
  }
}

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

/** Room for volumes that are not boxes. */
const boxA = new Float64Array(BOX_SIZE);
const boxB = new Float64Array(BOX_SIZE);

/** The volume as a box (centre, half extents). */
function readBox(kind: VolumeKind, from: Float64Array, i: number, out: Float64Array): void {
  switch (kind) {
    case 'dop':
      for (let axis = 0; axis < 3; axis++) {
        out[axis] = 0.5 * (from[i + 2 * axis] + from[i + 2 * axis + 1]);
        out[3 + axis] = 0.5 * (from[i + 2 * axis + 1] - from[i + 2 * axis]);
      }
      return;
    case 'box':
      for (let k = 0; k < BOX_SIZE; k++) out[k] = from[i + k];
      return;
    default:
      out[0] = from[i];
      out[1] = from[i + 1];
      out[2] = from[i + 2];
      out[3] = out[4] = out[5] = from[i + 3];
  }
}
