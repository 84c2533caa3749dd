import { proveSwitch } from '../../../bench/harness/measure.ts';
import { type Bench, type BenchOptions, formatTable, type Report, type Row } from '../../../bench/harness/report.ts';
import type { DolphinSize } from '../../../models/morphing/index.ts';
import type { Collider } from '../../../src/index.ts';
import { createMorphDolphins } from '../scenes/morph-dolphins.ts';
import {
  createMethod,
  createMorphShape,
  type MorphMethod,
  type MorphOptions,
  measureSteps,
  poseMorphs,
  publishedWays,
  type Question,
  sum,
  type Update,
} from './morph-colliders.ts';

const sizes: DolphinSize[] = [564, 2256, 9024, 36096];

/** Speed-ups over the hybrid method that [Larsson2003] gives, for the smallest and the largest dolphins. */
const paper: Record<Question, [smallest: number, largest: number]> = { 'all pairs': [1.5, 9], 'first pair': [2, 58] };

/** What it gained by the frame stamp, all pairs (percent). */
const GAINED_BY_STAMP = 10;

/** Both ways may choose their volumes and their tree; the best of each counts. */
interface Contestant {
  /** Whose it is; the best of each counts. */
  way: 'on demand' | 'as published' | 'hybrid';
  update: Update;
  name: string;
  options: MorphOptions;
  prepare?: (collider: Collider) => void;
}

const own: [update: 'on demand' | 'hybrid', name: string, options: MorphOptions][] = [
  ['on demand', 'spheres', { volumes: 'sphere', inBetweens: 1 }],
  ['on demand', 'boxes', { volumes: 'box', inBetweens: 1 }],
  ['hybrid', 'spheres', { volumes: 'sphere' }],
  ['hybrid', 'boxes', { volumes: 'box' }],
  ['hybrid', "boxes, the paper's tree", { volumes: 'box', tree: 'midpoint' }],
];

const contenders: Contestant[] = [
  ...own.map(([update, name, options]) => ({ way: update, update, name, options })),
  ...publishedWays.map(way => ({ way: 'as published' as const, update: 'on demand' as const, ...way })),
];

const QUICK_STEPS = 12;

/** The second experiment of [Larsson2003]: twelve dolphins in a close group, in four sizes. */
export const morphDolphins: Bench = {
  title: 'Experiment 2 of Larsson and Akenine-Moller 2003: twelve morphing dolphins of 564 to 36096 triangles',
  run(options, report) {
    const results = sizes.map(size => measureSize(size, options, report));
    for (const question of ['all pairs', 'first pair'] as const) {
      const [smallest, largest] = [results[0], results[results.length - 1]].map(result => result[question]);
      const [askedOfSmallest, askedOfLargest] = paper[question];
      const speedUps: [number, number, number][] = [
        [sizes[0], smallest.hybrid / smallest.ours, askedOfSmallest],
        [sizes[sizes.length - 1], largest.hybrid / largest.ours, askedOfLargest],
      ];
      for (const [size, value, atLeast] of speedUps) {
        report.targets.push({ name: `${size} triangles, ${question}: best hybrid / ours`, value, unit: 'x', atLeast });
      }
      report.targets.push({
        name: `${question}: ours, 36096 over 564 triangles`,
        value: largest.ours / smallest.ours,
        unit: 'x',
        atMost: 8,
      });
    }
  },
};

/** Time per frame of the best of each way, in us. */
type Best = Record<Question, { ours: number; published: number; hybrid: number }>;

