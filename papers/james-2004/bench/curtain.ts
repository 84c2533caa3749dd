import { type Contender, foldHashes, hashPairs, measureInterleaved } from '../../../bench/harness/measure.ts';
import { type Bench, type BenchOptions, formatTable, type Report } from '../../../bench/harness/report.ts';
import { createChair } from '../../../models/reduced/index.ts';
import {
  type Collider,
  createCollider,
  createShape,
  createStats,
  findPairs,
  type ShapeOptions,
  type Stats,
  setPlacement,
  setPose,
} from '../../../src/index.ts';
import { posedVolumes } from '../../../src/query/bounds/posed-volumes.ts';
import { refitBottomUp } from '../../baselines.ts';
import { type CurtainScene, createCurtainScene } from '../scenes/curtain.ts';

/** Table 2 of [James2004]: sphere tests and ms for all frames; the mean ratio of radii; ns per sphere of the chair. */
const paper = { onDemand: { tests: 3890, time: 2.4 }, layered: { tests: 2150, time: 5400 }, ratio: 1.51, sphere: 750 };

export const curtain: Bench = {
  name: 'curtain',
  title: 'Table 2 of James and Pai 2004: a ball through a blowing curtain, on demand and layered; ns per sphere',
  run(options, report) {
    measureUpdates(options, report); // first: once boxes have been refitted too, the same code runs at half the speed
    const scene = createCurtainScene();
    measureQueries(scene, options, report);
    measureRadii(scene, options, report);
  },
};

interface Variant extends Contender {
  name: string;
  isLayered: boolean;
  stats: Stats;
  hash: string;
  frames: number;
}

/** Poses of all frames, written out beforehand: queries are timed and not the animation. */
interface Frame {
  weights: Float64Array;
  placement: Float64Array;
}

function writeFrames(scene: CurtainScene): Frame[] {
  return Array.from({ length: scene.steps }, (_, step) => {
    const frame = { weights: new Float64Array(scene.curtain.modes.length), placement: new Float64Array(12) };
    scene.writeAmplitudes(step, frame.weights);
    scene.placeBall(step, frame.placement);
    return frame;
  });
}

function createVariant(
  { curtain: model, ball: ballMesh }: CurtainScene,
  frames: readonly Frame[],
  name: string,
  options: ShapeOptions,
  isLayered: boolean,
): Variant {
  const sheet = createCollider(createShape(model.mesh, { kind: 'modal', modes: model.modes }, options));
  const ball = createCollider(createShape(ballMesh, { kind: 'rigid' }, options));
  const variant: Variant = {
    name,
    isLayered,
    stats: createStats(),
    hash: '',
    frames: 0,
    run() {
      const stats = createStats();
      const answers = frames.map(({ weights, placement }) => {
        setPose(sheet, { weights });
        setPlacement(ball, placement);
        if (isLayered) refitBottomUp(sheet);
        return findPairs(sheet, ball, { stats });
      });
      variant.stats = stats;
      variant.hash = foldHashes(answers.map(hashPairs));
      variant.frames = answers.filter(pairs => pairs.length > 0).length;
    },
  };
  return variant;
}

function measureQueries(scene: CurtainScene, { isQuick, print }: BenchOptions, report: Report): void {
  const frames = writeFrames(scene);
  const paperTree = { tree: 'minimal-spheres', volumes: 'sphere' } as const;
  const variants = [
    createVariant(scene, frames, 'on demand, spheres', { volumes: 'sphere' }, false),
    createVariant(scene, frames, 'layered, spheres', { volumes: 'sphere' }, true),
    createVariant(scene, frames, 'on demand, boxes', { volumes: 'box' }, false),
    createVariant(scene, frames, 'layered, boxes', { volumes: 'box' }, true),
    createVariant(scene, frames, "on demand, the paper's tree", paperTree, false),
    createVariant(scene, frames, "layered, the paper's tree", paperTree, true),
  ];
  const rounds = isQuick ? 9 : 31;
  // Boxes and other trees make code less special, and slow down what runs after them: they come last.
  const times = [...measureInterleaved(variants.slice(0, 2), rounds), ...measureInterleaved(variants.slice(2), rounds)];
  const triangles = scene.curtain.mesh.triangles.length / 3;
  print(`\na ball through a curtain of ${triangles} triangles, ${scene.curtain.modes.length} modes, all pairs:`);
  print(`all ${scene.steps} frames, of which ${variants[0].frames} with contact\n`);
  const table: (string | number)[][] = [
    ['method', 'tests, paper', 'ours', 'ms, paper', 'ours', 'refits', 'vertices', 'triangle tests', 'answer'],
  ];
  variants.forEach(({ name, stats, hash, isLayered }, v) => {
    const printed = isLayered ? paper.layered : paper.onDemand;
    const counts = [stats.refits, stats.vertices, stats.triangleTests].map(String);
    const tests = String(stats.volumeTests);
    table.push([name, String(printed.tests), tests, printed.time, times[v].toFixed(3), ...counts, hash]);
    const common = { bench: 'curtain', scene: 'ball through the curtain', method: name, resultHash: hash };
    report.rows.push({ ...common, metric: 'time', unit: 'ms', value: times[v], paper: printed.time });
    report.rows.push({
      ...common,
      metric: 'volume tests',
      unit: '',
      value: stats.volumeTests,
      paper: printed.tests,
    });
  });
  for (const line of formatTable(table)) print(line);
  if (new Set(variants.map(({ hash }) => hash)).size > 1) throw new Error('curtain: the answers differ');
  const bestOf = (isLayered: boolean): number =>
    Math.min(...times.filter((_, v) => variants[v].isLayered === isLayered));
  report.targets.push({
    name: 'best layered / best on demand',
    value: bestOf(true) / bestOf(false),
    unit: 'x',
    atLeast: 150,
  });
}

