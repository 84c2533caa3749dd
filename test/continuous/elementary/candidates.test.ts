import { describe, expect, it } from 'vitest';
import { createTubeCandidates } from '../../../bench/ccd/candidates.ts';
import { findEdgeEdgeImpactByCubic, findVertexTriangleImpactByCubic } from '../../../papers/wong-2013/cubic.ts';
import * as elementary from '../../../src/continuous/elementary/index.ts';
import { createQuery, type Query } from './awkward-queries.ts';
import { ask, findBrokenPromise } from './find-error.ts';

const candidates = createTubeCandidates();
const PER_KIND = 2500;

/** An even choice of the candidates of two curling tubes, with the truth. */
const queries: Query[] = [
  ['vertex-triangle', candidates.vertexTriangle] as const,
  ['edge-edge', candidates.edgeEdge] as const,
].flatMap(([kind, { start, end }]) => {
  const every = Math.floor(start.length / 12 / PER_KIND);
  return Array.from({ length: PER_KIND }, (_, n) => {
    const k = 12 * every * n;
    return createQuery(`candidate ${every * n}`, kind, [...start.subarray(k, k + 12), ...end.subarray(k, k + 12)]);
  });
});

describe('candidates of two curling tubes', () => {
  it('are many, with steps of 2 to 3 edges, and some contacts', () => {
    expect(candidates.stride).toBeGreaterThan(2);
    expect(candidates.stride).toBeLessThan(3);
    expect(candidates.vertexTriangle.start.length / 12).toBeGreaterThan(10_000);
    expect(candidates.edgeEdge.start.length / 12).toBeGreaterThan(50_000);
    expect(queries.filter(({ firstContact }) => firstContact <= 1).length).toBeGreaterThan(5);
  });

  it('are all decided, and decided right', () => {
    const out = elementary.createImpact();
    for (const query of queries) {
      const isReported = ask(elementary, query, out);
      expect(findBrokenPromise(query, isReported, out), query.title).toBeUndefined();
      expect(out.state, query.title).not.toBe('undecided');
    }
  });

  it('are answered alike by the cubic, the usual method, as none of them is awkward', () => {
    const out = elementary.createImpact();
    for (const query of queries) {
      const isHit =
        query.kind === 'vertex-triangle'
          ? findVertexTriangleImpactByCubic(query, 0, query, 3, 6, 9, out)
          : findEdgeEdgeImpactByCubic(query, 0, 3, query, 6, 9, out);
      expect(isHit, query.title).toBe(query.firstContact <= 1);
      if (isHit) expect(out.time).toBeCloseTo(query.firstContact, 9);
    }
  });

  it('but the cubic misses a contact in one plane, which the conservative test finds', () => {
    const still = [0, 0, 0, 9, 0, 0, 0, 9, 0];
    const query = createQuery('', 'vertex-triangle', [-2, 3, 0, ...still, 2, 3, 0, ...still]);
    const out = elementary.createImpact();
    expect(findVertexTriangleImpactByCubic(query, 0, query, 3, 6, 9, out) && out.time <= query.firstContact).toBe(
      false,
    );
    expect(ask(elementary, query, out)).toBe(true);
    expect(out.time).toBeCloseTo(0.5, 9);
    expect(query.firstContact).toBe(0.5);
  });
});
