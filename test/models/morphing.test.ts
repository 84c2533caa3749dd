import { describe, expect, test } from 'vitest';
import { createDolphin, createMorphBodies, type DolphinSize, type MorphModel } from '../../models/morphing/index.ts';
import { subdivideToLimit } from '../../models/morphing/subdivide.ts';
import { createMorphBodiesScene } from '../../papers/larsson-2003/scenes/morph-bodies.ts';
import { createMorphDolphins } from '../../papers/larsson-2003/scenes/morph-dolphins.ts';
import { type MorphScene, scenePositions } from '../../papers/larsson-2003/scenes/morph-scene.ts';
import { findDegenerateTriangles } from '../../src/mesh/degenerate.ts';
import type { Mesh } from '../../src/mesh/mesh.ts';
import { measureSurface } from './surface-facts.ts';
import { countInside, findSelfTouching, findTouching, findTouchingByBruteForce } from './touching-triangles.ts';

const SIZES: DolphinSize[] = [564, 2256, 9024, 36096];
const dolphins = new Map(SIZES.map(size => [size, createDolphin(size)]));
const bodies = createMorphBodies();

function dolphinOf(size: DolphinSize): MorphModel {
  return dolphins.get(size) as MorphModel;
}

function meshOf(model: MorphModel, reference: number): Mesh {
  return { positions: model.references[reference], triangles: model.mesh.triangles };
}

function mix(model: MorphModel, reference: number, share: number): Mesh {
  const next = model.references[reference + 1];
  const positions = model.references[reference].map((x, k) => (1 - share) * x + share * next[k]);
  return { positions, triangles: model.mesh.triangles };
}

function bodyMesh(scene: MorphScene, body: number, step: number): Mesh {
  return { positions: scenePositions(scene, body, step), triangles: scene.bodies[body].mesh.triangles };
}

function areEqual(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  return a.length === b.length && Array.from(a).every((x, k) => Object.is(x, b[k]));
}

/** The largest distance between vertices of the same number. */
function farthest(a: Float64Array, b: Float64Array, count = a.length / 3): number {
  let most = 0;
  for (let o = 0; o < 3 * count; o += 3) {
    most = Math.max(most, Math.hypot(a[o] - b[o], a[o + 1] - b[o + 1], a[o + 2] - b[o + 2]));
  }
  return most;
}

const models = [
  ...SIZES.map(size => ({ model: dolphinOf(size), triangles: size })),
  { model: bodies, triangles: 20480 },
];

describe.each(models)('$model.name, $triangles triangles', ({ model, triangles }) => {
  test('has three references over the same triangles, the first of them its mesh', () => {
    expect(model.mesh.triangles.length).toBe(3 * triangles);
    expect(model.references).toHaveLength(3);
    expect(areEqual(model.references[0], model.mesh.positions)).toBe(true);
    for (const reference of model.references) expect(reference.length).toBe(3 * (triangles / 2 + 2));
  });

  test.each([0, 1, 2])('reference %i is one closed surface without holes, its outside outside, no triangle flat', k => {
    const mesh = meshOf(model, k);
    const facts = measureSurface(mesh);
    expect(facts).toMatchObject({ closed: true, oneFan: true, pieces: 1, euler: 2 });
    expect(facts.volume).toBeGreaterThan(0);
    expect(facts.smallestAngle).toBeGreaterThan(model === bodies ? 10 : 3);
    expect(findDegenerateTriangles(mesh)).toHaveLength(0);
  });

  test('has references that differ clearly', () => {
    const [a, b, c] = model.references;
    for (const [p, q] of [
      [a, b],
      [b, c],
      [a, c],
    ]) {
      expect(farthest(p, q)).toBeGreaterThan(0.2);
    }
  });
});

