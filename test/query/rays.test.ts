import { describe, expect, it } from 'vitest';
import { refitBottomUp } from '../../papers/baselines.ts';
import { openCollider } from '../../src/collider.ts';
import { createCollider, createShape, findPairs, posedPositions, setPose } from '../../src/index.ts';
import { createRandom, type Random, randomDirection } from '../../src/math/random.ts';
import { castRayByBruteForce, type PlainHit } from '../../src/query/probe/brute-force-queries.ts';
import {
  castRay,
  castRayAll,
  createRayHit,
  hitsRay,
  type Ray,
  type RayHit,
  type RayOptions,
} from '../../src/query/probe/cast-ray.ts';
import { createStats } from '../../src/query/stats.ts';
import { poseCharacter, rangeNames, volumeChoices } from '../support/pose-character.ts';
import { deformerNames } from '../support/random-character.ts';

type Posed = ReturnType<typeof poseCharacter>;

/** Rays at corners, at points of edges and of triangles, and anywhere; from near and far, from the surface, along axes. */
function makeRay(random: Random, { shape }: Posed, positions: Float64Array): Ray {
  const slot = Math.floor((random() * shape.mesh.triangles.length) / 3);
  const corners = [0, 1, 2].map(k => 3 * shape.vertexOrder[shape.mesh.triangles[3 * slot + k]]);
  const shares = [random(), random(), random()];
  const part = Math.floor(4 * random());
  for (let k = 0; k < Math.min(2, part); k++) shares[k] = 0; // 1: an edge, 2 and 3: a corner
  const sum = shares[0] + shares[1] + shares[2];
  const target = [0, 1, 2].map(
    axis => shares.reduce((total, share, k) => total + share * positions[corners[k] + axis], 0) / sum,
  );
  const direction = new Float64Array(3);
  randomDirection(random, direction, 0);
  if (random() < 0.2) direction[Math.floor(3 * random())] = 0;
  if (random() < 0.2)
    direction
      .fill(0)
      .fill(random() < 0.5 ? 1 : -1, Math.floor(3 * random()))
      .fill(0, 2);
  if (direction.every(x => x === 0)) direction[0] = 1;
  if (random() < 0.2) grazeOutermost(random, positions, target, direction);
  const away = random() < 0.1 ? 0 : 10 ** (4 * random() - 2);
  const origin = target.map((x, k) => x - away * direction[k]);
  const aside = random() < 0.2 ? 0.3 : 0;
  const length = 10 ** (4 * random() - 2);
  return { origin, direction: direction.map(x => length * (x + aside * (random() - 0.5))) };
}

/** Aims at the outermost corner along an axis, across that axis: the ray runs in a side of the smallest box. */
function grazeOutermost(random: Random, positions: Float64Array, target: number[], direction: Float64Array): void {
  const axis = Math.floor(3 * random());
  const sign = random() < 0.5 ? 1 : -1;
  let outermost = 0;
  for (let v = 0; v < positions.length; v += 3) {
    if (sign * positions[v + axis] > sign * positions[outermost + axis]) outermost = v;
  }
  for (let k = 0; k < 3; k++) target[k] = positions[outermost + k];
  direction[axis] = 0;
  direction[(axis + 1) % 3] += 0.1;
}

function makeOptions(random: Random, hits: PlainHit[]): RayOptions {
  const options: RayOptions = {};
  const some = hits.length > 0 ? hits[Math.floor(hits.length * random())].distance : 1;
  if (random() < 0.3) options.near = random() < 0.5 ? some : 2 * random() * some;
  if (random() < 0.3) options.far = (options.near ?? 0) + (random() < 0.5 ? some : 2 * random() * some);
  if (random() < 0.5) options.side = random() < 0.5 ? 'front' : 'back';
  return options;
}

const plain = ({ triangle, distance, barycentrics, side }: RayHit): PlainHit => ({
  triangle,
  distance,
  barycentrics,
  facing: side === 'front' ? 1 : -1,
});

