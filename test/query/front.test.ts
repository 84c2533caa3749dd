import { describe, expect, it } from 'vitest';
import { volumeKinds } from '../../src/bounds/volumes.ts';
import {
  type Collider,
  createCollider,
  createShape,
  createTracker,
  findPairs,
  posedPositions,
  setPlacement,
  setPose,
  type Tracker,
  touches,
  trackPairs,
  trackTouch,
  type VolumeKind,
} from '../../src/index.ts';
import { setRotationAbout } from '../../src/math/matrix34.ts';
import { createRandom, type Random } from '../../src/math/random.ts';
import { findPairsByBruteForce } from '../../src/query/pairs/brute-force.ts';
import { createStats } from '../../src/query/stats.ts';
import { ANY_DIRECTION, createMotion, DIRECTIONS, measureMotion, OPPOSITE } from '../../src/query/track/motion.ts';
import { createCharacterCollider } from '../support/pose-character.ts';
import {
  createRandomCharacter,
  type DeformerName,
  deformerNames,
  type RandomCharacter,
} from '../support/random-character.ts';
import { createRandomPose, createRandomWeights } from '../support/random-pose.ts';
import { sortPairs } from '../support/sort-pairs.ts';

/** A character on a walk: what its pose is made from, so that it can be changed a little or altogether. */
interface Walker {
  character: RandomCharacter;
  collider: Collider;
  poseSeed: number;
  isAffine: boolean;
  turn: number;
  heading: number;
  position: [x: number, y: number, z: number];
  weights: Float64Array;
  /** What the collider has been told last: joints, weights and placement, each in words. */
  shown: [joints: string, weights: string, place: string];
}

function createWalker(random: Random, name: DeformerName, volumes: VolumeKind, side = 4): Walker {
  const character = createRandomCharacter(Math.floor(1e9 * random()), side);
  const options = { volumes, leafSize: 1 + Math.floor(4 * random()), dopDirections: 6 + 2 * Math.floor(7 * random()) };
  const collider = createCharacterCollider(name, character, options);
  const walker: Walker = {
    character,
    collider,
    poseSeed: 0,
    isAffine: false,
    turn: 0,
    heading: 0,
    position: [0, 0, 0],
    weights: new Float64Array(collider.weights.length),
    shown: ['', '', ''],
  };
  jump(random, walker);
  show(walker);
  return walker;
}

/** Somewhere else, in another pose. */
function jump(random: Random, walker: Walker): void {
  walker.poseSeed = Math.floor(1e9 * random());
  walker.isAffine = random() < 0.2;
  walker.turn = random();
  walker.heading = 6 * random();
  walker.position = [4 * random(), 4 * random(), 2 * random()];
  walker.weights = createRandomWeights(random, walker.weights.length).map(weight => 0.3 * weight);
}

/** A step of the joints, the weights or the place, or of all three. */
function stepBy(random: Random, walker: Walker, size: number): void {
  const style = random();
  if (style > 0.75 || style < 0.25) walker.turn += size * (random() - 0.5);
  if (style < 0.5) walker.weights = walker.weights.map(weight => weight + size * (random() - 0.5));
  if (style > 0.5 || style < 0.25) {
    walker.heading += size * (random() - 0.5);
    walker.position = walker.position.map(x => x + size * (random() - 0.5)) as Walker['position'];
  }
}

/** Tells the collider what is new about the walker, and no more. */
function show({ character, collider, poseSeed, isAffine, turn, heading, position, weights, shown }: Walker): void {
  const [joints, given, place] = [`${poseSeed} ${isAffine} ${turn}`, weights.join(), `${heading} ${position}`];
  if (joints !== shown[0]) {
    const matrices = createRandomPose(createRandom(poseSeed), character.skeleton, { turn, shift: 0, isAffine });
    setPose(collider, { jointMatrices: matrices.slice(0, collider.jointMatrices.length) });
  }
  if (given !== shown[1]) setPose(collider, { weights });
  if (place !== shown[2]) {
    const [x, y, z] = character.mesh.positions;
    const placement = new Float64Array(12);
    setRotationAbout(placement, 0, 0, 0, Math.sin(heading / 2), Math.cos(heading / 2), x, y, z);
    for (const [axis, start] of [x, y, z].entries()) placement[4 * axis + 3] += position[axis] - start;
    setPlacement(collider, placement);
  }
  shown.splice(0, 3, joints, given, place);
}