describe('no self-intersection', () => {
  test.each([564, 2256] as const)('of the dolphin of %i triangles, in its references and between them', size => {
    for (const reference of [0, 1, 2]) expect(findSelfTouching(meshOf(dolphinOf(size), reference))).toEqual([]);
    for (const reference of [0, 1]) expect(findSelfTouching(mix(dolphinOf(size), reference, 0.5))).toEqual([]);
  });

  test('of the bodies, in their references and half-way to the twisted one', () => {
    for (const reference of [0, 1, 2]) expect(findSelfTouching(meshOf(bodies, reference))).toEqual([]);
    expect(findSelfTouching(mix(bodies, 1, 0.5))).toEqual([]);
  });

  test('is found where there is one: a dolphin with its beak pulled out through its belly', () => {
    const mesh = { ...dolphinOf(564).mesh, positions: dolphinOf(564).mesh.positions.slice() };
    const beak = 16 * 12 + 1;
    mesh.positions.set([0, -1, 0], 3 * beak);
    expect(findSelfTouching(mesh).length).toBeGreaterThan(0);
  });
});

describe('the dolphin', () => {
  test('keeps its vertices in their places from each size to the next', () => {
    for (let k = 0; k < 3; k++) {
      const [coarse, fine] = [dolphinOf(SIZES[k]), dolphinOf(SIZES[k + 1])];
      coarse.references.forEach((positions, reference) => {
        expect(farthest(positions, fine.references[reference], positions.length / 3)).toBeLessThan(1e-14);
      });
    }
  });

  test('is one smooth shape: each size is four times nearer to it than the one before', () => {
    for (const reference of [0, 1, 2]) {
      const volumes = SIZES.map(size => measureSurface(meshOf(dolphinOf(size), reference)).volume);
      for (const k of [0, 1]) {
        const ratio = (volumes[k + 1] - volumes[k]) / (volumes[k + 2] - volumes[k + 1]);
        expect(ratio).toBeGreaterThan(3.6);
        expect(ratio).toBeLessThan(4.4);
      }
      expect(volumes[3] / volumes[2]).toBeLessThan(1.01);
    }
  });

  test('glides straight in reference 1: as long, broad and high as it should be, its sides alike', () => {
    const p = dolphinOf(564).references[1];
    const low = [0, 1, 2].map(axis => p.reduce((least, x, k) => (k % 3 === axis ? Math.min(least, x) : least), 9));
    const high = [0, 1, 2].map(axis => p.reduce((most, x, k) => (k % 3 === axis ? Math.max(most, x) : most), -9));
    expect(high[2] - low[2]).toBeCloseTo(2.4, 1);
    expect(high[0] - low[0]).toBeCloseTo(0.9, 1);
    expect(high[1] - low[1]).toBeCloseTo(0.75, 1);
    let worst = 0;
    for (let o = 0; o < p.length; o += 3) {
      let nearest = Infinity;
      for (let q = 0; q < p.length; q += 3) {
        nearest = Math.min(nearest, Math.hypot(p[o] + p[q], p[o + 1] - p[q + 1], p[o + 2] - p[q + 2]));
      }
      worst = Math.max(worst, nearest);
    }
    // The diagonals across the middle lean one way, which pulls the vertices beside it a little along the body.
    expect(worst).toBeLessThan(0.05);
  });

  test('has flukes that lie flat, and beats them up and down, left at the end', () => {
    const fluke = (reference: number, axis: number): number[] => {
      const { references } = dolphinOf(2256);
      const isFluke = (o: number): boolean => references[1][o + 2] < -1.1;
      const values = references[reference].filter((_, k) => k % 3 === axis && isFluke(k - axis));
      return [Math.min(...values), Math.max(...values)];
    };
    expect(fluke(1, 0)[1] - fluke(1, 0)[0]).toBeGreaterThan(0.7);
    expect(fluke(1, 1)[1] - fluke(1, 1)[0]).toBeLessThan(0.06);
    expect(fluke(0, 1)[0]).toBeGreaterThan(0.2);
    expect(fluke(2, 1)[1]).toBeLessThan(-0.15);
    expect(fluke(2, 0)[0] + fluke(2, 0)[1]).toBeGreaterThan(0.1);
  });

  test('of another size is refused', () => {
    expect(() => createDolphin(1000 as DolphinSize)).toThrow('createDolphin: there is no dolphin of 1000 triangles');
  });
});

