import { describe, expect, it } from 'vitest';
import { createDeformer, type DeformerSource } from '../../src/deform/deformer.ts';
import {
  createDisplacements,
  createNoDisplacements,
  displacedReach,
  displaceRun,
  reorderDisplacements,
} from '../../src/deform/displacements.ts';
import { createPosedWeights, keySlack, type PosedWeights, poseWeights } from '../../src/deform/posed-weights.ts';
import { createCollider, createShape, posedPositions, setPose } from '../../src/index.ts';
import { createRandom, type Random } from '../../src/math/random.ts';
import { findWorstEscape } from '../support/find-escape.ts';
import { createRandomCharacter } from '../support/random-character.ts';

function drawField(random: Random, vertices: number, density: number): Float64Array {
  const field = new Float64Array(3 * vertices);
  for (let v = 0; v < vertices; v++) {
    if (random() < density)
      for (let axis = 0; axis < 3; axis++) field[3 * v + axis] = random() < 0.2 ? 0 : random() - 0.5;
  }
  return field;
}

/** rest + sum of weight times displacement, in the order of the fields: the definition, zeros and all. */
function displacePlainly(rest: Float64Array, fields: readonly Float64Array[], weights: Float64Array): Float64Array {
  return rest.map((x, k) => fields.reduce((sum, field, m) => sum + weights[m] * field[k], x));
}

function drawOrder(random: Random, count: number): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, v) => v);
  for (let v = count - 1; v > 0; v--) {
    const other = Math.floor(random() * (v + 1));
    [order[v], order[other]] = [order[other], order[v]];
  }
  return order;
}

describe('displacements', () => {
  const densities = [0, 0.05, 0.5, 1];

  it.each(densities)(
    'a displaced vertex is rest + sum of weights times displacements, to the last bit: density %d',
    density => {
      const random = createRandom(7);
      for (let seed = 0; seed < 40; seed++) {
        const vertices = 1 + Math.floor(30 * random());
        const fields = Array.from({ length: 1 + Math.floor(6 * random()) }, () => drawField(random, vertices, density));
        const rest = drawField(random, vertices, 1);
        const weights = Float64Array.from(fields, () => 5 * random() - 2);
        const displacements = createDisplacements(fields, vertices, 'mode', 'test');
        const out = new Float64Array(3 * vertices);
        displaceRun(displacements, rest, weights, 0, vertices, out);
        expect(out).toEqual(displacePlainly(rest, fields, weights));
      }
    },
  );

  it('keeps nothing of vertices that do not move, and moves only the vertex it is asked for', () => {
    const fields = [Float64Array.of(0, 0, 0, 1, 0, 0, 0, 0, 0), Float64Array.of(0, 0, 0, 0, 0, 2, 0, 0, -3)];
    const displacements = createDisplacements(fields, 3, 'mode', 'test');
    expect([...displacements.starts]).toEqual([0, 0, 2, 3]);
    expect([...displacements.fields]).toEqual([0, 1, 1]);
    expect([...displacements.offsets]).toEqual([1, 0, 0, 0, 0, 2, 0, 0, -3]);
    const out = new Float64Array(9).fill(9);
    displaceRun(displacements, new Float64Array(9), Float64Array.of(10, 100), 1, 2, out);
    expect([...out]).toEqual([9, 9, 9, 10, 0, 200, 9, 9, 9]);
  });

  it.each(densities)('vertices in a new order are displaced as before: density %d', density => {
    const random = createRandom(8);
    for (let seed = 0; seed < 40; seed++) {
      const vertices = 1 + Math.floor(30 * random());
      const fields = Array.from({ length: 4 }, () => drawField(random, vertices, density));
      const weights = Float64Array.of(1, -2, 0.5, 3);
      const given = createDisplacements(fields, vertices, 'mode', 'test');
      const order = drawOrder(random, vertices);
      const reordered = reorderDisplacements(given, order);
      const rest = new Float64Array(3 * vertices);
      const out = new Float64Array(3 * vertices);
      const expected = displacePlainly(rest, fields, weights);
      for (let v = 0; v < vertices; v++) {
        displaceRun(reordered, rest, weights, v, v + 1, out);
        for (let axis = 0; axis < 3; axis++) expect(out[3 * v + axis]).toBe(expected[3 * order[v] + axis]);
      }
      expect(reordered.reaches).toEqual(given.reaches);
    }
  });

  it('reordering no displacements gives none', () => {
    expect(reorderDisplacements(createNoDisplacements(), Uint32Array.of(1, 0))).toEqual(createNoDisplacements());
  });

  it('no displaced vertex is farther from the origin than the reach says', () => {
    const random = createRandom(9);
    for (let seed = 0; seed < 200; seed++) {
      const fields = [drawField(random, 5, 0.7), drawField(random, 5, 0.7)];
      const rest = drawField(random, 5, 1);
      const weights = Float64Array.of(4 * random() - 2, 4 * random() - 2);
      const longest = (points: Float64Array): number =>
        Math.max(...[0, 3, 6, 9, 12].map(o => Math.hypot(points[o], points[o + 1], points[o + 2])));
      const reach = displacedReach(createDisplacements(fields, 5, 'mode', 'test'), weights, longest(rest));
      expect(longest(displacePlainly(rest, fields, weights))).toBeLessThanOrEqual(reach * (1 + 1e-14));
    }
  });

  it.each(['morph', 'modal'] as const)(
    '%s: posedPositions gives them in the order of the mesh, loose vertices too',
    kind => {
      const random = createRandom(10);
      const vertices = 40; // the last ones are of no triangle
      const triangles = Uint32Array.from({ length: 90 }, () => Math.floor(35 * random()));
      const mesh = { positions: drawField(random, vertices, 1), triangles };
      const fields = [0.1, 0.5, 1].map(density => drawField(random, vertices, density));
      const source: DeformerSource = kind === 'morph' ? { kind, targets: fields } : { kind, modes: fields };
      const collider = createCollider(createShape(mesh, source, { leafSize: 2 }));
      for (const weights of [Float64Array.of(0, 0, 0), Float64Array.of(-1.5, 0.25, 2)]) {
        setPose(collider, { weights });
        expect(posedPositions(collider)).toEqual(displacePlainly(mesh.positions, fields, weights));
      }
    },
  );
});