/** How the two move on in one step of a walk: mostly by little, one of them or both, sometimes not at all or far away. */
function moveOn(random: Random, walkers: readonly Walker[]): void {
  const style = random();
  const size = 0.1 * random() ** 2;
  if (style < 0.45) for (const walker of walkers) stepBy(random, walker, size);
  else if (style < 0.6) stepBy(random, walkers[0], size);
  else if (style < 0.75) stepBy(random, walkers[1], size);
  else if (style < 0.85) jump(random, walkers[Math.floor(2 * random())]);
  else if (style < 0.9) walkers[0].position[0] += random() < 0.5 ? 60 : -60;
  else if (style < 0.95) for (const walker of walkers) walker.position = [2, 2, 1];
  for (const walker of walkers) if (random() < 0.9) show(walker); // or later: then it stands still
}

const volumeMixes = volumeKinds.flatMap(a => volumeKinds.map(b => [a, b] as const));

describe('fronts', () => {
  describe.each(deformerNames)('%s', name => {
    it.each(volumeMixes)('%s against %s: the answers of brute force on every walk', (kindA, kindB) => {
      let touching = 0;
      let apart = 0;
      for (let seed = 0; seed < 2; seed++) {
        const random = createRandom(31 * seed + 7);
        const walkers = [
          createWalker(random, name, kindA),
          createWalker(random, deformerNames[Math.floor(deformerNames.length * random())], kindB),
        ];
        const [a, b] = walkers.map(({ collider }) => collider);
        const [pairsFront, touchFront, mixedFront] = [createTracker(a, b), createTracker(a, b), createTracker(a, b)];
        const [backFront, compiledTracker] = [createTracker(b, a), createTracker(a, b)];
        for (let step = 0; step < 24; step++) {
          moveOn(random, walkers);
          // First the fronts, while volumes and vertices are as they left them; brute force deforms all vertices.
          const asked = random();
          const where = `seed ${seed}, step ${step}`;
          const answers: boolean[] = [];
          const lists: string[][] = [];
          // The compiled query, where it knows both shapes, and fronts: one of the trackers goes from one to the other.
          if (asked > 0.1) answers.push(trackTouch(touchFront, { compiled: false }));
          if (asked < 0.8) lists.push(sortPairs(trackPairs(pairsFront, { compiled: false })));
          if (asked > 0.6) answers.push(trackTouch(mixedFront, { compiled: random() < 0.5 }));
          if (asked < 0.4) lists.push(sortPairs(trackPairs(mixedFront, { compiled: random() < 0.5 })));
          if (asked > 0.2) answers.push(trackTouch(compiledTracker));
          if (asked < 0.5) lists.push(sortPairs(trackPairs(compiledTracker)));
          if (asked > 0.8) answers.push(touches(a, b));
          if (asked < 0.3) lists.push(sortPairs(findPairs(a, b)));
          const turned = asked > 0.9 ? trackPairs(backFront, { compiled: false }).length / 2 : -1;
          const expected = sortPairs(findPairsByBruteForce(a, b));
          const isTouching = expected.length > 0;
          for (const list of lists) expect(list, where).toEqual(expected);
          for (const answer of answers) expect(answer, where).toBe(isTouching);
          if (turned >= 0) expect(turned, where).toBe(expected.length);
          if (isTouching) touching++;
          else apart++;
        }
      }
      expect(touching).toBeGreaterThan(3);
      expect(apart).toBeGreaterThan(3);
    });
  });

  it.each(deformerNames.filter(name => !name.startsWith('morph')))(
    '%s: small steps take fewer tests than walks from the roots',
    name => {
      const random = createRandom(5);
      const walkers = [createWalker(random, name, 'box', 10), createWalker(random, name, 'box', 10)];
      for (const walker of walkers) walker.isAffine = false;
      walkers[1].position[0] = walkers[0].position[0] + 3;
      const [a, b] = walkers.map(({ collider }) => collider);
      const front = createTracker(a, b);
      const [tracked, afresh] = [createStats(), createStats()];
      for (let step = 0; step < 100; step++) {
        for (const walker of walkers) stepBy(random, walker, 0.01);
        for (const walker of walkers) show(walker);
        const found = trackPairs(front, { stats: tracked, compiled: false });
        expect(sortPairs(found)).toEqual(sortPairs(findPairs(a, b, { stats: afresh, compiled: false })));
      }
      expect(tracked.volumeTests).toBeLessThan(0.8 * afresh.volumeTests);
    },
  );

  it('stand still for free: asked again in the same poses, only pairs of leaves are looked at', () => {
    const random = createRandom(6);
    const walkers = [createWalker(random, 'linear-blend', 'box', 8), createWalker(random, 'linear-blend', 'box', 8)];
    const [a, b] = walkers.map(({ collider }) => collider);
    const front = createTracker(a, b);
    trackPairs(front, { compiled: false });
    const stats = createStats();
    const again = trackPairs(front, { stats, compiled: false });
    expect(sortPairs(again)).toEqual(sortPairs(findPairs(a, b)));
    expect(stats.refits).toBe(0);
    expect(stats.vertices).toBe(0);
    expect(stats.volumeTests).toBe(stats.leafPairs);
  });

  it('outlive the numbering of poses, which begins again after 2^31', () => {
    const [spike, wall] = createSpikeAndWall('rigid');
    const front = createTracker(spike, wall);
    for (const x of [-10, -9, -8]) {
      setPlacement(spike, placeAt(x));
      expect(trackPairs(front).length).toBe(0);
    }
    const { epoch } = spike.posed;
    spike.posed.epoch = 0x7ffffff0; // as after very many poses; the next one has number 1
    for (let k = 0; k < epoch; k++) setPlacement(spike, placeAt(1));
    expect(trackPairs(front).length).toBe(findPairs(spike, wall).length);
  });
});

