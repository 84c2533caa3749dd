import { describe, expect, it } from 'vitest';
import type { CheckSubject } from '../../src/check/index.ts';
import { planCheck } from '../../src/check/plan/plan.ts';
import { poseBody } from '../../src/check/scan/body-motion.ts';
import { joinObservations, type Observations, observeClip } from '../../src/check/scan/observe-clip.ts';
import { createScanWindow, gatherNear, searchStep } from '../../src/check/scan/search-step.ts';
import type { Mesh } from '../../src/index.ts';
import { createRandom, type Random } from '../../src/math/random.ts';
import { trianglesTouch } from '../../src/query/elementary/triangle-triangle.ts';
import { createLoader, readChanges } from '../support/load-changed.ts';
import { createBoxMesh, createBoxSubject } from './box-subject.ts';

interface Engine {
  plan: typeof planCheck;
  poseBody: typeof poseBody;
  createScanWindow: typeof createScanWindow;
  gatherNear: typeof gatherNear;
  searchStep: typeof searchStep;
}

const engine: Engine = { plan: planCheck, poseBody, createScanWindow, gatherNear, searchStep };

/** Pairs of triangles that lie on each other, with gaps from a tenth to next to nothing. */
function createStacks(random: Random): Mesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let n = 0; n < 24; n++) {
    const gap = 10 ** (-1 - 13 * random());
    const [x, y] = [3 * (n % 5) + random(), 3 * Math.floor(n / 5) + random()];
    for (const z of [0, gap]) {
      for (let k = 0; k < 3; k++) triangles.push(positions.length / 3 + k);
      positions.push(x, y, z, x + 1, y + random(), z, x + random(), y + 1, z);
    }
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** Turned, shrunk by a factor, and moved far away, where numbers are rounded to far less digits than at rest. */
function shrinkAndMove(random: Random, factor: number): Float64Array {
  const [c, s] = [Math.cos(6 * random()), Math.sin(6 * random())];
  const size = Math.hypot(c, s);
  const [u, v] = [(factor * c) / size, (factor * s) / size];
  const at = [0, 1, 2].map(() => 10 * (random() - 0.5));
  return Float64Array.of(u, 0, v, at[0], 0, factor, 0, at[1], -v, 0, u, at[2]);
}

/** Of parts that one joint shrinks: how many pairs touch by rounding, and how many of these were not found. */
function countMissed({ plan, ...scans }: Engine): { touching: number; missed: number } {
  let touching = 0;
  let missed = 0;
  for (let seed = 1; seed <= 60; seed++) {
    const random = createRandom(seed);
    const mesh = createStacks(random);
    const still = { jointMatrices: Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0), weights: new Float64Array(0) };
    const subject: CheckSubject = {
      name: 'stacks',
      bodies: [{ name: 'stacks', mesh, source: { kind: 'rigid' }, jointNames: ['joint'], materialNames: [] }],
      rest: [still],
      clips: [],
    };
    const scan = scans.createScanWindow(plan(subject, {}), 3, true);
    const [motion] = scan.motions;
    const factor = 10 ** (-3 * random());
    const pose = { jointMatrices: shrinkAndMove(random, factor), weights: new Float64Array(0) };
    for (let k = 0; k < 3; k++) {
      pose.jointMatrices[3] += 0.01;
      scans.poseBody(motion, k, pose);
    }
    scans.gatherNear(scan, 3);
    const { triangles } = motion.shape.mesh;
    const found = new Set<string>();
    for (const { touching: pairs } of scans.searchStep(scan, { from: 1, to: 2 }).values()) {
      for (let k = 0; k < pairs.length; k += 2) found.add(`${pairs[k]} ${pairs[k + 1]}`);
    }
    const x = motion.window.positions[2];
    const corner = (slot: number, k: number): number => 3 * triangles[3 * slot + k];
    for (let one = 0; one < triangles.length / 3; one++) {
      for (let other = one + 1; other < triangles.length / 3; other++) {
        const [a, b, c] = [0, 1, 2].map(k => corner(one, k));
        const [d, e, f] = [0, 1, 2].map(k => corner(other, k));
        if (!trianglesTouch(x, a, b, c, x, d, e, f)) continue;
        touching++;
        if (!found.has(`${one} ${other}`) && !found.has(`${other} ${one}`)) missed++;
      }
    }
  }
  return { touching, missed };
}

