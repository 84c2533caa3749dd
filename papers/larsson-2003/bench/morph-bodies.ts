import { proveSwitch, sameAnswers } from '../../../bench/harness/measure.ts';
import { type Bench, type BenchOptions, formatTable, type Report, type Row } from '../../../bench/harness/report.ts';
import type { VolumeKind } from '../../../src/index.ts';
import { forgetEpochs } from '../../switch-off.ts';
import { createMorphBodiesScene } from '../scenes/morph-bodies.ts';
import type { MorphMethod, MorphOptions, PosedMorphs, Question, Update } from './morph-colliders.ts';
import { createMethod, createMorphShape, measureSteps, poseMorphs, publishedWays, sum } from './morph-colliders.ts';

/** What [Larsson2003] gives: the first and last step in contact, and what two optimisations gained (percent). */
const paper = { first: 41, last: 364, stamp: 15, inBetween: 5, inBetweenMost: 40 };
/** Between these steps of the paper the bodies are deep inside each other. */
const DEEP = [90, 270];

const ROUNDS = 3;

const phases = ['apart', 'shallow', 'deep'] as const;

/** The first experiment of [Larsson2003]: two bodies morph and pass right through each other. */
export const morphBodies: Bench = {
  title: 'Experiment 1 of Larsson and Akenine-Moller 2003: two morphing bodies, on demand, hybrid and layered',
  run(options, report) {
    const scene = createMorphBodiesScene();
    const steps = Array.from({ length: scene.steps }, (_, step) => step);
    const posed = poseMorphs(
      scene,
      steps.filter(step => step % (options.isQuick ? 10 : 1) === 0),
    );
    compareUpdates(posed, 'all pairs', options, report);
    compareUpdates(posed, 'first pair', options, report);
    measureOptimisations(posed, options, report);
  },
};

interface Variant {
  update: Update;
  volumes: VolumeKind;
  inBetweens?: number;
}

const ways: Omit<Variant, 'volumes'>[] = [
  { update: 'on demand', inBetweens: 1 },
  { update: 'on demand' },
  { update: 'hybrid' },
  { update: 'layered' },
];
const variants = ways.flatMap((way): Variant[] => [
  { ...way, volumes: 'sphere' },
  { ...way, volumes: 'box' },
]);

function createVariant(posed: PosedMorphs, { update, ...options }: Variant, question: Question): MorphMethod {
  const { volumes, inBetweens } = options;
  const inserted = inBetweens === undefined ? '' : `, ${inBetweens} in between`;
  const shape = createMorphShape(posed.scene.bodies[0], options);
  return createMethod(posed, `${update}, ${volumes}${inserted}`, shape, update, question);
}

/** By step, which of `phases` it is in. */
function findPhases({ steps }: PosedMorphs, { touching }: MorphMethod): number[] {
  return steps.map((step, k) => (touching[k] === 0 ? 0 : step < DEEP[0] || step >= DEEP[1] ? 1 : 2));
}

function compareUpdates(posed: PosedMorphs, question: Question, options: BenchOptions, report: Report): void {
  const { print } = options;
  const model = posed.scene.bodies[0];
  const methods = [
    ...variants.map(variant => createVariant(posed, variant, question)),
    ...publishedWays.map(({ name, options: chosen, prepare }) =>
      createMethod(posed, `as published, ${name}`, createMorphShape(model, chosen), 'on demand', question, prepare),
    ),
  ];
  const times = measureSteps(methods, ROUNDS);
  const phaseOf = findPhases(posed, methods[0]);
  const contacts = posed.steps.filter((_, k) => methods[0].touching[k] > 0);
  const [first, last] = [contacts[0], contacts[contacts.length - 1]];
  print(`\n${question}: us per step, by how the bodies meet; in contact from step ${first} to ${last}`);
  print(`(paper | ours: first ${paper.first} | ${first}, last ${paper.last} | ${last})\n`);
  const table: (string | number)[][] = [['method', ...phases, 'all', 'volume tests', 'refits', 'vertices', 'answer']];
  methods.forEach(({ name, stats, hash }, m) => {
    const means = phases.map((_, phase) => meanOf(times[m].filter((_, k) => phaseOf[k] === phase)));
    const perStep = (count: number): string => (count / posed.steps.length).toFixed(0);
    const cells = [...means, meanOf(times[m])].map(time => 1e3 * time);
    table.push([name, ...cells, perStep(stats.volumeTests), perStep(stats.refits), perStep(stats.vertices), hash]);
    [...phases, 'all steps'].forEach((phase, p) => {
      const common = { bench: 'morph-bodies', scene: `${question}, ${phase}`, method: name, resultHash: hash };
      report.rows.push({ ...common, metric: 'time per step', unit: 'us', value: cells[p] });
    });
    const common = { bench: 'morph-bodies', scene: `${question}, all steps`, method: name, unit: '', resultHash: hash };
    const { volumeTests, refits } = stats;
    report.rows.push({ ...common, metric: 'volume tests per step', value: volumeTests / posed.steps.length });
    report.rows.push({ ...common, metric: 'refits per step', value: refits / posed.steps.length });
  });
  for (const line of formatTable(table)) print(line);
  const resultHash = sameAnswers('morph-bodies', methods);
  report.rows.push(...curveRows(posed, question, methods, times));
  const common = { bench: 'morph-bodies', scene: question, method: 'all', unit: 'step', resultHash };
  report.rows.push({ ...common, metric: 'first step in contact', value: first, paper: paper.first });
  report.rows.push({ ...common, metric: 'last step in contact', value: last, paper: paper.last });
  report.targets.push({
    name: `${question}: best hybrid / best on demand`,
    value: bestOf(methods, times, 'hybrid') / bestOf(methods, times, 'on demand'),
    unit: 'x',
    atLeast: question === 'all pairs' ? 1 : 2,
  });
}

