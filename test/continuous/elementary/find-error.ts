import type { Impact } from '../../../src/continuous/elementary/index.ts';
import type { Query } from './awkward-queries.ts';
import type { Elementary } from './load-changed.ts';

export const TOLERANCE = 1e-6;

export function ask(tests: Elementary, query: Query, out: Impact, tolerance = TOLERANCE): boolean {
  return query.kind === 'vertex-triangle'
    ? tests.findVertexTriangleImpact(query, 0, query, 3, 6, 9, tolerance, out)
    : tests.findEdgeEdgeImpact(query, 0, 3, query, 6, 9, tolerance, out);
}

/** What an answer promises and does not keep, in words, or undefined. */
export function findBrokenPromise(query: Query, isReported: boolean, out: Impact): string | undefined {
  const { firstContact } = query;
  if (isReported !== (out.state !== 'free')) return 'the state is not what is returned';
  if (out.state === 'free') {
    if (out.time !== Infinity) return 'a time is given where there is no contact';
    return firstContact <= 1 ? `missed the contact at ${firstContact}` : undefined;
  }
  if (!(out.time >= 0 && out.time <= 1)) return `the time is ${out.time}`;
  if (out.time > firstContact) return `late: ${out.time} instead of ${firstContact}`;
  if (out.state === 'undecided') return undefined;
  if (firstContact === Infinity) return `an impact at ${out.time}, but there is none`;
  if (firstContact - out.time > TOLERANCE) return `early: ${out.time} instead of ${firstContact}`;
  // Where triangles are no mere slivers, the place is right too.
  if (!/^(random floats|meeting inside), (as drawn|a million|very)/.test(query.title)) return undefined;
  const gap = gapAtPlace(query, out);
  return gap > 1e-4 ? `the place is off by ${gap} of the size` : undefined;
}

/** How far apart the two named points are at the reported time, in parts of the size of the query. */
function gapAtPlace({ kind, start, end }: Query, { time, u, v }: Impact): number {
  let most = 0;
  for (let axis = 0; axis < 3; axis++) {
    const points = [0, 3, 6, 9].map(k => (1 - time) * start[k + axis] + time * end[k + axis]);
    const [p, a, b, c] = points;
    const gap = kind === 'vertex-triangle' ? a + u * (b - a) + v * (c - a) - p : b + v * (c - b) - (p + u * (a - p));
    const all = [0, 3, 6, 9].flatMap(k => [start[k + axis], end[k + axis]]);
    const size = Math.max(...all) - Math.min(...all);
    if (size > 0) most = Math.max(most, Math.abs(gap) / size);
  }
  return most;
}

/** The first broken promise over many queries, and over unusable numbers. */
export function findError(tests: Elementary, queries: readonly Query[]): string | undefined {
  const out = tests.createImpact();
  for (const query of queries) {
    const broken = findBrokenPromise(query, ask(tests, query, out), out);
    if (broken) return `${query.kind}, ${query.title}: ${broken}; [${query.start}] to [${query.end}]`;
  }
  for (const kind of ['vertex-triangle', 'edge-edge'] as const) {
    for (const bad of [Number.NaN, Infinity, -Infinity]) {
      for (let k = 0; k < 24; k++) {
        const far = Float64Array.from(
          { length: 24 },
          (_, i) => (i % 12 < (kind === 'edge-edge' ? 6 : 3) ? 0 : 9) + (i % 5),
        );
        far[k] = bad;
        const query = { title: '', kind, start: far.slice(0, 12), end: far.slice(12), firstContact: 0 };
        if (!ask(tests, query, out)) return `${kind}: ${bad} at ${k} is dropped`;
        if (out.time !== 0) return `${kind}: ${bad} at ${k} is reported at ${out.time}`;
      }
    }
  }
  return undefined;
}