describe('what one joint shrinks', () => {
  it('touches where rounding closes a gap, and all of that is found', () => {
    const { touching, missed } = countMissed(engine);
    expect(touching).toBeGreaterThan(20);
    expect(missed).toBe(0);
  });

  const mutants = readChanges`
    check/scan/keepers.ts
      rounding closes smaller gaps only
        - closable[joint] = most;
        + closable[joint] = 1e-6 * most;
      rounding closes no gap
        - const most = closable[joint] > 0 ? closable[joint] : -1;
        + const most = -1;
      joints that shrink things are taken for those that do not
        - export const RESOLUTION = 2 ** -24;
        + export const RESOLUTION = 1;
  `;

  it.each(mutants)('this would notice: %s', (_, change) => {
    const load = createLoader(change);
    const search = load<Engine>('check/scan/search-step.ts');
    const { poseBody } = load<Engine>('check/scan/body-motion.ts');
    const { planCheck: plan } = load<{ planCheck: typeof planCheck }>('check/plan/plan.ts');
    expect(countMissed({ ...search, poseBody, plan }).missed).toBeGreaterThan(0);
  });
});

/** A block and a smaller one beside it, of one mesh, each with a joint of its own. */
function createTwoBlocks(): Mesh {
  const [block, small] = [createBoxMesh(1, 1, 1), createBoxMesh(0.2, 0.2, 0.2)];
  const count = block.positions.length / 3;
  return {
    positions: Float64Array.of(...block.positions, ...small.positions.map((x, k) => (k % 3 === 0 ? x + 2 : x))),
    triangles: Uint32Array.of(...block.triangles, ...small.triangles.map(v => v + count)),
  };
}

/** The small block comes from the right, is shrunk to `least` by sample 5, jumps to the left of the block, and grows again from sample 10 on. */
function createHidden(least: number): CheckSubject {
  const mesh = createTwoBlocks();
  const count = mesh.positions.length / 3;
  const joints = Uint32Array.from({ length: count }, (_, v) => (v < 8 ? 0 : 1));
  const poseAt = (time: number, out: Float64Array): void => {
    const sample = Math.round(30 * time);
    const scale = sample < 5 ? 1 - sample / 5 : sample < 10 ? 0 : (sample - 10) / 5;
    const size = Math.max(least, scale);
    const x = sample < 8 ? 2 - 0.2 * Math.min(5, sample) : -2;
    out.set([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, size, 0, 0, x - 2 * size, 0, size, 0, 0.01, 0, 0, size, 0.02]);
  };
  const rest = { jointMatrices: new Float64Array(24), weights: new Float64Array(0) };
  poseAt(0, rest.jointMatrices);
  return {
    name: 'hidden',
    bodies: [
      {
        name: 'blocks',
        mesh,
        source: {
          kind: 'linear-blend',
          skin: { jointCount: 2, influences: 1, joints, weights: new Float32Array(count).fill(1) },
        },
        jointNames: ['block', 'small'],
        materialNames: [],
      },
    ],
    rest: [rest],
    clips: [{ name: 'hide', start: 0, end: 0.5, poseAt: (time, [out]) => poseAt(time, out.jointMatrices) }],
  } as CheckSubject;
}

function observe(least: number, ...cuts: number[]): Observations {
  const subject = createHidden(least);
  const plan = planCheck(subject, { maxDeviation: '100m' });
  const ends = [0, ...cuts, 15];
  const parts = ends.slice(1).map((to, k) => observeClip(plan, subject.clips[0], ends[k], to));
  return joinObservations(parts, 1 / plan.options.fps);
}

