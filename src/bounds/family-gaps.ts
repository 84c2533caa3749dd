import { boxDistance, boxGap } from './box.ts';
import { orientedFamilyGaps } from './oriented-boxes.ts';
import { type VolumePairing, volumeDistance, volumeGap } from './volumes.ts';

/**
 * A family of volumes, nodes `first` to `end` of one collider; a volume of the other that stays, by its node or by its place in
 * `stays`; and where a number is written for each of the family.
 */
export type Family = [
  ...family: [volumes: Float64Array, first: number, end: number],
  ...stays: [volumes: Float64Array, at: number],
  out: Float64Array,
];

type CompareFamily = (...of: [pairing: VolumePairing, isA: boolean, ...Family]) => void;

/**
 * Writes to `gaps` how far each volume of a family (nodes `first` to `end` of one collider) is from one volume that stays
 * (`node` of the other): above 0 only if they do not touch, the lower the deeper they overlap; NaN is not above 0. What is
 * read of the volume that stays is read once for the family, and one walk serves all kinds of volumes: a call for each
 * family costs less than a callback for each volume. `isA`: the family is of the first collider of the pairing.
 */
export const familyGaps: CompareFamily = (pairing, isA, family, first, end, stays, node, gaps) => {
  const { test, kindA, kindB, sizeA, sizeB } = pairing;
  if (test === 'box') boxFamilyGaps(family, first, end, stays, 6 * node, gaps);
  else if (test === 'sphere') sphereFamilyGaps(family, first, end, stays, 4 * node, gaps);
  else if (test === 'oriented' && kindA === 'box' && kindB === 'box') {
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
};

/**
 * As `familyGaps`, but where volumes do not touch, a distance by which they are apart in the world, at least. Written and not returned: numbers that a
 * call returns are objects on the heap, unless it is inlined.
 */
export const familyDistances: CompareFamily = (pairing, isA, family, first, end, stays, node, distances) => {
  const { test, sizeA, sizeB } = pairing;
  if (test === 'box') {
    for (let child = first; child < end; child++) {
      const gap = boxGap(family, 6 * child, stays, 6 * node);
      distances[child - first] = gap > 0 ? boxDistance(family, 6 * child, stays, 6 * node) : gap;
    }
    return;
  }
  const a = isA ? family : stays;
  const b = isA ? stays : family;
  for (let child = first; child < end; child++) {
    const i = sizeA * (isA ? child : node);
    const j = sizeB * (isA ? node : child);
    let distance = volumeGap(test, pairing, a, i, b, j);
    if (distance > 0) distance = volumeDistance(test, pairing, a, i, b, j);
    distances[child - first] = distance;
  }
};

/** Boxes in one frame: see `boxGap`. */
const boxFamilyGaps: (...of: Family) => void = (family, first, end, stays, j, gaps) => {
  const x = stays[j];
  const y = stays[j + 1];
  const z = stays[j + 2];
  const ex = stays[j + 3];
  const ey = stays[j + 4];
  const ez = stays[j + 5];
  for (let child = first, i = 6 * first; child < end; child++, i += 6) {
    let gap = Math.abs(family[i] - x) - (family[i + 3] + ex);
    if (!(gap > 0)) {
      const gapY = Math.abs(family[i + 1] - y) - (family[i + 4] + ey);
      const gapZ = Math.abs(family[i + 2] - z) - (family[i + 5] + ez);
      gap = gapY > 0 ? gapY : gapZ > 0 ? gapZ : gap + gapY + gapZ;
    }
    gaps[child - first] = gap;
  }
};

/** See `sphereGap`. */
const sphereFamilyGaps: (...of: Family) => void = (family, first, end, stays, j, gaps) => {
  const x = stays[j];
  const y = stays[j + 1];
  const z = stays[j + 2];
  const radius = stays[j + 3];
  for (let child = first, i = 4 * first; child < end; child++, i += 4) {
    const dx = family[i] - x;
    const dy = family[i + 1] - y;
    const dz = family[i + 2] - z;
    const r = family[i + 3] + radius;
    gaps[child - first] = dx * dx + dy * dy + dz * dz - r * r;
  }
};
