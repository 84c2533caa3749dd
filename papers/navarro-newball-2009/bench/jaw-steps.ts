import { hashNumbers, measureInterleaved } from '../../../bench/harness/measure.ts';
import { type BenchOptions, formatNumber, formatTable, type Report, type Row } from '../../../bench/harness/report.ts';
import { countTests } from '../../../src/tabulated/table/table.ts';
import { createTreePair, walkTreePair } from '../sphere-trees.ts';
import { type JawBench, TOLERANCE } from './jaw.ts';
import {
  askAngularRegion,
  askTable,
  askTrees,
  askTriangles,
  checkAnswers,
  type Method,
  type PosedMotion,
  poseMotion,
  reportSteps,
} from './methods.ts';

/** Of [NavarroNewball2009]: the share of steps within the angular region of collision. */
const PAPER_REGION = 0.22;

/** All methods on the same motion: a dog chews and barks. */
export function timeJaw(jaw: JawBench, { isQuick, print }: BenchOptions, report: Report): void {
  const { scene, samples, cells, search, rows, covering, safe, tolerant } = jaw;
  const motion = poseMotion(scene, samples);
  const region = askAngularRegion('angular region', 'published subset', rows, samples, motion);
  // Asked in groups: what one kind of method does to code and caches would slow down the others.
  const groups: Method[][] = [
    [
      askTable('table', 'published subset', rows, samples, motion),
      askTrees('tight sphere tree', 'published subset', rows.a.spheres, rows.b.spheres, motion),
      region.method,
    ],
    [
      askTable('safe table', 'all spheres around', safe, cells, motion),
      askTrees('safe: tight sphere tree', 'all spheres around', safe.a.spheres, safe.b.spheres, motion),
      askTable(`safe table, ${TOLERANCE} early`, 'smaller spheres around', tolerant, cells, motion),
    ],
    [
      askTrees('sphere tree', 'all spheres inside', search.spheresA, search.spheresB, motion),
      askTrees('safe: sphere tree', 'all spheres around', covering[0], covering[1], motion),
    ],
    askTriangles(scene, motion),
  ];
  const methods = groups.flat();
  const rounds = isQuick ? 15 : 101;
  const times = groups.flatMap((group, k) => measureInterleaved(group, k < 2 ? rounds : Math.ceil(rounds / 5)));
  const perStep = times.map(time => (1e6 * time) / scene.steps);
  print(`\nchewing and barking, ${scene.steps} steps, yes or no at each:\n`);
  for (const line of formatTable(reportSteps('jaw, chewing and barking', methods, perStep, report))) print(line);
  checkAnswers(methods);
  report.rows.push(...curveRows(jaw, motion));
  print(`\nsteps in the angular region: paper ${PAPER_REGION} | ours ${formatNumber(region.share)}`);
  report.rows.push({
    bench: 'tabulated',
    scene: 'jaw, chewing and barking',
    method: 'angular region',
    metric: 'steps in the region',
    unit: '%',
    value: 100 * region.share,
    paper: 100 * PAPER_REGION,
    resultHash: region.method.hash(),
  });
  const timeOf = (name: string): number => perStep[methods.findIndex(method => method.name === name)];
  const published = timeOf('tight sphere tree') / timeOf('table');
  const safely = timeOf('safe: tight sphere tree') / timeOf('safe table');
  report.targets.push({ name: 'jaw: tight sphere tree / table', value: published, unit: 'x', atLeast: 1.5 });
  report.targets.push({ name: 'jaw, safe: tight sphere tree / table', value: safely, unit: 'x', atLeast: 1.5 });
  compareWithTriangles(jaw, methods, timeOf, print);
}

/** So many points of Fig. 2j. */
const POINTS = 60;

/** Fig. 2j: how many pairs of spheres, or of nodes, are tested at each step: by the table always the same. */
function curveRows({ rows }: JawBench, { poses }: PosedMotion): Row[] {
  const trees = createTreePair(rows.a.spheres, rows.b.spheres);
  const apart = Math.max(1, Math.floor(poses.length / POINTS));
  const steps = Array.from(poses.keys()).filter(step => step % apart === 0);
  const found: number[] = [];
  const tests = steps.map(step => {
    trees.tests = 0;
    found.push(walkTreePair(trees, poses[step], null));
    return trees.tests;
  });
  const common = { bench: 'tabulated', metric: 'Fig. 2j, tests', unit: '', resultHash: hashNumbers(found) };
  return steps.flatMap((step, k): Row[] => [
    { ...common, scene: `${step} step`, method: 'table', value: countTests(rows) },
    { ...common, scene: `${step} step`, method: 'tight sphere tree', value: tests[k] },
  ]);
}

/** Says where the exact query is the better choice. */
function compareWithTriangles(
  { timer, scene }: JawBench,
  methods: readonly Method[],
  timeOf: (name: string) => number,
  print: (line: string) => void,
): void {
  const build = timer.total('safe:');
  const [exact, safe] = [timeOf('exact triangles'), timeOf('safe table')];
  const answersOf = (name: string): Uint8Array =>
    methods.find(method => method.name === name)?.answers ?? new Uint8Array(0);
  const truth = answersOf('exact triangles');
  const early = answersOf('safe table').filter((answer, step) => answer > truth[step]).length;
  const missed = answersOf('table').filter((answer, step) => answer < truth[step]).length;
  const touching = truth.reduce((sum, answer) => sum + answer, 0);
  print('\nthe exact query against the tables:');
  print(`- per step it takes ${formatNumber(exact / safe)} times as long as the safe table;`);
  print(
    `- it wins before step ${Math.round((1e6 * build) / (exact - safe))}: the table took ${(build / 1000).toFixed(1)} s`,
  );
  print(`- it wins where every step counts: the safe table is early at ${early} of ${scene.steps} steps,`);
  print(`  and the published one misses ${missed} of the ${touching} steps at which triangles touch;`);
  print('- it wins where the pairs must be known, or the motion leaves the range: the table knows neither.');
}
