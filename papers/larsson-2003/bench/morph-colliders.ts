import { foldHashes, hashPairs, sameAnswers } from '../../../bench/harness/measure.ts';
import type { MorphModel } from '../../../models/morphing/index.ts';
import { createStats } from '../../../src/debug.ts';
import {
  type Collider,
  createCollider,
  createShape,
  findPairs,
  type Shape,
  type ShapeOptions,
  type Stats,
  setPlacement,
  setPose,
  touches,
} from '../../../src/index.ts';
import { createHybrid, listNodeVertices, type NodeVertices, refitBottomUp, refitHybrid } from '../../baselines.ts';
import { forgetEpochs } from '../../switch-off.ts';
import type { MorphScene } from '../scenes/morph-scene.ts';

export type Question = 'all pairs' | 'first pair';

/** 'on demand' is ours; 'hybrid' [Larsson2001] and 'layered' [Brown2001] deform every vertex of every pose. */
export type Update = 'on demand' | 'hybrid' | 'layered';

/** A scene of morphing bodies with its poses written out beforehand, so that benches time queries and not the animation. */
export interface PosedMorphs {
  scene: MorphScene;
  /** The steps that are run, and by body, then step, the weights of the targets and the placement. */
  steps: number[];
  weights: Float64Array[][];
  placements: Float64Array[][];
}

export function poseMorphs(scene: MorphScene, steps: number[]): PosedMorphs {
  const weights = scene.bodies.map((): Float64Array[] => []);
  const placements = scene.bodies.map((): Float64Array[] => []);
  scene.bodies.forEach((model, body) => {
    for (const step of steps) {
      const shares = new Float64Array(model.references.length);
      const placement = new Float64Array(12);
      scene.writePose(body, step, shares, placement);
      weights[body].push(shares.subarray(1)); // of the first reference the rest, to 1
      placements[body].push(placement);
    }
  });
  return { scene, steps, weights, placements };
}

/**
 * The system of [Larsson2003]: its tree of up to eight children cut at the midpoints, one triangle for each leaf, volumes blended by Eq. 3
 * (our own rule, which weights below 0 do not break) and boxes compared along the six faces of both. Plain, with the frame stamp of its section 5, and with a volume inserted
 * between references; boxes, and the k-DOPs it speaks of.
 */
export const publishedWays: { name: string; options: MorphOptions; prepare?: (collider: Collider) => void }[] = [
  { name: 'boxes, plain', options: { tree: 'midpoint', volumes: 'box' }, prepare: forgetEpochs },
  { name: 'boxes, stamped', options: { tree: 'midpoint', volumes: 'box' } },
  { name: 'boxes, stamped, 1 in between', options: { tree: 'midpoint', volumes: 'box', inBetweens: 1 } },
  { name: '16-DOPs, stamped', options: { tree: 'midpoint', volumes: 'dop' } },
];

export interface MorphOptions extends ShapeOptions {
  /** Volumes inserted between consecutive references; none unless told, but see `DeformerSource`. */
  inBetweens?: number;
}

export function createMorphShape(model: MorphModel, { inBetweens, ...options }: MorphOptions = {}): Shape {
  const [base, ...others] = model.references;
  const targets = others.map(positions => positions.map((x, k) => x - base[k]));
  const source = { kind: 'morph', targets, ...(inBetweens === undefined ? {} : { inBetweens }) } as const;
  return createShape(model.mesh, source, options);
}

/** All bodies of a scene, brought to each step in one way. */
export interface MorphBodies {
  colliders: Collider[];
  poseStep(k: number): void;
}

export function createMorphBodies(
  { scene, weights, placements }: PosedMorphs,
  shape: Shape,
  update: Update,
): MorphBodies {
  const colliders = scene.bodies.map(() => createCollider(shape));
  const shared: NodeVertices | undefined = update === 'hybrid' ? listNodeVertices(shape) : undefined;
  const hybrids = update === 'hybrid' ? colliders.map(collider => createHybrid(collider, shared)) : [];
  return {
    colliders,
    poseStep(k) {
      colliders.forEach((collider, body) => {
        setPose(collider, { weights: weights[body][k] });
        setPlacement(collider, placements[body][k]);
        if (update === 'hybrid') refitHybrid(hybrids[body]);
        else if (update === 'layered') refitBottomUp(collider);
      });
    },
  };
}

/** One way to answer a question for all pairs of bodies in some steps. Times are in ms, by step, of the last run. */
export interface MorphMethod {
  name: string;
  question: Question;
  stats: Stats;
  hash: string;
  /** How many pairs of bodies touch, by step. */
  touching: number[];
  times: Float64Array;
  run(): void;
}

export function createMethod(
  posed: PosedMorphs,
  name: string,
  shape: Shape,
  update: Update,
  question: Question,
  prepare: (collider: Collider) => void = () => {},
): MorphMethod {
  const { colliders, poseStep } = createMorphBodies(posed, shape, update);
  colliders.forEach(prepare);
  const isAll = question === 'all pairs';
  const method: MorphMethod = {
    name,
    question,
    stats: createStats(),
    hash: '',
    touching: [],
    times: new Float64Array(posed.steps.length),
    run() {
      const stats = createStats();
      const options = { stats, compiled: false }; // methods are compared, not compilers
      const answers: Uint32Array[] = [];
      method.touching = posed.steps.map((_, k) => {
        const start = performance.now();
        let touching = 0;
        poseStep(k);
        for (let i = 0; i < colliders.length; i++) {
          for (let j = i + 1; j < colliders.length; j++) {
            if (isAll) {
              const pairs = findPairs(colliders[i], colliders[j], options);
              answers.push(pairs);
              if (pairs.length > 0) touching++;
            } else if (touches(colliders[i], colliders[j], options)) touching++;
          }
        }
        method.times[k] = performance.now() - start;
        return touching;
      });
      method.stats = stats;
      method.hash = foldHashes(isAll ? answers.map(hashPairs) : method.touching); // any first pair will do
    },
  };
  return method;
}

/**
 * Runs all methods in turn, round after round, and returns for each the least time of every step, in ms: what else the
 * machine does only ever adds. The first round warms up and does not count.
 */
export function measureSteps(methods: readonly MorphMethod[], rounds: number): Float64Array[] {
  const least = methods.map(({ times }) => new Float64Array(times.length).fill(Infinity));
  for (let round = -1; round < rounds; round++) {
    methods.forEach((method, m) => {
      method.run();
      if (round >= 0) least[m] = least[m].map((time, step) => Math.min(time, method.times[step]));
    });
  }
  for (const question of new Set(methods.map(method => method.question))) {
    sameAnswers(
      question,
      methods.filter(method => method.question === question),
    );
  }
  return least;
}

export function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