describe('motion', () => {
  it.each(deformerNames)('%s: no vertex goes further, in any direction, than the ways of its parts say', name => {
    for (let seed = 0; seed < 6; seed++) {
      const random = createRandom(seed);
      const walker = createWalker(random, name, 'sphere', 5);
      const { collider } = walker;
      const { tree, mesh, vertexOrder } = collider.shape;
      const motion = createMotion(collider);
      let start = posedPositions(collider);
      let read = motion.travel.slice();
      const firstWeights = walker.weights;
      let finite = 0;
      for (let step = 0; step < 20; step++) {
        const style = random();
        if (style < 0.1) jump(random, walker);
        else if (style < 0.2) walker.weights = firstWeights;
        else if (style < 0.3) walker.weights = walker.weights.map(weight => 300 * weight);
        else stepBy(random, walker, 0.2 * random());
        show(walker);
        measureMotion(motion);
        const now = posedPositions(collider);
        let worst = -Infinity;
        for (let node = 0; node < tree.links.length; node++) {
          const way = motion.travel.subarray(DIRECTIONS * motion.parts.partOf[node]);
          const before = read.subarray(DIRECTIONS * motion.parts.partOf[node]);
          if (!(way[ANY_DIRECTION] < Infinity)) continue; // blended quaternions may be anywhere after some steps
          finite++;
          for (let corner = 3 * tree.slotStarts[node]; corner < 3 * tree.slotEnds[node]; corner++) {
            const v = 3 * vertexOrder[mesh.triangles[corner]];
            const moved = [0, 1, 2].map(axis => now[v + axis] - start[v + axis]);
            for (let axis = 0; axis < 3; axis++) {
              worst = Math.max(worst, moved[axis] - (way[axis] - before[axis]));
              worst = Math.max(worst, -moved[axis] - (way[3 + axis] - before[3 + axis]));
            }
            worst = Math.max(worst, Math.hypot(...moved) - (way[ANY_DIRECTION] - before[ANY_DIRECTION]));
          }
        }
        expect(worst).toBeLessThanOrEqual(0);
        if (random() < 0.5 || !motion.travel.every(Number.isFinite)) {
          motion.travel.fill(0); // as where a walk restarts
          start = now;
          read = motion.travel.slice();
        }
      }
      expect(finite).toBeGreaterThan(5 * tree.links.length);
    }
  });
});

/** What a front could get wrong: done to it before each query. `limits` are the limits as the last call left them. */
const mutants: Record<string, (front: Tracker, limits: Map<string, number>) => void> = {
  'limits 1 % of the gap too large': (front, limits) =>
    spoilNewPairs(front, limits, (limit, way) => limit + 0.01 * (limit - way)),
  'directions mistaken for their opposites': (front, limits) => {
    const turn = (way: number): number => way - (way % DIRECTIONS) + OPPOSITE[way % DIRECTIONS];
    spoilNewPairs(front, limits, (limit, _way, k) => {
      front.pairs.travelA[k] = turn(front.pairs.travelA[k]);
      front.pairs.travelB[k] = turn(front.pairs.travelB[k]);
      return limit;
    });
  },
  'ways not added up: those of the last step only': ({ motionA, motionB }) => {
    for (const motion of [motionA, motionB]) {
      motion.travel.fill(0);
      measureMotion(motion);
    }
  },
  'the motion of b left out': ({ motionB }) => {
    motionB.joints.set(motionB.collider.posed.joints);
    motionB.weights.set(motionB.collider.posed.weights);
  },
  'changes of weights left out': ({ motionA, motionB }) => {
    for (const { weights, collider } of [motionA, motionB]) weights.set(collider.posed.weights);
  },
  'volumes kept from the pose before': ({ a, b, nodesA, nodesB }) => {
    nodesA.epochs.fill(a.posed.epoch);
    nodesB.epochs.fill(b.posed.epoch);
  },
  'a pair of nodes lost': ({ pairs }) => {
    if (pairs.count > 1) pairs.count--;
  },
};

