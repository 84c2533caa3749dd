import { describe, expect, it } from 'vitest';
import {
  createSweep,
  findImpacts,
  findSelfImpacts,
  type StepStats,
  type Sweep,
  sweepTo,
} from '../../src/continuous/index.ts';
import { createStepStats } from '../../src/continuous/self/step-stats.ts';
import { createRandom } from '../../src/math/random.ts';
import { createNearBoxPair, shift, turnAndShift } from '../support/boxes.ts';

/** Counts that refuse to be counted up after a while. */
function createThrowing(calls: number): StepStats {
  const stats = createStepStats();
  let left = calls;
  const count = (key: keyof StepStats) => ({
    get: () => 0,
    set(): void {
      if (left-- <= 0) throw new Error(`no more ${key}`);
    },
  });
  Object.defineProperties(stats, {
    volumeTests: count('volumeTests'),
    candidates: count('candidates'),
    featureTests: count('featureTests'),
  });
  return stats;
}

const shape = createNearBoxPair();

const restPose = Float64Array.of(...shift(0, 0, 0), ...shift(0, 0, 0));

describe('a query that throws on its way leaves nothing behind', () => {
  it('the next answers are those of fresh sweeps', () => {
    const random = createRandom(1);
    const draw = (): Float64Array =>
      Float64Array.of(
        ...turnAndShift(random(), 2 * random(), 0, 0),
        ...turnAndShift(random(), random(), 2 * random(), 0.5),
      );
    const poses: Float64Array[][] = [restPose, restPose].map(rest => [rest, rest]);
    const known: Sweep[] = [createSweep(shape), createSweep(shape)];
    let thrown = 0;
    let contacts = 0;
    const attempt = (query: () => unknown): void => {
      try {
        query();
      } catch {
        thrown++;
      }
    };
    for (let step = 0; step < 150; step++) {
      const fresh = known.map((sweep, k) => {
        poses[k] = [poses[k][1], draw()];
        sweepTo(sweep, { jointMatrices: poses[k][1] });
        const other = createSweep(shape);
        sweepTo(other, { jointMatrices: poses[k][0] });
        sweepTo(other, { jointMatrices: poses[k][1] });
        return other;
      });
      if (random() < 0.7)
        attempt(() => findImpacts(known[0], known[1], { stats: createThrowing(Math.floor(40 * random())) }));
      if (random() < 0.7) attempt(() => findSelfImpacts(known[0], { stats: createThrowing(Math.floor(3 * random())) }));
      if (random() < 0.7) {
        const options = {
          get tolerance(): number {
            throw new Error('no tolerance');
          },
        };
        attempt(() => findSelfImpacts(known[0], options));
        attempt(() => findImpacts(known[0], known[1], options));
      }
      if (random() < 0.5) continue;
      const self = findSelfImpacts(known[0]);
      expect(self).toEqual(findSelfImpacts(fresh[0]));
      const both = findImpacts(known[0], known[1], { find: 'all' });
      expect(both).toEqual(findImpacts(fresh[0], fresh[1], { find: 'all' }));
      if (self.time < Infinity || both.time < Infinity) contacts++;
    }
    expect(thrown).toBeGreaterThan(100);
    expect(contacts).toBeGreaterThan(25);
  });
});