/** Those of Fig. 5. */
const curves = ['on demand, sphere, 1 in between', 'as published, boxes, stamped', 'hybrid, box'];

/** Fig. 5: the time of the steps, in so many stretches. */
const STRETCHES = 40;

function curveRows(
  { steps }: PosedMorphs,
  question: Question,
  methods: readonly MorphMethod[],
  times: readonly Float64Array[],
): Row[] {
  const size = Math.max(1, Math.round(steps.length / STRETCHES));
  return methods.flatMap(({ name: method, hash: resultHash }, m): Row[] => {
    if (!curves.includes(method)) return [];
    return Array.from({ length: Math.ceil(steps.length / size) }, (_, k) => ({
      bench: 'morph-bodies',
      scene: `${steps[k * size]} step, ${question}`,
      method,
      metric: 'Fig. 5',
      unit: 'us',
      value: 1e3 * meanOf(times[m].slice(k * size, (k + 1) * size)),
      resultHash,
    }));
  });
}

/** What is optimised: ours, and the published tree. */
const optimised: [name: string, options: MorphOptions][] = [
  ['sphere', { volumes: 'sphere' }],
  ['box', { volumes: 'box' }],
  ['as published, box', { volumes: 'box', tree: 'midpoint' }],
];

/** What the epochs of volumes and the volumes inserted between references gain, all pairs. */
function measureOptimisations(posed: PosedMorphs, { print }: BenchOptions, report: Report): void {
  const model = posed.scene.bodies[0];
  const table: (string | number)[][] = [['', 'volumes', 'paper %', 'ours %', 'best steps %']];
  for (const [volumes, chosen] of optimised) {
    const plain = createMorphShape(model, { ...chosen, inBetweens: 0 });
    const finer = createMorphShape(model, { ...chosen, inBetweens: 1 });
    const methods = [
      createMethod(posed, 'as it is', plain, 'on demand', 'all pairs'),
      createMethod(posed, 'no epochs', plain, 'on demand', 'all pairs', forgetEpochs),
      createMethod(posed, 'one volume in between', finer, 'on demand', 'all pairs'),
    ];
    const [base, stampless, inserted] = measureSteps(methods, ROUNDS);
    const [asItIs, noEpochs, withMore] = methods.map(({ stats }) => stats);
    proveSwitch('epochs', asItIs.refits, noEpochs.refits);
    proveSwitch('a volume in between', withMore.volumeTests, asItIs.volumeTests);
    const stamp = percent(sum(stampless), sum(base));
    const between = percent(sum(base), sum(inserted));
    const gains = base.map((time, k) => percent(time, inserted[k])).sort();
    const most = gains[Math.floor(0.95 * gains.length)];
    table.push(['each volume refitted once per pose', volumes, paper.stamp, stamp, '']);
    table.push(['one volume inserted between references', volumes, paper.inBetween, between, most]);
    const resultHash = sameAnswers('morph-bodies', methods);
    const common = { bench: 'morph-bodies', scene: 'all pairs', method: volumes, unit: '%', resultHash };
    report.rows.push({ ...common, metric: 'gained by epochs', value: stamp, paper: paper.stamp });
    report.rows.push({ ...common, metric: 'gained by a volume in between', value: between, paper: paper.inBetween });
    report.rows.push({
      ...common,
      metric: 'the same, best twentieth of steps, at least',
      value: most,
      paper: paper.inBetweenMost,
    });
  }
  print('\nall pairs: what two optimisations gain (best steps: one in twenty gains more; paper: up to 40 %)\n');
  for (const line of formatTable(table)) print(line);
}

function bestOf(methods: readonly MorphMethod[], times: readonly Float64Array[], update: Update): number {
  return Math.min(...methods.map(({ name }, m) => (name.startsWith(update) ? sum(times[m]) : Infinity)));
}

/** By how many percent the faster one is faster. */
function percent(slow: number, fast: number): number {
  return 100 * (slow / fast - 1);
}

function meanOf(values: Float64Array): number {
  return sum(values) / Math.max(1, values.length);
}
