import { describe, expect, it } from 'vitest';
import { castRay, castRayAll, hitsRay, type RayOptions } from '../../src/query/probe/cast-ray.ts';
import { findNearestPair, findPairsWithin } from '../../src/query/probe/nearest-pair.ts';
import { findNearestPoint } from '../../src/query/probe/nearest-point.ts';
import { findInCapsule, touchesCapsule } from '../../src/query/probe/overlap.ts';
import { jointsAt } from '../../src/query/surface/joints-at.ts';
import { pointOn } from '../../src/query/surface/point-on.ts';
import { poseCharacter } from '../support/pose-character.ts';

const collider = poseCharacter('linear-blend', 1, 'moderate', {});
const other = poseCharacter('rigid', 2, 'moderate', {});
const ray = { origin: [0, 0, 5], direction: [0, 0, -1] };
const cast = (changes: object, options?: RayOptions) => () => castRay(collider, { ...ray, ...changes }, options);

const refused: [what: string, action: () => unknown, message: string][] = [
  ['a NaN origin', cast({ origin: [0, NaN, 0] }), 'castRay: y of the origin is NaN; give numbers that are finite'],
  ['an infinite direction', cast({ direction: [0, 0, -Infinity] }), 'castRay: z of the direction is -Infinity;'],
  ['a direction of two numbers', cast({ direction: [0, 1] }), 'castRay: the direction has 2 numbers; give three'],
  ['no origin', cast({ origin: undefined }), 'castRay: the origin has no numbers; give three'],
  ['no direction', cast({ direction: [0, 0, -0] }), 'castRay: the direction is 0 long at most; give one of length 1.'],
  ['next to none', cast({ direction: [0, 1e-320, 0] }), 'castRay: the direction is 1e-320 long at most;'],
  ['a negative near', cast({}, { near: -1 }), 'castRay: near is -1; give a distance of 0 or more.'],
  ['a NaN far', cast({}, { far: NaN }), 'castRay: far is NaN; give a distance of 0 or more.'],
  [
    'an unknown side',
    cast({}, { side: 'left' as 'front' }),
    "castRay: side is 'left'; give 'front', 'back' or 'both'.",
  ],
  [
    'the same of all hits',
    () => castRayAll(collider, { ...ray, origin: [1e71, 0, 0] }),
    'castRayAll: x of the origin is 1e+71; give numbers that are finite and below 1e+70.',
  ],
  ['the same of any hit', () => hitsRay(collider, ray, { near: NaN }), 'hitsRay: near is NaN;'],
  ['a NaN point', () => findNearestPoint(collider, [0, 0, NaN]), 'findNearestPoint: z of the point is NaN;'],
  [
    'a negative reach',
    () => findNearestPoint(collider, [0, 0, 0], { maxDistance: -1e-9 }),
    'findNearestPoint: maxDistance is -1e-9;',
  ],
  [
    'a NaN reach',
    () => findNearestPair(collider, other, { maxDistance: NaN }),
    'findNearestPair: maxDistance is NaN; give a distance of 0 or more.',
  ],
  [
    'no distance',
    () => findPairsWithin(collider, other, Number('x')),
    'findPairsWithin: the distance is NaN; give a distance',
  ],
  [
    'a negative radius',
    () => findInCapsule(collider, [0, 0, 0], [0, 0, 0], -1),
    'findInCapsule: the radius is -1; give a distance',
  ],
  [
    'a capsule from nowhere',
    () => touchesCapsule(collider, [1], [0, 0, 0], 1),
    'touchesCapsule: the start has 1 numbers',
  ],
  [
    'a capsule to nowhere',
    () => findInCapsule(collider, [0, 0, 0], [0, NaN, 0], 1),
    'findInCapsule: y of the end is NaN;',
  ],
  [
    'a triangle that is not there',
    () => pointOn(collider, 98, [1, 0, 0]),
    'pointOn: there is no triangle 98; triangles go from 0 to 97.',
  ],
  ['half a triangle', () => pointOn(collider, 0.5, [1, 0, 0]), 'pointOn: there is no triangle 0.5;'],
  [
    'coordinates of no point',
    () => pointOn(collider, 0, [1, 0, 1]),
    'pointOn: barycentrics sum to 2; divide them by their sum.',
  ],
  ['two coordinates', () => jointsAt(collider, 0, [0.5, 0.5])[0], 'jointsAt: barycentrics has 2 numbers; give one for'],
  ['NaN coordinates', () => jointsAt(collider, 0, [NaN, 0, 1])[0], 'jointsAt: barycentrics sum to NaN;'],
];

describe('queries refuse, naming function, element, value and cure', () => {
  it.each(refused)('%s', (_, action, message) => {
    expect(action).toThrow(message);
  });

  it('and answer as ever after that', () => {
    expect(castRay(collider, ray)).toEqual(castRay(collider, ray));
    expect(cast({})).not.toThrow();
  });
});