function measureSize(size: DolphinSize, { isQuick, print }: BenchOptions, report: Report): Best {
  const scene = createMorphDolphins(size);
  const apart = isQuick ? scene.steps / QUICK_STEPS : 1;
  const steps = Array.from({ length: scene.steps / apart }, (_, k) => Math.floor(apart * k));
  const posed = poseMorphs(scene, steps);
  const best: Partial<Best> = {};
  const frames = posed.steps.length;
  for (const question of ['all pairs', 'first pair'] as const) {
    const methods = contenders.map(({ way, update, name, options, prepare }) =>
      createMethod(posed, `${way}, ${name}`, createMorphShape(scene.bodies[0], options), update, question, prepare),
    );
    const times = measureSteps(methods, isQuick ? 2 : 3).map(steps => (1e3 * sum(steps)) / frames);
    const bestOf = (way: Contestant['way']): number => Math.min(...times.filter((_, m) => contenders[m].way === way));
    best[question] = { ours: bestOf('on demand'), published: bestOf('as published'), hybrid: bestOf('hybrid') };
    proveStamp(methods);
    printSize(`${size} triangles, ${question}`, methods, times, frames, print);
    const { ours, published, hybrid } = best[question];
    const [low, high] = paper[question];
    const speedUps = `${(hybrid / published).toFixed(1)} x as published, ${(hybrid / ours).toFixed(1)} x ours`;
    print(`best hybrid over: ${speedUps} (paper: ${low} to ${high} over all sizes)`);
    const printed = paper[question][size === sizes[0] ? 0 : 1];
    const isEnd = size === sizes[0] || size === sizes[sizes.length - 1];
    const over = {
      bench: 'morph-dolphins',
      scene: `${size} triangles, ${question}`,
      metric: 'best hybrid over it',
      unit: 'x',
    };
    const known = { resultHash: methods[0].hash, ...(isEnd ? { paper: printed } : {}) };
    report.rows.push({ ...over, method: 'as published', value: hybrid / published, ...known });
    report.rows.push({ ...over, method: 'ours', value: hybrid / ours, ...known });
    methods.forEach(({ name, hash, stats }, m) => {
      const common = { bench: 'morph-dolphins', scene: `${size} triangles, ${question}`, resultHash: hash };
      report.rows.push({
        ...common,
        method: name,
        metric: 'volume tests per frame',
        unit: '',
        value: stats.volumeTests / frames,
      });
      report.rows.push({ ...common, method: name, metric: 'refits per frame', unit: '', value: stats.refits / frames });
      report.rows.push({ ...common, method: name, metric: 'time per frame', unit: 'us', value: times[m] });
    });
    report.rows.push(...gainRows(`${size} triangles, ${question}`, methods, times));
  }
  return best as Best;
}

/** What the frame stamp gains, in percent of the time with it; the paper tells of all pairs, and not which dolphins. */
function gainRows(scene: string, methods: readonly MorphMethod[], times: readonly number[]): Row[] {
  const at = (name: string): number => methods.findIndex(method => method.name === `as published, ${name}`);
  const [plain, stamped] = [at('boxes, plain'), at('boxes, stamped')];
  const value = 100 * (times[plain] / times[stamped] - 1);
  const common = { bench: 'morph-dolphins', scene, method: 'as published', unit: '%', value };
  const row: Row = { ...common, metric: 'gained by the frame stamp', resultHash: methods[stamped].hash };
  return [scene.endsWith('all pairs') ? { ...row, paper: GAINED_BY_STAMP } : row];
}

/** The frame stamp must show in the refits, boxes and k-DOPs in the tests. */
function proveStamp(methods: readonly MorphMethod[]): void {
  const [plain, stamped, , dops] = publishedWays.map(({ name }) => {
    const method = methods.find(candidate => candidate.name === `as published, ${name}`);
    if (!method) throw new Error(`morph-dolphins: there is no '${name}'.`);
    return method.stats;
  });
  proveSwitch('the frame stamp', stamped.refits, plain.refits);
  proveSwitch('k-DOPs', dops.volumeTests, stamped.volumeTests);
}

function printSize(
  title: string,
  methods: readonly MorphMethod[],
  times: readonly number[],
  frames: number,
  print: (line: string) => void,
): void {
  print(`\ntwelve dolphins of ${title}: mean over ${frames} frames, ${meanTouching(methods[0])} of 66 pairs touch\n`);
  const table: (string | number)[][] = [
    ['method', 'us per frame', 'volume tests', 'refits', 'vertices', 'triangle tests', 'answer'],
  ];
  methods.forEach(({ name, stats, hash }, m) => {
    const { volumeTests, refits, vertices, triangleTests } = stats;
    const counts = [volumeTests, refits, vertices, triangleTests].map(count => (count / frames).toFixed(0));
    table.push([name, times[m], ...counts, hash]);
  });
  for (const line of formatTable(table)) print(line);
}

function meanTouching({ touching }: MorphMethod): string {
  return (sum(touching) / touching.length).toFixed(1);
}
