import { describe, expect, it } from 'vitest';
import { isCrease } from '../../src/check/measure/creases.ts';
import { measureOverlaps } from '../../src/check/measure/measure.ts';
import { createMoment } from '../../src/check/measure/snapshot.ts';
import { planCheck } from '../../src/check/plan/plan.ts';
import { poseBody } from '../../src/check/scan/body-motion.ts';
import type { RegionPair, ScanWindow } from '../../src/check/scan/search-step.ts';
import { createScanWindow, gatherNear, searchStep } from '../../src/check/scan/search-step.ts';
import { createRandom } from '../../src/math/random.ts';
import { cases } from '../support/cases.ts';
import { createBall } from '../support/closed-meshes.ts';
import { createLoader, readChanges } from '../support/load-changed.ts';
import { createRandomSubject } from './random-subject.ts';

interface Scene {
  scan: ScanWindow;
  touching: Map<number, RegionPair>;
  creases: Set<number>;
}

/** Balls in each other, on sheets that are crumpled: depths by vertices and by triangles, in closed surfaces and open ones. */
function createScene(seed: number): Scene {
  const random = createRandom(seed);
  const subject = createRandomSubject(seed, ['linear-blend', 'rigid', 'rigid']);
  const bodies = subject.bodies.map((body, b) => {
    if (b === 0) return body;
    const ball = createBall(6, 9);
    const shift = [0, 1, 2].map(() => 0.8 * random());
    return { ...body, mesh: { ...ball, positions: ball.positions.map((x, k) => 1.3 * x + shift[k % 3]) } };
  });
  const plan = planCheck({ ...subject, bodies }, { rest: false });
  const scan = createScanWindow(plan, 1, false);
  scan.motions.forEach((motion, b) => {
    const still = { ...subject.poses[0][b], jointMatrices: Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0) };
    poseBody(motion, 0, b === 0 ? subject.poses[0][b] : still);
  });
  gatherNear(scan, 1);
  const touching = new Map(
    [...searchStep(scan, { from: 0, to: 0 })].filter(([, regionPair]) => regionPair.touching.length > 0),
  );
  const creases = new Set([...touching].flatMap(([key, regionPair]) => (isCrease(plan, regionPair) ? [key] : [])));
  return { scan, touching, creases };
}

/** How many overlaps, over some scenes and leasts, are not told as they are when all are measured; and how many were told and left out. */
function tellOfLeasts(measure: typeof measureOverlaps, seeds: number) {
  const tally = { wrong: 0, told: 0, leftOut: 0, byTriangles: 0 };
  for (let seed = 1; seed <= seeds; seed++) {
    const { scan, touching, creases } = createScene(seed);
    const ask = (asks: 'closed' | 'both', least?: Map<number, number>) =>
      measure(createMoment(scan, 0, [...touching.values()], asks), touching, creases, least);
    for (const asks of ['closed', 'both'] as const) {
      const all = measureOverlaps(createMoment(scan, 0, [...touching.values()], asks), touching, creases);
      for (const share of [0.3, 1 - 1e-12, 1, 1 + 1e-12, 1.5, 4]) {
        const least = new Map([...all].map(([key, { depth }], k) => [key, depth * (k % 3 === 0 ? share : k % 3)]));
        const found = ask(asks, least);
        for (const [key, overlap] of all) {
          const isLeft = overlap.depth < least.get(key)!;
          if (isLeft) tally.leftOut++;
          else tally.told++;
          if (overlap.depthBy === 'triangles') tally.byTriangles++;
          if (JSON.stringify(found.get(key)) !== JSON.stringify(isLeft ? undefined : overlap)) tally.wrong++;
        }
      }
    }
  }
  return tally;
}

describe('overlaps that are deep enough', () => {
  it('are told as if all were measured, and others are left out', () => {
    const { wrong, told, leftOut, byTriangles } = tellOfLeasts(measureOverlaps, cases(3, 60));
    expect(wrong).toBe(0);
    for (const count of [told, leftOut, byTriangles]) expect(count).toBeGreaterThan(20);
  });

  const mutants = readChanges`
    check/measure/measure.ts
      the least depth counts where triangles told more
        - known !== undefined && byTriangles!.depth < known ? known : 0
        + known ?? 0
      the least depth counts for more than it is
        - byTriangles!.depth < known ? known : 0
        + byTriangles!.depth < known ? 1.4 * known : 0
      what is just as deep is left out
        - !(found.depth < (least.get(key) ?? 0))
        + found.depth > (least.get(key) ?? 0)
  `;

  it.each(mutants)('this would notice: %s', (_, change) => {
    const load = createLoader(change);
    const mutant = load<{ measureOverlaps: typeof measureOverlaps }>('check/measure/measure.ts');
    expect(tellOfLeasts(mutant.measureOverlaps, cases(3, 60)).wrong).toBeGreaterThan(0);
  });
});