/** How much larger spheres are that only modes have moved than those around their children. */
function measureRadii(scene: CurtainScene, { print }: BenchOptions, report: Report): void {
  const { mesh, modes } = scene.curtain;
  const collider = createCollider(
    createShape(mesh, { kind: 'modal', modes }, { tree: 'minimal-spheres', volumes: 'sphere' }),
  );
  forgetMemory(collider);
  const { links } = collider.shape.tree;
  let [sum, count] = [0, 0];
  for (const { weights } of writeFrames(scene).filter((_, step) => step % 10 === 0)) {
    setPose(collider, { weights });
    const own = posedVolumes(collider).slice();
    refitBottomUp(collider);
    for (let node = 0; node < links.length; node++) {
      if (links[node] < 0) continue; // leaves are the same
      sum += own[4 * node + 3] / collider.volumes[4 * node + 3];
      count++;
    }
  }
  print(
    `\nradius moved by modes / layered, mean over inner nodes: paper ${paper.ratio} | ours ${(sum / count).toFixed(3)}`,
  );
  report.rows.push({
    bench: 'curtain',
    scene: "the paper's tree, inner nodes",
    method: 'on demand over layered',
    metric: 'mean ratio of radii',
    unit: 'x',
    value: sum / count,
    paper: paper.ratio,
  });
}

/** Every update in full: nothing is remembered from pose to pose. */
function forgetMemory(collider: Collider): void {
  collider.posed.memory = new Float64Array(0);
}

/** Moves all inner spheres of the chair, pose after pose: with all modes, and where nothing has moved far. */
function measureUpdates({ isQuick, print }: BenchOptions, report: Report): void {
  const { mesh, modes } = createChair();
  const shape = createShape(mesh, { kind: 'modal', modes }, { volumes: 'sphere' });
  const inner = Uint32Array.from(shape.tree.links.keys()).filter(node => shape.tree.links[node] >= 0);
  const poses = 50;
  const createUpdates = (isFull: boolean): Contender => {
    const collider = createCollider(shape);
    if (isFull) forgetMemory(collider);
    return {
      run() {
        for (let pose = 0; pose < poses; pose++) {
          const size = isFull ? 1e-3 : 1e-3 + 1e-9 * pose;
          setPose(collider, { weights: modes.map((_, m) => size * Math.sin(m + 1)) });
          const { rule, posed, groupVolumes, volumes } = collider;
          for (let k = 0; k < inner.length; k++) {
            rule(shape.records, shape.deformer, posed, inner[k], groupVolumes, volumes);
          }
        }
      },
    };
  };
  const contenders = [createUpdates(true), createUpdates(false)];
  const [full, temporal] = measureInterleaved(contenders, isQuick ? 9 : 31).map(
    time => (1e6 * time) / (poses * inner.length),
  );
  print(`\nthe chair, ${modes.length} modes, ${inner.length} inner spheres: ns per update\n`);
  const table = [
    ['', 'paper', 'ours'],
    ['with all modes', String(paper.sphere), full.toFixed(1)],
    ['where it was, enlarged', '', temporal.toFixed(1)],
  ];
  for (const line of formatTable(table)) print(line);
  const common = { bench: 'curtain', scene: 'chair', metric: 'time per sphere', unit: 'ns' };
  report.rows.push({ ...common, method: 'all modes', value: full, paper: paper.sphere });
  report.rows.push({ ...common, method: 'temporal', value: temporal });
  report.targets.push({ name: 'a sphere moved by 10 modes', value: full, unit: 'ns', atMost: 100 });
  report.targets.push({ name: 'a sphere enlarged where it was', value: temporal, unit: 'ns', atMost: 15 });
}
