import { describe, expect, it } from 'vitest';
import * as collider from '../../src/collider.ts';
import * as pairList from '../../src/query/pairs/pair-list.ts';
import * as plan from '../../src/self/plan.ts';
import * as step from '../../src/self/step.ts';
import * as stepPairs from '../../src/self/step-pairs.ts';
import * as shape from '../../src/shape.ts';
import { searchHostileSteps } from '../support/search-hostile-steps.ts';

/** POSECLASH_CASES=1000000 looks for longer, POSECLASH_SEED elsewhere. */
const cases = Number(process.env.POSECLASH_CASES ?? 1_000);
const seed = Number(process.env.POSECLASH_SEED ?? 1);

describe('a surface against itself during a step', () => {
  const engine = { ...collider, ...pairList, ...plan, ...step, ...stepPairs, ...shape };

  it(`all contacts that brute force finds are at pairs that are listed, each once, on ${cases} hostile steps`, () => {
    const result = searchHostileSteps(engine, seed, cases);
    expect(result.wrongSeed).toBe(-1);
    expect(result.contacts).toBeGreaterThan(cases);
    expect(result.beginInContact).toBeGreaterThan(0.1 * cases);
  }, 0);
});
