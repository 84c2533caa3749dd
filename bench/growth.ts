import { type PosedScene, poseScene, poseStep } from '../papers/posed-scene.ts';
import { scenes } from '../papers/scene-catalogue.ts';
import { createStats } from '../src/debug.ts';
import { createCollider, createShape, type Stats, touches } from '../src/index.ts';
import { shapeBytes } from '../src/shape.ts';
import { creatureScenes } from './creature-scenes.ts';
import { type Contender, foldHashes, measureInterleaved } from './harness/measure.ts';
import { type Bench, type BenchOptions, formatTable, NOTHING_ASKED } from './harness/report.ts';

/** How a query that touches lightly grows with the mesh: 13.6 thousand, 136 thousand and 1.36 million triangles. */
export const growth: Bench = {
  title:
    'the same light touch at 1x, 10x and 100x the triangles, against copying the vertex buffers; build time and memory',
  run(options, report) {
    const sizes = creatureScenes(options.isQuick).map(name => prepare(name, options));
    const contenders = sizes.flatMap(size => [size.query, size.copy]);
    const times = measureInterleaved(contenders, options.isQuick ? 15 : 31).map(
      (time, c) => (1000 * time) / sizes[c >> 1].steps,
    );

    options.print('\nlinear blend, yes/no, steps in which the creatures begin or cease to touch\n');
    const table: (string | number)[][] = [
      [
        'triangles',
        'query us',
        'copy us',
        'x per 10x',
        'volume tests',
        'refits',
        'vertices',
        'build s',
        'bytes per triangle',
      ],
    ];
    sizes.forEach((size, s) => {
      const query = times[2 * s];
      const copy = times[2 * s + 1];
      const factor = s > 0 ? query / times[2 * s - 2] : NaN;
      const perQuery = (count: number): string => (count / size.steps).toFixed(0);
      const { volumeTests, refits, vertices } = size.stats();
      const counts = [volumeTests, refits, vertices].map(perQuery);
      table.push([String(size.triangles), query, copy, s > 0 ? factor : '', ...counts, size.buildSeconds, size.bytes]);
      const common = { bench: 'growth', scene: `${size.triangles} triangles`, method: 'linear-blend, on demand' };
      report.rows.push({
        ...common,
        metric: 'light touch, yes/no',
        unit: 'us',
        value: query,
        resultHash: foldHashes(size.answers()),
      });
      report.rows.push({
        ...common,
        method: 'Float32Array.set',
        metric: 'copy both vertex buffers',
        unit: 'us',
        value: copy,
        resultHash: NOTHING_ASKED,
      });
      report.rows.push({ ...common, metric: 'build', unit: 's', value: size.buildSeconds, resultHash: NOTHING_ASKED });
      report.rows.push({
        ...common,
        metric: 'shape memory',
        unit: 'bytes per triangle',
        value: size.bytes,
        resultHash: NOTHING_ASKED,
      });
      if (s > 0)
        report.targets.push({ name: `growth to ${size.triangles} triangles`, value: factor, unit: 'x', atMost: 4 });
      report.targets.push({
        name: `memory at ${size.triangles} triangles`,
        value: size.bytes,
        unit: 'bytes per triangle',
        atMost: 200,
      });
    });
    for (const line of formatTable(table)) options.print(line);
    const largest = sizes.length - 1;
    report.targets.push({
      name: `query over copying the vertex buffers at ${sizes[largest].triangles} triangles`,
      value: times[2 * largest] / times[2 * largest + 1],
      unit: 'x',
      atMost: 1,
    });
    report.targets.push({
      name: `build of ${sizes[largest].triangles} triangles`,
      value: sizes[largest].buildSeconds,
      unit: 's',
      atMost: 60,
    });
  },
};

interface Size {
  triangles: number;
  steps: number;
  buildSeconds: number;
  bytes: number;
  query: Contender;
  copy: Contender;
  stats(): Stats;
  /** By step, whether they touch. */
  answers(): number[];
}

function prepare(name: string, { print }: BenchOptions): Size {
  print(`${name}: generating`);
  const scene = scenes[name]();
  const { mesh, skin, skeleton } = scene.bodies[0];
  const triangles = mesh.triangles.length / 3;
  const start = performance.now();
  let told = 0;
  const shape = createShape(
    mesh,
    { kind: 'linear-blend', skin, skeleton },
    {
      progress: share => {
        if (share >= told + 0.25) print(`${name}: building, ${Math.round(100 * (told = share))} %`);
      },
    },
  );
  const buildSeconds = (performance.now() - start) / 1000;
  const colliders = [createCollider(shape), createCollider(shape)];
  const posed = poseScene(scene);
  const light = findLightSteps(posed, colliders);
  print(`${name}: built in ${buildSeconds.toFixed(1)} s; ${light.length} steps of light touch`);

  // What any method that reads deformed vertices has to do at least: take over two vertex buffers.
  const source = new Float32Array(mesh.positions.length).fill(1);
  const targets = [new Float32Array(source.length), new Float32Array(source.length)];
  let stats = createStats();
  let answers: number[] = [];
  return {
    triangles,
    steps: light.length,
    buildSeconds,
    bytes: shapeBytes(shape) / triangles,
    stats: () => stats,
    answers: () => answers,
    query: {
      run: () => {
        stats = createStats();
        answers = light.map(step => {
          poseStep(posed, colliders, step);
          return touches(colliders[0], colliders[1], { stats }) ? 1 : 0;
        });
      },
    },
    copy: {
      run: () => {
        for (let step = 0; step < light.length; step++) for (const target of targets) target.set(source);
      },
    },
  };
}

/** Steps just before and after touching begins or ends: contact is light there, at every mesh size. */
function findLightSteps(posed: PosedScene, colliders: Parameters<typeof poseStep>[1]): number[] {
  const answers = posed.poses[0].map((_, step) => {
    poseStep(posed, colliders, step);
    return touches(colliders[0], colliders[1]);
  });
  const light = new Set<number>();
  for (let step = 1; step < answers.length; step++) {
    if (answers[step] === answers[step - 1]) continue;
    for (let near = Math.max(0, step - 3); near < Math.min(answers.length, step + 3); near++) light.add(near);
  }
  return [...light].sort((a, b) => a - b);
}
