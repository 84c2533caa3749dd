import { add, multiply, type Polynomial, subtract } from './polynomial.ts';
import { type Root, rootsInStep, roundDown, signAtRoot } from './roots.ts';

/** A point that moves, each coordinate a polynomial in time. */
export type Moving = readonly [Polynomial, Polynomial, Polynomial];

/**
 * The first time in [0, 1] at which the moving polygon (see `Difference`) holds 0, rounded down to a float64, or
 * Infinity if there is none. `corners` are exact multiples of one unit.
 *
 * How: if the volume of the first three corners is not 0 at all times, contacts are at the roots of that cubic. If it
 * is, a contact begins at time 0 or where a sign it depends on changes. The cross products of corners are parallel
 * then, so one of their dot products is 0 only if one of them is: all changes are at roots of the conditions of pairs.
 * Signs at roots are decided exactly.
 */
export function firstContact(corners: readonly Moving[]): number {
  const volume = dot(corners[0], cross(corners[1], corners[2]));
  const { pairs, triples } = listConditions(corners);
  const changes = volume.length > 0 ? [volume] : [[0n, 1n], ...pairs.flat()].filter(p => p.length > 0);
  const roots = changes.flatMap(rootsInStep).map(root => ({ root, time: roundDown(root) }));
  roots.sort((a, b) => a.time - b.time);
  return roots.find(({ root }) => holdsOrigin(pairs, triples, root))?.time ?? Infinity;
}

/**
 * 0 is in a flat polygon in whose plane it is exactly if it is between two corners or in a triangle of three of them
 * (Caratheodory). A pair of corners is listed as the coordinates of its cross product and its dot product, a
 * triple as the dot products of its three cross products with each other and with themselves.
 */
function listConditions(corners: readonly Moving[]): { pairs: Polynomial[][]; triples: Polynomial[][] } {
  const pairs: Polynomial[][] = [];
  const triples: Polynomial[][] = [];
  const count = corners.length;
  for (let i = 0; i < count; i++) {
    for (let j = i + 1; j < count; j++) {
      pairs.push([...cross(corners[i], corners[j]), dot(corners[i], corners[j])]);
      for (let k = j + 1; k < count; k++) {
        const u = cross(corners[i], corners[j]);
        const v = cross(corners[j], corners[k]);
        const w = cross(corners[k], corners[i]);
        triples.push([dot(u, v), dot(v, w), dot(w, u), dot(u, u), dot(v, v), dot(w, w)]);
      }
    }
  }
  return { pairs, triples };
}

function holdsOrigin(pairs: Polynomial[][], triples: Polynomial[][], root: Root): boolean {
  const sign = (p: Polynomial): number => signAtRoot(p, root);
  const isBetween = ([x, y, z, along]: Polynomial[]): boolean =>
    sign(along) <= 0 && sign(x) === 0 && sign(y) === 0 && sign(z) === 0;
  const isInside = ([uv, vw, wu, uu, vv, ww]: Polynomial[]): boolean =>
    sign(uv) >= 0 && sign(vw) >= 0 && sign(wu) >= 0 && sign(uu) + sign(vv) + sign(ww) > 0;
  return pairs.some(isBetween) || triples.some(isInside);
}

function cross(u: Moving, v: Moving): Moving {
  const part = (i: number, j: number): Polynomial => subtract(multiply(u[i], v[j]), multiply(u[j], v[i]));
  return [part(1, 2), part(2, 0), part(0, 1)];
}

function dot(u: Moving, v: Moving): Polynomial {
  return add(add(multiply(u[0], v[0]), multiply(u[1], v[1])), multiply(u[2], v[2]));
}
