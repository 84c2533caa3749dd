import { hashNumbers } from '../../../bench/harness/measure.ts';
import type { Bench, BenchOptions, Report, Row, Target } from '../../../bench/harness/report.ts';
import { formatTable } from '../../../bench/harness/report.ts';
import { type Collider, type ShapeOptions, setPose } from '../../../src/index.ts';
import { posedVolumes } from '../../../src/query/bounds/posed-volumes.ts';
import { nodeLevels } from '../../../src/tree/tree.ts';
import { buildCornerRecords, encloseOptimally, refitByAlgorithm1, refitByKavanZara2005 } from '../../baselines.ts';
import { createColliders, poseScene } from '../../posed-scene.ts';
import { scenes } from '../../scene-catalogue.ts';

/** Mean radii over optimal ones that Table 1 of the paper gives for its spherical rule, by level from the root. */
const paperRatios = [2.312, 1.54, 1.203, 1.117, 1.076, 1.065, 1.082, 1.024, 1.0];

/**
 * Table 1 of the paper: radii by level from the root, min, mean and max, of its reference, linear and spherical rules, and the optimal ones. Shown over
 * the radius of the root at rest, as its creature and ours are not of one size.
 */
const paperRadii: number[][] = [
  [34.55, 34.55, 34.55, 72.17, 72.17, 72.17, 79.55, 79.55, 79.55, 34.41, 34.41, 34.41],
  [18.11, 18.86, 19.74, 26.17, 31.58, 34.48, 26.23, 33.95, 37.84, 17.97, 22.05, 26.57],
  [3.11, 7.38, 10.47, 3.11, 8.4, 14.89, 3.11, 8.89, 17.33, 3.11, 7.39, 10.13],
  [0.98, 3.68, 6.23, 0.98, 4.03, 7.96, 0.98, 4.12, 9.23, 0.98, 3.69, 6.47],
  [0.24, 1.69, 3.69, 0.24, 1.8, 5.05, 0.24, 1.83, 5.28, 0.24, 1.7, 4.33],
  [0.2, 0.91, 2.84, 0.2, 0.97, 3.5, 0.2, 0.98, 4.01, 0.2, 0.92, 2.89],
  [0.15, 0.61, 2.09, 0.15, 0.65, 2.68, 0.15, 0.66, 3.58, 0.15, 0.61, 2.09],
  [0.15, 0.42, 1.16, 0.15, 0.43, 1.59, 0.15, 0.43, 1.71, 0.15, 0.42, 1.29],
  [0.12, 0.3, 0.54, 0.12, 0.3, 0.59, 0.12, 0.3, 0.78, 0.12, 0.3, 0.54],
];
const paperColumns: readonly Column[] = ['reference', 'linear (paper rule)', 'spherical (paper rule)', 'optimal'];

/** What the paper printed for a column of a level; undefined where it has none. */
function printedRadius(tree: string, level: number, column: Column, metric: number): number | undefined {
  const place = paperColumns.indexOf(column);
  if (tree !== 'minimal-spheres' || place < 0 || level >= paperRadii.length) return undefined;
  return paperRadii[level][3 * place + metric] / paperRadii[0][0];
}

const columns = [
  'reference',
  'linear',
  'linear (paper rule)',
  'spherical',
  'spherical (paper rule)',
  'optimal',
] as const;
type Column = (typeof columns)[number];

/** Table 1 of [Kavan2006]: how large refitted spheres are, by level, with the creature's head turned right round. */
export const radii: Bench = {
  title: 'Table 1 of Kavan et al. 2006: radii of refitted spheres by level, neck twisted by 180 degrees',
  run(options, report) {
    for (const tree of ['minimal-spheres', 'surface-area'] as const) measureTree(tree, options, report);
  },
};

