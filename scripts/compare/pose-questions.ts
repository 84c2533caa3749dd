import { longestSide } from '../../bench/harness/measure.ts';
import type { Collider, RayHit } from '../../src/index.ts';
import { type Answer, sortPairs } from './digest.ts';
import type { Stage } from './stage.ts';

/** What is asked about bodies that stand still. Each gives what it promises, and nothing else. */
export const poseQuestions: Record<string, (stage: Stage) => Answer> = {
  'posed vertices': ({ library, colliders }) => {
    const parts = colliders.map(collider => library.core.posedPositions(collider));
    return { count: parts.reduce((sum, { length }) => sum + length / 3, 0), parts };
  },
  pairs: ({ library: { core }, couples }) => {
    const parts: Answer['parts'] = [];
    let count = 0;
    for (const { colliders, tracker } of couples) {
      const pairs = sortPairs(core.findPairs(...colliders));
      count += pairs.length / 2;
      parts.push(pairs, sortPairs(core.trackPairs(tracker)), [
        Number(core.touches(...colliders)),
        Number(core.trackTouch(tracker)),
      ]);
    }
    return { count, parts };
  },
  'self pairs': ({ library: { core }, colliders }) => {
    const lists = colliders.map(collider => sortPairs(core.findSelfPairs(collider), true));
    const touch = colliders.map(collider => Number(core.touchesSelf(collider)));
    return { count: lists.reduce((sum, { length }) => sum + length / 2, 0), parts: [...lists, touch] };
  },
  rays: ({ library: { core }, colliders }) => {
    const parts: Answer['parts'] = [];
    let count = 0;
    for (const { collider, at, direction, size } of listPlaces(colliders, core.posedPositions)) {
      const ray = { origin: at.map((x, axis) => x - 2 * size * direction[axis]), direction };
      const first = core.castRay(collider, ray);
      const all = core.castRayAll(collider, ray, { side: 'front', near: size });
      parts.push([...writeHit(first), Number(core.hitsRay(collider, ray, { far: 2 * size }))], all.flatMap(writeHit));
      count += all.length;
    }
    return { count, parts };
  },
  'nearest points': ({ library: { core }, colliders }) => {
    const parts: Answer['parts'] = [];
    for (const { collider, at, direction, size, k } of listPlaces(colliders, core.posedPositions)) {
      const point = at.map((x, axis) => x - 0.3 * (k % 4) * size * direction[axis]);
      const options = k % 3 === 0 ? { maxDistance: 0.1 * size } : {};
      const found = core.findNearestPoint(collider, point, options);
      parts.push(found ? [found.distance, found.triangle, ...found.barycentrics, ...found.point] : 'none');
      const joints = found ? core.jointsAt(collider, found.triangle, found.barycentrics) : [];
      parts.push(joints.flatMap(({ joint, weight }) => [joint, weight]));
      if (found) parts.push(core.pointOn(collider, found.triangle, found.barycentrics).normal);
    }
    return { count: parts.length, parts };
  },
  'spheres and capsules': ({ library: { core }, colliders }) => {
    const parts: Answer['parts'] = [];
    let count = 0;
    for (const { collider, at, direction, size, k } of listPlaces(colliders, core.posedPositions)) {
      const radius = 0.01 * (1 + (k % 5)) * size;
      const to = at.map((x, axis) => x - 0.2 * size * direction[axis]);
      const lists = [core.findInCapsule(collider, to, to, radius), core.findInCapsule(collider, at, to, radius)];
      for (const list of lists) count += list.length;
      parts.push(...lists.map(list => list.slice().sort()), [
        Number(core.touchesCapsule(collider, to, to, radius)),
        Number(core.touchesCapsule(collider, at, to, radius)),
      ]);
    }
    return { count, parts };
  },
  'nearest pairs': ({ library: { core }, couples }) => {
    const parts: Answer['parts'] = [];
    let count = 0;
    for (const { colliders } of couples) {
      const found = core.findNearestPair(...colliders);
      // Which of the pairs that touch is named, and where, is not said.
      parts.push(found && found.distance > 0 ? writeNearest(found) : [0]);
      const near = core.findPairsWithin(...colliders, 0.002 * longestSide(core.posedPositions(colliders[0])));
      parts.push(sortPairs(near));
      count += near.length / 2;
    }
    return { count, parts };
  },
  bounds: ({ library: { core }, colliders }) => {
    const parts = colliders.flatMap(collider =>
      [true, false].map(tight => {
        const { low, high, center, radius } = core.boundsOf(collider, { tight });
        return [...low, ...high, ...center, radius];
      }),
    );
    return { count: parts.length, parts };
  },
};

function writeHit(hit: RayHit | null): number[] {
  if (!hit) return [-1];
  return [hit.distance, hit.triangle, Number(hit.side === 'front'), ...hit.barycentrics, ...hit.point, ...hit.normal];
}

function writeNearest(found: {
  distance: number;
  triangleA: number;
  triangleB: number;
  pointA: Float64Array;
}): number[] {
  return [found.distance, found.triangleA, found.triangleB, ...found.pointA];
}

interface Place {
  collider: Collider;
  k: number;
  /** On the surface: a corner, amid an edge or amid a triangle, in turn. */
  at: number[];
  /** Of length 1; every third along an axis, so that rays go through corners and edges to the last bit. */
  direction: number[];
  size: number;
}

const PLACES = 36;
const MOST_BODIES = 6;

/** Places all over the posed surfaces, looked at from all sides. */
function* listPlaces(
  colliders: readonly Collider[],
  posedPositions: (collider: Collider) => Float64Array,
): Generator<Place> {
  for (const collider of colliders.slice(0, MOST_BODIES)) {
    const positions = posedPositions(collider);
    const size = longestSide(positions);
    const vertices = positions.length / 3;
    const vertex = (k: number): number[] => {
      const v = 3 * Math.floor(((k + 0.5) * 0.754877666 * vertices) % vertices);
      return [positions[v], positions[v + 1], positions[v + 2]];
    };
    for (let k = 0; k < PLACES; k++) {
      const corners = [vertex(k), vertex(k + 1), vertex(k + 2)].slice(0, 1 + (k % 3));
      const at = [0, 1, 2].map(axis => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length);
      const up = 1 - (2 * k + 1) / PLACES;
      const turn = 2.399963 * k; // the golden angle
      const flat = Math.sqrt(1 - up * up);
      const slanted = [flat * Math.cos(turn), up, flat * Math.sin(turn)];
      const straight = [0, 1, 2].map(axis => (axis === (k / 3) % 3 ? (k % 2 ? -1 : 1) : 0));
      yield { collider, k, at, direction: k % 3 === 0 ? straight : slanted, size };
    }
  }
}
