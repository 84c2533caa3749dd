import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { createCreature, createCreatureWalk } from '../../models/index.ts';
import {
  boundsOf,
  type Collider,
  castRay,
  createCollider,
  createShape,
  createTracker,
  findNearestPair,
  findNearestPoint,
  findPairs,
  hitsRay,
  type Pose,
  pointOn,
  setPose,
  touches,
  touchesCapsule,
  trackTouch,
} from '../../src/index.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const CHUNK = 50;
const CHUNKS = 12;
const WARM_UP = 4000;

/** Memory that V8 and its arrays take: only ever more, unless garbage is collected. */
function usedBytes(): number {
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics();
  return heap + external;
}

/**
 * Bytes that a call takes, once it is warm: the least of some rounds, as compilers at work take some too. A round is asked in chunks; those
 * in which garbage was collected do not count. What looking takes is measured alike, and taken off.
 */
function bytesOf(ask: (turn: number) => unknown): number {
  for (let turn = 0; turn < WARM_UP; turn++) ask(turn);
  const least = (work: (turn: number) => unknown): number => {
    const rounds = Array.from({ length: 5 }, () => {
      collectGarbage();
      const grown: number[] = [];
      for (let chunk = 0; chunk < CHUNKS; chunk++) {
        const before = usedBytes();
        for (let turn = 0; turn < CHUNK; turn++) work(chunk * CHUNK + turn);
        grown.push(usedBytes() - before);
      }
      const counted = grown.filter(bytes => bytes >= 0);
      return counted.reduce((sum, bytes) => sum + bytes, 0) / (counted.length * CHUNK);
    });
    return Math.min(...rounds);
  };
  return least(ask) - least(() => 0);
}

const model = createCreature({ triangles: 3000 });
const shape = createShape(model.mesh, { kind: 'linear-blend', skin: model.skin });
const walk = createCreatureWalk(model);
const POSES = 24;
/** Two that walk beside each other, so far aside. */
const posesAside = (aside: number): [Pose, Pose][] =>
  Array.from({ length: POSES }, (_, k) => {
    const pose = (phase: number, x: number): Pose => {
      const jointMatrices = new Float64Array(12 * model.skin.jointCount);
      walk.write(k / POSES + phase, x, 0, 0, jointMatrices);
      return { jointMatrices };
    };
    return [pose(0, 0), pose(0.3, aside)];
  });
const apart = posesAside(40);
const touching = posesAside(1);

/** Questions with a new pose each, by name: `compiled` says by which path, `into` what to fill. */
function listQuestions(compiled: boolean): Record<string, (turn: number) => unknown> {
  const [a, b] = [createCollider(shape), createCollider(shape)] as [Collider, Collider];
  const place = (poses: readonly [Pose, Pose][], turn: number): void => {
    const [first, second] = poses[turn % POSES];
    setPose(a, first);
    setPose(b, second);
  };
  const after =
    (poses: readonly [Pose, Pose][], ask: () => unknown) =>
    (turn: number): unknown => {
      place(poses, turn);
      return ask();
    };
  place(touching, 0);
  const options = { compiled };
  const { low, high } = boundsOf(a);
  const point = Array.from(low, (x, axis) => 0.5 * (x + high[axis]));
  const ray = { origin: [high[0] + 1, point[1], point[2]], direction: [-1, 0, 0] };
  const shares = [0.25, 0.25, 0.5];
  const tracker = createTracker(a, b);
  const rayInto = { compiled, into: castRay(a, ray)! };
  const pointInto = { compiled, into: findNearestPoint(a, point)! };
  const pairInto = { into: findNearestPair(a, b)! };
  const boundsInto = { into: boundsOf(a), tight: true };
  const onInto = { into: pointOn(a, 5, shares) };
  return {
    'setPose, twice': turn => place(apart, turn),
    'findPairs, of none': after(apart, () => findPairs(a, b, options)),
    'touches, apart': after(apart, () => touches(a, b, options)),
    touches: after(touching, () => touches(a, b, options)),
    trackTouch: after(touching, () => trackTouch(tracker, options)),
    castRay: after(touching, () => castRay(a, ray, rayInto)),
    hitsRay: after(touching, () => hitsRay(a, ray, options)),
    findNearestPoint: after(touching, () => findNearestPoint(a, point, pointInto)),
    findNearestPair: after(apart, () => findNearestPair(a, b, pairInto)),
    'touchesCapsule, of a sphere': after(touching, () => touchesCapsule(a, point, point, 0.1, options)),
    touchesCapsule: after(touching, () => touchesCapsule(a, point, ray.origin, 0.1, options)),
    boundsOf: after(touching, () => boundsOf(a, boundsInto)),
    pointOn: after(touching, () => pointOn(a, 5, shares, onInto)),
  };
}

/**
 * No object that lives: what is left are numbers that a call returns, 16 bytes each where V8 does not inline it, and the view of the joints that are
 * handed to the module. In JavaScript that is one for each volume that a probe looks at.
 */
describe.each([true, false])('queries with a new pose each, compiled: %s', compiled => {
  const questions = listQuestions(compiled);
  it.each(Object.keys(questions))('%s', name => {
    const isCompiled = compiled && name !== 'findNearestPair'; // which is always asked in JavaScript
    const most = isCompiled ? 512 : 4096;
    let bytes = Infinity;
    for (let round = 0; round < 10 && bytes >= most; round++) bytes = bytesOf(questions[name]); // until it is warm
    expect(bytes).toBeLessThan(most);
  });
});

it('would tell of a query that makes an object', () => {
  let kept: unknown;
  const bytes = bytesOf(turn => {
    kept = new Float64Array(128 + (turn & 1));
    return kept;
  });
  expect(bytes).toBeGreaterThan(1000);
});
