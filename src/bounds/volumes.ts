import { SPHERE_SIZE, sphereGap } from './sphere.ts';

/** The kinds of bounding volumes. A new kind is one file here, one case in each function below, one column in refit/rules.ts. */
export type VolumeKind = 'sphere';

/** Numbers one volume of a kind takes. */
export function volumeSize(kind: VolumeKind): number {
  switch (kind) {
    case 'sphere':
      return SPHERE_SIZE;
  }
}

/**
 * How far volume `i` of `a` is from volume `j` of `b`, both of one kind: above 0 only if they do not touch, the lower
 * the deeper they overlap. NaN is not above 0. A switch, not a callback: V8 inlines it.
 */
export function volumeGap(kind: VolumeKind, a: Float64Array, i: number, b: Float64Array, j: number): number {
  switch (kind) {
    case 'sphere':
      return sphereGap(a, SPHERE_SIZE * i, b, SPHERE_SIZE * j);
  }
}

/** The size by which a traversal decides which of two volumes to divide. */
export function volumeExtent(kind: VolumeKind, a: Float64Array, i: number): number {
  switch (kind) {
    case 'sphere':
      return a[SPHERE_SIZE * i + 3];
  }
}
