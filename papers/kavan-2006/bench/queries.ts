import type { Contender } from '../../../bench/harness/measure.ts';
import { foldHashes, hashNumbers, hashPairs, measureInterleaved } from '../../../bench/harness/measure.ts';
import { type Bench, type BenchOptions, formatTable, type Report } from '../../../bench/harness/report.ts';
import { createStats } from '../../../src/debug.ts';
import { type Collider, findPairs, type Stats, setPose, touches, type VolumeKind } from '../../../src/index.ts';
import { freshVolumes, posedVolumes } from '../../../src/query/bounds/posed-volumes.ts';
import { nodeLevels } from '../../../src/tree/tree.ts';
import { buildCornerRecords, refitBottomUp, refitByAlgorithm1, refitByKavanZara2005 } from '../../baselines.ts';
import { createColliders, type PosedScene, poseScene, poseStep, type SkinnedKind } from '../../posed-scene.ts';
import { scenes } from '../../scene-catalogue.ts';

const kinds = ['linear-blend', 'spherical-blend'] as const;

/** Table 2 of [Kavan2006], the cost of one refitted sphere, and the share of spheres refitted by level (its Fig. 6). */
export const queries: Bench = {
  title: 'Table 2 of Kavan et al. 2006: time per query, on demand and bottom-up; time per refitted sphere; Fig. 6',
  run(options, report) {
    const men = poseScene(scenes['two-men-walking'](), options.isQuick ? 4 : 1);
    const creatures = poseScene(scenes['creatures-walk-through'](), options.isQuick ? 4 : 1);
    measureSpheres(creatures, options, report); // first: code that has met boxes too is compiled for both
    measureQueries(men, 'all pairs', [0.27, 0.31, 16.7], 10, options, report);
    measureQueries(creatures, 'all pairs', [6.14, 7.47, 35.17], 2, options, report);
    measureQueries(creatures, 'yes/no', [0.72, 1.44, 28.67], 12, options, report);
    measureBlending(men, 'all pairs', 1.3, options, report);
    measureBlending(creatures, 'all pairs', 1.3, options, report);
    measureBlending(creatures, 'yes/no', 2, options, report);
    measureShares(men, options, report);
  },
};

type Question = 'all pairs' | 'yes/no';

/** One way to answer a question in all steps of a scene. */
interface Method extends Contender {
  name: string;
  kind: SkinnedKind;
  volumes: VolumeKind;
  isBottomUp: boolean;
  hashes: number[];
  stats: Stats;
}

function createMethod(
  posed: PosedScene,
  question: Question,
  colliders: Collider[],
  kind: SkinnedKind,
  isBottomUp: boolean,
): Method {
  const [a, b] = colliders;
  const steps = posed.poses[0].length;
  const method: Method = {
    name: `${kind}, ${a.shape.volumeKind}, ${isBottomUp ? 'bottom-up' : 'on demand'}`,
    kind,
    volumes: a.shape.volumeKind,
    isBottomUp,
    hashes: [],
    stats: createStats(),
    run() {
      method.hashes = [];
      method.stats = createStats();
      const options = { stats: method.stats, compiled: false }; // methods are compared, not compilers
      for (let step = 0; step < steps; step++) {
        poseStep(posed, colliders, step);
        if (isBottomUp) colliders.forEach(refitBottomUp);
        if (question === 'yes/no') method.hashes.push(touches(a, b, options) ? 1 : 0);
        else method.hashes.push(hashPairs(findPairs(a, b, options)));
      }
    },
  };
  return method;
}

