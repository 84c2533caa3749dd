import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as elementary from '../../../src/continuous/elementary/index.ts';
import { createQuery, drawQueries, families, type Kind, SEED } from './awkward-queries.ts';
import { ask, findBrokenPromise, findError } from './find-error.ts';
import { loadChanged, readChanges } from './load-changed.ts';

const queries = [
  ...drawQueries(7),
  // The two in which roundings decide the least often.
  ...drawQueries(100, { family: 'meeting at the very start', change: 'so small that products underflow' }),
  ...drawQueries(60, { family: 'falling straight onto a side of a level floor', change: 'very small' }),
];
const kinds: Kind[] = ['vertex-triangle', 'edge-edge'];

/** How many of the queries of a family end in each state, by whether there is a contact. */
function tally(tests: typeof elementary, title: RegExp): Record<string, number> {
  const out = elementary.createImpact();
  const counts: Record<string, number> = {};
  for (const query of queries.filter(query => title.test(query.title))) {
    ask(tests, query, out);
    const key = `${query.firstContact <= 1 ? 'contact' : 'none'}, ${out.state}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

describe('vertex-triangle and edge-edge impacts', () => {
  it(`miss nothing, are never late and never wrong on ${queries.length} awkward queries (seed ${SEED})`, () => {
    expect(findError(elementary, queries)).toBeUndefined();
  });

  it('are asked about contacts and misses in every family', () => {
    for (const family of Object.keys(families)) {
      const all = queries.filter(({ title }) => title.startsWith(`${family},`));
      const contacts = all.filter(({ firstContact }) => firstContact <= 1).length;
      if (!family.startsWith('turning')) expect(contacts, family).toBeGreaterThan(1);
      expect(all.length - contacts, family).toBeGreaterThan(3);
    }
  });

  it.each(kinds)('%s: keeps its promises for all small integers', kind => {
    const coordinates = fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 24, maxLength: 24 });
    const out = elementary.createImpact();
    const property = fc.property(coordinates, points => {
      const query = createQuery('small integers', kind, points);
      return findBrokenPromise(query, ask(elementary, query, out), out) === undefined;
    });
    fc.assert(property, { seed: SEED, numRuns: 1500 });
  });

  it.each(kinds)('%s: keeps its promises for any float32', kind => {
    const coordinate = fc.float({ noNaN: true, min: -(2 ** 20), max: 2 ** 20 });
    const out = elementary.createImpact();
    const property = fc.property(fc.array(coordinate, { minLength: 24, maxLength: 24 }), points => {
      const query = createQuery('any float32', kind, points);
      return findBrokenPromise(query, ask(elementary, query, out), out) === undefined;
    });
    fc.assert(property, { seed: SEED, numRuns: 300 });
  });

  it('decide what is in general position', () => {
    const general = tally(elementary, /^random floats, (as drawn|very|a million)/);
    expect(general['contact, undecided'] ?? 0).toBe(0);
    expect(general['none, undecided'] ?? 0).toBe(0);
    expect(general['contact, impact']).toBeGreaterThan(3);
  });

  it('part features that are always in one plane, parallel, at rest or close and turning', () => {
    expect(tally(elementary, /^always in one plane, integers, as drawn/)['none, undecided'] ?? 0).toBe(0);
    expect(tally(elementary, /^parallel.*, as drawn/)['none, undecided'] ?? 0).toBe(0);
    expect(
      tally(elementary, /^(at rest|moving along).*, (as drawn|a million|very|scaled)/)['none, undecided'] ?? 0,
    ).toBe(0);
    expect(tally(elementary, /^turning/)['none, undecided'] ?? 0).toBe(0);
  });

  it('report the first contact of several, and one that is there at the start', () => {
    const triangle = [-9, -9, 0, 9, -9, 0, 0, 9, 0];
    const swinging = createQuery('through and back', 'vertex-triangle', [0, 0, 1, ...triangle, 0, 0, -3, ...triangle]);
    const out = elementary.createImpact();
    expect(ask(elementary, swinging, out)).toBe(true);
    expect(out.state).toBe('impact');
    expect(out.time).toBeLessThanOrEqual(0.25);
    expect(out.time).toBeGreaterThan(0.25 - 1e-6);
    const touching = createQuery('touching', 'vertex-triangle', [0, 0, 0, ...triangle, 5, 5, 5, ...triangle]);
    expect(ask(elementary, touching, out)).toBe(true);
    expect(out.time).toBe(0);
  });

  it('name the place of the contact', () => {
    const out = elementary.createImpact();
    const corners = [0, 0, 0, 8, 0, 0, 0, 8, 0];
    ask(elementary, createQuery('', 'vertex-triangle', [2, 4, 1, ...corners, 2, 4, -1, ...corners]), out);
    expect([out.state, out.u, out.v]).toEqual(['impact', expect.closeTo(0.25, 5), expect.closeTo(0.5, 5)]);
    const edges = [0, 0, 1, 8, 0, 1, 2, -1, 0, 2, 3, 0];
    ask(elementary, createQuery('', 'edge-edge', [...edges, ...edges.with(2, -1).with(5, -1)]), out);
    expect([out.state, out.u, out.v]).toEqual(['impact', expect.closeTo(0.25, 5), expect.closeTo(0.25, 5)]);
  });

  it('keep their promises at other tolerances, and take a negative one or NaN for 0', () => {
    const out = elementary.createImpact();
    for (const tolerance of [0.3, 1e-3, 1e-9, 1e-13, 0, -1, Number.NaN]) {
      for (const query of queries.filter((_, n) => n % 5 === 0)) {
        const isReported = ask(elementary, query, out, tolerance);
        expect(findBrokenPromise(query, isReported, out)).toBeUndefined();
        if (out.state === 'impact') expect(query.firstContact - out.time).toBeLessThanOrEqual(tolerance);
      }
    }
  });

  it('read two motions at any offset', () => {
    const a = { start: Float64Array.of(7, 0.2, 0.2, 1), end: Float64Array.of(7, 0.2, 0.2, -1) };
    const still = Float64Array.of(7, 7, 0, 0, 0, 7, 1, 0, 0, 0, 1, 0);
    const b = { start: still, end: still };
    const out = elementary.createImpact();
    expect(elementary.findVertexTriangleImpact(a, 1, b, 2, 6, 9, 1e-6, out)).toBe(true);
    expect(out.time).toBeCloseTo(0.5, 5);
    a.start[2] = a.end[2] = 2;
    expect(elementary.findVertexTriangleImpact(a, 1, b, 2, 6, 9, 1e-6, out)).toBe(false);
  });

  const mutants = readChanges`
  filters.ts
    axis filter: a corner is left out
      - /c > 0 && d > 0 (.*) && f > 0/
      + d > 0 $1
    axis filter: the fourth corner is left out
      - && ay * q[g + 1] > 0
    axis filter: the end is left out
      - c < 0 && d < 0
      + c < 0
    axis filter: a wrong sign
      - return a > 0 ?
      + return a < 0 ?
    axis filter: touching is apart
      - b > 0
      + b >= 0
    axis filter: another axis
      - (az, bz, cz, dz, ez, fz)
      + (az, by, cz, dz, ez, fz)
    axis filter: infinity is apart
      - if (sx + sy + sz < 1e60) {
      + if (true) {
    volume filter: no error bound
      - 16 * UNIT_ROUNDOFF
      + 1e-100
    volume filter: no guard of underflow
      - bound > 1e-250 &&
    volume filter: inner coefficients are left out
      - second > bound && third > bound
      + true
    volume filter: a wrong sign
      - last < -bound
      + last < bound
    volume filter: a mixed term is lost
      - + (ey * cz - ez * cy)
  separation.ts
    heights: no error bound
      - 32 * UNIT_ROUNDOFF
      + 1e-100
    heights: a corner is left out
      - k < 3 * count
      + k < 3 * count - 3
    heights: until a little later
      - span[1] = to
      + span[1] = to + 1e-9
    heights: since a little earlier
      - span[0] = from
      + span[0] = from - 1e-3
    heights: falling corners do not end the span
      - if (until < to)
      + if (until > to)
  flat-times.ts
    flat times: no error bound
      - 32 * UNIT_ROUNDOFF
      + 0
    flat times: only the ends count
      - second > bound && third > bound
      + true
  find-impact.ts
    flat times: what is before the span is not looked at
      - part[1] > time && !isNeverFlat(difference)
      + false
    flat times: what is after the span is not looked at
      - time === 1 || isNeverFlat(difference)
      + true
    reports the middle of the window
      - Math.max(time, flat - window / 2)
      + flat
    contacts: a wide window
      - Math.min(tolerance / 2, 2 ** -20)
      + 0.01
    scaling: unusable sizes are used
      - return 'undecided';
      -   const state
      + return 'free';
      +   const state
    place: u and v are exchanged
      - /out.u = difference.place\[0\];(\s+)out.v = difference.place\[1\]/
      + out.u = difference.place[1];$1out.v = difference.place[0]
  confirm-contact.ts
    contacts: no error bound of the volume
      - 32 * UNIT_ROUNDOFF
      + 1e-100
    contacts: no error bound of the sides
      - 64 * UNIT_ROUNDOFF
      + 1e-100
    contacts: inside is not asked
      - return holdsOrigin(difference)
      + return true
    contacts: a crossing is not asked
      - /if \(!\(before.*\n/
  difference.ts
    scaling: the extents stay
      - extent[axis] = extent[axis] * half * rest
      + extent[axis] = 1e-9
`;

  it('pass when loaded for mutation, unchanged', () => {
    expect(findError(loadChanged(), queries)).toBeUndefined();
  });

  it.each(mutants)('the queries catch: %s', (_, change) => {
    expect(findError(loadChanged(change), queries)).toBeDefined();
  });
});