test("Loop's limit of a tetrahedron and of an octahedron reaches 1/5 and 24/55 of the way to their corners", () => {
  const tetrahedron = {
    positions: Float64Array.of(1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1),
    triangles: Uint32Array.of(0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2),
  };
  const octahedron = {
    positions: Float64Array.of(1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1),
    triangles: Uint32Array.of(0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5),
  };
  for (const [control, scale] of [[tetrahedron, 1 / 5] as const, [octahedron, 24 / 55] as const]) {
    for (const level of [0, 3]) {
      const limit = subdivideToLimit(control, level);
      expect(limit.triangles.length).toBe(control.triangles.length * 4 ** level);
      control.positions.forEach((x, k) => {
        expect(limit.positions[k]).toBeCloseTo(scale * x, 14);
      });
    }
  }
});

test('models are the same each time they are made', () => {
  for (const [model, again] of [
    [dolphinOf(2256), createDolphin(2256)],
    [bodies, createMorphBodies()],
  ]) {
    expect(areEqual(model.mesh.triangles, again.mesh.triangles)).toBe(true);
    model.references.forEach((positions, k) => {
      expect(areEqual(positions, again.references[k])).toBe(true);
    });
  }
});

const bodiesScene = createMorphBodiesScene();
const dolphinsScene = createMorphDolphins(564);

describe.each([bodiesScene, dolphinsScene])('the scene $name', scene => {
  const weights = new Float64Array(3);
  const placement = new Float64Array(12);

  test('has 400 steps and bodies that share one model', () => {
    expect(scene.steps).toBe(400);
    expect(new Set(scene.bodies).size).toBe(1);
    expect(scene.bodies).toHaveLength(scene === bodiesScene ? 2 : 12);
  });

  test('has weights of two adjacent references at most, none negative, their sum exactly 1', () => {
    const used = new Set<string>();
    scene.bodies.forEach((_, body) => {
      for (let step = 0; step < scene.steps; step++) {
        scene.writePose(body, step, weights, placement);
        expect(Math.min(...weights)).toBeGreaterThanOrEqual(0);
        expect(weights[0] + weights[1] + weights[2]).toBe(1);
        expect(weights[0] * weights[2]).toBe(0);
        used.add(`${body} ${[...weights].map(w => (w > 0.45 ? 1 : 0)).join('')}`);
      }
    });
    for (let body = 0; body < scene.bodies.length; body++) {
      for (const mainly of ['100', '010', '001']) expect(used).toContain(`${body} ${mainly}`);
    }
  });

  test('places bodies rigidly, as rotations without mirroring', () => {
    scene.bodies.forEach((_, body) => {
      for (let step = 0; step < scene.steps; step += 7) {
        scene.writePose(body, step, weights, placement);
        const rows = [0, 4, 8].map(o => [...placement.subarray(o, o + 3)]);
        const dot = (a: number[], b: number[]): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
        rows.forEach((a, i) => {
          rows.forEach((b, j) => {
            expect(dot(a, b)).toBeCloseTo(i === j ? 1 : 0, 14);
          });
        });
        const [[a, b, c], [d, e, f], third] = rows;
        expect(dot([b * f - c * e, c * d - a * f, a * e - b * d], third)).toBeCloseTo(1, 14);
      }
    });
  });

  test('moves without jumps', () => {
    scene.bodies.forEach((_, body) => {
      let before = scenePositions(scene, body, 0);
      for (let step = 1; step < 60; step++) {
        const now = scenePositions(scene, body, step);
        expect(farthest(before, now)).toBeLessThan(0.12);
        before = now;
      }
    });
  });

  test('poses a body alike whatever was posed before', () => {
    const first = scenePositions(scene, 0, 17);
    scenePositions(scene, 1, 80);
    expect(areEqual(scenePositions(scene, 0, 17), first)).toBe(true);
  });
});

