import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import * as debug from '../../src/debug.ts';
import * as entry from '../../src/index.ts';
import { createRandom } from '../../src/math/random.ts';
import { createBounds } from '../../src/query/bounds/posed-bounds.ts';
import { createRayHit } from '../../src/query/probe/cast-ray.ts';
import { createNearestPair } from '../../src/query/probe/nearest-pair.ts';
import { createNearestPoint } from '../../src/query/probe/nearest-point.ts';
import { createSurfacePoint } from '../../src/query/surface/point-on.ts';
import { createActor, createCasts, createFresh, drawNumbers, move, questions } from '../support/query-programs.ts';

const library = { ...entry, ...debug };
const casts = createCasts(createRandom(1));
const random = createRandom(2);
const actors = casts.map(createActor);
for (const actor of actors) move(random, actor);
const [a, b] = [actors[1].collider, actors[7].collider];
const { mesh, source } = actors[1].cast;
const { skin } = source as { skin: entry.Skin };
const ray = { origin: [0, 0, 5], direction: [0, 0, -1] };
const barycentrics = [0.25, 0.25, 0.5];
const { jointMatrices } = a;
const stats = library.createStats();
const withStats = { 'options?': {}, 'options.stats?': stats };

/** Arguments each function of the library takes; all optional ones included. `?` marks those that may be left out. */
const calls: Record<string, Record<string, unknown>> = {
  createShape: { mesh, source, 'choices?': {} },
  shapeBytes: { shape: a.shape },
  saveShape: { shape: a.shape },
  loadShape: { buffer: library.saveShape(a.shape) },
  createCollider: { shape: a.shape },
  setPose: { collider: a, pose: { jointMatrices } },
  setPlacement: { collider: a, placement: null },
  posedPositions: { collider: a },
  normalizeWeights: { skin },
  reportManifold: { mesh },
  matrix34From4x4: { matrices: new Float64Array(16).map((_, k) => (k % 5 === 0 ? 1 : 0)) },
  weld: { mesh, 'skin?': skin, 'fields?': undefined },
  treeOf: { shape: a.shape },
  validateTree: { tree: a.shape.tree, triangles: a.shape.triangleOrder.length },
  nodeLevels: { tree: a.shape.tree },
  findPairs: { a, b, ...withStats },
  findSeparation: { a, b },
  touches: { a, b, ...withStats },
  firstPair: { a, b, ...withStats },
  findClosePairs: { colliders: [a, b], 'options?': {}, 'options.maxDistance?': 1, 'options.stats?': stats },
  findPairsByBruteForce: { a, b },
  createTracker: { a, b },
  trackPairs: { front: library.createTracker(a, b), ...withStats },
  trackTouch: { front: library.createTracker(a, b), ...withStats },
  findNearestPair: {
    a,
    b,
    'options?': {},
    'options.maxDistance?': 1,
    'options.into?': createNearestPair(),
    'options.stats?': stats,
  },
  findPairsWithin: { a, b, maxDistance: 1, ...withStats },
  findNearestPairByBruteForce: { a, b },
  findPairsWithinByBruteForce: { a, b, maxDistance: 1 },
  findNearestPoint: {
    collider: a,
    point: [0, 0, 0],
    'options?': {},
    'options.maxDistance?': 1,
    'options.into?': createNearestPoint(),
    'options.stats?': stats,
  },
  findNearestPointByBruteForce: { collider: a, point: [0, 0, 0], 'maxDistance?': 1 },
  castRay: { collider: a, ray, 'options?': {}, 'options.into?': createRayHit(), 'options.stats?': stats },
  castRayAll: { collider: a, ray, ...withStats },
  hitsRay: { collider: a, ray, ...withStats },
  castRayByBruteForce: { collider: a, ray, 'options?': {} },
  touchesCapsule: { collider: a, from: [0, 0, 0], to: [1, 0, 0], radius: 1, ...withStats },
  findInCapsule: { collider: a, from: [0, 0, 0], to: [1, 0, 0], radius: 1, ...withStats },
  boundsOf: { collider: a, 'options?': {}, 'options.into?': createBounds() },
  boundsOver: { collider: a, poses: [{}], 'options?': {}, 'options.into?': createBounds() },
  posedVolumes: { collider: a },
  freshVolumes: { collider: a },
  pointOn: { collider: a, triangle: 3, barycentrics, 'options?': {}, 'options.into?': createSurfacePoint() },
  jointsAt: { collider: a, triangle: 3, barycentrics },
  findSelfPairs: { collider: a, ...withStats },
  touchesSelf: { collider: a, ...withStats },
  findSelfPairsByBruteForce: { collider: a },
};

