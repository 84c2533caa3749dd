import {
  createSweptCheck,
  findContactsByVolumes,
  type SweptCheck,
  startSweptFrom,
  takeSweptStep,
} from '../../papers/baselines.ts';
import { createSweep, findSelfImpacts, type SelfImpacts, type Sweep, sweepTo } from '../../src/continuous/index.ts';
import type { Observer } from '../../src/continuous/radial-view/observers.ts';
import type { RadialPlan } from '../../src/continuous/radial-view/plan.ts';
import { placeObservers } from '../../src/continuous/self/follow-joints.ts';
import { planShape } from '../../src/continuous/self/plan-shape.ts';
import { createStepStats } from '../../src/continuous/self/step-stats.ts';
import { setSweep } from '../../src/continuous/sweep.ts';
import { type Collider, createCollider, posedPositions, type Shape, type Skeleton, setPose } from '../../src/index.ts';
import { freshVolumes } from '../../src/query/bounds/posed-volumes.ts';
import type { JointTurn, ViewOptions } from '../protocol.ts';
import { type Cast, writeCast } from './cast.ts';
import { clock, countActors, type LinearCounters } from './counters.ts';
import type { Answer } from './opened.ts';

/** One body on its way from step to step. */
export interface ImpactQuestion {
  cast: Cast;
  skeleton: Skeleton;
  sweep: Sweep;
  /** Moving boxes around parts of the surface. */
  boxes: number;
  /** The step the sweep ends at, and the turns it was made with; -1: none yet. */
  step: number;
  turns: string;
  /** How the surface is divided, for drawing; made when first asked for. */
  radial: RadialPlan | null;
  /** The linear method; made when first asked for. For how many steps it is left out now. */
  rival: Rival | null;
  pauses: number;
}

/** What [Wong2013] calls Base, with a collider of its own: what it computes must spare the sweep nothing. */
interface Rival {
  check: SweptCheck;
  collider: Collider;
}

/** The linear method may take so long (ms) for each step shown, on the mean: a slow one is only asked now and then. */
const PATIENCE = 25;

export function createImpactQuestion(cast: Cast, skeleton: Skeleton): ImpactQuestion {
  const [{ collider }] = cast.actors;
  const sweep = createSweep(collider.shape);
  const { boxes } = findSelfImpacts(sweep, { skeleton }); // the first call prepares the shape: that is part of no step
  return { cast, skeleton, sweep, boxes, step: -1, turns: '', radial: null, rival: null, pauses: 0 };
}

/**
 * Asks what touches between the last step and this one. Every vertex moves on the way, so every vertex is computed, once: the
 * work counted and timed is that of going one step on, also after a leap or if the same step is asked about again. At step 0
 * there is nothing before, and nothing is asked.
 */
export function askImpacts(
  question: ImpactQuestion,
  step: number,
  options: ViewOptions,
  turns: readonly JointTurn[],
): Answer {
  const { cast, skeleton, sweep } = question;
  const [actor] = cast.actors;
  const isNext = question.step === step - 1 && question.turns === JSON.stringify(turns);
  if (!isNext) standAt(question, Math.max(0, step - 1), turns);
  writeCast(cast, step, turns);
  setPose(actor.collider, actor); // for picking and drawing; moves nothing
  const stats = createStepStats();
  const counters = countActors(step > 0 ? cast.actors : []);
  let found: SelfImpacts | null = null;
  if (step > 0) {
    const before = verticesOf(sweep);
    counters.milliseconds = clock(() => {
      sweepTo(sweep, actor);
      found = findSelfImpacts(sweep, { skeleton, stats });
      // A step that begins in contact shows all of it, old and new.
      if (!found.isFreeAtStart) found = findSelfImpacts(sweep, { skeleton, find: 'all', stats });
    });
    // Vertices and boxes at the end of the step; and what it took to see if it begins free.
    counters.allVolumes = 2 * (actor.body.triangles.length / 3) - 1; // its tree has a leaf for each triangle
    counters.vertices = counters.allVertices + verticesOf(sweep) - before;
    counters.refits = question.boxes + freshVolumes(sweep.start).reduce((sum, isFresh) => sum + isFresh, 0);
  }
  question.step = step;
  question.turns = JSON.stringify(turns);
  counters.volumeTests = stats.volumeTests;
  counters.triangleTests = stats.featureTests;
  if (options.compares && step > 0 && question.pauses-- <= 0) {
    Object.assign(counters, askEverything(question));
    question.pauses = Math.floor(counters.linearMilliseconds / PATIENCE);
  }
  return {
    ...gatherImpacts(found),
    counters,
    ...(options.overlay === 'clusters' ? drawClusters(question) : {}),
  };
}

