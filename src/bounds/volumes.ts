import { SPHERE_SIZE, sphereGap } from './sphere.ts';

/** The kinds of bounding volumes. A new kind is one file here, one case in each function below, one column in refit/rules.ts. */
export type VolumeKind = 'sphere';

// THE switches over volume kinds: switches, not callbacks, so that V8 inlines them. Each ends in `default` rather than in
// the last case: a path that falls out of a switch returns undefined, and then every result is boxed (1.4 x the walk).

/** Numbers one volume of a kind takes. */
export function volumeSize(kind: VolumeKind): number {
  switch (kind) {
    default:
      return SPHERE_SIZE;
  }
}

/**
 * How far volume `i` of `a` is from volume `j` of `b`, both of one kind: above 0 only if they do not touch, the lower
 * the deeper they overlap. NaN is not above 0.
 */
export function volumeGap(kind: VolumeKind, a: Float64Array, i: number, b: Float64Array, j: number): number {
  switch (kind) {
    default:
      return sphereGap(a, SPHERE_SIZE * i, b, SPHERE_SIZE * j);
  }
}

/** The size by which a traversal decides which of two volumes to divide. */
export function volumeExtent(kind: VolumeKind, a: Float64Array, i: number): number {
  switch (kind) {
    default:
      return a[SPHERE_SIZE * i + 3];
  }
}
