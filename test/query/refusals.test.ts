import { describe, expect, it } from 'vitest';
import { closestPoint } from '../../src/query/probe/closest-point.ts';
import { distance, within } from '../../src/query/probe/distance.ts';
import { findInCapsule, findInSphere, touchesCapsule, touchesSphere } from '../../src/query/probe/overlap.ts';
import { type RayOptions, rayCast, rayCastAll, rayCastAny } from '../../src/query/probe/ray-cast.ts';
import { anchoredPoint } from '../../src/query/surface/anchor.ts';
import { jointAt } from '../../src/query/surface/joint-at.ts';
import { poseCharacter } from '../support/pose-character.ts';

const collider = poseCharacter('linear-blend', 1, 'moderate', {});
const other = poseCharacter('rigid', 2, 'moderate', {});
const ray = { origin: [0, 0, 5], direction: [0, 0, -1] };
const cast = (changes: object, options?: RayOptions) => () => rayCast(collider, { ...ray, ...changes }, options);

const refused: [what: string, action: () => unknown, message: string][] = [
  ['a NaN origin', cast({ origin: [0, NaN, 0] }), 'rayCast: y of the origin is NaN; give numbers that are finite'],
  ['an infinite direction', cast({ direction: [0, 0, -Infinity] }), 'rayCast: z of the direction is -Infinity;'],
  ['a direction of two numbers', cast({ direction: [0, 1] }), 'rayCast: the direction has 2 numbers; give three'],
  ['no origin', cast({ origin: undefined }), 'rayCast: the origin has no numbers; give three'],
  ['no direction', cast({ direction: [0, 0, -0] }), 'rayCast: the direction is 0 long at most; give one of length 1.'],
  ['next to none', cast({ direction: [0, 1e-320, 0] }), 'rayCast: the direction is 1e-320 long at most;'],
  ['a negative near', cast({}, { near: -1 }), 'rayCast: near is -1; give a distance of 0 or more.'],
  ['a NaN far', cast({}, { far: NaN }), 'rayCast: far is NaN; give a distance of 0 or more.'],
  [
    'an unknown side',
    cast({}, { side: 'left' as 'front' }),
    "rayCast: side is 'left'; give 'front', 'back' or 'both'.",
  ],
  [
    'the same of all hits',
    () => rayCastAll(collider, { ...ray, origin: [1e71, 0, 0] }),
    'rayCastAll: x of the origin is 1e+71; give numbers that are finite and below 1e+70.',
  ],
  ['the same of any hit', () => rayCastAny(collider, ray, { near: NaN }), 'rayCastAny: near is NaN;'],
  ['a NaN point', () => closestPoint(collider, [0, 0, NaN]), 'closestPoint: z of the point is NaN;'],
  [
    'a negative reach',
    () => closestPoint(collider, [0, 0, 0], { maxDistance: -1e-9 }),
    'closestPoint: maxDistance is -1e-9;',
  ],
  [
    'a NaN reach',
    () => distance(collider, other, { maxDistance: NaN }),
    'distance: maxDistance is NaN; give a distance of 0 or more.',
  ],
  ['no distance', () => within(collider, other, Number('x')), 'within: the distance is NaN; give a distance'],
  ['a sphere nowhere', () => touchesSphere(collider, [NaN, 0, 0], 1), 'touchesSphere: x of the center is NaN;'],
  ['a negative radius', () => findInSphere(collider, [0, 0, 0], -1), 'findInSphere: the radius is -1; give a distance'],
  [
    'a capsule from nowhere',
    () => touchesCapsule(collider, [1], [0, 0, 0], 1),
    'touchesCapsule: the start has 1 numbers',
  ],
  [
    'a capsule to nowhere',
    () => findInCapsule(collider, [0, 0, 0], [0, Infinity, 0], 1),
    'findInCapsule: y of the end is Infinity;',
  ],
  [
    'a triangle that is not there',
    () => anchoredPoint(collider, 98, [1, 0, 0]),
    'anchoredPoint: there is no triangle 98; triangles go from 0 to 97.',
  ],
  ['half a triangle', () => anchoredPoint(collider, 0.5, [1, 0, 0]), 'anchoredPoint: there is no triangle 0.5;'],
  [
    'coordinates of no point',
    () => anchoredPoint(collider, 0, [1, 0, 1]),
    'anchoredPoint: barycentrics sum to 2; divide them by their sum.',
  ],
  ['two coordinates', () => jointAt(collider, 0, [0.5, 0.5]), 'jointAt: barycentrics has 2 numbers; give one for'],
  ['NaN coordinates', () => jointAt(collider, 0, [NaN, 0, 1]), 'jointAt: barycentrics sum to NaN;'],
];

describe('queries refuse, naming function, element, value and cure', () => {
  it.each(refused)('%s', (_, action, message) => {
    expect(action).toThrow(message);
  });

  it('and answer as ever after that', () => {
    expect(rayCast(collider, ray)).toEqual(rayCast(collider, ray));
    expect(cast({})).not.toThrow();
  });
});
