import { describe, expect, it } from 'vitest';
import { listNearIn } from '../../src/check/compiled/list-near.ts';
import { certifyIn, poseIn } from '../../src/check/compiled/pack-window.ts';
import { planCheck } from '../../src/check/plan/plan.ts';
import { type BodyMotion, beginSearch, poseBody } from '../../src/check/scan/body-motion.ts';
import { closeScanWindow, createScanWindow, gatherNear, type ScanWindow } from '../../src/check/scan/search-step.ts';
import type { Arena } from '../../src/compiled/arena.ts';
import { createRandom } from '../../src/math/random.ts';
import { copyPairs, createPairList } from '../../src/query/pairs/pair-list.ts';
import { findCrossingNeighbours } from '../../src/self/window.ts';
import { cases } from '../support/cases.ts';
import { createChangedArena, createCompiledArena } from '../support/compiled-arena.ts';
import { readChanges } from '../support/load-changed.ts';
import { createRandomSubject } from './random-subject.ts';

/** Two crumpled bodies over a few instants, that go some of the way from one random pose to another; in every third window a joint shrinks all that follows it to a dot for a while. */
function createWindow(seed: number): { scan: ScanWindow; count: number } {
  const random = createRandom(seed);
  const subject = createRandomSubject(seed, ['linear-blend', seed % 2 ? 'rigid' : 'linear-blend']);
  const plan = planCheck(subject, { rest: seed % 4 === 0 });
  const instants = [1, 3, 7, 13][Math.floor(4 * random())];
  const count = 1 + Math.floor(instants * random());
  const scan = createScanWindow(plan, instants, true);
  const part = random() < 0.5 ? 0.1 : 1;
  for (let k = 0; k < count; k++) {
    scan.motions.forEach((motion, b) => {
      const [from, to] = [subject.poses[0][b], subject.poses[1][b]];
      const share = (part * k) / Math.max(1, count - 1);
      const jointMatrices = from.jointMatrices.map((x, i) => (1 - share) * x + share * to.jointMatrices[i]);
      if (seed % 3 === 0 && k > 1 && k < 9) jointMatrices.fill(0, 0, 12).fill(1e-14, 0, 1);
      const pose = { jointMatrices, weights: from.weights };
      poseBody(motion, k, pose, () => false);
    });
  }
  return { scan, count };
}

/** What is near, in its order, with its steps. */
function nameNear({ near, steps }: ScanWindow): string {
  return near
    .map(({ data, length }, e) =>
      Array.from({ length: length / 2 }, (_, k) => `${data[2 * k]} ${data[2 * k + 1]} ${steps[e][k]}`).join(),
    )
    .join('; ');
}

/** Searches windows by the module in `arena` and by the code in JavaScript; ends with the first that differs. */
function gatherBoth(arena: Arena, seeds: number): { pairs: number; wrongSeed: number } {
  const told = { pairs: 0, wrongSeed: -1 };
  for (let seed = 1; seed <= seeds && told.wrongSeed < 0; seed++) {
    const { scan, count } = createWindow(seed);
    gatherNear(scan, count, () => false);
    const here = nameNear(scan);
    for (const { length } of scan.near) told.pairs += length / 2;
    let wasAsked = true;
    gatherNear(scan, count, (...of) => {
      const isDone = listNearIn(arena, ...of);
      wasAsked &&= isDone;
      return isDone;
    });
    if (!wasAsked || nameNear(scan) !== here) told.wrongSeed = seed;
    closeScanWindow(scan);
  }
  return told;
}

