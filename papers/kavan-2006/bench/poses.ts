import { type Contender, foldHashes, hashPairs, measureInterleaved } from '../../../bench/harness/measure.ts';
import { type Bench, type BenchOptions, formatTable, type Report } from '../../../bench/harness/report.ts';
import { createCreature, createCreatureWalk, type Motion } from '../../../models/index.ts';
import {
  type Collider,
  createCollider,
  createShape,
  createTracker,
  findPairs,
  type Pose,
  type Shape,
  setPose,
  touches,
  trackPairs,
  trackTouch,
  type VolumeKind,
} from '../../../src/index.ts';
import { createStats, type Stats } from '../../../src/query/stats.ts';
import { refitBottomUp } from '../../baselines.ts';

/** Poses taken in turn, so that no query meets what the last one left in caches and branch predictors. */
const POSES = 48;
/** A slow walk: one cycle, 1.36 m of way, takes this many seconds; coherent queries are 1/60 s apart. */
const CYCLE = 1.6;

/**
 * Two creatures side by side, a new pose for every query, at distances where queries are hard: a near miss, 1 % of their
 * length apart, and a graze. On demand (volumes of all kinds, from scratch and following the front of the last query)
 * against the best pipeline that deforms everything: whichever volume suits it best.
 */
export const poses: Bench = {
  title: 'near miss and graze of walking creatures over many poses, by volume kind; coherent animation',
  run(options, report) {
    runSize(1, { miss: 9, graze: 7 }, options, report);
    runSize(10, { miss: 45, graze: 25 }, options, report);
  },
};

interface Step {
  a: Pose;
  b: Pose;
}

interface Variant extends Contender {
  name: string;
  stats: Stats;
  hash: string;
}

const volumeKinds: VolumeKind[] = ['sphere', 'box', 'dop'];

function runSize(detail: number, asked: { miss: number; graze: number }, options: BenchOptions, report: Report): void {
  const { print, isQuick } = options;
  const creature = createCreature({ triangles: 13_590 * detail });
  const triangles = creature.mesh.triangles.length / 3;
  const scene = `two creatures of ${triangles} triangles`;
  const { mesh, skin, skeleton } = creature;
  const shapes = new Map<VolumeKind, Shape>(
    volumeKinds.map(volumes => [volumes, createShape(mesh, { kind: 'linear-blend', skin, skeleton }, { volumes })]),
  );
  const byDefault = createShape(mesh, { kind: 'linear-blend', skin, skeleton }).volumeKind;
  const walk = createCreatureWalk(creature);
  const size = 2 * maxReach(mesh.positions);
  const probe = pairOf(shapes.get('box')!);
  const phases = Array.from({ length: POSES }, (_, k) => (k * 0.618) % 1); // far from each other, one after the other
  const distances = phases.map(phase => findTouch(walk, probe, phase, size));
  const rounds = isQuick ? 3 : 15;

  const questions = [
    { name: 'near miss, yes/no', margin: 0.01 * size, isAll: false, asked: asked.miss },
    { name: 'graze, all pairs', margin: -0.002 * size, isAll: true, asked: asked.graze },
  ];
  for (const { name, margin, isAll, asked: atLeast } of questions) {
    const steps = phases.map((phase, k) => writeStep(walk, probe, phase, distances[k] + margin));
    const variants: Variant[] = [];
    for (const [kind, shape] of shapes) {
      variants.push(
        fromRoots(`on demand, ${kind}`, shape, steps, { isAll, isBottomUp: false }),
        fromRoots(`bottom-up, ${kind}`, shape, steps, { isAll, isBottomUp: true }),
      );
    }
    const times = measureQuestion(scene, name, variants, steps.length, rounds, print, report);
    const ours = times[2 * volumeKinds.indexOf(byDefault)];
    const best = Math.min(...volumeKinds.map((_, v) => times[2 * v + 1]));
    report.targets.push({
      name: `${scene}: ${name}, best linear pipeline / ours`,
      value: best / ours,
      unit: 'x',
      atLeast,
    });
  }

  // Coherent: 1/60 s from query to query. Walking on the spot beside each other, and through each other from end to end.
  const frames = Math.round(60 * CYCLE * (isQuick ? 1 : 4));
  const nearest = Math.max(...distances);
  const shape = shapes.get(byDefault)!;
  const animations = [
    ...questions.map(({ name, margin, isAll }) => ({
      name,
      isAll,
      steps: Array.from({ length: frames }, (_, k) =>
        writeStep(walk, probe, k / 60 / CYCLE, nearest + (isAll ? 4 : 0.2) * margin),
      ),
    })),
    { name: 'walking through each other, yes/no', isAll: false, steps: walkThrough(walk, probe, isQuick ? 4 : 1) },
  ];
  for (const { name, isAll, steps } of animations) {
    const variants = [
      fromRoots('from the roots', shape, steps, { isAll, isBottomUp: false }),
      coherent('from the front of the last query', shape, steps, isAll),
    ];
    const question = `coherent: ${name}`;
    const times = measureQuestion(scene, question, variants, steps.length, isQuick ? 3 : 7, print, report);
    report.targets.push({ name: `${scene}: coherent, ${name}`, value: times[0] / times[1], unit: 'x', atLeast: 1.5 });
  }
}

