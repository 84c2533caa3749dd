import { poseScene } from '../../papers/posed-scene.ts';
import { scenes } from '../../papers/scene-catalogue.ts';
import { createStats } from '../../src/debug.ts';
import {
  boundsOf,
  type Collider,
  castRay,
  createCollider,
  createShape,
  findNearestPoint,
  type Mesh,
  type Pose,
  pointOn,
  type Ray,
  type Skin,
  type Stats,
  setPose,
} from '../../src/index.ts';
import { createBounds } from '../../src/query/bounds/posed-bounds.ts';
import { createRayHit } from '../../src/query/probe/cast-ray.ts';
import { createNearestPoint } from '../../src/query/probe/nearest-point.ts';
import { createSurfacePoint } from '../../src/query/surface/point-on.ts';
import { creatureScenes } from '../creature-scenes.ts';
import { hashNumbers, measureInterleaved, median } from '../harness/measure.ts';
import { type Bench, type BenchOptions, formatTable, NOTHING_ASKED } from '../harness/report.ts';
import { createThreeMesh } from './rays-in-three.ts';

/** What a pointer over an animated character costs: one ray, or its bounds, after every new pose. */
export const rays: Bench = {
  title:
    'first hit of a ray, nearest point and bounds after a new pose, at 1x, 10x and 100x the triangles, against three.js',
  run(options, report) {
    const table: (string | number)[][] = [
      ['triangles', ...measures, 'refits', 'vertices', 'three ray ms', 'x', 'three box ms', 'x', 'same hits'],
    ];
    for (const name of creatureScenes(options.isQuick)) {
      const { triangles, times, stats, hashes, ray, box, agreed, threeHash } = measureSize(name, options);
      const hits = times['first hit'];
      table.push([
        String(triangles),
        ...measures.map(measure => times[measure]),
        stats.refits,
        stats.vertices,
        ray,
        (1000 * ray) / hits,
        box,
        (1000 * box) / times.bounds,
        agreed,
      ]);
      const common = { bench: 'rays', scene: `${triangles} triangles`, unit: 'us' };
      for (const measure of measures) {
        const row = { ...common, method: 'linear-blend, on demand', metric: measure, value: times[measure] };
        report.rows.push({ ...row, resultHash: hashes[measure] });
      }
      report.rows.push({
        ...common,
        method: 'three.js',
        metric: 'first hit',
        value: 1000 * ray,
        resultHash: threeHash.ray,
      });
      report.rows.push({
        ...common,
        method: 'three.js',
        metric: 'bounds',
        value: 1000 * box,
        resultHash: threeHash.box,
      });
      report.targets.push({
        name: `first hit after a new pose, ${triangles} triangles`,
        value: hits,
        unit: 'us',
        atMost: 20,
      });
      report.targets.push({ name: `bounds of ${triangles} triangles`, value: times.bounds, unit: 'us', atMost: 5 });
    }
    options.print(
      '\nlinear blend, 240 rays that hit, each in a pose of its own; us after the pose is set. "same spot": all at one',
    );
    options.print('place of the skin, as under a pointer; "again": the same ray once more\n');
    for (const line of formatTable(table)) options.print(line);
  },
};

const measures = [
  'new pose',
  'first hit',
  'same spot',
  'again',
  'nearest point',
  'bounds',
  'tight bounds',
  'anchor',
] as const;
type Measure = (typeof measures)[number];

/** What three.js takes for one ray, bounds known, and for one box, in ms; and how often it hits the same triangle. */
interface ThreeTimes {
  ray: number;
  box: number;
  agreed: string;
  threeHash: { ray: string; box: string };
}

interface Size extends ThreeTimes {
  triangles: number;
  times: Record<Measure, number>;
  hashes: Record<Measure, string>;
  /** Per ray. */
  stats: Stats;
}

const RAYS = 240;