describe('a part that is shrunk to a dot', () => {
  it('touches nothing that it jumps across, nor itself', () => {
    for (const least of [0, 1e-14, 1e-9]) {
      const { contacts, changes } = observe(least);
      expect(contacts).toEqual([]);
      expect(changes).toEqual([]);
    }
  });

  it('is seen as long as a renderer could show it', () => {
    for (const least of [1e-6, 0.01]) {
      const { contacts, changes } = observe(least);
      expect(contacts.length + changes.length).toBeGreaterThan(0);
    }
  });

  it('is seen alike in one go and cut at every sample', () => {
    for (const least of [0, 1e-14, 1e-6, 0.01]) {
      const whole = JSON.stringify(observe(least));
      for (let cut = 1; cut < 15; cut++) expect(JSON.stringify(observe(least, cut))).toBe(whole);
    }
  });
});

/** Two boxes, one beside the other without a gap but for rounding, that are turned and carried about together; from sample `slidesFrom` on the second one slides along the first, into a third. */
function createCarried(slidesFrom: number): CheckSubject {
  return createBoxSubject(
    [
      [1, 0.3, 1],
      [0.7, 0.31, 0.9],
      [0.1, 0.1, 0.1],
    ],
    0.5,
    time => {
      const sample = Math.round(30 * time);
      const turn = 0.07 * sample;
      const slid = 0.05 * Math.max(0, sample - slidesFrom);
      const [x, y] = [0.1 * sample, 0.013 * sample];
      const [c, s] = [Math.cos(turn), Math.sin(turn)];
      // In the frame of the first: beside it by half of both, and at rest a rounding more.
      const [u, w] = [0.85 + 2 ** -52, 0.1 - slid];
      return [
        { at: [x, y, 0], turn },
        { at: [x + c * u + s * w, y, c * w - s * u], turn },
        { at: [x + c * 0.85 + s * -0.6, y, c * -0.6 - s * 0.85], turn },
      ];
    },
  );
}

interface Observing {
  planCheck: typeof planCheck;
  observeClip: typeof observeClip;
}

/** The pairs of bodies of which anything is told. */
function namePairs({ planCheck, observeClip }: Observing, slidesFrom: number, ...cuts: number[]): string[] {
  const subject = createCarried(slidesFrom);
  const plan = planCheck(subject, { maxDeviation: '100m' });
  const ends = [0, ...cuts, 15];
  const parts = ends.slice(1).map((to, k) => observeClip(plan, subject.clips[0], ends[k], to));
  const { contacts, changes, samples } = joinObservations(parts, 1 / plan.options.fps);
  const told = [...contacts, ...changes].map(({ time, regionA, regionB }) => `${regionA} ${regionB} at ${time}`);
  return [`${samples} samples`, ...told];
}

describe('bodies that are carried together', () => {
  it('touch where they do at rest: rounding makes nothing of what lies on each other', () => {
    expect(namePairs({ planCheck, observeClip }, Infinity)).toEqual(['16 samples']);
  });

  it('are asked about as soon as one slides, alike wherever the clip is cut', () => {
    const whole = namePairs({ planCheck, observeClip }, 6);
    expect(whole.some(name => name.startsWith('1 2 at'))).toBe(true);
    for (const cut of [3, 6, 7, 12]) expect(namePairs({ planCheck, observeClip }, 6, cut)).toEqual(whole);
  });

  it.each([
    { from: '<= most)) continue;', to: '<= 1e9 * most)) continue;', slidesFrom: 6 },
    { from: 'if (count === 1) still.steps = 1;', to: 'still.steps = 2 ** count - 1;', slidesFrom: 6 },
    { from: 'still.instants |= 1 << k;', to: '', slidesFrom: Infinity },
  ])('this would notice "$to" for "$from"', ({ slidesFrom, ...change }) => {
    const load = createLoader({ file: 'check/scan/still.ts', ...change });
    const { observeClip: observe } = load<Observing>('check/scan/observe-clip.ts');
    const { planCheck: plan } = load<Observing>('check/plan/plan.ts');
    const right = namePairs({ planCheck, observeClip }, slidesFrom);
    expect(namePairs({ planCheck: plan, observeClip: observe }, slidesFrom)).not.toEqual(right);
  });
});
