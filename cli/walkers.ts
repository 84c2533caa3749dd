import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { scenes } from '../scenes/catalogue.ts';
import type { Scene } from '../scenes/scene.ts';
import { refitBottomUp } from '../src/baselines.ts';
import {
  type Collider,
  createCollider,
  createShape,
  createStats,
  findPairs,
  findPairsByBruteForce,
  type Pose,
  type Stats,
  setPose,
} from '../src/index.ts';
import type { Model } from '../src/models/index.ts';

export type Print = (line: string) => void;

const ROUNDS = 9;
const WARM_UP = 3;
/** How many pairs of joints a line of the table names. */
const NAMED = 2;

/** One way to answer every step of the scene: its answers, what they cost in things done, and each query's time in us. */
interface Method {
  colliders: Collider[];
  isBottomUp: boolean;
  answers: Uint32Array[];
  stats: Stats;
  times: number[][];
}

/** Two men walk past each other: prints when and where they touch, what that cost, and what the usual way costs. */
export function runWalkers(print: Print): void {
  const scene = scenes['two-men-walking']();
  const [man] = scene.bodies;
  const poses = writePoses(scene);
  const shape = createShape(man.mesh, { kind: 'spherical-blend', skin: man.skin, skeleton: man.skeleton });
  const vertices = man.mesh.positions.length / 3;
  print(scene.title);
  print(
    `Each man: ${man.mesh.triangles.length / 3} triangles, ${vertices} vertices, ${man.skin.jointCount} joints, ` +
      `${shape.tree.links.length} bounding spheres. Spherical blend skinning, ${scene.steps} steps.\n`,
  );

  const createMethod = (isBottomUp: boolean): Method => {
    const colliders = scene.bodies.map(() => createCollider(shape));
    return { colliders, isBottomUp, answers: [], stats: createStats(), times: [] };
  };
  const onDemand = createMethod(false);
  const bottomUp = createMethod(true);
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    answerAllSteps(onDemand, poses);
    answerAllSteps(bottomUp, poses);
  }

  const touching = printContacts(scene, onDemand.answers, print);
  print('');
  printCosts(onDemand, bottomUp, touching, print);
  print('');
  printChecks(onDemand, bottomUp, poses, print);
  print('\nWhat to try next:');
  print("  npm run bench -- queries                                  this and harder scenes, beside the paper's table");
  print('  npm test                                                  the promises of docs/guarantees.md, checked');
  print('  node dist/scripts/render.js two-men-walking 65 men.png    a picture of any step of any scene');
  print('  examples/two-colliders.ts                                 the library in fifteen lines');
}

/** The poses of all bodies in each step, written beforehand so that the walking itself is not timed. */
function writePoses(scene: Scene): Pose[][] {
  return Array.from({ length: scene.steps }, (_, step) =>
    scene.bodies.map((model, body) => {
      const jointMatrices = new Float64Array(12 * model.skin.jointCount);
      scene.writePose(body, step, jointMatrices);
      return { jointMatrices };
    }),
  );
}

/** Poses both men and finds all touching pairs, step by step. The stats and answers of the last call are kept. */
function answerAllSteps(method: Method, poses: Pose[][]): void {
  const [a, b] = method.colliders;
  const times: number[] = [];
  method.answers = [];
  method.stats = createStats();
  for (const [poseA, poseB] of poses) {
    const start = performance.now();
    setPose(a, poseA);
    setPose(b, poseB);
    if (method.isBottomUp) method.colliders.forEach(refitBottomUp);
    method.answers.push(findPairs(a, b, method.stats));
    times.push(1000 * (performance.now() - start));
  }
  method.times.push(times);
}

/** A line for each step in which the men touch; returns those steps. */
function printContacts(scene: Scene, answers: Uint32Array[], print: Print): number[] {
  const [modelA, modelB] = scene.bodies;
  const jointsA = mainJoints(modelA);
  const jointsB = mainJoints(modelB);
  const touching = answers.flatMap((pairs, step) => (pairs.length > 0 ? [step] : []));
  print('step  pairs of triangles  where: joint of one man / joint of the other (pairs)');
  for (const step of touching) {
    const pairs = answers[step];
    const counts = new Map<string, number>();
    for (let k = 0; k < pairs.length; k += 2) {
      const place = `${modelA.jointNames[jointsA[pairs[k]]]} / ${modelB.jointNames[jointsB[pairs[k + 1]]]}`;
      counts.set(place, (counts.get(place) ?? 0) + 1);
    }
    const places = [...counts].sort(([, m], [, n]) => n - m);
    const named = places.slice(0, NAMED).map(([place, count]) => `${place} (${count})`);
    const more = places.length > NAMED ? `, ${places.length - NAMED} more` : '';
    print(`${String(step).padStart(4)}  ${String(pairs.length / 2).padStart(18)}  ${named.join(', ')}${more}`);
  }
  return touching;
}