/** Compares all three forms, on both paths, with brute force; returns how many triangles were hit. */
function compare(collider: Posed, ray: Ray, options: RayOptions): number {
  const expected = castRayByBruteForce(collider, ray, options);
  expected.sort((a, b) => a.distance - b.distance || a.triangle - b.triangle);
  for (const compiled of [true, false]) {
    const asked = { ...options, compiled };
    expect(hitsRay(collider, ray, asked)).toBe(expected.length > 0);
    const first = castRay(collider, ray, asked);
    expect(first && plain(first)).toEqual(expected[0] ?? null);
    expect(castRayAll(collider, ray, asked).map(plain)).toEqual(expected);
  }
  return expected.length;
}

describe('castRay, castRayAll and hitsRay', () => {
  it.each(deformerNames)('%s: hit what brute force hits, where it does, in every kind of pose and tree', name => {
    const random = createRandom(17);
    let hits = 0;
    let rays = 0;
    for (const range of rangeNames) {
      volumeChoices.forEach((options, choice) => {
        const collider = poseCharacter(name, 10 + choice, range, options);
        const positions = posedPositions(collider);
        for (let k = 0; k < 10; k++) {
          const ray = makeRay(random, collider, positions);
          const all = compare(collider, ray, {});
          if (k % 2 === 0) compare(collider, ray, makeOptions(random, castRayByBruteForce(collider, ray)));
          if (all > 0) hits++;
          rays++;
        }
      });
    }
    expect(hits).toBeGreaterThan(0.5 * rays);
    expect(hits).toBeLessThan(rays);
  });

  it('do not depend on what was asked before, and leave other queries as they are', () => {
    for (let seed = 0; seed < 12; seed++) {
      const random = createRandom(seed);
      const name = deformerNames[seed % deformerNames.length];
      const collider = poseCharacter(name, seed, 'moderate', {});
      const other = poseCharacter(name, seed, 'moderate', {});
      const positions = posedPositions(collider);
      for (let k = 0; k < 4; k++) {
        compare(collider, makeRay(random, collider, positions), {});
        if (k === 1) findPairs(collider, other);
        if (k === 2) refitBottomUp(collider);
      }
      const fresh = poseCharacter(name, seed, 'moderate', {});
      setPose(collider, { jointMatrices: collider.jointMatrices });
      castRay(collider, makeRay(random, collider, positions));
      expect(findPairs(collider, other)).toEqual(findPairs(fresh, other));
    }
  });

  it('nothing slips through a closed surface: rays from inside to its corners and edges leave it once', () => {
    // A cube of unlike sides, its faces divided in four around a corner in the middle; turned somehow.
    const cube = createCubeMesh();
    const collider = createCollider(createShape(cube, { kind: 'rigid' }, { leafSize: 1 }));
    const pose = poseCharacter('rigid', 3, 'moderate', {}).jointMatrices;
    setPose(collider, { jointMatrices: pose });
    const positions = posedPositions(collider);
    const center = [0, 1, 2].map(axis => pose[4 * axis] + pose[4 * axis + 1] + pose[4 * axis + 2] + pose[4 * axis + 3]);
    const random = createRandom(2);
    for (let t = 0; t < cube.triangles.length; t++) {
      const from = center.map(x => x + 0.3 * (random() - 0.5));
      const a = 3 * cube.triangles[t];
      const b = 3 * cube.triangles[t - (t % 3) + ((t + 1) % 3)];
      for (const share of [0, 0.5, random()]) {
        const direction = from.map((x, k) => (1 - share) * positions[a + k] + share * positions[b + k] - x);
        const hits = castRayAll(collider, { origin: from, direction });
        expect(hits.length).toBeGreaterThan(0);
        expect(new Set(hits.map(({ side }) => side))).toEqual(new Set(['back']));
        const spread = hits[hits.length - 1].distance - hits[0].distance;
        expect(spread).toBeLessThan(1e-12);
      }
    }
  });

  it('tells the point, the normal and the side', () => {
    for (let seed = 0; seed < 30; seed++) {
      const random = createRandom(seed);
      const collider = poseCharacter('linear-blend', seed, 'moderate', {});
      const positions = posedPositions(collider);
      const ray = makeRay(random, collider, positions);
      const direction = Array.from(ray.direction);
      const length = Math.hypot(...direction);
      for (const hit of castRayAll(collider, ray)) {
        const onRay = direction.map((x, k) => ray.origin[k] + (hit.distance * x) / length);
        expect(Math.hypot(...onRay.map((x, k) => x - hit.point[k]))).toBeLessThan(1e-7);
        expect(Math.hypot(...hit.normal)).toBeCloseTo(1, 12);
        const against = hit.normal.reduce((sum, x, k) => sum + x * direction[k], 0);
        if (Math.abs(against) > 1e-9 * length) expect(hit.side).toBe(against < 0 ? 'front' : 'back');
      }
    }
  });

  it('fills the target it is given and counts what it does', () => {
    const collider = poseCharacter('linear-blend', 4, 'moderate', { leafSize: 1 });
    const positions = posedPositions(collider);
    const ray = makeRay(createRandom(1), collider, positions);
    const target = createRayHit();
    const stats = createStats();
    const hit = castRay(collider, ray, { into: target, stats });
    expect(hit).toBe(target);
    expect(stats.refits).toBeGreaterThan(0);
    expect(stats.vertices).toBeGreaterThan(0);
    expect(stats.vertices).toBeLessThan(positions.length / 3);
    expect(stats.triangleTests).toBeLessThan(collider.shape.mesh.triangles.length / 3);
    const again = createStats();
    castRay(collider, ray, { into: target, stats: again });
    expect(again.vertices).toBe(0);
  });
});