/** These take nothing. */
const makers = ['createStats'];

/** The arguments of a call; what is named as a part of the options goes into them. */
function argumentsOf(name: string, values: readonly unknown[]): unknown[] {
  const given: unknown[] = [];
  let options: Record<string, unknown> | null = null;
  Object.entries(calls[name]).forEach(([argument, right], k) => {
    const [, part] = /^options\.(\w+)/.exec(argument) ?? [];
    if (part && options) options[part] = values[k];
    else if (!part) given.push(argument === 'options?' && values[k] === right ? (options = {}) : values[k]);
  });
  return given;
}

const garbage: [name: string, value: unknown][] = [
  ['undefined', undefined],
  ['null', null],
  ['5', 5],
  ['NaN', NaN],
  ["'text'", 'text'],
  ['{}', {}],
  ['[]', []],
  ['a function', () => 0],
  ['a symbol', Symbol('wrong')],
  ['true', true],
];

/** What is no wrong argument after all. */
function isFine(argument: string, value: unknown): boolean {
  if (argument.endsWith('?') && value === undefined) return true;
  if (argument === 'choices?') return true; // what has none of the options asks for nothing special
  if (argument === 'options?') return typeof value === 'object' && value !== null; // the same
  if (argument === 'placement') return value === null;
  if (argument === 'pose') return typeof value === 'object' && value !== null; // changes nothing
  if (argument === 'fields?' || argument === 'colliders') return Array.isArray(value);
  return (
    ['options.maxDistance?', 'maxDistance?', 'maxDistance', 'radius', 'triangle'].includes(argument) && value === 5
  );
}

type Library = Record<string, (...given: unknown[]) => unknown>;

describe('a wrong argument', () => {
  it('is tried for every function of the library', () => {
    const functions = Object.entries(library).filter(([, value]) => typeof value === 'function');
    const listed = [...Object.keys(calls), ...makers, 'createShapeAsync']; // it rejects: test/build
    expect(functions.map(([name]) => name).sort()).toEqual(listed.sort());
  });

  it.each(Object.keys(calls))('%s: is refused in words that begin with the name and go on with a cure', name => {
    const given = Object.values(calls[name]);
    const call = (library as unknown as Library)[name];
    expect(() => call(...argumentsOf(name, given))).not.toThrow();
    Object.keys(calls[name]).forEach((argument, k) => {
      for (const [what, value] of garbage) {
        if (isFine(argument, value)) continue;
        let message = `${argument} may be ${what}`;
        try {
          call(
            ...argumentsOf(
              name,
              given.map((right, other) => (other === k ? value : right)),
            ),
          );
        } catch (error) {
          message = (error as Error).message;
        }
        expect(message, `${argument}: ${what}`).toMatch(new RegExp(`^${name}: .+[;.] .+\\.$`));
      }
    });
  });

  it('of any query leaves all queries as they were: 2000 rounds of garbage, in random order', () => {
    const names = Object.keys(calls).filter(name => !['createShape', 'loadShape', 'saveShape'].includes(name));
    for (let round = 0; round < 2000; round++) {
      const name = names[Math.floor(names.length * random())];
      const given = Object.values(calls[name]);
      const position = Math.floor(given.length * random());
      given[position] = garbage[Math.floor(garbage.length * random())][1];
      if (isFine(Object.keys(calls[name])[position], given[position])) continue;
      const question = Object.keys(questions)[Math.floor(Object.keys(questions).length * random())];
      const numbers = drawNumbers(random);
      const [one, other] = random() < 0.5 ? [actors[1], actors[7]] : [actors[7], actors[1]];
      const expected = questions[question](createFresh(one), createFresh(other), numbers);
      try {
        (library as unknown as Library)[name](...argumentsOf(name, given));
      } catch {}
      const answer = questions[question](one.collider, other.collider, numbers);
      expect(isDeepStrictEqual(answer, expected), `${question} after ${name}`).toBe(true);
    }
  });
});