describe('the bodies that pass through each other', () => {
  const countPairs = (step: number, most = Infinity): number =>
    findTouching(bodyMesh(bodiesScene, 0, step), bodyMesh(bodiesScene, 1, step), most).length;

  test('touch first near step 41 and last near step 364, and in every tenth step between', () => {
    const touching: number[] = [];
    for (let step = 0; step < 400; step += step < 50 || step >= 350 ? 1 : 10) {
      if (countPairs(step, 1) > 0) touching.push(step);
    }
    const [first, last] = [touching[0], touching[touching.length - 1]];
    expect(Math.abs(first - 41)).toBeLessThanOrEqual(2);
    expect(Math.abs(last - 364)).toBeLessThanOrEqual(2);
    expect(touching).toHaveLength(50 - first + 30 + (last - 349));
  });

  test('are deep in each other from about step 90 to about step 270', () => {
    for (const step of [95, 130, 180, 220, 260]) expect(countPairs(step)).toBeGreaterThan(530);
    for (const step of [50, 80, 290, 340]) expect(countPairs(step)).toBeLessThan(500);
    const [a, b] = [bodyMesh(bodiesScene, 0, 180), bodyMesh(bodiesScene, 1, 180)];
    expect(countInside(a, 162, b)).toBeGreaterThan(0.35 * 162);
  });
});

describe('the dolphins that swim together', () => {
  const meshesAt = (scene: MorphScene, step: number): Mesh[] => scene.bodies.map((_, b) => bodyMesh(scene, b, step));

  test('touch in most steps, a few pairs at a time, every dolphin now and then, and only with their fins', () => {
    let stepsWithContact = 0;
    let contacts = 0;
    let deepest = 0;
    const touched = new Set<number>();
    const steps = Array.from({ length: 50 }, (_, k) => 8 * k);
    for (const step of steps) {
      const before = contacts;
      const meshes = meshesAt(dolphinsScene, step);
      for (let a = 0; a < 12; a++) {
        for (let b = a + 1; b < 12; b++) {
          if (findTouching(meshes[a], meshes[b], 1).length === 0) continue;
          contacts++;
          touched.add(a).add(b);
          deepest = Math.max(deepest, countInside(meshes[a], 284, meshes[b]), countInside(meshes[b], 284, meshes[a]));
        }
      }
      if (contacts > before) stepsWithContact++;
    }
    expect(stepsWithContact / steps.length).toBeGreaterThan(0.9);
    expect(contacts / steps.length).toBeGreaterThan(2);
    expect(contacts / steps.length).toBeLessThan(6);
    expect(touched.size).toBe(12);
    expect(deepest).toBeLessThan(16);
  });

  test('move alike at every size', () => {
    const fine = createMorphDolphins(2256);
    for (const step of [0, 133, 399]) {
      dolphinsScene.bodies.forEach((_, body) => {
        const coarse = scenePositions(dolphinsScene, body, step);
        expect(farthest(coarse, scenePositions(fine, body, step), coarse.length / 3)).toBeLessThan(1e-12);
      });
    }
  });

  test('are checked by a sweep that agrees with trying all pairs', () => {
    let most = 0;
    for (const step of [0, 100]) {
      const meshes = meshesAt(dolphinsScene, step);
      for (const [a, b] of [
        [9, 10],
        [3, 6],
        [6, 11],
      ]) {
        const byPlace = (p: number[], q: number[]): number => p[0] - q[0] || p[1] - q[1];
        const found = findTouching(meshes[a], meshes[b]).sort(byPlace);
        expect(found).toEqual(findTouchingByBruteForce(meshes[a], meshes[b]));
        most = Math.max(most, found.length);
      }
    }
    expect(most).toBeGreaterThan(3);
  });
});
