import {
  type Contender,
  foldHashes,
  hashNumbers,
  hashPairs,
  measureInterleaved,
} from '../../../bench/harness/measure.ts';
import { type BenchOptions, formatTable, type Report } from '../../../bench/harness/report.ts';
import { unbendFrontalis } from '../../../models/constrained/index.ts';
import { createCollider, createShape, findPairs, setPose } from '../../../src/index.ts';
import { createLookUp, type Kinematics, type SphereSet, type Table } from '../../../src/tabulated/index.ts';
import { searchMotion } from '../../../src/tabulated/motion/search-motion.ts';
import { generateSpheres } from '../../../src/tabulated/spheres/generate-spheres.ts';
import { lookUpPairs } from '../../../src/tabulated/table/look-up.ts';
import { reduceTable } from '../../../src/tabulated/table/reduce-table.ts';
import { countTests } from '../../../src/tabulated/table/table.ts';
import { verifyTable } from '../../../src/tabulated/table/verify-table.ts';
import type { ConstrainedScene } from '../scenes/constrained-scene.ts';
import { createForeheadScene, pushSkin } from '../scenes/forehead.ts';
import { sphereMeetsEllipsoid } from '../sphere-ellipsoid.ts';
import { createTreePair, walkTreePair } from '../sphere-trees.ts';
import { createTimer, type Timer } from './build-time.ts';
import { askTriangles, hashPairsOf, type Method, type PosedMotion, poseMotion } from './methods.ts';

/**
 * Of [NavarroNewball2009]: spheres of skin and muscle, of their subset, its tests; products of a test, of an
 * ellipsoid's.
 */
const paper = { skin: 1426, muscle: 280, keptSkin: 70, keptMuscle: 190, tests: 268, product: 4, ellipsoid: 41 };

/** How far, in skull lengths, the safe table may be early. */
const TOLERANCE = 0.001;

export function measureForehead(options: BenchOptions, report: Report): void {
  const { print, isQuick } = options;
  const scene = createForeheadScene();
  const samples = scene.createKinematics([11, 7, 5]);
  print('\nthe forehead: skin over a muscle, both deform, three freedoms; making its table:');
  const timer = createTimer(print);
  const table = timer.time('published: spheres and search', progress => {
    const skin = generateSpheres(scene.a, { kind: 'surface', radius: 0.004 });
    const muscle = generateSpheres(scene.b, { kind: 'surface', radius: 0.005 });
    return reduceTable(searchMotion(samples, skin, muscle, { mode: 'published', progress }), 'none');
  });
  reportSpheres(table, options, report);
  verifyTables(scene, samples, table, timer, options, report);
  timeSteps(scene, samples, table, isQuick ? 9 : 41, options, report);
  measurePush(scene, samples, table, options, report);
}

/** Fig. 2g: the skin pushed out by as much as the table says; what of it crosses the muscle before and after that. */
function measurePush(
  scene: ConstrainedScene,
  samples: Kinematics,
  table: Table,
  { isQuick, print }: BenchOptions,
  report: Report,
): void {
  const { poses } = poseMotion(scene, samples);
  const look = createLookUp(table, samples);
  const muscle = createCollider(createShape(scene.b.mesh, scene.b.source));
  const skin = createCollider(createShape(scene.a.mesh, scene.a.source));
  const apart = Math.ceil(poses.length / (isQuick ? 8 : 40));
  const before: number[] = [];
  const after: number[] = [];
  for (let step = 0; step < poses.length; step += apart) {
    look.poses = poses[step];
    setPose(muscle, poses[step].b);
    setPose(skin, poses[step].a);
    before.push(findPairs(skin, muscle).length / 2);
    const pushed = createShape({ ...scene.a.mesh, positions: pushSkin(scene, look) }, { kind: 'rigid' });
    after.push(findPairs(createCollider(pushed), muscle).length / 2);
  }
  const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
  print(
    `\nthe muscle pushes out the skin, ${before.length} steps: ${sum(before)} pairs of triangles cross before, ${sum(after)} after`,
  );
  const common = {
    bench: 'tabulated',
    scene: 'forehead, Fig. 2g',
    metric: 'triangle pairs of skin and muscle',
    unit: '',
  };
  report.rows.push({ ...common, method: 'as it was', value: sum(before), resultHash: hashNumbers(before) });
  report.rows.push({ ...common, method: 'pushed out', value: sum(after), resultHash: hashNumbers(after) });
  report.targets.push({
    name: 'forehead: pairs that cross once skin is pushed out',
    value: sum(after),
    unit: '',
    atMost: 0,
  });
}

