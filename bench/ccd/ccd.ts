import { findEdgeEdgeImpactByCubic, findVertexTriangleImpactByCubic } from '../../papers/baselines.ts';
import {
  createImpact,
  findEdgeEdgeImpact,
  findEdgeEdgeImpactExactly,
  findVertexTriangleImpact,
  findVertexTriangleImpactExactly,
  type Impact,
  type LinearMotion,
} from '../../src/continuous/elementary/index.ts';
import { foldHashes, hashNumbers, measureInterleaved } from '../harness/measure.ts';
import { type Bench, type BenchOptions, formatNumber, formatTable, type Report, type Row } from '../harness/report.ts';
import { createTubeCandidates, createWalkerCandidates } from './candidates.ts';
import { readSharedQueries } from './shared-queries.ts';

const TOLERANCE = 1e-6;
/** Candidates of each set and kind that are also decided in integers. */
const SAMPLES = 2000;
/** Candidates timed in one go. */
const CHUNK = 4096;

const PUBLIC = 'public queries';

type Kind = 'vertex-triangle' | 'edge-edge';

/** Moving points of many queries of one kind, four to a query, packed. */
interface QuerySet {
  name: string;
  kind: Kind;
  motion: LinearMotion;
}

/** A way to answer query `k / 12` of a set: whether it may be a contact. */
type Method = (motion: LinearMotion, k: number, out: Impact) => boolean;

const methods: Record<Kind, Record<'ours' | 'exact' | 'cubic', Method>> = {
  'vertex-triangle': {
    ours: (m, k, out) => findVertexTriangleImpact(m, k, m, k + 3, k + 6, k + 9, TOLERANCE, out),
    exact: (m, k, out) => findVertexTriangleImpactExactly(m, k, m, k + 3, k + 6, k + 9, out),
    cubic: (m, k, out) => findVertexTriangleImpactByCubic(m, k, m, k + 3, k + 6, k + 9, out),
  },
  'edge-edge': {
    ours: (m, k, out) => findEdgeEdgeImpact(m, k, k + 3, m, k + 6, k + 9, TOLERANCE, out),
    exact: (m, k, out) => findEdgeEdgeImpactExactly(m, k, k + 3, m, k + 6, k + 9, out),
    cubic: (m, k, out) => findEdgeEdgeImpactByCubic(m, k, k + 3, m, k + 6, k + 9, out),
  },
};

/** Elementary continuous tests: are they right, on queries with known truth, and how fast are they on candidates? */
export const ccd: Bench = {
  title: 'Vertex-triangle and edge-edge impacts: right on hard queries, fast on the candidates of a broad phase',
  run(options, report) {
    const candidates = [createTubeCandidates(), ...createWalkerCandidates()].flatMap(set => [
      { name: set.name, kind: 'vertex-triangle' as const, motion: set.vertexTriangle },
      { name: set.name, kind: 'edge-edge' as const, motion: set.edgeEdge },
    ]);
    const shared = packSharedQueries();
    if (shared.length === 0) options.print('No public queries beside the repository: judged by candidates alone.');
    judgeAnswers([...shared, ...candidates.map(sample)], shared.length > 0, options, report);
    measureSpeed(candidates, options, report);
  },
};

interface Verdict {
  queries: number;
  contacts: number;
  missed: number;
  /** Reported, but there is no contact. */
  falsePositives: number;
  /** The largest time by which a report came after, or (if decided) before the contact. */
  late: number;
  early: number;
  /** The longest query, in ms: each counts with the fastest of several runs, as the machine may be busy. */
  longest: number;
  /** Of what was reported, and when. */
  hash: string;
}