describe('the check itself', () => {
  it('notices volumes that are too small, and vertices that are stale', () => {
    const isCaught = (spoil: (collider: Posed) => void): boolean => {
      for (let seed = 0; seed < 60; seed++) {
        const random = createRandom(seed);
        const collider = poseCharacter('linear-blend', seed, 'moderate', { volumes: 'box' });
        const positions = posedPositions(collider);
        spoil(collider);
        try {
          for (let k = 0; k < 6; k++) compare(collider, makeRay(random, collider, positions), {});
        } catch {
          return true;
        }
      }
      return false;
    };
    expect(isCaught(() => {})).toBe(false);
    expect(
      isCaught(collider => {
        const { rule } = collider;
        collider.rule = (records, deformer, posed, node, scratch, out) => {
          rule(records, deformer, posed, node, scratch, out);
          for (let k = 6 * node + 3; k < 6 * node + 6; k++) out[k] *= 0.9;
        };
      }),
    ).toBe(true);
    expect(
      isCaught(collider => {
        openCollider(collider);
        collider.vertexEpochs.fill(collider.posed.epoch, 0, 4);
      }),
    ).toBe(true);
  });
});

/** Twice 1, 2 and 3 long, around (1, 1, 1). */
function createCubeMesh(): { positions: Float64Array; triangles: Uint32Array } {
  const half = [1, 1.3, 0.7];
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let corner = 0; corner < 8; corner++) {
    for (let axis = 0; axis < 3; axis++) positions.push(1 + (corner & (1 << axis) ? half[axis] : -half[axis]));
  }
  for (let axis = 0; axis < 3; axis++) {
    for (const side of [0, 1]) {
      const [u, v] = [1 << ((axis + 1) % 3), 1 << ((axis + 2) % 3)];
      const first = side << axis;
      const round = [first, first + u, first + u + v, first + v];
      const middle = positions.length / 3;
      for (let k = 0; k < 3; k++) positions.push(k === axis ? 1 + (side === 1 ? half[axis] : -half[axis]) : 1.1);
      for (let k = 0; k < 4; k++) {
        const [p, q] = side === 1 ? [round[k], round[(k + 1) % 4]] : [round[(k + 1) % 4], round[k]];
        triangles.push(p, q, middle);
      }
    }
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}
