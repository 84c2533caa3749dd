import { describe, expect, it } from 'vitest';
import { readSharedQueries } from '../../../bench/ccd/shared-queries.ts';
import * as elementary from '../../../src/continuous/elementary/index.ts';
import { needsData } from '../../needs.ts';
import { createQuery } from './awkward-queries.ts';
import { ask, findBrokenPromise } from './find-error.ts';

const shared = readSharedQueries();

/** Public queries with known truth; they are not part of the repository. */
describe('public queries with ground truth', needsData('ccd-queries'), () => {
  const queries = shared.map(({ scene, kind, points }) => createQuery(scene, kind, points));

  it('have the truth that integers give', () => {
    expect(queries.filter(({ firstContact }, n) => firstContact <= 1 !== shared[n].isContact)).toEqual([]);
  });

  it('are answered without a miss, never late, and with at most 3 % undecided misses', () => {
    const out = elementary.createImpact();
    let undecided = 0;
    for (const query of queries) {
      const isReported = ask(elementary, query, out);
      expect(findBrokenPromise(query, isReported, out), query.title).toBeUndefined();
      if (isReported && query.firstContact > 1) undecided++;
    }
    expect(undecided).toBeLessThan(0.03 * queries.filter(({ firstContact }) => firstContact > 1).length);
  });
});