/** The share of false positives is asked of the public queries, which are made to be hard, if they are there. */
function judgeAnswers(sets: QuerySet[], hasPublic: boolean, { print, isQuick }: BenchOptions, report: Report): void {
  const table: (string | number)[][] = [
    ['queries', 'kind', 'method', 'number', 'contacts', 'missed', 'false', 'late by', 'early by', 'longest ms'],
  ];
  const sums = { missed: 0, free: 0, falsePositives: 0, late: -Infinity, longest: 0 };
  for (const set of sets) {
    const truth = listTruth(set);
    const { ours, exact, cubic } = methods[set.kind];
    const contenders: Record<string, Method> = {
      ours,
      'ours, doubts in integers': (m, k, out) => ours(m, k, out) && (out.state === 'impact' || exact(m, k, out)),
      cubic,
    };
    for (const [name, method] of Object.entries(contenders)) {
      const verdict = judge(set, truth, method, isQuick ? 3 : 7);
      const { queries, contacts, missed, falsePositives, late, early, longest } = verdict;
      const times = [late, early].map(time => (time === -Infinity ? '' : time.toExponential(1)));
      table.push([
        set.name,
        set.kind,
        name,
        String(queries),
        String(contacts),
        String(missed),
        String(falsePositives),
        ...times,
        longest.toFixed(3),
      ]);
      report.rows.push(...verdictRows(set, name, verdict));
      if (method !== ours) continue;
      sums.missed += missed;
      if (!hasPublic || set.name === PUBLIC) {
        sums.free += queries - contacts;
        sums.falsePositives += falsePositives;
      }
      sums.late = Math.max(sums.late, late);
      sums.longest = Math.max(sums.longest, longest);
    }
  }
  print(`\nAnswers against exact integers, tolerance ${TOLERANCE} of the step\n`);
  for (const line of formatTable(table)) print(line);
  report.targets.push(
    { name: 'contacts missed', value: sums.missed, unit: 'queries', atMost: 0 },
    { name: 'false positives', value: (100 * sums.falsePositives) / sums.free, unit: '% of the free', atMost: 3 },
    { name: 'latest report after the contact', value: Math.max(0, sums.late), unit: 'of the step', atMost: 0 },
    { name: 'longest query', value: sums.longest, unit: 'ms', atMost: 10 },
  );
}

/** The largest float64 not after the first contact of each query; Infinity where there is none. */
function listTruth({ kind, motion }: QuerySet): Float64Array {
  const out = createImpact();
  return Float64Array.from({ length: motion.start.length / 12 }, (_, n) => {
    methods[kind].exact(motion, 12 * n, out);
    return out.time;
  });
}

function judge({ motion }: QuerySet, truth: Float64Array, method: Method, rounds: number): Verdict {
  const out = createImpact();
  const verdict: Verdict = {
    queries: truth.length,
    contacts: truth.filter(time => time <= 1).length,
    missed: 0,
    falsePositives: 0,
    late: -Infinity,
    early: -Infinity,
    longest: 0,
    hash: '',
  };
  const fastest = new Float64Array(truth.length).fill(Infinity);
  for (let round = 0; round < rounds; round++) {
    for (let n = 0; n < truth.length; n++) {
      const start = performance.now();
      method(motion, 12 * n, out);
      fastest[n] = Math.min(fastest[n], performance.now() - start);
    }
  }
  const reported = new Float64Array(truth.length);
  for (let n = 0; n < truth.length; n++) {
    const isReported = method(motion, 12 * n, out);
    reported[n] = isReported ? out.time : Infinity;
    if (truth[n] > 1) {
      if (isReported) verdict.falsePositives++;
    } else if (!isReported) verdict.missed++;
    else {
      verdict.late = Math.max(verdict.late, out.time - truth[n]);
      if (out.state === 'impact') verdict.early = Math.max(verdict.early, truth[n] - out.time);
    }
  }
  verdict.hash = hashNumbers(reported);
  verdict.longest = fastest.reduce((most, time) => Math.max(most, time), 0);
  return verdict;
}

function verdictRows({ name, kind }: QuerySet, method: string, verdict: Verdict): Row[] {
  const common = { bench: 'ccd', scene: `${name}, ${kind}`, method, resultHash: verdict.hash };
  return [
    { ...common, metric: 'contacts missed', unit: `of ${verdict.contacts}`, value: verdict.missed },
    {
      ...common,
      metric: 'false positives',
      unit: `of ${verdict.queries - verdict.contacts}`,
      value: verdict.falsePositives,
    },
    { ...common, metric: 'latest after the contact', unit: 'of the step', value: Math.max(0, verdict.late) },
    { ...common, metric: 'longest query', unit: 'ms', value: verdict.longest },
  ];
}

