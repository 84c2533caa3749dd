import { hashNumbers } from '../../../bench/harness/measure.ts';
import { type Bench, type BenchOptions, formatTable, type Report } from '../../../bench/harness/report.ts';
import {
  createBridge,
  createChair,
  createCurtain,
  createFish,
  type ReducedModel,
} from '../../../models/reduced/index.ts';
import { nodeLevels } from '../../../src/tree/tree.ts';
import { createBdTree, createBinaryShape } from '../bd-tree.ts';

/** Table 1 of [James2004]: vertices, faces, modes, spheres, levels. Its chair has 2F - 1 = 35827 spheres if its faces are right. */
const paper: Record<string, [vertices: number, faces: number, modes: number, spheres: number, levels: number]> = {
  chair: [9471, 17914, 10, 35807, 19],
  bridge: [135304, 240316, 10, 480631, 26],
  fish: [12531, 24776, 3, 49551, 18],
  curtain: [6184, 12020, 12, 24039, 17],
};
const columns = ['vertices', 'triangles', 'modes', 'spheres', 'levels'] as const;

/** How much a radius may grow, by level, over the root (19 levels of the chair); where the copy is damaged, nothing. */
const paperDecay = [
  ...[1, 0.684, 0.575, 0.399, 0.252, 0.167, 0.11, undefined, 0.057, 0.041, 0.03, 0.022, 0.017, 0.016, 0.015, 0.013],
  ...[0.007, 0.004, 0.003],
];

/** The tree of [James2004] itself: its Table 1, and how the change of radii decays from the root to the leaves (Appendix A). */
export const bdTree: Bench = {
  title:
    'Table 1 and the decay of the radius change of James and Pai 2004: the published tree of chair, bridge, fish, curtain',
  run(options, report) {
    const models: Record<string, ReducedModel> = {
      chair: createChair(),
      bridge: createBridge(options.isQuick ? { triangles: 40_000 } : {}),
      fish: createFish(),
      curtain: createCurtain(),
    };
    measureTrees(models, options, report);
    measureDecay(models, options, report);
  },
};

function measureTrees(models: Record<string, ReducedModel>, { print }: BenchOptions, report: Report): void {
  const table: string[][] = [['ours (paper)', ...columns]];
  for (const [name, { mesh, modes }] of Object.entries(models)) {
    const { tree } = createBinaryShape(mesh, modes);
    const faces = mesh.triangles.length / 3;
    const levels = nodeLevels(tree).reduce((most, level) => Math.max(most, level), 0) + 1;
    const counts = [mesh.positions.length / 3, faces, modes.length, tree.links.length, levels];
    if (tree.links.length !== 2 * faces - 1) throw new Error(`bd-tree: ${name} has ${tree.links.length} spheres.`);
    table.push([name, ...counts.map((count, c) => `${count} (${paper[name][c]})`)]);
    const common = { bench: 'bd-tree', scene: name, method: 'binary tree', unit: '', resultHash: hashNumbers(counts) };
    columns.forEach((metric, c) => {
      report.rows.push({ ...common, metric, value: counts[c], paper: paper[name][c] });
    });
  }
  print('\nThe models and their trees:\n');
  for (const line of formatTable(table)) print(line);
}

function measureDecay(models: Record<string, ReducedModel>, { isQuick, print }: BenchOptions, report: Report): void {
  const names = isQuick ? ['chair', 'fish'] : ['chair', 'fish', 'curtain'];
  const decays = names.map(name => decayOf(models[name]));
  print('\nhow much radii grow per unit of amplitude, mean of the nodes of a level, over that of the root:\n');
  const table: string[][] = [['level', 'paper, chair', ...names.flatMap(name => [name, 'radius'])]];
  const depth = Math.max(...decays.map(({ growth }) => growth.length));
  for (let level = 0; level < depth; level++) {
    const cells = decays.flatMap(({ growth, radius }) =>
      level < growth.length ? [growth[level].toFixed(3), radius[level].toFixed(3)] : ['', ''],
    );
    table.push([String(level + 1), paperDecay[level]?.toString() ?? '', ...cells]);
  }
  for (const line of formatTable(table)) print(line);
  decays.forEach(({ growth, radius }, d) => {
    growth.forEach((value, level) => {
      const common = { bench: 'bd-tree', scene: `${names[d]}, level ${level + 1}`, method: 'as published', unit: 'x' };
      const paperValue = names[d] === 'chair' ? paperDecay[level] : undefined;
      report.rows.push({
        ...common,
        metric: 'change of radius over the root',
        value,
        resultHash: hashNumbers(growth),
        ...(paperValue === undefined ? {} : { paper: paperValue }),
      });
      report.rows.push({
        ...common,
        metric: 'radius over the root',
        value: radius[level],
        resultHash: hashNumbers(radius),
      });
    });
  });
}

/** By level: the mean length of the vector of a node's changes of radius, and the mean radius, over those of the root. */
function decayOf({ mesh, modes }: ReducedModel): { growth: number[]; radius: number[] } {
  const { shape, numbers, stride } = createBdTree(mesh, modes);
  const levels = nodeLevels(shape.tree);
  const [growth, radius, count] = [0, 0, 0].map((): number[] => []);
  levels.forEach((level, node) => {
    let squares = 0;
    for (let mode = 0; mode < modes.length; mode++) squares += numbers[stride * node + 7 + 4 * mode] ** 2;
    growth[level] = (growth[level] ?? 0) + Math.sqrt(squares);
    radius[level] = (radius[level] ?? 0) + numbers[stride * node + 3];
    count[level] = (count[level] ?? 0) + 1;
  });
  const mean = (sums: number[]): number[] => sums.map((sum, level) => sum / count[level] / (sums[0] / count[0]));
  return { growth: mean(growth), radius: mean(radius) };
}