function measureQueries(
  posed: PosedScene,
  question: Question,
  paper: [linear: number, spherical: number, bottomUp: number],
  asked: number,
  { isQuick, print }: BenchOptions,
  report: Report,
): void {
  const steps = posed.poses[0].length;
  const methods = kinds.flatMap(kind =>
    (['box', 'sphere'] as const).flatMap(volumes => {
      const colliders = createColliders(posed.scene, kind, { volumes });
      return [false, true].map(isBottomUp => createMethod(posed, question, colliders, kind, isBottomUp));
    }),
  );
  const times = measureInterleaved(methods, isQuick ? 5 : 21).map(time => time / steps);

  print(`\n${posed.scene.name}, ${question}: time per query, mean over ${steps} steps\n`);
  const table: (string | number)[][] = [
    [
      'method',
      'us',
      'paper ms',
      'times faster',
      'paper',
      'volume tests',
      'refits',
      'vertices',
      'triangle tests',
      'answer',
    ],
  ];
  methods.forEach((method, m) => {
    const hash = foldHashes(method.hashes);
    const baselines = methods.flatMap((other, o) => (other.kind === method.kind && other.isBottomUp ? [o] : []));
    const baseline = baselines.reduce((best, o) => (times[o] < times[best] ? o : best)); // its better volume
    const paperTime = method.isBottomUp ? paper[2] : paper[kinds.indexOf(method.kind as 'linear-blend')];
    // The paper's baseline deforms spherically; for linear blending it gives none.
    const perQuery = (count: number): string => (count / steps).toFixed(0);
    const { volumeTests, refits, vertices, triangleTests } = method.stats;
    const ratio = times[baseline] / times[m];
    table.push([
      method.name,
      1000 * times[m],
      paperTime,
      ratio,
      paper[2] / paperTime,
      ...[volumeTests, refits, vertices, triangleTests].map(perQuery),
      hash,
    ]);
    const common = {
      bench: 'queries',
      scene: `${posed.scene.name}, ${question}`,
      method: method.name,
      resultHash: hash,
    };
    report.rows.push({ ...common, metric: 'time per query', unit: 'ms', value: times[m], paper: paperTime });
    report.rows.push({ ...common, metric: 'volume tests per query', unit: '', value: volumeTests / steps });
    report.rows.push({ ...common, metric: 'refits per query', unit: '', value: refits / steps });
    report.rows.push({ ...common, metric: 'vertices deformed per query', unit: '', value: vertices / steps });
    report.rows.push({ ...common, metric: 'triangle tests per query', unit: '', value: triangleTests / steps });
    if (method.isBottomUp) return;
    if (hash !== foldHashes(methods[baseline].hashes)) {
      print(`${method.name}: answers differ from the baseline's; not compared`);
      return;
    }
    if (method.volumes !== 'box') return; // spheres are shown beside; boxes are the default
    const name = `${posed.scene.name}, ${question}: ${method.kind}, on demand over bottom-up`;
    report.targets.push({ name, value: ratio, unit: 'x', atLeast: asked });
  });
  for (const line of formatTable(table)) print(line);
}

/** What blending quaternions costs over linear blending in whole questions, as users ask them: by the compiled query. The paper has 1.15, 1.22 and 2.0. */
function measureBlending(
  posed: PosedScene,
  question: Question,
  atMost: number,
  { isQuick, print }: BenchOptions,
  report: Report,
): void {
  const steps = posed.poses[0].length;
  const blends = ['linear-blend', 'spherical-blend', 'dual-quaternion-blend'] as const;
  const stats = blends.map(createStats);
  const answers: number[][] = blends.map(() => []);
  const contenders = blends.map((kind, k): Contender => {
    const colliders = createColliders(posed.scene, kind);
    const [a, b] = colliders;
    return {
      run() {
        stats[k] = createStats();
        for (let step = 0; step < steps; step++) {
          poseStep(posed, colliders, step);
          if (question === 'yes/no') answers[k][step] = Number(touches(a, b, { stats: stats[k] }));
          else answers[k][step] = findPairs(a, b, { stats: stats[k] }).length; // each blends to vertices of its own
        }
      },
    };
  });
  const times = measureInterleaved(contenders, isQuick ? 9 : 41).map(time => time / steps);
  const scene = `${posed.scene.name}, ${question}`;
  print(`\n${scene}, compiled: time per query, mean over ${steps} steps\n`);
  const table: (string | number)[][] = [['blending', 'us', 'over linear', 'volume tests', 'refits', 'vertices']];
  blends.forEach((kind, k) => {
    const perQuery = [stats[k].volumeTests, stats[k].refits, stats[k].vertices].map(count =>
      (count / steps).toFixed(0),
    );
    table.push([kind, 1000 * times[k], times[k] / times[0], ...perQuery]);
    const row = { bench: 'queries', scene, method: `${kind}, compiled`, resultHash: hashNumbers(answers[k]) };
    report.rows.push({ ...row, metric: 'time per query', unit: 'ms', value: times[k] });
    report.rows.push({ ...row, metric: 'volume tests per query', unit: '', value: stats[k].volumeTests / steps });
    if (k === 0) return;
    const name = k === 1 ? 'spherical over linear' : 'dual quaternion over linear';
    report.targets.push({ name: `${scene}: ${name}`, value: times[k] / times[0], unit: 'x', atMost });
  });
  for (const line of formatTable(table)) print(line);
}