/** Poses bodies by the module in `arena` and by the code in JavaScript, with their boxes and the fans that may cross; ends with the first that differ. */
function poseBoth(arena: Arena, seeds: number): { uncertain: number; wrongSeed: number } {
  const told = { uncertain: 0, wrongSeed: -1 };
  for (let seed = 1; seed <= seeds && told.wrongSeed < 0; seed++) {
    const { scan, count } = createWindow(seed);
    scan.motions.forEach((motion, b) => {
      beginSearch(motion, count);
      const { window } = motion;
      const instant = seed % count;
      const known = certifyIn(arena, motion, instant);
      const [here, there] = [createPairList(), createPairList()];
      findCrossingNeighbours(window, instant, here);
      findCrossingNeighbours(window, instant, there, known);
      told.uncertain += known?.uncertainCount ?? 0;
      const before = nameInstant(motion, 0);
      poseBody(motion, 0, { ...scan.plan.subject.rest[b] }, () => false);
      const posedHere = nameInstant(motion, 0);
      window.positions[0].fill(0);
      window.boxes.atInstants[0].fill(0);
      const isDone = poseIn(arena, motion, 0);
      const isAlike = isDone && nameInstant(motion, 0) === posedHere && before !== posedHere;
      if (!known || copyPairs(here).join() !== copyPairs(there).join() || !isAlike) told.wrongSeed = seed;
    });
    closeScanWindow(scan);
  }
  return told;
}

function nameInstant({ window }: BodyMotion, instant: number): string {
  return [...window.positions[instant], ...window.boxes.atInstants[instant]].join();
}

const windows = cases(40, 3000);

describe('what is near over a window, by the compiled query', () => {
  it(`is what the code in JavaScript lists, in its order and with the same steps, in ${windows} windows`, () => {
    const { pairs, wrongSeed } = gatherBoth(createCompiledArena(), windows);
    expect(wrongSeed).toBe(-1);
    expect(pairs).toBeGreaterThan(20 * windows);
  });

  it(`poses the same vertices with the same boxes, and finds the same neighbours that cross`, () => {
    const { uncertain, wrongSeed } = poseBoth(createCompiledArena(), windows);
    expect(wrongSeed).toBe(-1);
    expect(uncertain).toBeGreaterThan(windows);
  });

  it.each(readChanges`
    check/pose-vertices.ts
      posing: one weight for all joints
        - joint += 4, weight += 8
        + joint += 4
      posing: without the last number of the last row
        - load<f64>(m, ROW + 24)
        + 0
    check/box-instant.ts
      boxes: no margin
        - const margin = LEAF_ROUNDING *
        + const margin = 0 *
    check/certify-fans.ts
      fans: those that are not kept are flat
        - record.ring < record.ringEnd && isFanFlat(record, vertices, vertices + 24 * v, spokes)
        + record.ring < record.ringEnd
  `)(
    'catches: %s',
    async (_, change) => {
      expect(poseBoth(await createChangedArena(change, 'check/index.ts'), 100).wrongSeed).toBeGreaterThanOrEqual(0);
    },
    0,
  );

  const mutants = readChanges`
    check/box-window.ts
      boxes: the second child only
        - f32x4.pmin(v128.load(child + o), v128.load(other + o))
        + v128.load(other + o)
      boxes: those of the window before
        - memory.fill(body.cached, 255, 4 * CACHED);
      boxes: two leaves in one place
        - const place = number & (CACHED - 1);
        -   if ((but & (CACHED - 1)) == place && but != number) {
        + const place: u32 = 0;
        +   if (false) {
    check/near-steps.ts
      steps: an axis may change between two instants
        - (above & (above >> shift)) | (below & (below >> shift))
        + (above | below) & ((above | below) >> shift)
      steps: the last four instants are the first
        - v128.load(low, 48), v128.load(high, 48)
        + v128.load(low), v128.load(high)
    check/near-leaves.ts
      leaves: what is left out is listed
        - columns & ~(<u32>(leftOut >> (row << 3)))
        + columns
      leaves: drifts of triangles do not count
        - sum < Infinity && isFartherAtRest(body, one, other, sum)
        + false
    check/part-window.ts
      parting: at the middle is enough
        - if (l > last) return true;
        -     } else
        + return true;
        +     } else
      parting: no margin
        - const least = margin *
        + const least = 0 *
  `;

  it.each(mutants)(
    'catches: %s',
    async (_, change) => {
      expect(gatherBoth(await createChangedArena(change, 'check/index.ts'), 200).wrongSeed).toBeGreaterThanOrEqual(0);
    },
    0,
  );
});
