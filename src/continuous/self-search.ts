import type { Collider } from '../collider.ts';
import { deformAll } from '../deform/deformer.ts';
import type { Skeleton } from '../deform/skeleton.ts';
import type { Shape } from '../shape.ts';
import { clearStamp, createPoseStamp, isStampOf, type PoseStamp, setStamp } from './pose-stamp.ts';
import type { Component } from './radial-view/components.ts';
import type { Observer } from './radial-view/observers.ts';
import { findKeptApart, placeObservers } from './self/follow-joints.ts';
import { type ClusterWeights, planShape } from './self/plan-shape.ts';
import { createSelfCheck, type SelfCheck, startFrom, takeStep } from './self/self-check.ts';
import type { Sweep } from './sweep.ts';

/** What a sweep is checked against itself with, from step to step, and what that was made from. */
export interface SelfSearch {
  shape: Shape;
  /** A copy of the skeleton it was made with; null: it was guessed. */
  skeleton: Skeleton | null;
  clusters: ClusterWeights;
  check: SelfCheck;
  observers: Observer[];
  components: Component[];
  /** The poses that `check` goes from and to, and one that is known to be free of contact. */
  start: PoseStamp;
  end: PoseStamp;
  free: PoseStamp;
  /** Room for the next positions of vertices and observers. */
  positions: Float64Array;
  places: Float64Array;
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
    shape,
    skeleton: skeleton
      ? { parents: Int32Array.from(skeleton.parents), positions: Float64Array.from(skeleton.positions) }
      : null,
    clusters,
    check: createSelfCheck(shape.mesh, plan),
    observers,
    components: radial.components,
    start: createPoseStamp(),
    end: createPoseStamp(),
    free: createPoseStamp(),
    positions: new Float64Array(shape.mesh.positions.length),
    places: new Float64Array(6 * observers.length),
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
 * are in world space, so all of it is. Until `setPoses` says that all went well, the search is at no known step.
 */
export function followSweep({ start, end }: Sweep, search: SelfSearch): void {
  const { check } = search;
  const isThere = isStampOf(search.start, start) && isStampOf(search.end, end);
  const goesOn = isStampOf(search.end, start);
  clearStamp(search.start);
  clearStamp(search.end);
  if (isThere) return;
  if (!goesOn) {
    poseSearch(search, start);
    startFrom(check, search.positions, search.places);
  }
  poseSearch(search, end);
  takeStep(check, search.positions, search.places);
  // A gap that a joint keeps open must be above what rounding moves a vertex on either side of it.
  const leastFactor = (2 * Math.max(start.posed.slack, end.posed.slack)) / check.restGap;
  findKeptApart(start.posed.joints, end.posed.joints, check.keepsApart, leastFactor);
}

export function setPoses(search: SelfSearch, { start, end }: Sweep): void {
  setStamp(search.start, start);
  setStamp(search.end, end);
}

function poseSearch({ observers, positions, places }: SelfSearch, { shape, posed }: Collider): void {
  deformAll(shape.deformer, shape.mesh.positions, posed, positions);
  placeObservers(observers, posed.joints, places);
}