function reportSpheres(table: Table, { print }: BenchOptions, report: Report): void {
  const tests = countTests(table);
  const [n, m] = [table.a.ids.length, table.b.ids.length];
  const lines = [
    ['spheres', 'paper: skin', 'muscle', 'tests', '| ours: skin', 'muscle', 'tests'],
    ['at vertices', String(paper.skin), String(paper.muscle), '', String(table.a.total), String(table.b.total), ''],
    ['that collide', ...[paper.keptSkin, paper.keptMuscle, paper.tests, n, m, tests].map(String)],
  ];
  print('');
  for (const line of formatTable(lines)) print(line);
  const products = [paper.tests * paper.product, tests * paper.product];
  const ellipsoids = [paper.keptSkin * paper.ellipsoid, n * paper.ellipsoid];
  print(`\nproducts per step, table: paper ${products[0]} | ours ${products[1]}`);
  print(`products per step, sphere-ellipsoid, without unbending: paper ${ellipsoids[0]} | ours ${ellipsoids[1]}`);
  const kept = (100 * (n + m)) / (table.a.total + table.b.total);
  const paperKept = (100 * (paper.keptSkin + paper.keptMuscle)) / (paper.skin + paper.muscle);
  const common = { bench: 'tabulated', scene: 'forehead', method: 'published', resultHash: hashPairsOf(table) };
  report.rows.push(
    { ...common, metric: 'spheres kept', unit: '%', value: kept, paper: paperKept },
    { ...common, metric: 'tests per step', unit: '', value: tests, paper: paper.tests },
    { ...common, metric: 'products per step', unit: '', value: products[1], paper: products[0] },
    {
      ...common,
      method: 'ellipsoid',
      metric: 'products per step',
      unit: '',
      value: ellipsoids[1],
      paper: ellipsoids[0],
    },
  );
  report.targets.push({ name: 'forehead: spheres kept', value: kept, unit: '%', atMost: 25 });
}

/** The published table, and a safe one of spheres that cover skin and muscle in every pose. */
function verifyTables(
  scene: ConstrainedScene,
  samples: Kinematics,
  published: Table,
  timer: Timer,
  { isQuick, print }: BenchOptions,
  report: Report,
): void {
  const cells = scene.createKinematics([8, 4, 4]);
  const covering = timer.time('safe: spheres around', () => {
    const cover = (side: 'a' | 'b', depth: number): SphereSet =>
      generateSpheres(scene[side], {
        kind: 'covering',
        maxRadius: 0.005,
        depth,
        motion: { kinematics: cells, side },
      });
    return [cover('a', -0.03), cover('b', 0.02)]; // from outside the skin and from inside the muscle
  });
  const safe = timer.time('safe: search and cover', progress => {
    const options = { mode: 'safe', answers: 'yes-no', refinements: 6, tolerance: TOLERANCE, progress } as const;
    return reduceTable(searchMotion(cells, covering[0], covering[1], options), 'cover');
  });
  const poses = isQuick ? 2000 : 20_000;
  const lines = [['table', 'skin', 'muscle', 'tests', 'colliding', 'missed', 'phantom', 'of free']];
  for (const [name, table, kinematics] of [
    ['published', published, samples],
    [`safe, ${TOLERANCE} early`, safe, cells],
  ] as const) {
    const { colliding, missed, phantom } = timer.time(`verify: ${name}`, progress =>
      verifyTable(table, kinematics, scene.a, scene.b, { poses, progress }),
    );
    const counts = [table.a.ids.length, table.b.ids.length, countTests(table), colliding, missed, phantom];
    lines.push([name, ...counts.map(String), `${((100 * phantom) / (poses - colliding)).toFixed(1)} %`]);
    const resultHash = hashNumbers([colliding, missed, phantom]);
    const common = {
      bench: 'tabulated',
      scene: `forehead, ${poses} random poses`,
      method: name,
      unit: 'poses',
      resultHash,
    };
    report.rows.push({ ...common, metric: 'colliding, reported free', value: missed });
    report.rows.push({ ...common, metric: 'free, reported colliding', value: phantom });
    if (table.guarantee !== 'triangles') continue;
    report.targets.push({ name: `forehead, safe: missed of ${poses} poses`, value: missed, unit: '', atMost: 0 });
  }
  print(`\nat ${poses} random poses, against the triangles:\n`);
  for (const line of formatTable(lines)) print(line);
}

/** A way of finding all that collides at every step: pairs, or with an ellipsoid single spheres. */
interface Finder extends Contender {
  name: string;
  tests(): string;
  /** How many were found at all steps together, at the last run. */
  found: number;
  /** Of the pairs found, in a run of its own. */
  hash(): string;
}