function measureTree(tree: NonNullable<ShapeOptions['tree']>, { print }: BenchOptions, report: Report): void {
  const { scene, poses } = poseScene(scenes['neck-twist']());
  const [linear] = createColliders(scene, 'linear-blend', { tree, volumes: 'sphere' });
  const [spherical] = createColliders(scene, 'spherical-blend', { tree, volumes: 'sphere' });
  const spheres = {} as Record<Column, Float64Array>;
  spheres.reference = encloseOptimally(spherical); // a new collider is in its rest pose
  const last = poses[0][poses[0].length - 1];
  setPose(linear, last);
  setPose(spherical, last);
  spheres.linear = posedVolumes(linear).slice();
  spheres.spherical = posedVolumes(spherical).slice();
  spheres['linear (paper rule)'] = refitByPaper(linear, refitByKavanZara2005);
  spheres['spherical (paper rule)'] = refitByPaper(spherical, refitByAlgorithm1);
  spheres.optimal = encloseOptimally(spherical);

  const title =
    tree === 'minimal-spheres' ? "the paper's tree (minimal spheres, 1 triangle per leaf, pruned)" : 'the default tree';
  print(`\n${scene.bodies[0].name}, 180 degrees, ${title}: radius min / mean / max by level\n`);
  const levels = nodeLevels(spherical.shape.tree);
  const linearLevels = nodeLevels(linear.shape.tree); // the default tree of each is tuned to its own skinning
  const depth = Math.max(...levels);
  const table: (string | number)[][] = [
    ['level', 'nodes', ...columns, 'ours/optimal', 'paper rule/optimal', "paper's own"],
  ];
  let worst = 0;
  let root = 1; // the radius of the root at rest
  for (let level = 0; level <= depth; level++) {
    const summary = columns.map(column =>
      summarise(spheres[column], column.startsWith('linear') ? linearLevels : levels, level),
    );
    const mean = Object.fromEntries(columns.map((column, c) => [column, summary[c].mean])) as Record<Column, number>;
    const ours = mean.spherical / mean.optimal;
    const theirs = mean['spherical (paper rule)'] / mean.optimal;
    worst = Math.max(worst, ours);
    const cells = summary.map(({ min, mean, max }) => `${min.toFixed(3)} ${mean.toFixed(3)} ${max.toFixed(3)}`);
    const printed = tree === 'minimal-spheres' ? paperRatios[level] : undefined;
    table.push([String(level + 1), String(summary[0].count), ...cells, ours, theirs, printed ?? '']);
    if (level === 0) root = summary[0].mean;
    report.rows.push(...levelRows(tree, level, root, summary, ours, theirs, printed));
  }
  for (const line of formatTable(table)) print(line);
  const target: Target = {
    name: `worst level, spherical mean radius over optimal, ${tree} tree`,
    value: worst,
    unit: 'x',
    atMost: 1.15,
  };
  report.targets.push(target);
}

function levelRows(
  tree: string,
  level: number,
  root: number,
  summary: Summary[],
  ours: number,
  theirs: number,
  printed?: number,
): Row[] {
  const common = { bench: 'radii', scene: `neck-twist, ${tree}, level ${level + 1}` };
  const rows: Row[] = columns.flatMap((method, c) =>
    (['min', 'mean', 'max'] as const).map((metric, k) => {
      const paper = printedRadius(tree, level, method, k);
      return {
        ...common,
        method,
        metric: `${metric} radius over the root at rest`,
        unit: 'x',
        value: summary[c][metric] / root,
        resultHash: summary[c].hash,
        ...(paper === undefined ? {} : { paper }),
      };
    }),
  );
  const hashOf = (column: Column): string => summary[columns.indexOf(column)].hash;
  rows.push({
    ...common,
    method: 'spherical',
    metric: 'mean radius over optimal',
    unit: 'x',
    value: ours,
    resultHash: hashOf('spherical'),
  });
  rows.push({
    ...common,
    method: 'spherical (paper rule)',
    metric: 'mean radius over optimal',
    unit: 'x',
    value: theirs,
    resultHash: hashOf('spherical (paper rule)'),
    ...(printed === undefined ? {} : { paper: printed }),
  });
  return rows;
}

function refitByPaper(collider: Collider, rule: typeof refitByAlgorithm1): Float64Array {
  const { mesh, deformer, tree } = collider.shape;
  const records = buildCornerRecords(mesh, deformer, tree.slotStarts, tree.slotEnds);
  const list = new Float64Array(8 * records.maxList);
  const out = new Float64Array(4 * tree.links.length);
  for (let node = 0; node < tree.links.length; node++)
    rule(records, deformer, collider.posed, node, list, out, 4 * node);
  return out;
}

interface Summary {
  count: number;
  /** Of all radii of the level. */
  hash: string;
  min: number;
  mean: number;
  max: number;
}

function summarise(spheres: Float64Array, levels: Uint32Array, level: number): Summary {
  const summary = { count: 0, hash: '', min: Infinity, mean: 0, max: 0 };
  const radii: number[] = [];
  for (let node = 0; node < levels.length; node++) {
    if (levels[node] !== level) continue;
    const radius = spheres[4 * node + 3];
    summary.count++;
    radii.push(radius);
    summary.min = Math.min(summary.min, radius);
    summary.max = Math.max(summary.max, radius);
    summary.mean += radius;
  }
  summary.mean /= summary.count;
  summary.hash = hashNumbers(radii);
  return summary;
}