/** The walk of [Kavan2006] Fig. 7 at its own pace, a part of it if only the middle `1 / share` is wanted. */
function walkThrough(walk: Motion, [a, b]: [Collider, Collider], share: number): Step[] {
  const half = 4.9 / share;
  const stride = walk.travel / CYCLE / 60;
  const steps: Step[] = [];
  for (let along = -half; along < half; along += stride) {
    const jointsA = new Float64Array(a.jointMatrices.length);
    const jointsB = new Float64Array(b.jointMatrices.length);
    walk.write(along / walk.travel, -0.175, along, 0, jointsA);
    walk.write(along / walk.travel + 0.29, 0.175, -along, Math.PI, jointsB);
    steps.push({ a: { jointMatrices: jointsA }, b: { jointMatrices: jointsB } });
  }
  return steps;
}

/** Measures variants of one question, prints and reports them. Returns their times in us per query. */
function measureQuestion(
  scene: string,
  question: string,
  variants: Variant[],
  queries: number,
  rounds: number,
  print: (line: string) => void,
  report: Report,
): number[] {
  const times = measureInterleaved(variants, rounds, Math.min(3, rounds >> 1)).map(time => (1000 * time) / queries);
  print(`\n${scene}: ${question}\n`);
  const perQuery = (count: number): string => (count / queries).toFixed(0);
  const table: (string | number)[][] = [
    ['method', 'us', 'volume tests', 'refits', 'vertices', 'triangle tests', 'answer'],
  ];
  variants.forEach((variant, v) => {
    const { volumeTests, refits, vertices, triangleTests } = variant.stats;
    table.push([variant.name, times[v], ...[volumeTests, refits, vertices, triangleTests].map(perQuery), variant.hash]);
    report.rows.push({
      bench: 'poses',
      scene,
      method: variant.name,
      metric: question,
      unit: 'us per query',
      value: times[v],
      resultHash: variant.hash,
    });
  });
  for (const line of formatTable(table)) print(line);
  if (new Set(variants.map(variant => variant.hash)).size > 1)
    throw new Error(`poses: ${question}: the answers differ`);
  return times;
}

function pairOf(shape: Shape): [Collider, Collider] {
  return [createCollider(shape), createCollider(shape)];
}

function fromRoots(
  name: string,
  shape: Shape,
  steps: readonly Step[],
  { isAll, isBottomUp }: { isAll: boolean; isBottomUp: boolean },
): Variant {
  const [a, b] = pairOf(shape);
  return contend(
    name,
    steps,
    stats => {
      const options = { stats, compiled: false }; // methods are compared, not compilers
      return isAll ? hashPairs(findPairs(a, b, options)) : Number(touches(a, b, options));
    },
    step => {
      setPose(a, step.a);
      setPose(b, step.b);
      if (!isBottomUp) return;
      refitBottomUp(a);
      refitBottomUp(b);
    },
  );
}

function coherent(name: string, shape: Shape, steps: readonly Step[], isAll: boolean): Variant {
  const [a, b] = pairOf(shape);
  const front = createTracker(a, b);
  return contend(
    name,
    steps,
    stats => (isAll ? hashPairs(trackPairs(front, { stats })) : Number(trackTouch(front, { stats }))),
    step => {
      setPose(a, step.a);
      setPose(b, step.b);
    },
  );
}

function contend(
  name: string,
  steps: readonly Step[],
  ask: (stats: Stats) => number,
  move: (step: Step) => void,
): Variant {
  const variant: Variant = {
    name,
    stats: createStats(),
    hash: '',
    run: () => {
      const stats = createStats();
      const answers = steps.map(step => {
        move(step);
        return ask(stats);
      });
      variant.stats = stats;
      variant.hash = foldHashes(answers);
    },
  };
  return variant;
}

/** Both walk on the spot, the second beside the first, askew to it and to the axes, which boxes would profit from. */
function writeStep(walk: Motion, [a, b]: [Collider, Collider], cycles: number, distance: number): Step {
  const jointsA = new Float64Array(a.jointMatrices.length);
  const jointsB = new Float64Array(b.jointMatrices.length);
  walk.write(cycles, 0, 0, 0.5, jointsA);
  walk.write(0.37 + 1.1 * cycles, 0.93 * distance, -0.37 * distance, 3.9, jointsB);
  return { a: { jointMatrices: jointsA }, b: { jointMatrices: jointsB } };
}

/** The distance at which the two cease to touch at a phase of the walk, by halving. */
function findTouch(walk: Motion, pair: [Collider, Collider], phase: number, size: number): number {
  let low = 0;
  let high = size;
  while (high - low > 1e-5 * size) {
    const middle = 0.5 * (low + high);
    const { a, b } = writeStep(walk, pair, phase, middle);
    setPose(pair[0], a);
    setPose(pair[1], b);
    if (touches(pair[0], pair[1])) low = middle;
    else high = middle;
  }
  return high;
}

function maxReach(positions: Float64Array): number {
  let squared = 0;
  for (let k = 0; k < positions.length; k += 3) {
    squared = Math.max(squared, positions[k] ** 2 + positions[k + 2] ** 2);
  }
  return Math.sqrt(squared);
}