/** Refits all spheres of the creature, pose after pose, by each rule: on the paper's tree and on the default tree. */
function measureSpheres(posed: PosedScene, { isQuick, print }: BenchOptions, report: Report): void {
  for (const tree of ['minimal-spheres', 'surface-area'] as const) {
    const names = ['linear', 'spherical', 'dual quaternion', 'linear (Kavan & Zara 2005)', 'spherical (Algorithm 1)'];
    const paperTimes = [undefined, undefined, undefined, 1210, 1310];
    const options = { tree, volumes: 'sphere' } as const;
    const [linear] = createColliders(posed.scene, 'linear-blend', options);
    const [spherical] = createColliders(posed.scene, 'spherical-blend', options);
    const [dual] = createColliders(posed.scene, 'dual-quaternion-blend', options);
    const poses = posed.poses[0].filter((_, step) => step % 8 === 0);
    const ours = (collider: Collider): Refits => ({
      spheres: () => collider.volumes,
      run: () => {
        for (const pose of poses) {
          setPose(collider, pose);
          posedVolumes(collider);
        }
      },
    });
    const contenders = [
      ours(linear),
      ours(spherical),
      ours(dual),
      byPaper(linear, refitByKavanZara2005, poses),
      byPaper(spherical, refitByAlgorithm1, poses),
    ];
    const counts = [linear, spherical, dual, linear, spherical].map(
      collider => poses.length * collider.shape.tree.links.length,
    );
    const times = measureInterleaved(contenders, isQuick ? 5 : 21).map((time, c) => (1e6 * time) / counts[c]);
    print(
      `\n${posed.scene.bodies[0].name}, ${tree} tree, ${counts[0] / poses.length} spheres: ns per refitted sphere, poses in turn\n`,
    );
    for (const line of formatTable([
      ['rule', 'ns', 'paper ns'],
      ...names.map((name, c) => [name, times[c], paperTimes[c] ?? '']),
    ]))
      print(line);
    names.forEach((method, c) => {
      const paper = paperTimes[c];
      report.rows.push({
        bench: 'queries',
        scene: `creature, ${tree} tree`,
        method,
        metric: 'time per refitted sphere',
        unit: 'ns',
        value: times[c],
        resultHash: hashNumbers(contenders[c].spheres()),
        ...(paper === undefined ? {} : { paper }),
      });
    });
    report.targets.push({
      name: `${tree} tree: spherical over linear, per sphere`,
      value: times[1] / times[0],
      unit: 'x',
      atMost: 1.5,
    });
    report.targets.push({
      name: `${tree} tree: Algorithm 1 over our spherical rule, per sphere`,
      value: times[4] / times[1],
      unit: 'x',
      atLeast: 2,
    });
  }
}

/** Refits all spheres; those of the last pose are what the time belongs to. */
interface Refits extends Contender {
  spheres(): Float64Array;
}

function byPaper(collider: Collider, rule: typeof refitByAlgorithm1, poses: PosedScene['poses'][0]): Refits {
  const { mesh, deformer, tree } = collider.shape;
  const records = buildCornerRecords(mesh, deformer, tree.slotStarts, tree.slotEnds);
  const list = new Float64Array(8 * records.maxList);
  const out = new Float64Array(4 * tree.links.length);
  return {
    spheres: () => out,
    run: () => {
      for (const pose of poses) {
        setPose(collider, pose);
        for (let node = 0; node < tree.links.length; node++)
          rule(records, deformer, collider.posed, node, list, out, 4 * node);
      }
    },
  };
}

/** Fig. 6: which share of the spheres of each level a query refits, mean over the steps, on the paper's tree. */
function measureShares(posed: PosedScene, { print }: BenchOptions, report: Report): void {
  const paper: Record<number, number> = { 5: 19, 6: 9 };
  const colliders = createColliders(posed.scene, 'spherical-blend', {
    tree: 'minimal-spheres',
    volumes: 'sphere',
  });
  const levels = nodeLevels(colliders[0].shape.tree);
  const depth = Math.max(...levels);
  const total = new Float64Array(depth + 1);
  const fresh = new Float64Array(depth + 1);
  const answers: number[] = [];
  for (let step = 0; step < posed.poses[0].length; step++) {
    poseStep(posed, colliders, step);
    answers.push(hashPairs(findPairs(colliders[0], colliders[1], { compiled: false })));
    for (const collider of colliders) {
      freshVolumes(collider).forEach((isFresh, node) => {
        fresh[levels[node]] += isFresh;
        total[levels[node]]++;
      });
    }
  }
  print(`\n${posed.scene.name}, all pairs, minimal-spheres tree: % of spheres refitted by level (paper: one frame)\n`);
  const table: (string | number)[][] = [['level', 'refitted %', 'paper %']];
  for (let level = 0; level <= depth; level++) {
    const value = (100 * fresh[level]) / total[level];
    table.push([String(level + 1), value, paper[level + 1] ?? '']);
    report.rows.push({
      bench: 'queries',
      scene: `${posed.scene.name}, level ${level + 1}`,
      method: 'spherical-blend, on demand',
      metric: 'spheres refitted',
      unit: '%',
      value,
      resultHash: foldHashes(answers),
      ...(paper[level + 1] === undefined ? {} : { paper: paper[level + 1] }),
    });
  }
  for (const line of formatTable(table)) print(line);
}
