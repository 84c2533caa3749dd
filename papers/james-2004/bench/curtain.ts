import {
  type Contender,
  foldHashes,
  hashNumbers,
  hashPairs,
  measureInterleaved,
  proveSwitch,
  sameAnswers,
} from '../../../bench/harness/measure.ts';
import { type Bench, type BenchOptions, formatTable, type Report } from '../../../bench/harness/report.ts';
import { createChair } from '../../../models/reduced/index.ts';
import { openCollider } from '../../../src/collider.ts';
import { createStats } from '../../../src/debug.ts';
import {
  type Collider,
  createCollider,
  createShape,
  findPairs,
  type ShapeOptions,
  type Stats,
  setPlacement,
  setPose,
} from '../../../src/index.ts';
import { posedVolumes } from '../../../src/query/bounds/posed-volumes.ts';
import { refitBottomUp } from '../../baselines.ts';
import { countKept, forgetEpochs, forgetMemory, isKept } from '../../switch-off.ts';
import { createBdCollider, createBdTree, createOursOnBdTree } from '../bd-tree.ts';
import { type CurtainScene, createCurtainScene } from '../scenes/curtain.ts';

/** Table 2 of [James2004]: sphere tests and ms for all frames; the mean ratio of radii; ns per sphere of the chair. */
const paper = { onDemand: { tests: 3890, time: 2.4 }, layered: { tests: 2150, time: 5400 }, ratio: 1.51, sphere: 750 };