function timeSteps(
  scene: ConstrainedScene,
  samples: Kinematics,
  table: Table,
  rounds: number,
  { print }: BenchOptions,
  report: Report,
): void {
  const motion = poseMotion(scene, samples);
  const finders = [
    findByTable(table, samples, motion),
    findByTrees('tight sphere tree, refitted', table, motion),
    findByEllipsoid(table, motion),
  ];
  const isPairs = (k: number): boolean => k < 2;
  const exact: Method[] = askTriangles(scene, motion);
  const times = measureInterleaved([...finders, ...exact], rounds).map(time => (1e6 * time) / scene.steps);
  const lines = [['method', 'tests/step', 'ns/step', 'found/step', 'answer']];
  finders.forEach(({ name, tests, found, hash }, k) => {
    lines.push([name, tests(), times[k].toFixed(0), (found / scene.steps).toFixed(1), isPairs(k) ? hash() : '']);
    const resultHash = isPairs(k) ? hash() : hashNumbers([found]); // an ellipsoid meets spheres, not pairs
    const common = { bench: 'tabulated', scene: 'forehead, brows raised', method: name, resultHash };
    report.rows.push({ ...common, metric: 'time per step', unit: 'ns', value: times[k] });
  });
  exact.forEach((method, k) => {
    const time = times[finders.length + k];
    lines.push([`${method.name}, yes or no`, '', time.toFixed(0), '', method.hash()]);
    const common = { bench: 'tabulated', scene: 'forehead, brows raised', method: method.name };
    report.rows.push({ ...common, metric: 'time per step', unit: 'ns', value: time, resultHash: method.hash() });
  });
  print(`\nbrows raised three times, ${scene.steps} steps, all pairs of spheres that collide:\n`);
  for (const line of formatTable(lines)) print(line);
  if (finders[0].hash() !== finders[1].hash()) throw new Error('tabulated: table and tree find different pairs');
  report.targets.push({
    name: 'forehead: tight sphere tree / table',
    value: times[1] / times[0],
    unit: 'x',
    atLeast: 1.5,
  });
}

function findByTable(table: Table, kinematics: Kinematics, { poses }: PosedMotion): Finder {
  const look = createLookUp(table, kinematics);
  const pairs = new Uint32Array(2 * countTests(table));
  const find = (step: number): number => {
    look.poses = poses[step];
    return lookUpPairs(look, pairs);
  };
  return createFinder('table', poses.length, find, pairs, () => String(countTests(table)));
}

function findByTrees(name: string, { a, b }: Table, { poses }: PosedMotion): Finder {
  const trees = createTreePair(a.spheres, b.spheres);
  const pairs = new Uint32Array(2 * a.ids.length * b.ids.length);
  const find = (step: number): number => {
    const count = walkTreePair(trees, poses[step], pairs);
    for (let k = 0; k < count; k++) {
      pairs[2 * k] = a.ids[pairs[2 * k]];
      pairs[2 * k + 1] = b.ids[pairs[2 * k + 1]];
    }
    return count;
  };
  const countNodes = (): string => {
    trees.tests = 0;
    for (let step = 0; step < poses.length; step++) find(step);
    return (trees.tests / poses.length).toFixed(1);
  };
  return createFinder(name, poses.length, find, pairs, countNodes);
}

function createFinder(
  name: string,
  steps: number,
  find: (step: number) => number,
  pairs: Uint32Array,
  tests: () => string,
): Finder {
  const finder: Finder = {
    name,
    tests,
    found: 0,
    run() {
      finder.found = 0;
      for (let step = 0; step < steps; step++) finder.found += find(step);
    },
    hash: () => foldHashes(Array.from({ length: steps }, (_, step) => hashPairs(pairs.subarray(0, 2 * find(step))))),
  };
  return finder;
}

/** The spheres of the skin that the table keeps, each against the muscle as a bent ellipsoid. */
function findByEllipsoid({ a }: Table, { poses }: PosedMotion): Finder {
  const { centers, radii, source } = a.spheres;
  const [raised] = source.kind === 'morph' ? source.targets : [];
  const unbent = new Float64Array(6);
  const find = (step: number): number => {
    const pose = poses[step];
    const weight = pose.a.weights[0];
    let count = 0;
    for (let i = 0; i < radii.length; i++) {
      const x = centers[3 * i] + weight * raised[3 * i];
      const y = centers[3 * i + 1] + weight * raised[3 * i + 1];
      const z = centers[3 * i + 2] + weight * raised[3 * i + 2];
      unbendFrontalis(pose.b.weights[0], pose.b.weights[1], x, y, z, unbent);
      const [px, py, pz, ax, ay, az] = unbent;
      if (sphereMeetsEllipsoid(px, py, pz, radii[i], ax, ay, az)) count++;
    }
    return count;
  };
  return createFinder('sphere-ellipsoid', poses.length, find, new Uint32Array(0), () => String(radii.length));
}
