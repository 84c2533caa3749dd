import { type Contender, foldHashes, hashPairs } from '../../../bench/harness/measure.ts';
import type { Report } from '../../../bench/harness/report.ts';
import { createCollider, createShape, createTracker, setPose, touches, trackTouch } from '../../../src/index.ts';
import {
  createLookUp,
  type Kinematics,
  lookUp,
  type PosePair,
  type SphereSet,
  type Table,
} from '../../../src/tabulated/index.ts';
import { createPosePair } from '../../../src/tabulated/motion/kinematics.ts';
import { countTests } from '../../../src/tabulated/table/table.ts';
import { askRegion, createAngularRegion, isInRegion } from '../angular-region.ts';
import type { ConstrainedScene } from '../scenes/constrained-scene.ts';
import { createTreePair, walkTreePair } from '../sphere-trees.ts';

/** The poses of a scene's motion, written out beforehand: answers are timed and not the animation. */
export interface PosedMotion {
  values: Float64Array[];
  poses: PosePair[];
}

export function poseMotion(scene: ConstrainedScene, kinematics: Kinematics): PosedMotion {
  const values = Array.from({ length: scene.steps }, (_, step) => {
    const at = new Float64Array(kinematics.freedoms.length);
    scene.writeValues(step, at);
    return at;
  });
  const poses = values.map(at => {
    const pair = createPosePair(kinematics);
    kinematics.write(at, pair);
    return pair;
  });
  return { values, poses };
}

/** One way of asking at every step whether the two sides collide. Methods with equal `question` must answer alike. */
export interface Method extends Contender {
  name: string;
  question: string;
  /** Tests of pairs of spheres (or of nodes) per step, on the mean; NaN where that says nothing. */
  testsPerStep(): number;
  answers: Uint8Array;
  hash(): string;
}

function createMethod(
  name: string,
  question: string,
  steps: number,
  ask: (step: number) => boolean,
  testsPerStep: () => number,
): Method {
  const answers = new Uint8Array(steps);
  return {
    name,
    question,
    answers,
    testsPerStep,
    run() {
      for (let step = 0; step < steps; step++) answers[step] = ask(step) ? 1 : 0;
    },
    hash: () => foldHashes(Array.from(answers)),
  };
}

export function askTable(
  name: string,
  question: string,
  table: Table,
  kinematics: Kinematics,
  { poses }: PosedMotion,
): Method {
  const look = createLookUp(table, kinematics);
  const ask = (step: number): boolean => {
    look.poses = poses[step];
    return lookUp(look);
  };
  return createMethod(name, question, poses.length, ask, () => countTests(table));
}

export function askTrees(
  name: string,
  question: string,
  spheresA: SphereSet,
  spheresB: SphereSet,
  { poses }: PosedMotion,
): Method {
  const trees = createTreePair(spheresA, spheresB);
  const method = createMethod(
    name,
    question,
    poses.length,
    step => walkTreePair(trees, poses[step], null) > 0,
    () => {
      trees.tests = 0;
      method.run();
      return trees.tests / poses.length;
    },
  );
  return method;
}

/** The method, and the share of steps that fall into the region. */
export function askAngularRegion(
  name: string,
  question: string,
  table: Table,
  kinematics: Kinematics,
  { poses, values }: PosedMotion,
): { method: Method; share: number } {
  const region = createAngularRegion(table, kinematics);
  const share = values.filter(at => isInRegion(region, at)).length / values.length;
  const all = table.a.ids.length * table.b.ids.length;
  const ask = (step: number): boolean => {
    region.all.poses = poses[step];
    return askRegion(region, values[step]);
  };
  return { method: createMethod(name, question, poses.length, ask, () => share * all), share };
}

/** The exact query between triangles: from scratch, and from where the last one ended. */
export function askTriangles(scene: ConstrainedScene, { poses }: PosedMotion): Method[] {
  const create = () => [scene.a, scene.b].map(({ mesh, source }) => createCollider(createShape(mesh, source)));
  return (['exact triangles', 'exact triangles, tracked'] as const).map((name, isTracked) => {
    const [a, b] = create();
    const front = createTracker(a, b);
    const ask = (step: number): boolean => {
      setPose(a, poses[step].a);
      setPose(b, poses[step].b);
      const options = { compiled: false }; // methods are compared, not compilers
      return isTracked ? trackTouch(front, options) : touches(a, b, options);
    };
    return createMethod(name, 'triangles', poses.length, ask, () => Number.NaN);
  });
}

/** A hash of which spheres a table tests against which. */
export function hashPairsOf({ a, b, rowStarts, columns }: Table): string {
  const pairs = Array.from(a.ids).flatMap((id, row) =>
    Array.from(columns.subarray(rowStarts[row], rowStarts[row + 1])).flatMap(column => [id, b.ids[column]]),
  );
  return foldHashes([hashPairs(Uint32Array.from(pairs))]);
}

/** Methods that answer the same question must give the same answers. */
export function checkAnswers(methods: readonly Method[]): void {
  for (const method of methods) {
    const first = methods.find(({ question }) => question === method.question);
    if (!first || first.hash() === method.hash()) continue;
    throw new Error(`tabulated: '${method.name}' and '${first.name}' answer differently`);
  }
}

/** The rows of a table of all methods, `times` in ns per step; adds them to the report too. */
export function reportSteps(scene: string, methods: readonly Method[], times: number[], report: Report): string[][] {
  const lines = [['method', 'asks', 'tests/step', 'ns/step', 'colliding', 'answer']];
  methods.forEach((method, k) => {
    const tests = method.testsPerStep();
    const colliding = method.answers.reduce((sum, answer) => sum + answer, 0);
    const text = Number.isNaN(tests) ? '' : tests.toFixed(1);
    lines.push([method.name, method.question, text, times[k].toFixed(0), String(colliding), method.hash()]);
    const common = { bench: 'tabulated', scene, method: method.name, resultHash: method.hash() };
    report.rows.push({ ...common, metric: 'time per step', unit: 'ns', value: times[k] });
    if (text !== '') report.rows.push({ ...common, metric: 'tests per step', unit: '', value: tests });
  });
  return lines;
}