/** For each triangle of the model the joint with the largest weight at its three corners together. */
function mainJoints(model: Model): Uint32Array {
  const { triangles } = model.mesh;
  const { influences, joints, weights, jointCount } = model.skin;
  const main = new Uint32Array(triangles.length / 3);
  for (let t = 0; t < main.length; t++) {
    const sums = new Float64Array(jointCount);
    for (let corner = 3 * t; corner < 3 * t + 3; corner++) {
      for (let k = triangles[corner] * influences; k < (triangles[corner] + 1) * influences; k++) {
        sums[joints[k]] += weights[k];
      }
    }
    main[t] = sums.indexOf(Math.max(...sums));
  }
  return main;
}

function printCosts(onDemand: Method, bottomUp: Method, touching: number[], print: Print): void {
  const steps = onDemand.answers.length;
  const { tree, mesh } = onDemand.colliders[0].shape;
  const share = (done: number, ofEach: number): string => `${((100 * done) / (2 * ofEach * steps)).toFixed(1)} %`;
  const all = [...onDemand.answers.keys()];
  const row = (cells: string[]): void =>
    print(cells.map((cell, c) => (c === 0 ? cell.padEnd(28) : cell.padStart(18))).join(''));
  const times = [all, touching].map(of => [timePerQuery(onDemand, of), timePerQuery(bottomUp, of)]);
  const { vertices, refits } = onDemand.stats;
  row(['a query, on average', 'all steps', 'touching steps', 'vertices deformed', 'spheres refitted']);
  row([
    'on demand (poseclash)',
    ...times.map(([ours]) => `${ours.toFixed(0)} us`),
    share(vertices, mesh.positions.length / 3),
    share(refits, tree.links.length),
  ]);
  row(['all, bottom-up (baseline)', ...times.map(([, base]) => `${base.toFixed(0)} us`), '100.0 %', '100.0 %']);
  row(['times faster', ...times.map(([ours, base]) => (base / ours).toFixed(1))]);
  print(
    `(poses set and pairs found; mean over the steps, median of ${ROUNDS} rounds run in turn; the ratio is what counts)`,
  );
}

/** The median over the rounds of the mean time over the given steps. */
function timePerQuery(method: Method, steps: number[]): number {
  const means = method.times
    .slice(WARM_UP)
    .map(times => steps.reduce((sum, step) => sum + times[step], 0) / Math.max(1, steps.length));
  return means.sort((a, b) => a - b)[means.length >> 1];
}

/** Compares the answers of both methods in every step, and those of the busiest step with brute force. */
function printChecks(onDemand: Method, bottomUp: Method, poses: Pose[][], print: Print): void {
  const { answers, colliders } = onDemand;
  const differing = answers.filter((pairs, step) => !samePairs(pairs, bottomUp.answers[step])).length;
  const touching = answers.filter(pairs => pairs.length > 0).length;
  const total = answers.reduce((sum, pairs) => sum + pairs.length / 2, 0);
  print(`${touching} of ${answers.length} steps touch, ${total} pairs of triangles in all.`);
  print(differing === 0 ? 'Both ways: the same answers in every step.' : `Answers DIFFER in ${differing} steps.`);
  const busiest = answers.reduce((best, pairs, step) => (pairs.length > answers[best].length ? step : best), 0);
  colliders.forEach((collider, body) => {
    setPose(collider, poses[busiest][body]);
  });
  const expected = findPairsByBruteForce(colliders[0], colliders[1]);
  const verdict = samePairs(answers[busiest], expected) ? 'the same answer' : 'a DIFFERENT answer';
  print(`Brute force over all pairs of triangles in step ${busiest}: ${expected.length / 2} pairs, ${verdict}.`);
}

function samePairs(a: Uint32Array, b: Uint32Array): boolean {
  const sorted = (pairs: Uint32Array): number[] =>
    Array.from({ length: pairs.length / 2 }, (_, k) => pairs[2 * k] * 2 ** 26 + pairs[2 * k + 1]).sort((m, n) => m - n);
  return sorted(a).join() === sorted(b).join();
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) runWalkers(console.log);
