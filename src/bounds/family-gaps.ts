import { boxGap } from './box.ts';
import { orientedFamilyGaps } from './oriented-boxes.ts';
import { type VolumePairing, volumeGap } from './volumes.ts';

/**
 * Writes to `gaps` how far each volume of a family (nodes `first` to `end` of one collider) is from one volume that stays
 * (`node` of the other): above 0 only if they do not touch, the lower the deeper they overlap; NaN is not above 0. One walk serves
 * all kinds of volumes: a call for each family costs less than a callback for each volume. `isA`: the family is of the first collider of the pairing.
 */
export function familyGaps(
  pairing: VolumePairing,
  isA: boolean,
  family: Float64Array,
  first: number,
  end: number,
  stays: Float64Array,
  node: number,
  gaps: Float64Array,
): void {
  const { test, kindA, kindB, sizeA, sizeB } = pairing;
  if (test === 'box') {
    for (let child = first; child < end; child++) gaps[child - first] = boxGap(family, 6 * child, stays, 6 * node);
  } else if (test === 'oriented' && kindA === 'box' && kindB === 'box') {
    orientedFamilyGaps(pairing.frames, isA, family, first, end, stays, 6 * node, gaps);
  } else if (isA) {
    for (let child = first; child < end; child++) {
      gaps[child - first] = volumeGap(test, pairing, family, sizeA * child, stays, sizeB * node);
    }
  } else {
    for (let child = first; child < end; child++) {
      gaps[child - first] = volumeGap(test, pairing, stays, sizeA * node, family, sizeB * child);
    }
  }
}