/** A deformer of `count` targets that moves one triangle, and its weights. */
function createMorph(count: number, inBetweens?: number): { pose: (...weights: number[]) => PosedWeights } {
  const mesh = { positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), triangles: Uint32Array.of(0, 1, 2) };
  const targets = Array.from({ length: count }, () => new Float64Array(9).fill(0.5));
  const deformer = createDeformer({ kind: 'morph', targets, inBetweens }, mesh, 'test');
  const posed = createPosedWeights(deformer);
  return {
    pose: (...weights) => {
      expect(poseWeights(deformer, posed, Float64Array.from(weights))).toBe(true);
      return posed;
    },
  };
}

describe('posed weights', () => {
  it('are convex if none is below 0 and their sum is not above 1', () => {
    const { pose } = createMorph(3);
    for (const weights of [
      [0, 0, 0],
      [1, 0, 0],
      [0.25, 0.25, 0.5],
      [0.1, 0, 0.2],
      [-0, 0, 1],
    ]) {
      expect(pose(...weights).isConvex, weights.join()).toBe(true);
    }
    for (const weights of [
      [1 + 2 ** -52, 0, 0],
      [0.5, 0.5, 2 ** -52],
      [-1e-300, 0, 0],
      [-0.5, 1, 0.5],
      [2, -1, 0],
      [0.6, 0.6, 0],
    ]) {
      expect(pose(...weights).isConvex, weights.join()).toBe(false);
    }
  });

  it('refuse what cannot be computed with, and stay as they were', () => {
    const { pose } = createMorph(2);
    const posed = pose(0.25, 0.5);
    const before = structuredClone(posed);
    for (const bad of [NaN, Infinity, -Infinity, 1e70]) {
      expect(() => pose(0.1, bad)).toThrow();
      expect(posed).toEqual(before);
    }
  });

  it('the amplitude is the length of the vector, never below it', () => {
    const { pose } = createMorph(3);
    expect(pose(2, 3, 6).amplitude).toBeGreaterThanOrEqual(7);
    expect(pose(-2, 3, -6).amplitude).toBeLessThan(7 * (1 + 1e-13));
  });

  describe.each([0, 1, 2, 7])('with %d volumes in between', inBetweens => {
    const per = inBetweens + 1;

    it('know between which key shapes they are, at every one of them and on the way', () => {
      for (const targets of [1, 2, 3]) {
        const { pose } = createMorph(targets, inBetweens);
        for (let shape = 0; shape < targets; shape++) {
          for (let step = 0; step <= 8 * per; step++) {
            const share = step / (8 * per);
            const weights = new Array<number>(targets).fill(0);
            if (shape > 0) weights[shape - 1] = 1 - share;
            weights[shape] = share;
            const { key, share: keyShare } = pose(...weights);
            const along = (shape + share) * per;
            expect(key + keyShare, `${weights}`).toBeCloseTo(along, 12);
            expect(keyShare).toBeGreaterThanOrEqual(0);
            expect(keyShare).toBeLessThanOrEqual(1);
            expect(Number.isInteger(key) && key >= 0 && key < targets * per, `${key} of ${targets * per}`).toBe(true);
          }
        }
      }
    });

    it('are on no way if three shapes, or two that are not neighbours, have a share', () => {
      const { pose } = createMorph(3, inBetweens);
      for (const weights of [
        [0.3, 0.3, 0],
        [0, 0.5, 0],
        [0.5, 0, 0.5],
        [0, 0, 0.5],
        [0.2, 0.3, 0.5],
        [-0.5, 0, 0],
        [1.5, 0, 0],
        [2, -1, 0],
      ]) {
        expect(pose(...weights).key, weights.join()).toBe(-1);
      }
      expect(pose(0.5, 0.5, 0).key).toBeGreaterThan(0); // and find back
    });

    it('leave out no more than keySlack, however weights are rounded', () => {
      const random = createRandom(11);
      let onTheWay = 0;
      for (let seed = 0; seed < 3000; seed++) {
        const targets = 1 + Math.floor(4 * random());
        const { pose } = createMorph(targets, inBetweens);
        const first = Math.floor(random() * targets);
        const share = random() < 0.3 ? Math.round(random() * per) / per : random();
        const weights = new Array<number>(targets).fill(0);
        if (first > 0) weights[first - 1] = 1 - share;
        weights[first] = share;
        for (let m = 0; m < targets; m++) if (random() < 0.5) weights[m] += 2 ** -50 * (2 * random() - 1);
        const posed = pose(...weights);
        if (posed.key < 0) continue;
        onTheWay++;
        const far = posed.reach; // a vertex as far from the origin as any shape may be
        const shapes = Array.from({ length: targets + 1 }, () => far * (2 * random() - 1));
        const keyAt = (key: number): number => {
          const shape = Math.floor(key / per);
          const between = (key % per) / per;
          return between === 0 ? shapes[shape] : (1 - between) * shapes[shape] + between * shapes[shape + 1];
        };
        const rest = weights.reduce((left, weight) => left - weight, 1);
        const exact = weights.reduce((sum, weight, m) => sum + weight * shapes[m + 1], rest * shapes[0]);
        const blended = (1 - posed.share) * keyAt(posed.key) + posed.share * keyAt(posed.key + 1);
        expect(Math.abs(exact - blended), weights.join()).toBeLessThanOrEqual(keySlack(posed));
      }
      expect(onTheWay).toBeGreaterThan(1000);
    });
  });
});

