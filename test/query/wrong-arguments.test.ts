import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import * as library from '../../src/index.ts';
import { createRandom } from '../../src/math/random.ts';
import { createActor, createCasts, createFresh, drawNumbers, move, questions } from '../support/query-programs.ts';

const casts = createCasts(createRandom(1));
const random = createRandom(2);
const actors = casts.map(createActor);
for (const actor of actors) move(random, actor);
const [a, b] = [actors[1].collider, actors[7].collider];
const { mesh, source } = actors[1].cast;
const { skin } = source as { skin: library.Skin };
const ray = { origin: [0, 0, 5], direction: [0, 0, -1] };
const barycentrics = [0.25, 0.25, 0.5];
const { jointMatrices } = a;

/** Arguments each function of the library takes; all optional ones included. `?` marks those that may be left out. */
const calls: Record<string, [name: string, value: unknown][]> = {
  createShape: [
    ['mesh', mesh],
    ['source', source],
    ['options?', {}],
  ],
  shapeBytes: [['shape', a.shape]],
  saveShape: [['shape', a.shape]],
  loadShape: [['buffer', library.saveShape(a.shape)]],
  createCollider: [['shape', a.shape]],
  setPose: [
    ['collider', a],
    ['pose', { jointMatrices }],
  ],
  setPlacement: [
    ['collider', a],
    ['placement', null],
  ],
  posedPositions: [['collider', a]],
  normalizeWeights: [['skin', skin]],
  findDegenerateTriangles: [['mesh', mesh]],
  reportManifold: [['mesh', mesh]],
  buildTopology: [['mesh', mesh]],
  weld: [
    ['mesh', mesh],
    ['skin?', skin],
    ['fields?', undefined],
  ],
  validateTree: [
    ['tree', a.shape.tree],
    ['triangles', a.shape.triangleOrder.length],
  ],
  nodeLevels: [['tree', a.shape.tree]],
  findPairs: [
    ['a', a],
    ['b', b],
    ['stats?', library.createStats()],
  ],
  touches: [
    ['a', a],
    ['b', b],
    ['stats?', library.createStats()],
  ],
  firstPair: [
    ['a', a],
    ['b', b],
    ['stats?', library.createStats()],
  ],
  findPairsByBruteForce: [
    ['a', a],
    ['b', b],
  ],
  createFront: [
    ['a', a],
    ['b', b],
  ],
  trackPairs: [
    ['front', library.createFront(a, b)],
    ['stats?', library.createStats()],
  ],
  trackTouch: [
    ['front', library.createFront(a, b)],
    ['stats?', library.createStats()],
  ],
  distance: [
    ['a', a],
    ['b', b],
    ['maxDistance?', 1],
    ['target?', library.createDistance()],
    ['stats?', library.createStats()],
  ],
  within: [
    ['a', a],
    ['b', b],
    ['maxDistance', 1],
    ['stats?', library.createStats()],
  ],
  distanceByBruteForce: [
    ['a', a],
    ['b', b],
  ],
  withinByBruteForce: [
    ['a', a],
    ['b', b],
    ['maxDistance', 1],
  ],
  closestPoint: [
    ['collider', a],
    ['point', [0, 0, 0]],
    ['maxDistance?', 1],
    ['target?', library.createClosestPoint()],
    ['stats?', library.createStats()],
  ],
  closestPointByBruteForce: [
    ['collider', a],
    ['point', [0, 0, 0]],
    ['maxDistance?', 1],
  ],
  rayCast: [
    ['collider', a],
    ['ray', ray],
    ['options?', {}],
    ['target?', library.createRayHit()],
    ['stats?', library.createStats()],
  ],
  rayCastAll: [
    ['collider', a],
    ['ray', ray],
    ['options?', {}],
    ['stats?', library.createStats()],
  ],
  rayCastAny: [
    ['collider', a],
    ['ray', ray],
    ['options?', {}],
    ['stats?', library.createStats()],
  ],
  rayCastByBruteForce: [
    ['collider', a],
    ['ray', ray],
    ['options?', {}],
  ],
  touchesSphere: [
    ['collider', a],
    ['center', [0, 0, 0]],
    ['radius', 1],
    ['stats?', library.createStats()],
  ],
  findInSphere: [
    ['collider', a],
    ['center', [0, 0, 0]],
    ['radius', 1],
    ['stats?', library.createStats()],
  ],
  touchesCapsule: [
    ['collider', a],
    ['from', [0, 0, 0]],
    ['to', [1, 0, 0]],
    ['radius', 1],
    ['stats?', library.createStats()],
  ],
  findInCapsule: [
    ['collider', a],
    ['from', [0, 0, 0]],
    ['to', [1, 0, 0]],
    ['radius', 1],
    ['stats?', library.createStats()],
  ],
  posedBounds: [
    ['collider', a],
    ['target?', library.createBounds()],
  ],
  tightBounds: [
    ['collider', a],
    ['target?', library.createBounds()],
  ],
  boundsOver: [
    ['collider', a],
    ['poses', [{}]],
    ['target?', library.createBounds()],
    ['measure?', library.tightBounds],
  ],
  posedVolumes: [['collider', a]],
  freshVolumes: [['collider', a]],
  anchoredPoint: [
    ['collider', a],
    ['triangle', 3],
    ['barycentrics', barycentrics],
    ['target?', library.createSurfacePoint()],
  ],
  jointsAt: [
    ['collider', a],
    ['triangle', 3],
    ['barycentrics', barycentrics],
  ],
  jointAt: [
    ['collider', a],
    ['triangle', 3],
    ['barycentrics', barycentrics],
  ],
  rotationCenters: [['collider', a]],
};

