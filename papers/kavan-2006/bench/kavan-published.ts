import {
  type Contender,
  foldHashes,
  hashPairs,
  measureInterleaved,
  sameAnswers,
} from '../../../bench/harness/measure.ts';
import { type Bench, type BenchOptions, formatTable, type Report } from '../../../bench/harness/report.ts';
import { createStats } from '../../../src/debug.ts';
import { type Collider, findPairs, type Stats, touches } from '../../../src/index.ts';
import { freshVolumes } from '../../../src/query/bounds/posed-volumes.ts';
import { nodeLevels } from '../../../src/tree/tree.ts';
import { refitBottomUp } from '../../bottom-up.ts';
import { createColliders, type PosedScene, poseScene, poseStep, type SkinnedKind } from '../../posed-scene.ts';
import { scenes } from '../../scene-catalogue.ts';
import { refitByAlgorithm1, refitByPrintedAlgorithm1 } from '../algorithm-1.ts';
import { cornersOf, refitAsPublished } from '../as-published.ts';
import type { CornerRule } from '../corner-records.ts';
import { refitByKavanZara2005 } from '../kavan-zara-2005.ts';

/** Table 2 of [Kavan2006], in ms: linear, spherical, bottom-up. */
type PaperTimes = [linear: number, spherical: number, bottomUp: number];

/** Of the spheres of a level of the men, the share that a query refits (its Fig. 6), in percent. */
const paperShares: Record<number, number> = { 5: 19, 6: 9 };

/** The system of [Kavan2006] end to end: its tree of minimal spheres, its rules, refitted as a whole query asks; and ours beside it. */
export const kavanPublished: Bench = {
  title:
    'Table 2 and Fig. 6 of Kavan et al. 2006 with the published rules inside whole queries, and ours on the same tree',
  run(options, report) {
    const men = poseScene(scenes['two-men-walking'](), options.isQuick ? 8 : 1);
    const creatures = poseScene(scenes['creatures-walk-through'](), options.isQuick ? 16 : 2);
    measureQueries(men, 'all pairs', [0.27, 0.31, 16.7], options, report);
    measureQueries(creatures, 'all pairs', [6.14, 7.47, 35.17], options, report);
    measureQueries(creatures, 'yes/no', [0.72, 1.44, 28.67], options, report);
    measureShares(men, options, report);
  },
};

type Question = 'all pairs' | 'yes/no';
type Column = 'linear' | 'spherical' | 'bottom-up';

const ways: { name: string; kind: SkinnedKind; column: Column; rule?: CornerRule; isOurTree?: boolean }[] = [
  { name: 'Kavan & Zara 2005', kind: 'linear-blend', column: 'linear', rule: refitByKavanZara2005 },
  { name: 'ours, linear', kind: 'linear-blend', column: 'linear' },
  { name: 'ours, linear, boxes on our tree', kind: 'linear-blend', column: 'linear', isOurTree: true },
  { name: 'Algorithm 1, repaired', kind: 'spherical-blend', column: 'spherical', rule: refitByAlgorithm1 },
  { name: 'Algorithm 1, as printed', kind: 'spherical-blend', column: 'spherical', rule: refitByPrintedAlgorithm1 },
  { name: 'ours, spherical', kind: 'spherical-blend', column: 'spherical' },
  { name: 'ours, spherical, boxes on our tree', kind: 'spherical-blend', column: 'spherical', isOurTree: true },
  { name: 'bottom-up', kind: 'spherical-blend', column: 'bottom-up' },
];

interface Method extends Contender {
  name: string;
  hashes: number[];
  stats: Stats;
}

const PAPER_TREE = { tree: 'minimal-spheres', volumes: 'sphere' } as const;

function createWays(posed: PosedScene, question: Question): Method[] {
  return ways.map(({ name, kind, column, rule, isOurTree }) => {
    const colliders = createColliders(posed.scene, kind, isOurTree ? {} : PAPER_TREE);
    if (rule) replaceRules(colliders, rule);
    const [a, b] = colliders;
    const method: Method = {
      name,
      hashes: [],
      stats: createStats(),
      run() {
        method.stats = createStats();
        const options = { stats: method.stats, compiled: false }; // methods are compared, not compilers
        method.hashes = posed.poses[0].map((_, step) => {
          poseStep(posed, colliders, step);
          if (column === 'bottom-up') colliders.forEach(refitBottomUp);
          if (question === 'yes/no') return touches(a, b, options) ? 1 : 0;
          return hashPairs(findPairs(a, b, options));
        });
      },
    };
    return method;
  });
}

function replaceRules(colliders: readonly Collider[], rule: CornerRule): void {
  const records = cornersOf(colliders[0]);
  for (const collider of colliders) {
    refitAsPublished(collider, rule, collider.shape === colliders[0].shape ? records : cornersOf(collider));
  }
}

