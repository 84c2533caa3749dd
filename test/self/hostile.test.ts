import { describe, expect, it } from 'vitest';
import * as collider from '../../src/collider.ts';
import * as pairList from '../../src/query/pairs/pair-list.ts';
import * as instant from '../../src/self/instant.ts';
import * as plan from '../../src/self/plan.ts';
import * as search from '../../src/self/search.ts';
import * as shape from '../../src/shape.ts';
import { cases } from '../support/cases.ts';
import { isClosingFound, isHingeFound, isPileFound, searchHostile } from '../support/search-hostile.ts';

/** POSECLASH_CASES=5000000 looks for even longer, POSECLASH_SEED elsewhere. As many as the search of mutants.test.ts has. */
const meshes = Number(process.env.POSECLASH_CASES ?? cases(20_000, 1_000_000));
const seed = Number(process.env.POSECLASH_SEED ?? 1);

describe('a surface against itself', () => {
  const engine = { ...collider, ...pairList, ...instant, ...plan, ...search, ...shape };

  it(`finds exactly what brute force finds, each pair once, on ${meshes} hostile small meshes`, () => {
    const result = searchHostile(engine, seed, meshes);
    expect(result.wrongSeed).toBe(-1);
    expect(result.pairs).toBeGreaterThan(meshes);
  }, 0);

  it('finds exactly what brute force finds in a pile of triangles', () => {
    expect(isPileFound(engine)).toBe(true);
  });

  it('finds exactly what brute force finds in a strip that a hinge folds flat', () => {
    expect(isHingeFound(engine)).toBe(true);
  });

  it('finds exactly what brute force finds in an open fan whose ends are moved past each other', () => {
    expect(isClosingFound(engine)).toBe(true);
  });
});