/** These take nothing. */
const makers = [
  'createStats',
  'createDistance',
  'createClosestPoint',
  'createRayHit',
  'createBounds',
  'createSurfacePoint',
];
/** These are about a surface and itself, and tell of wrong arguments in their own tests. */
const selfQueries = ['findSelfPairs', 'touchesItself', 'findSelfPairsByBruteForce'];

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
  if (argument === 'options?') return true; // what has none of the options asks for nothing special
  if (argument === 'placement') return value === null;
  if (argument === 'pose') return typeof value === 'object' && value !== null; // changes nothing
  if (argument === 'fields?') return Array.isArray(value);
  if (argument === 'measure?') return typeof value === 'function';
  return ['maxDistance?', 'maxDistance', 'radius', 'triangle'].includes(argument) && value === 5;
}

type Library = Record<string, (...given: unknown[]) => unknown>;

describe('a wrong argument', () => {
  it('is tried for every function of the library', () => {
    const functions = Object.entries(library).filter(([, value]) => typeof value === 'function');
    const listed = [...Object.keys(calls), ...makers, ...selfQueries];
    expect(functions.map(([name]) => name).sort()).toEqual(listed.sort());
  });

  it.each(Object.keys(calls))('%s: is refused in words that begin with the name and go on with a cure', name => {
    const given = calls[name].map(([, value]) => value);
    const call = (library as unknown as Library)[name];
    expect(() => call(...given)).not.toThrow();
    calls[name].forEach(([argument], k) => {
      for (const [what, value] of garbage) {
        if (isFine(argument, value)) continue;
        let message = `${argument} may be ${what}`;
        try {
          call(...given.map((right, other) => (other === k ? value : right)));
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
      const given = calls[name].map(([, value]) => value);
      const position = Math.floor(given.length * random());
      given[position] = garbage[Math.floor(garbage.length * random())][1];
      if (isFine(calls[name][position][0], given[position])) continue;
      const question = Object.keys(questions)[Math.floor(Object.keys(questions).length * random())];
      const numbers = drawNumbers(random);
      const [one, other] = random() < 0.5 ? [actors[1], actors[7]] : [actors[7], actors[1]];
      const expected = questions[question](createFresh(one), createFresh(other), numbers);
      try {
        (library as unknown as Library)[name](...given);
      } catch {}
      const answer = questions[question](one.collider, other.collider, numbers);
      expect(isDeepStrictEqual(answer, expected), `${question} after ${name}`).toBe(true);
    }
  });
});
