import type { Collider } from '../collider.ts';
import { deformAll } from '../deform/deformer.ts';
import type { PosedJoints } from '../deform/posed-joints.ts';
import type { Skeleton } from '../deform/skeleton.ts';
import { createPairList, type PairList } from '../query/pairs/pair-list.ts';
import { doMeet } from '../self/meet.ts';
import { planOf } from '../self/plan.ts';
import { createStep, goOnTo, openStep, type SelfStep } from '../self/step.ts';
import { listStepPairs } from '../self/step-pairs.ts';
import type { Shape } from '../shape.ts';
import { clearStamp, createPoseStamp, isStampOf, type PoseStamp, setStamp } from './pose-stamp.ts';
import type { Component } from './radial-view/components.ts';
import type { Observer } from './radial-view/observers.ts';
import { clearContacts } from './self/contacts.ts';
import { findFeatures } from './self/features.ts';
import { type ClusterWeights, planShape } from './self/plan-shape.ts';
import { createStepViews, moveObservers, type StepViews, seeStep } from './self/step-views.ts';
import { createFeatureTester, type FeatureTester, testOwned } from './self/test-features.ts';
import type { ViewPlan } from './self/views.ts';
import type { Sweep } from './sweep.ts';

/** What the contacts of a step are found with, from step to step, wherever its vertices come from. */
export interface StepSearch {
  /** The step as src/self knows it, and as features are tested in it: both by slot, with the same positions. */
  step: SelfStep;
  tester: FeatureTester;
  views: StepViews | null;
  /** Room for pairs of triangles that may meet. */
  pairs: PairList;
}

/** What a sweep is checked against itself with, and what that was made from. */
export interface SelfSearch extends StepSearch {
  shape: Shape;
  /** A copy of the skeleton it was made with; null: it was guessed. */
  skeleton: Skeleton | null;
  clusters: ClusterWeights;
  components: Component[];
  /** The poses that the step goes from and to, and one that is known to be free of contact. */
  start: PoseStamp;
  end: PoseStamp;
  free: PoseStamp;
}

/** A search from the observers of a plan (`planShape`), which may be none. It is at no step yet: go on twice. */
export function createStepSearch(shape: Shape, plan: ViewPlan, observers: Observer[]): StepSearch {
  const step = createStep(planOf(shape));
  const { positions } = shape.mesh;
  const tester = createFeatureTester(findFeatures(shape.mesh), { start: positions.slice(), end: positions.slice() });
  return { step, tester, views: createStepViews(step, tester, plan, observers), pairs: createPairList() };
}

/** The search that a sweep keeps, or a new one if it was made from something else. */
export function openSelfSearch(
  sweep: Sweep,
  skeleton: Skeleton | undefined,
  clusters: ClusterWeights = 'skin',
): SelfSearch {
  const { shape } = sweep.start;
  const known = sweep.self;
  if (known?.shape === shape && known.clusters === clusters && isSame(known.skeleton, skeleton)) return known;
  const { plan, radial } = planShape(shape, skeleton, clusters);
  const observers = radial.observers.filter(observer => observer !== null);
  const search: SelfSearch = {
    ...createStepSearch(shape, plan, observers),
    shape,
    skeleton: skeleton
      ? { parents: Int32Array.from(skeleton.parents), positions: Float64Array.from(skeleton.positions) }
      : null,
    clusters,
    components: radial.components,
    start: createPoseStamp(),
    end: createPoseStamp(),
    free: createPoseStamp(),
  };
  sweep.self = search;
  return search;
}

/** By what they say, so that a skeleton may be made anew for every call, or changed in place. */
function isSame(known: Skeleton | null, given: Skeleton | undefined): boolean {
  if (known === null || given === undefined) return known === null && given === undefined;
  return (
    known.parents.length === given.parents.length &&
    known.positions.length === given.positions.length &&
    known.parents.every((parent, joint) => parent === given.parents[joint]) &&
    known.positions.every((x, k) => x === given.positions[k])
  );
}

/**
 * Brings the search to the step of the sweep; from the end of the last step on, if that is where this one starts. Joints
 * are in world space, so all of it is. If it throws, the search is at no known step.
 */
export function followSweep({ start, end }: Sweep, search: SelfSearch): void {
  if (isStampOf(search.start, start) && isStampOf(search.end, end)) return;
  const goesOn = isStampOf(search.end, start);
  clearStamp(search.start);
  clearStamp(search.end);
  if (!goesOn) goOnToPose(search, start);
  goOnToPose(search, end);
  setStamp(search.start, start);
  setStamp(search.end, end);
}

/** The end of the last step becomes the start of the next, which ends in the pose of the collider. */
function goOnToPose(search: StepSearch, { shape, posed }: Collider): void {
  deformAll(shape.deformer, shape.mesh.positions, posed, takeNextEnd(search.tester));
  arrive(search, posed);
}

/**
 * The same for a pose whose vertices, in the order of the shape's mesh, are known already. Observers go where the joints
 * carry them, or to `places`.
 */
export function goOnToVertices(
  search: StepSearch,
  positions: Float64Array,
  posed: Pick<PosedJoints, 'joints' | 'magnitude'>,
  places?: Float64Array,
): void {
  takeNextEnd(search.tester).set(positions);
  arrive(search, posed);
  if (places) search.views?.places.end.set(places);
}

/** The end of the last step becomes the start of the next. Returns the room for the vertices at its end. */
function takeNextEnd({ motion }: FeatureTester): Float64Array {
  const end = motion.start;
  motion.start = motion.end;
  motion.end = end;
  return end;
}

function arrive({ step, tester, views }: StepSearch, posed: Pick<PosedJoints, 'joints' | 'magnitude'>): void {
  goOnTo(step, tester.motion.end, posed.joints, posed.magnitude);
  if (views) moveObservers(views, posed.joints);
}

/**
 * Finds the contacts of the step in `tester.contacts`. With `useViews`, which needs a step that begins free of contact, the
 * earliest and all that happen at that time are certain to be there; of later ones some may be missing. Without, all
 * contacts of the step are found. With `onlyFirst`, contacts that come certainly after another are dropped. What it did is
 * added to `tester.stats`.
 */
export function findContactsOfStep(search: StepSearch, useViews: boolean, onlyFirst: boolean): void {
  const { step, tester, views, pairs } = search;
  clearContacts(tester.contacts, onlyFirst);
  openStep(step, useViews && views ? seeStep(views, step, tester) : null);
  pairs.length = 0;
  listStepPairs(step, tester.stats, pairs);
  const { data } = pairs;
  for (let k = 0; k < pairs.length; k += 2) testOwned(tester, data[k], data[k + 1]);
}

/**
 * The slots of two triangles that touch at the start of a step whose contacts have just been found without views, or
 * null. Such a pair is among those listed: no other reason rules out what touches at any time of the step.
 */
export function firstPairAtStart({ step, tester, pairs }: SelfSearch): number[] | null {
  const { triangles } = step.plan.shape.mesh;
  const { data, length } = pairs;
  for (let k = 0; k < length; k += 2) {
    if (doMeet(tester.motion.start, triangles, data[k], data[k + 1])) return [data[k], data[k + 1]];
  }
  return null;
}