describe('volumes between key shapes', () => {
  const character = createRandomCharacter(3);
  const near = character.mesh.positions.map((_, k) => 0.1 * Math.sin(k));
  const escapeWith = (far: number): number => {
    const targets = [near, near.map(() => far)];
    const shape = createShape(
      character.mesh,
      { kind: 'morph', targets, inBetweens: 1 },
      { leafSize: 1, volumes: 'box' },
    );
    const collider = createCollider(shape);
    setPose(collider, { weights: [0.5, 2 ** -51] }); // next to nothing of the second target
    return findWorstEscape(collider);
  };

  it('hold what next to nothing of another target moves', () => {
    for (const far of [1, 100, 1e4]) expect(escapeWith(far)).toBeLessThanOrEqual(0);
  });

  it('hold it even if that target reaches very far', () => {
    expect(escapeWith(1e6)).toBeLessThanOrEqual(0);
  });
});

/** A sum to twice the digits: what a float64 sum leaves behind is carried along (Neumaier). */
function sumExactly(terms: readonly number[]): number {
  let sum = 0;
  let lost = 0;
  for (const term of terms) {
    const next = sum + term;
    lost += Math.abs(sum) >= Math.abs(term) ? sum - next + term : term - next + sum;
    sum = next;
  }
  return sum + lost;
}

describe('the way weights have gone', () => {
  /** Walks, and returns the true way since the start, the way the posed weights know of, and a careless sum. */
  function walk(
    seed: number,
    start: number,
    size: number,
    steps: number,
  ): { path: number; known: number; careless: number } {
    const random = createRandom(seed);
    const { pose } = createMorph(3);
    let weights = [start, -start, 0];
    const begin = pose(...weights).travelled;
    let careless = begin;
    let known = begin;
    const lengths: number[] = [];
    for (let step = 0; step < steps; step++) {
      const next = weights.map((weight, m) => (m < 2 ? weight : weight + size * (random() - 0.5)));
      const length = Math.hypot(...next.map((weight, m) => weight - weights[m]));
      lengths.push(length);
      careless += length;
      weights = next;
      known = pose(...weights).travelled;
    }
    return { path: sumExactly(lengths) * (1 - 1e-14), known: known - begin, careless: careless - begin };
  }

  it.each([
    [0, 1],
    [0, 1e-9],
    [1, 1e-12],
    [1e5, 1e-9],
    [1e8, 1e-9],
    [1e12, 1e-2],
  ])('is never shorter than the path of 5000 steps, from %d on, by steps of %d', (start, size) => {
    for (let seed = 0; seed < 3; seed++) {
      const { path, known } = walk(seed, start, size, 5000);
      expect(known).toBeGreaterThanOrEqual(path);
    }
  });

  it('is hardly longer than the path where steps are not tiny', () => {
    const { path, known } = walk(4, 1, 0.1, 5000);
    expect(known).toBeLessThan(path * (1 + 1e-11));
  });

  it('counts no step of weights that stay', () => {
    const { pose } = createMorph(3);
    const before = pose(1, 2, 3).travelled;
    for (let k = 0; k < 100; k++) expect(pose(1, 2, 3).travelled).toBe(before);
  });

  it('the check itself catches a plain sum, which loses steps far along the way', () => {
    const { path, careless } = walk(0, 1e8, 1e-9, 5000);
    expect(careless).toBeLessThan(path);
  });
});
