import { describe, expect, it } from 'vitest';
import type { CheckSubject } from '../../src/check/index.ts';
import { listInside } from '../../src/check/measure/inside.ts';
import { createMoment } from '../../src/check/measure/snapshot.ts';
import { planCheck } from '../../src/check/plan/plan.ts';
import { poseBody } from '../../src/check/scan/body-motion.ts';
import type { RegionPair, ScanWindow } from '../../src/check/scan/search-step.ts';
import { createScanWindow, gatherNear, searchStep } from '../../src/check/scan/search-step.ts';
import type { DeformerSource, Mesh } from '../../src/index.ts';
import { createRandom, type Random } from '../../src/math/random.ts';
import { createBall, createHook } from '../support/closed-meshes.ts';
import { createLoader, readChanges } from '../support/load-changed.ts';

/** How often a surface winds around a point, by the solid angles of its triangles (van Oosterom and Strackee 1983): no rays, no edge cases. */
function windingsAround(x: Float64Array, triangles: Uint32Array, point: number[]): number {
  let sum = 0;
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = [0, 1, 2].map(n => point.map((p, axis) => x[3 * triangles[k + n] + axis] - p));
    const [la, lb, lc] = [a, b, c].map(v => Math.hypot(...v));
    const det =
      a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
    sum += 2 * Math.atan2(det, la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return Math.round(sum / (4 * Math.PI));
}

function dot(a: number[], b: number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function stageOf(bodies: { mesh: Mesh; source: DeformerSource; matrices: Float64Array }[]): [ScanWindow, RegionPair[]] {
  const subject: CheckSubject = {
    name: 'buried',
    bodies: bodies.map(({ mesh, source, matrices }, b) => ({
      name: `body ${b}`,
      mesh,
      source,
      jointNames: Array.from({ length: matrices.length / 12 }, (_, j) => `joint ${j}`),
      materialNames: [],
    })),
    rest: bodies.map(({ matrices }) => ({ jointMatrices: matrices, weights: new Float64Array(0) })),
    clips: [],
  };
  const scan = createScanWindow(planCheck(subject, { rest: false }), 1, false);
  subject.rest.forEach((pose, b) => {
    poseBody(scan.motions[b], 0, pose);
  });
  gatherNear(scan, 1);
  return [scan, [...searchStep(scan, { from: 0, to: 0 }).values()].filter(({ touching }) => touching.length > 0)];
}

function place(x: number, y: number, z: number): number[] {
  return [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z];
}

function joinMeshes(meshes: Mesh[]): { mesh: Mesh; source: DeformerSource } {
  const positions = meshes.flatMap(({ positions: p }) => [...p]);
  const firsts = meshes.map((_, n) => meshes.slice(0, n).reduce((sum, { positions: p }) => sum + p.length / 3, 0));
  const joints = Uint8Array.from(
    meshes.flatMap(({ positions: p }, n) => Array.from({ length: p.length / 3 }, () => n)),
  );
  return {
    mesh: {
      positions: Float64Array.from(positions),
      triangles: Uint32Array.from(meshes.flatMap(({ triangles }, n) => Array.from(triangles, v => v + firsts[n]))),
    },
    source: {
      kind: 'linear-blend',
      skin: { jointCount: meshes.length, influences: 1, joints, weights: new Float32Array(joints.length).fill(1) },
    },
  };
}

type Engine = Pick<typeof import('../../src/check/measure/inside.ts'), 'listInside'>;

/** Vertices inside. */
function insideOf(
  engine: Engine,
  scan: ScanWindow,
  regionPairs: RegionPair[],
  body: number,
  other: number,
): Set<number> {
  const list = engine.listInside(createMoment(scan, 0, regionPairs, 'both'), regionPairs, body, other);
  return new Set(list.filter((_, k) => k % 2 === 0));
}

/** A tube bent onto itself, crumpled by weights that jump: folds of all sorts. */
function bendHook(random: Random): { mesh: Mesh; source: DeformerSource; matrices: Float64Array } {
  const mesh = createHook(20, 8, 0.3, 5.5);
  const vertices = mesh.positions.length / 3;
  const weights = new Float32Array(2 * vertices);
  for (let v = 0; v < vertices; v++) {
    const along = 0.5 + 0.5 * Math.sin(2 * mesh.positions[3 * v] + 0.6 * random());
    weights[2 * v] = along;
    weights[2 * v + 1] = 1 - along;
  }
  const joints = Uint8Array.from({ length: 2 * vertices }, (_, k) => k % 2);
  const angle = 1 + 2 * random();
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const matrices = Float64Array.from([
    ...place(0, 0, 0),
    c,
    -s,
    0,
    0.4 * random(),
    s,
    c,
    0,
    0.2,
    0,
    0,
    1,
    0.2 * random(),
  ]);
  return { mesh, source: { kind: 'linear-blend', skin: { jointCount: 2, influences: 2, joints, weights } }, matrices };
}

describe('vertices inside', () => {
  it('of two balls that are one body, and of two bodies: exactly those that the other goes around', () => {
    let inside = 0;
    for (let seed = 1; seed <= 20; seed++) {
      const random = createRandom(seed);
      const balls = [createBall(7, 9), createBall(5 + Math.floor(5 * random()), 8)];
      const at = place(1.6 * random(), 0.7 * random(), 0.7 * random());
      const one = { ...joinMeshes(balls), matrices: Float64Array.from([...place(0, 0, 0), ...at]) };
      const two = balls.map((mesh, b) => ({
        mesh,
        source: { kind: 'rigid' } as DeformerSource,
        matrices: Float64Array.from(b === 0 ? place(0, 0, 0) : at),
      }));
      for (const bodies of [[one], two]) {
        const [scan, regionPairs] = stageOf(bodies);
        if (regionPairs.length === 0) continue;
        for (let body = 0; body < bodies.length; body++) {
          const other = bodies.length - 1 - body;
          const { shape, window } = scan.motions[body];
          const { positions } = window;
          const found = insideOf({ listInside }, scan, regionPairs, body, other);
          const around = scan.motions[other];
          for (let v = 0; v < positions[0].length / 3; v++) {
            // A little outside of its own ball, which is the only one of the same body that may not count.
            const isAtOrigin = bodies.length === 1 ? isOfFirst(shape, v) : body === 0;
            const center = isAtOrigin ? [0, 0, 0] : [at[3], at[7], at[11]];
            const point = [0, 1, 2].map(k => center[k] + (1 + 1e-7) * (positions[0][3 * v + k] - center[k]));
            const truth = windingsAround(around.window.positions[0], around.shape.mesh.triangles, point) > 0;
            expect(found.has(v)).toBe(truth);
            if (truth) inside++;
          }
        }
      }
    }
    expect(inside).toBeGreaterThan(200);
  });

  it('of a crumpled tube: those beside triangles that nothing crosses are told as solid angles tell them', () => {
    const { told, inside, folds, wrong } = tellOfTubes({ listInside });
    expect(wrong).toBe(0);
    expect(told).toBeGreaterThan(500);
    expect(inside).toBeGreaterThan(100);
    expect(folds).toBeGreaterThan(20);
  });

  const mutants = readChanges`
    check/measure/inside.ts
      edges are folds at any angle
        - = FOLD;
        + = 0;
      triangles that are crossed tell as well
        - if (isCrossed) return false;
      one neighbour tells that a triangle is not crossed
        - if (m < 0) isCrossed = false;
        + isCrossed = false;
      a side is inside whichever it is
        - facing * along > 0
        + true
  `;

  it.each(mutants)('this would notice: %s', (_, change) => {
    const load = createLoader(change);
    expect(tellOfTubes(load<Engine>('check/measure/inside.ts'), 1).wrong).toBeGreaterThan(0);
  });
});

/**
 * Of crumpled tubes, the vertices beside a triangle that nothing crosses: what is told of them, and how often solid angles tell
 * otherwise. Ends after the tube with which `enoughWrong` are told wrongly.
 */
function tellOfTubes(
  engine: Engine,
  enoughWrong = Infinity,
): { told: number; inside: number; folds: number; wrong: number } {
  let told = 0;
  let inside = 0;
  let folds = 0;
  let wrong = 0;
  for (let seed = 1; seed <= 40 && wrong < enoughWrong; seed++) {
    const [scan, regionPairs] = stageOf([bendHook(createRandom(seed))]);
    const { shape, window } = scan.motions[0];
    const { triangles } = shape.mesh;
    const [x] = window.positions;
    const touching = regionPairs.flatMap(regionPair => regionPair.touching);
    if (touching.length === 0) continue;
    const crossed = new Set(touching);
    const atFolds = new Set<number>();
    for (let k = 0; k < touching.length; k += 2) {
      const [p, q] = [k, k + 1].map(n => triangles.subarray(3 * touching[n], 3 * touching[n] + 3));
      for (const v of p) if (q.includes(v)) atFolds.add(v);
    }
    folds += atFolds.size;
    const found = insideOf(engine, scan, regionPairs, 0, 0);
    const facing = volumeOf(x, triangles) >= 0 ? 1 : -1;
    const { vertexStarts, trianglesOfVertex } = shape.topology;
    const seeds = new Set([...crossed].flatMap(slot => [...triangles.subarray(3 * slot, 3 * slot + 3)]));
    for (const v of seeds) {
      const clear = trianglesOfVertex.subarray(vertexStarts[v], vertexStarts[v + 1]).find(t => !crossed.has(t));
      if (clear === undefined || atFolds.has(v)) continue;
      const [a, b, c] = [0, 1, 2].map(n => [
        ...x.subarray(3 * triangles[3 * clear + n], 3 * triangles[3 * clear + n] + 3),
      ]);
      const normal = [0, 1, 2].map(k => {
        const [p, q] = [(k + 1) % 3, (k + 2) % 3];
        return (b[p] - a[p]) * (c[q] - a[q]) - (b[q] - a[q]) * (c[p] - a[p]);
      });
      const length = Math.hypot(...normal);
      const point = normal.map((n, k) => (a[k] + b[k] + c[k]) / 3 + (facing * 1e-6 * n) / Math.sqrt(length));
      const truth = facing * windingsAround(x, triangles, point) > 0;
      if (found.has(v) !== truth) wrong++;
      told++;
      if (truth) inside++;
    }
  }
  return { told, inside, folds, wrong };
}

function isOfFirst({ deformer }: ScanWindow['motions'][0]['shape'], v: number): boolean {
  const { setOfVertex, starts, joints } = deformer.sets;
  return joints[starts[setOfVertex[v]]] === 0;
}

function volumeOf(x: Float64Array, triangles: Uint32Array): number {
  let volume = 0;
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = [0, 1, 2].map(n => [...x.subarray(3 * triangles[k + n], 3 * triangles[k + n] + 3)]);
    volume += dot(a, [b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]]);
  }
  return volume;
}