/** Brings the sweep to where it would be had it come to a step from the one before: part of no answer, so not counted. */
function standAt({ cast, sweep, skeleton }: ImpactQuestion, step: number, turns: readonly JointTurn[]): void {
  writeCast(cast, step, turns);
  const { jointMatrices } = cast.actors[0];
  setSweep(sweep, { jointMatrices }, { jointMatrices });
  findSelfImpacts(sweep, { skeleton });
}

function verticesOf({ start, end }: Sweep): number {
  return start.verticesDeformed + end.verticesDeformed;
}

function gatherImpacts(found: SelfImpacts | null): Pick<Answer, 'touching' | 'contacts'> {
  const impacts = found?.impacts ?? [];
  const triangles = new Set(impacts.flatMap(impact => impact.triangles));
  return { touching: [Uint32Array.from(triangles).sort()], contacts: impacts.length };
}

/**
 * All vertices, all swept volumes bottom-up, then everything whose volumes meet: all contacts of the step, of which the first ones are
 * the answer.
 */
function askEverything(question: ImpactQuestion): LinearCounters {
  const { start, end } = question.sweep;
  question.rival ??= { check: createSweptCheck(end.shape.mesh, null), collider: createCollider(end.shape) };
  const { check, collider } = question.rival;
  setPose(collider, start);
  startSweptFrom(check, orderedPositions(collider));
  const { stats } = check.tester;
  const before = { ...stats };
  const linearMilliseconds = clock(() => {
    setPose(collider, end);
    takeSweptStep(check, orderedPositions(collider));
    findContactsByVolumes(check);
  });
  return {
    linearMilliseconds,
    linearVolumeTests: stats.volumeTests - before.volumeTests,
    linearTriangleTests: stats.featureTests - before.featureTests,
    linearContacts: Number.NaN,
  };
}

/** In the order of the shape's own mesh. */
function orderedPositions(collider: Collider): Float64Array {
  const { vertexOrder } = collider.shape;
  const positions = posedPositions(collider);
  const ordered = new Float64Array(positions.length);
  for (let v = 0; v < vertexOrder.length; v++) {
    for (let axis = 0; axis < 3; axis++) ordered[3 * v + axis] = positions[3 * vertexOrder[v] + axis];
  }
  return ordered;
}

function drawClusters(question: ImpactQuestion): Pick<Answer, 'clusterOfTriangle' | 'observers'> {
  const { collider } = question.cast.actors[0];
  question.radial ??= planShape(collider.shape, question.skeleton).radial;
  const { radial } = question;
  const seen = radial.observers.filter(observer => observer !== null);
  return {
    clusterOfTriangle: byTriangle(collider.shape, radial),
    observers: middlesOf(seen, collider.posed.joints),
  };
}

/** The plan numbers triangles as the shape does; -1 for what nobody looks at. */
function byTriangle({ triangleOrder }: Shape, { clusterOfTriangle, observers }: RadialPlan): Int32Array {
  const clusters = new Int32Array(triangleOrder.length);
  clusterOfTriangle.forEach((cluster, slot) => {
    clusters[triangleOrder[slot]] = observers[cluster] ? cluster : -1;
  });
  return clusters;
}

/** Observers are segments; the middle of each stands for it. */
function middlesOf(seen: readonly Observer[], joints: Float64Array): Float32Array {
  const places = new Float64Array(6 * seen.length);
  placeObservers(seen, joints, places);
  return Float32Array.from({ length: 3 * seen.length }, (_, k) => {
    const o = 6 * Math.floor(k / 3) + (k % 3);
    return 0.5 * (places[o] + places[o + 3]);
  });
}