function measureQueries(
  posed: PosedScene,
  question: Question,
  paper: PaperTimes,
  { isQuick, print }: BenchOptions,
  report: Report,
): void {
  const methods = createWays(posed, question);
  const steps = posed.poses[0].length;
  const times = measureInterleaved(methods, isQuick ? 3 : 9, 2).map(time => time / steps);
  const scene = `${posed.scene.name}, ${question}`;
  checkAnswers(scene, methods);
  const table: (string | number)[][] = [['method', 'us', 'paper us', 'volume tests', 'refits', 'vertices', 'answer']];
  methods.forEach(({ name, stats, hashes }, m) => {
    const { column, isOurTree } = ways[m];
    const printed = paper[(['linear', 'spherical', 'bottom-up'] as const).indexOf(column)];
    const counts = [stats.volumeTests, stats.refits, stats.vertices].map(count => (count / steps).toFixed(0));
    const resultHash = foldHashes(hashes);
    table.push([name, 1000 * times[m], isOurTree ? '' : 1000 * printed, ...counts, resultHash]);
    const common = { bench: 'kavan-published', scene, method: name, resultHash };
    report.rows.push({
      ...common,
      metric: 'time per query',
      unit: 'ms',
      value: times[m],
      ...(isOurTree ? {} : { paper: printed }),
    });
    report.rows.push({ ...common, metric: 'volume tests per query', unit: '', value: stats.volumeTests / steps });
    report.rows.push({ ...common, metric: 'refits per query', unit: '', value: stats.refits / steps });
  });
  print(`\n${scene}, ${steps} steps, the tree of minimal spheres unless told: time per query\n`);
  for (const line of formatTable(table)) print(line);
  const at = (name: string): number => times[ways.findIndex(way => way.name === name)];
  const ratios: [string, number, number][] = [
    ['Algorithm 1 over Kavan & Zara', at('Algorithm 1, repaired') / at('Kavan & Zara 2005'), paper[1] / paper[0]],
    ['bottom-up over Algorithm 1', at('bottom-up') / at('Algorithm 1, repaired'), paper[2] / paper[1]],
  ];
  for (const [metric, value, printed] of ratios) {
    const resultHash = foldHashes(methods[methods.length - 1].hashes);
    report.rows.push({
      bench: 'kavan-published',
      scene,
      method: 'as published',
      metric,
      unit: 'x',
      value,
      paper: printed,
      resultHash,
    });
    print(`${metric}: ${value.toFixed(2)} x (paper ${printed.toFixed(2)})`);
  }
}

/** Methods that skin alike answer alike; what is printed may lose pairs, and then is not compared. */
function checkAnswers(scene: string, methods: readonly Method[]): void {
  for (const kind of ['linear-blend', 'spherical-blend'] as const) {
    const alike = methods.filter(({ name }, m) => ways[m].kind === kind && !name.includes('printed'));
    sameAnswers(
      `${scene}, ${kind}`,
      alike.map(({ name, hashes }) => ({ name, hash: foldHashes(hashes) })),
    );
  }
}

/**
 * Fig. 6: which share of the spheres of each level a query refits, mean over all steps. Siblings are refitted together, and the
 * paper shows one frame, of which it does not say how near the men are.
 */
function measureShares(posed: PosedScene, { print }: BenchOptions, report: Report): void {
  const colliders = createColliders(posed.scene, 'spherical-blend', PAPER_TREE);
  replaceRules(colliders, refitByAlgorithm1);
  const { tree } = colliders[0].shape;
  const levels = nodeLevels(tree);
  const depth = Math.max(...levels);
  const [total, fresh] = [0, 0].map(() => new Float64Array(depth + 1));
  const hashes: number[] = [];
  for (let step = 0; step < posed.poses[0].length; step++) {
    poseStep(posed, colliders, step);
    const pairs = findPairs(colliders[0], colliders[1], { compiled: false });
    hashes.push(hashPairs(pairs));
    for (const collider of colliders) {
      freshVolumes(collider).forEach((isFresh, node) => {
        total[levels[node]]++;
        fresh[levels[node]] += isFresh;
      });
    }
  }
  print(`\n${posed.scene.name}, all pairs: % of the spheres of a level that a query refits, by Algorithm 1\n`);
  const table: (string | number)[][] = [['level', 'spheres', 'refitted %', 'paper %']];
  for (let level = 0; level <= depth; level++) {
    const value = (100 * fresh[level]) / total[level];
    const paper = paperShares[level + 1];
    table.push([String(level + 1), String(total[level] / (2 * hashes.length)), value, paper ?? '']);
    report.rows.push({
      bench: 'kavan-published',
      scene: `${posed.scene.name}, level ${level + 1}`,
      method: 'Algorithm 1, repaired',
      metric: 'spheres refitted',
      unit: '%',
      value,
      resultHash: foldHashes(hashes),
      ...(paper === undefined ? {} : { paper }),
    });
  }
  for (const line of formatTable(table)) print(line);
}