/** Changes the limits of pairs that were written by the last query; `way` is what their parts have gone since then. */
function spoilNewPairs(
  { pairs, motionA, motionB }: Tracker,
  limits: Map<string, number>,
  spoil: (limit: number, way: number, k: number) => number,
): void {
  for (let k = 0; k < pairs.count; k++) {
    const key = `${pairs.nodesA[k]} ${pairs.nodesB[k]}`;
    const limit = pairs.limits[k];
    if (limit === -Infinity || limits.get(key) === limit) continue;
    const way = motionA.travel[pairs.travelA[k]] + motionB.travel[pairs.travelB[k]];
    pairs.limits[k] = spoil(limit, way, k);
    limits.set(key, pairs.limits[k]);
  }
}

/** On how many steps of straight approaches, and of swelling in place, a front misses pairs. */
function countMisses(
  name: DeformerName,
  volumes: VolumeKind,
  spoil: (front: Tracker, limits: Map<string, number>) => void,
): number {
  let missed = 0;
  for (let seed = 0; seed < 4; seed++) {
    const random = createRandom(seed);
    const walkers = [createWalker(random, name, volumes), createWalker(random, name, volumes)];
    for (const walker of walkers) {
      walker.isAffine = false;
      walker.turn = 0.2;
      walker.weights.fill(0);
    }
    const [a, b] = walkers.map(({ collider }) => collider);
    const front = createTracker(a, b);
    const limits = new Map<string, number>();
    walkers[0].position = [0, 0, 0];
    const isSwelling = seed % 2 === 1 && walkers[0].weights.length > 0;
    for (let step = 0; step < 120; step++) {
      walkers[1].position = isSwelling ? [0.2, 0.1, 2.5] : [20 - 0.2 * step, 0.3, 0.4];
      if (isSwelling) for (const walker of walkers) walker.weights.fill(0.1 * step);
      for (const walker of walkers) show(walker);
      spoil(front, limits);
      if (sortPairs(trackPairs(front, { compiled: false })).join() !== sortPairs(findPairs(a, b)).join()) missed++;
    }
  }
  return missed;
}

/** Two triangles whose volumes and motion are as tight as can be: the tip of the first comes from -x and hits at x = 0. */
function createSpikeAndWall(kind: 'rigid' | 'linear-blend'): [spike: Collider, wall: Collider] {
  const skin = { jointCount: 1, influences: 1, joints: new Uint16Array(3), weights: new Float64Array(3).fill(1) };
  const createTriangle = (...positions: number[]): Collider => {
    const mesh = { positions: Float64Array.from(positions), triangles: Uint32Array.of(0, 1, 2) };
    return createCollider(createShape(mesh, kind === 'rigid' ? { kind } : { kind, skin }, { volumes: 'box' }));
  };
  return [createTriangle(0, 0, 0, -9, 1, 0, -9, -1, 0), createTriangle(0, -5, -5, 0, 5, -5, 0, 0, 5)];
}

function placeAt(x: number): Float64Array {
  return Float64Array.of(1, 0, 0, x, 0, 1, 0, 0, 0, 0, 1, 0);
}

/** On how many steps of a flight straight into the wall the hit is missed. */
function countMissedHits(
  kind: 'rigid' | 'linear-blend',
  spoil: (front: Tracker, limits: Map<string, number>) => void,
): number {
  const [spike, wall] = createSpikeAndWall(kind);
  const front = createTracker(spike, wall);
  const limits = new Map<string, number>();
  let missed = 0;
  for (let x = -20; x < 5; x += 0.125) {
    setPlacement(spike, placeAt(x));
    spoil(front, limits);
    if (trackPairs(front, { compiled: false }).length !== (x >= 0 ? 2 : 0)) missed++;
  }
  return missed;
}

describe('fronts › the check itself', () => {
  const names = deformerNames.filter(name => !name.includes('in-betweens'));

  it.each(Object.keys(mutants))('catches %s', mutant => {
    const spoil = mutants[mutant];
    const isCaught =
      (['rigid', 'linear-blend'] as const).some(kind => countMissedHits(kind, spoil) > 0) ||
      names.some(name => countMisses(name, 'box', spoil) > 0); // the first catch is enough
    expect(isCaught).toBe(true);
  });

  it.each(volumeKinds)('misses nothing of what is not spoilt: %s', volumes => {
    for (const name of names) expect(countMisses(name, volumes, () => {})).toBe(0);
    for (const kind of ['rigid', 'linear-blend'] as const) expect(countMissedHits(kind, () => {})).toBe(0);
  });
});