function measureSpeed(sets: QuerySet[], { print, isQuick }: BenchOptions, report: Report): void {
  const table: (string | number)[][] = [
    ['candidates', 'kind', 'number', 'reported', 'ours ns', 'cubic ns', 'same answers'],
  ];
  let time = 0;
  let candidates = 0;
  for (const set of sets) {
    const names = ['ours', 'cubic'] as const;
    const answers = names.map(name => listReported(set, methods[set.kind][name]));
    const hashes = answers.map(reported => foldHashes(reported));
    const sums = measureInChunks(
      set,
      names.map(name => methods[set.kind][name]),
      isQuick ? 5 : 15,
    );
    const count = set.motion.start.length / 12;
    const perCandidate = sums.map(ms => (1e6 * ms) / count);
    names.forEach((method, i) => {
      const scene = `${set.name}, ${set.kind}`;
      const row = { bench: 'ccd', scene, method, metric: 'time per candidate', unit: 'ns', value: perCandidate[i] };
      report.rows.push({ ...row, resultHash: hashes[i] });
    });
    time += sums[0];
    candidates += count;
    const isSame = hashes[0] === hashes[1] ? 'yes' : 'no';
    const cells = perCandidate.map(formatNumber);
    table.push([set.name, set.kind, String(count), String(answers[0].length), ...cells, isSame]);
  }
  print('\nTime per candidate: pairs of features with overlapping swept boxes; sums of medians over chunks\n');
  for (const line of formatTable(table)) print(line);
  report.targets.push({ name: 'average per candidate', value: (1000 * time) / candidates, unit: 'us', atMost: 0.25 });
}

/**
 * The time each method takes for the whole set, in ms: the sum of its medians over chunks. Chunks are long enough that
 * no branch predictor learns them, and short enough to run uninterrupted on a busy machine.
 */
function measureInChunks({ motion }: QuerySet, candidates: Method[], rounds: number): number[] {
  const sums = candidates.map(() => 0);
  for (let from = 0; from < motion.start.length; from += 12 * CHUNK) {
    const to = Math.min(motion.start.length, from + 12 * CHUNK);
    const contenders = candidates.map(method => ({ run: createRun(motion, method, from, to) }));
    measureInterleaved(contenders, rounds).forEach((median, i) => {
      sums[i] += median;
    });
  }
  return sums;
}

function createRun(motion: LinearMotion, method: Method, from: number, to: number): () => void {
  const out = createImpact();
  let reported = 0;
  return () => {
    for (let k = from; k < to; k += 12) if (method(motion, k, out)) reported++;
    if (reported < 0) throw new Error('ccd: a count of reports is negative.'); // keeps the answers alive
  };
}

function listReported({ motion }: QuerySet, method: Method): number[] {
  const out = createImpact();
  const reported: number[] = [];
  for (let k = 0; k < motion.start.length; k += 12) if (method(motion, k, out)) reported.push(k / 12);
  return reported;
}

function sample({ name, kind, motion }: QuerySet): QuerySet {
  const count = motion.start.length / 12;
  const every = Math.max(1, Math.floor(count / SAMPLES));
  const pick = (points: Float64Array): Float64Array => points.filter((_, k) => Math.floor(k / 12) % every === 0);
  return { name, kind, motion: { start: pick(motion.start), end: pick(motion.end) } };
}

function packSharedQueries(): QuerySet[] {
  const queries = readSharedQueries();
  return (['vertex-triangle', 'edge-edge'] as const).flatMap(kind => {
    const chosen = queries.filter(query => query.kind === kind);
    const motion = {
      start: Float64Array.from(chosen.flatMap(({ points }) => points.slice(0, 12))),
      end: Float64Array.from(chosen.flatMap(({ points }) => points.slice(12))),
    };
    return chosen.length > 0 ? [{ name: PUBLIC, kind, motion }] : [];
  });
}
