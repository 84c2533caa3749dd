import { hashNumbers } from '../../../bench/harness/measure.ts';
import { type Bench, formatTable } from '../../../bench/harness/report.ts';
import { createBridge, createBridgeSway, type ReducedModel } from '../../../models/reduced/index.ts';
import { type Collider, createCollider, createShape, setPose } from '../../../src/index.ts';
import { posedVolumes } from '../../../src/query/bounds/posed-volumes.ts';
import { nodeLevels } from '../../../src/tree/tree.ts';
import { refitBottomUp } from '../../baselines.ts';
import { countKept, forgetMemory } from '../../switch-off.ts';

/** Figures 4 and 6 of [James2004]: radii over those of the undeformed, wrapped spheres. */
const paper = {
  'layered, at rest': { mean: 1.31, max: 1.77 },
  'layered, swaying': { mean: 1.31, max: 1.79 },
  'on demand, swaying': { mean: 1.25, max: 1.56 },
};
type Method = keyof typeof paper;

/** The level that is looked at: 64 spheres in the paper. */
const SPHERES = 64;
/** Sways are looked at so often, so far apart (s); the paper shows one. */
const SWAYS = 20;
const APART = 0.7;

export const bridge: Bench = {
  name: 'bridge',
  title: 'Fig. 4 and 6 of James and Pai 2004: spheres of a swaying bridge, on demand and layered',
  run({ isQuick, print }, report) {
    const model = createBridge(isQuick ? { triangles: 40_000 } : {});
    const collider = createCollider(
      createShape(model.mesh, { kind: 'modal', modes: model.modes }, { tree: 'minimal-spheres', volumes: 'sphere' }),
    );
    forgetMemory(collider); // every update in full
    const nodes = findLevel(collider);
    const rest = posedVolumes(collider).slice();
    const ratios: Record<Method, number[]> = {
      'layered, at rest': [],
      'layered, swaying': [],
      'on demand, swaying': [],
    };
    const note = (method: Method): void => {
      for (const node of nodes) ratios[method].push(collider.volumes[4 * node + 3] / rest[4 * node + 3]);
    };
    refitBottomUp(collider);
    note('layered, at rest');
    for (const weights of sampleSways(model)) {
      setPose(collider, { weights });
      posedVolumes(collider);
      note('on demand, swaying');
      if (countKept(collider) > 0) throw new Error('bridge: volumes were kept; updates are not in full.');
      refitBottomUp(collider);
      note('layered, swaying');
    }
    const triangles = model.mesh.triangles.length / 3;
    print(`\nbridge of ${triangles} triangles, ${nodes.length} spheres of one level, ${SWAYS} sways:`);
    print('radius over that of the same sphere of the undeformed bridge\n');
    const table: (string | number)[][] = [['', 'mean, paper', 'ours', 'max, paper', 'ours']];
    for (const method of Object.keys(paper) as Method[]) {
      const mean = ratios[method].reduce((sum, ratio) => sum + ratio, 0) / ratios[method].length;
      const max = Math.max(...ratios[method]);
      table.push([method, paper[method].mean, mean, paper[method].max, max]);
      const resultHash = hashNumbers(ratios[method]);
      const common = { bench: 'bridge', scene: `${nodes.length} spheres`, method, unit: 'x', resultHash };
      report.rows.push({ ...common, metric: 'mean ratio of radii', value: mean, paper: paper[method].mean });
      report.rows.push({ ...common, metric: 'largest ratio of radii', value: max, paper: paper[method].max });
      if (method !== 'on demand, swaying') continue;
      report.targets.push({ name: 'swaying: mean ratio', value: mean, unit: 'x', atMost: paper[method].mean });
      report.targets.push({ name: 'swaying: largest ratio', value: max, unit: 'x', atMost: paper[method].max });
    }
    for (const line of formatTable(table)) print(line);
  },
};

/** The inner nodes of the level that has nearest to as many as the paper's. */
function findLevel({ shape }: Collider): number[] {
  const byLevel: number[][] = [];
  nodeLevels(shape.tree).forEach((level, node) => {
    byLevel[level] ??= [];
    if (shape.tree.links[node] >= 0) byLevel[level].push(node);
  });
  const distance = (nodes: number[]): number => Math.abs(Math.log(Math.max(1, nodes.length) / SPHERES));
  return byLevel.reduce((best, nodes) => (distance(nodes) < distance(best) ? nodes : best));
}

function sampleSways(model: ReducedModel): Float64Array[] {
  const sway = createBridgeSway(model);
  return Array.from({ length: SWAYS }, (_, k) => {
    const weights = new Float64Array(sway.modeCount);
    sway.write(APART * k, weights);
    return weights;
  });
}