function measureSize(name: string, { isQuick, print }: BenchOptions): Size {
  print(`${name}: generating`);
  const scene = scenes[name]();
  const { mesh, skin, skeleton } = scene.bodies[0];
  const collider = createCollider(createShape(mesh, { kind: 'linear-blend', skin, skeleton }));
  const poses = poseScene(scene).poses[0];
  const aimed = aimRays(poses, mesh.triangles.length / 3, collider);
  const hovering = aimRays(poses, 1, collider);
  const hit = createRayHit();
  const nearest = createNearestPoint();
  const bounds = createBounds();
  const place = createSurfacePoint();
  const run = (act: (ray: Ray, k: number) => void): { run(): void; ask(k: number): void } => {
    const ask = (k: number): void => {
      setPose(collider, aimed[k].pose);
      act(aimed[k].ray, k);
    };
    return { ask, run: () => aimed.forEach((_, k) => void ask(k)) };
  };
  const contenders = {
    'new pose': run(() => {}),
    'first hit': run(ray => castRay(collider, ray, { into: hit })),
    'same spot': run((_, k) => castRay(collider, hovering[k].ray, { into: hit })),
    again: run(ray => {
      castRay(collider, ray, { into: hit });
      castRay(collider, ray, { into: hit });
    }),
    'nearest point': run((_, k) => findNearestPoint(collider, aimed[k].near, { into: nearest })),
    bounds: run(() => boundsOf(collider, { into: bounds })),
    'tight bounds': run(() => boundsOf(collider, { into: bounds, tight: true })),
    anchor: run((_, k) => pointOn(collider, aimed[k].triangle, MIDDLE, { into: place })),
  };
  const whole = measureInterleaved(Object.values(contenders), isQuick ? 21 : 61, 5).map(ms => (1000 * ms) / RAYS);
  const times = Object.fromEntries(
    measures.map((measure, k) => [measure, whole[k] - (k > 0 ? whole[0] : 0)]),
  ) as Size['times'];
  times.again -= times['first hit'];

  const stats = createStats();
  const found = aimed.map(({ pose, ray }) => {
    setPose(collider, pose);
    return castRay(collider, ray, { into: hit, stats })?.triangle ?? -1;
  });
  const hits = hashNumbers(found.slice(0, threeRays(mesh)));
  const ask = (measure: Measure, answer: () => ArrayLike<number>): string =>
    hashNumbers(
      aimed.slice(0, 8).flatMap((_, k) => {
        contenders[measure].ask(k);
        return Array.from(answer());
      }),
    );
  const hashes: Size['hashes'] = {
    'new pose': NOTHING_ASKED,
    'first hit': hits,
    'same spot': ask('same spot', () => hit.point),
    again: hits,
    'nearest point': ask('nearest point', () => nearest.point),
    bounds: ask('bounds', () => [...bounds.low, ...bounds.high]),
    'tight bounds': ask('tight bounds', () => [...bounds.low, ...bounds.high]),
    anchor: ask('anchor', () => place.point),
  };
  for (const key of Object.keys(stats) as (keyof Stats)[]) stats[key] /= RAYS;
  return { triangles: mesh.triangles.length / 3, times, stats, hashes, ...measureThree(mesh, skin, aimed, found) };
}

interface AimedRay {
  pose: Pose;
  ray: Ray;
  /** What it is aimed at; something else may be in the way. */
  triangle: number;
  /** A point on the ray, a hand's breadth before it gets there. */
  near: Float64Array;
}

const MIDDLE = [1 / 3, 1 / 3, 1 / 3];

/** Rays at the middle of triangles all over the surface, from 10 units away and from all sides: each hits something. */
function aimRays(poses: readonly Pose[], triangles: number, collider: Collider): AimedRay[] {
  return Array.from({ length: RAYS }, (_, k) => {
    const pose = poses[(37 * k) % poses.length];
    const triangle = Math.floor((((k + 0.5) * 0.754877666) % 1) * triangles);
    setPose(collider, pose);
    const { point } = pointOn(collider, triangle, MIDDLE);
    const up = 1 - (2 * k + 1) / RAYS;
    const turn = 2.399963 * k; // the golden angle
    const flat = Math.sqrt(1 - up * up);
    const direction = Float64Array.of(flat * Math.cos(turn), up, flat * Math.sin(turn));
    const from = (away: number): Float64Array => point.map((x, axis) => x - away * direction[axis]);
    return { pose, triangle, ray: { origin: from(10), direction }, near: from(0.2) };
  });
}

/** Few rays: three.js looks at every triangle for each. */
function threeRays(mesh: Mesh): number {
  return Math.max(2, Math.min(40, Math.floor(1.5e6 / mesh.triangles.length)));
}

function measureThree(mesh: Mesh, skin: Skin, aimed: readonly AimedRay[], found: readonly number[]): ThreeTimes {
  const theirs = createThreeMesh(mesh, skin);
  const count = threeRays(mesh);
  const rayTimes: number[] = [];
  const boxTimes: number[] = [];
  const triangles: number[] = [];
  const corners: number[] = [];
  for (let k = 0; k < count; k++) {
    theirs.setPose(aimed[k].pose);
    theirs.mesh.computeBoundingSphere();
    let start = performance.now();
    theirs.mesh.computeBoundingBox();
    boxTimes.push(performance.now() - start);
    start = performance.now();
    const triangle = theirs.firstHit(aimed[k].ray);
    rayTimes.push(performance.now() - start);
    triangles.push(triangle);
    const { min, max } = theirs.mesh.boundingBox!;
    corners.push(...min.toArray(), ...max.toArray());
  }
  const same = triangles.filter((triangle, k) => triangle === found[k]).length;
  const threeHash = { ray: hashNumbers(triangles), box: hashNumbers(corners) };
  return { ray: median(rayTimes), box: median(boxTimes), agreed: `${same} of ${count}`, threeHash };
}