export const curtain: Bench = {
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
  /** The curtain, as the last frame left it. */
  sheet: Collider;
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

/** The curtain and the ball, with the same volumes and trees. */
type Bodies = [sheet: Collider, ball: Collider];

function createBodies({ curtain: model, ball }: CurtainScene, options: ShapeOptions): Bodies {
  const source = { kind: 'modal', modes: model.modes } as const;
  return [
    createCollider(createShape(model.mesh, source, options)),
    createCollider(createShape(ball, { kind: 'rigid' }, options)),
  ];
}

/** The published system: its rule on its tree, for both; the ball has no modes. */
function createPublishedBodies({ curtain: model, ball }: CurtainScene): Bodies {
  return [createBdCollider(createBdTree(model.mesh, model.modes)), createBdCollider(createBdTree(ball, []))];
}

function createVariant(
  frames: readonly Frame[],
  name: string,
  [sheet, ball]: Bodies,
  isLayered: boolean,
  prepare: (collider: Collider) => void = () => {},
): Variant {
  prepare(sheet);
  const variant: Variant = {
    name,
    isLayered,
    sheet,
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

/** So many of the variants have spheres and a binary tree. */
const SPHERES = 7;

function measureQueries(scene: CurtainScene, { isQuick, print }: BenchOptions, report: Report): void {
  const frames = writeFrames(scene);
  const paperTree = { tree: 'minimal-spheres', volumes: 'sphere' } as const;
  const [spheres, boxes] = [{ volumes: 'sphere' }, { volumes: 'box' }] as const;
  const variants = [
    createVariant(frames, 'on demand, spheres', createBodies(scene, spheres), false),
    createVariant(frames, 'layered, spheres', createBodies(scene, spheres), true),
    createVariant(
      frames,
      'on demand, spheres, every update in full',
      createBodies(scene, spheres),
      false,
      forgetMemory,
    ),
    createVariant(frames, 'on demand, spheres, redundant updates', createBodies(scene, spheres), false, forgetEpochs),
    createVariant(frames, 'as published', createPublishedBodies(scene), false),
    createVariant(frames, 'as published, redundant updates', createPublishedBodies(scene), false, forgetEpochs),
    createVariant(frames, 'as published, layered', createPublishedBodies(scene), true),
    createVariant(frames, 'on demand, boxes', createBodies(scene, boxes), false),
    createVariant(frames, 'layered, boxes', createBodies(scene, boxes), true),
    createVariant(frames, "on demand, Kavan's tree", createBodies(scene, paperTree), false),
  ];
  const rounds = isQuick ? 9 : 31;
  // Boxes and other trees make code less special, and slow down what runs after them: they come last.
  const times = [
    ...measureInterleaved(variants.slice(0, SPHERES), rounds),
    ...measureInterleaved(variants.slice(SPHERES), rounds),
  ];
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
    report.rows.push({ ...common, metric: 'refits', unit: '', value: stats.refits });
    report.rows.push({
      ...common,
      metric: 'volume tests',
      unit: '',
      value: stats.volumeTests,
      paper: printed.tests,
    });
  });
  for (const line of formatTable(table)) print(line);
  sameAnswers('curtain', variants);
  const { reused, all } = countReused(frames, createBodies(scene, spheres));
  print(`\nof ${all} updates of inner spheres of the curtain, ${reused} only enlarged one where it was`);
  const common = { bench: 'curtain', scene: 'ball through the curtain', resultHash: variants[0].hash, unit: '' };
  report.rows.push({ ...common, method: 'on demand, spheres', metric: 'updates of inner spheres', value: all });
  report.rows.push({ ...common, method: 'on demand, spheres', metric: 'updates that only enlarge', value: reused });
  proveSwitch('epochs', variants[0].stats.refits, variants[3].stats.refits);
  proveSwitch('epochs, as published', variants[4].stats.refits, variants[5].stats.refits);
  proveSwitch('the temporal update in queries', countKept(variants[0].sheet), countKept(variants[2].sheet));
  const bestOf = (isLayered: boolean): number =>
    Math.min(...times.filter((_, v) => variants[v].isLayered === isLayered));
  report.targets.push({
    name: 'best layered / best on demand',
    value: bestOf(true) / bestOf(false),
    unit: 'x',
    atLeast: 150,
  });
}

/** Of the updates of the curtain in all frames, how many only enlarge a sphere where it was ([James2004] 3.5). */
function countReused(frames: readonly Frame[], [sheet, ball]: Bodies): { reused: number; all: number } {
  const counts = { reused: 0, all: 0 };
  const { rule } = sheet;
  sheet.rule = (records, deformer, posed, node, scratch, out) => {
    rule(records, deformer, posed, node, scratch, out);
    counts.all++;
    if (isKept(sheet, node)) counts.reused++;
  };
  for (const { weights, placement } of frames) {
    setPose(sheet, { weights });
    setPlacement(ball, placement);
    findPairs(sheet, ball);
  }
  return counts;
}

/** How much larger spheres are that only modes have moved than those around their children: as published, and ours on the same tree. */
function measureRadii(scene: CurtainScene, { print }: BenchOptions, report: Report): void {
  const { mesh, modes } = scene.curtain;
  const bd = createBdTree(mesh, modes);
  const published = createBdCollider(bd);
  const layered = createBdCollider(bd);
  const ours = createOursOnBdTree(bd);
  forgetMemory(ours); // or volumes of earlier poses, enlarged, would stand beside the layered
  const oursLayered = createCollider(ours.shape);
  for (const [method, onDemand, bottomUp] of [
    ['as published over layered', published, layered],
    ['ours over layered', ours, oursLayered],
  ] as const) {
    const ratios = writeFrames(scene)
      .filter((_, step) => step % 10 === 0)
      .flatMap(({ weights }) => compareRadii(weights, onDemand, bottomUp));
    const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
    print(`${method}: mean ratio of radii over inner nodes: paper ${paper.ratio} | ${mean.toFixed(3)}`);
    report.rows.push({
      bench: 'curtain',
      scene: 'inner spheres',
      method,
      metric: 'mean ratio of radii',
      unit: 'x',
      value: mean,
      paper: paper.ratio,
      resultHash: hashNumbers(ratios),
    });
  }
}

function compareRadii(weights: Float64Array, onDemand: Collider, bottomUp: Collider): number[] {
  setPose(onDemand, { weights });
  setPose(bottomUp, { weights });
  posedVolumes(onDemand);
  if (countKept(onDemand) > 0) throw new Error('curtain: volumes were kept; updates are not in full.');
  refitBottomUp(bottomUp);
  const { links } = onDemand.shape.tree;
  const inner = Array.from(links.keys()).filter(node => links[node] >= 0); // leaves are the same
  return inner.map(node => onDemand.volumes[4 * node + 3] / bottomUp.volumes[4 * node + 3]);
}

/** Moves all inner spheres of the chair, pose after pose: with all modes, and where nothing has moved far. */
function measureUpdates({ isQuick, print }: BenchOptions, report: Report): void {
  const { mesh, modes } = createChair();
  const shape = createShape(mesh, { kind: 'modal', modes }, { volumes: 'sphere' });
  const inner = Uint32Array.from(shape.tree.links.keys()).filter(node => shape.tree.links[node] >= 0);
  const poses = 50;
  const createUpdates = (isFull: boolean): Contender & { collider: Collider } => {
    const collider = createCollider(shape);
    openCollider(collider); // without its memory there would be nothing to write to
    if (isFull) forgetMemory(collider);
    return {
      collider,
      run() {
        for (let pose = 0; pose < poses; pose++) {
          const size = 1e-3 + 1e-9 * pose;
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
  proveSwitch('the temporal update', ...kept(contenders));
  print(`\nthe chair, ${modes.length} modes, ${inner.length} inner spheres: ns per update\n`);
  const table = [
    ['', 'paper', 'ours'],
    ['with all modes', String(paper.sphere), full.toFixed(1)],
    ['where it was, enlarged', '', temporal.toFixed(1)],
  ];
  for (const line of formatTable(table)) print(line);
  const common = { bench: 'curtain', scene: 'chair', metric: 'time per sphere', unit: 'ns' };
  const [hashOfFull, hashOfTemporal] = contenders.map(({ collider }) => hashNumbers(collider.volumes));
  report.rows.push({ ...common, method: 'all modes', value: full, paper: paper.sphere, resultHash: hashOfFull });
  report.rows.push({ ...common, method: 'temporal', value: temporal, resultHash: hashOfTemporal });
  report.targets.push({ name: 'a sphere moved by 10 modes', value: full, unit: 'ns', atMost: 100 });
  report.targets.push({ name: 'a sphere enlarged where it was', value: temporal, unit: 'ns', atMost: 15 });
}

/** How many volumes each way has kept from an earlier pose: none where every update is in full. */
function kept(ways: readonly { collider: Collider }[]): [number, number] {
  const [full, temporal] = ways.map(({ collider }) => countKept(collider));
  if (full > 0) throw new Error('curtain: volumes were kept where every update is in full.');
  return [temporal, full];
}
