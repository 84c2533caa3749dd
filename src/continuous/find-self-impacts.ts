import type { Collider } from '../collider.ts';
import { deformAll } from '../deform/deformer.ts';
import type { Skeleton } from '../deform/skeleton.ts';
import { touchesItself } from '../query/self-pairs.ts';
import { describeContact, type SurfaceImpact } from './impacts.ts';
import type { Component } from './radial-view/components.ts';
import type { Observer } from './radial-view/observers.ts';
import { findKeptApart, placeObservers } from './self/follow-joints.ts';
import { type ClusterWeights, planShape } from './self/plan-shape.ts';
import { createSelfCheck, findContacts, type SelfCheck, startFrom, takeStep } from './self/self-check.ts';
import type { StepStats } from './self/step-stats.ts';
import type { Sweep } from './sweep.ts';

export interface SelfImpactOptions {
  /**
   * 'first' (default): the earliest contact of the step and all at the same time. 'all': every contact of the step, also
   * those that only follow from a first one; slower.
   */
  find?: 'first' | 'all';
  /** How exact times have to be, as a part of the step. 1e-6 by default. */
  tolerance?: number;
  /** Where the joints are and how they hang together: better places to look from. For the first call of a sweep. */
  skeleton?: Skeleton;
  /** How the surface is divided for looking at it, for the first call of a sweep. 'skin' by default; speed only. */
  clusters?: ClusterWeights;
}

export interface SelfImpacts {
  /** By time. */
  impacts: SurfaceImpact[];
  /** The surface touches itself at no time before this; Infinity: at no time of the step. */
  time: number;
  /** Whether it was free of contact at the start. If not, all contacts of the step are searched, new or old. */
  isFreeAtStart: boolean;
  /**
   * How each piece of the mesh was checked: 'views' needs a closed surface that is free at the start, and is fast;
   * 'volumes' is for all others: pieces with a flaw, and steps that begin in contact. Both miss no first contact.
   */
  coverage: { component: Component; checkedBy: 'views' | 'volumes' }[];
  /** How many moving boxes the surface has, all of which a step needs. */
  boxes: number;
}

interface SelfState {
  check: SelfCheck;
  observers: Observer[];
  components: Component[];
  /** The step whose end `check` is at, and the last step whose end is known to be free of contact; -1: none. */
  step: number;
  freeStep: number;
  /** Room for the next positions of vertices and observers. */
  positions: Float64Array;
  places: Float64Array;
}

const states = new WeakMap<Sweep, SelfState>();

/**
 * When does a surface first touch itself on its way from one pose to the next? Never misses a first contact, and never
 * names a later time; contacts that float64 cannot decide are named as `undecided`. The same sweep may be taken from
 * step to step, which spares half the work.
 *
 * Features that share a vertex do not count, and what follows one joint alone is not tested against itself: it keeps its
 * shape, but for gaps that rounding might close. A step that begins in contact is searched without views; contacts that last are found again then.
 *
 * Cost: O(triangles) for each step, about 0.2 us each, and what is near each other: docs/continuous.md. The first call
 * prepares the shape, which takes about a second for 50,000 triangles.
 * @example
 * {@includeCode ../../examples/api/continuous.ts#self-impacts}
 */
export function findSelfImpacts(sweep: Sweep, options: SelfImpactOptions = {}, stats?: StepStats): SelfImpacts {
  const state = states.get(sweep) ?? prepare(sweep, options);
  const { check, components } = state;
  const { tester } = check;
  followSweep(sweep, state);
  const isFreeAtStart = state.freeStep === sweep.step - 1 || !touchesItself(sweep.start);
  const useViews = isFreeAtStart && options.find !== 'all';
  tester.tolerance = options.tolerance ?? 1e-6;
  const before = { ...tester.stats };
  findContacts(check, useViews);
  if (stats) {
    stats.volumeTests += tester.stats.volumeTests - before.volumeTests;
    stats.candidates += tester.stats.candidates - before.candidates;
    stats.featureTests += tester.stats.featureTests - before.featureTests;
  }
  const { contacts } = tester;
  if (contacts.count === 0 && isFreeAtStart) state.freeStep = sweep.step;
  return {
    impacts: describeAll(sweep, check, options.find === 'all' || !isFreeAtStart),
    time: contacts.earliest,
    isFreeAtStart,
    coverage: components.map(component => ({
      component,
      checkedBy: useViews && component.flaw === null ? 'views' : 'volumes',
    })),
    boxes: check.tree.rights.length,
  };
}

function prepare(sweep: Sweep, { skeleton, clusters }: SelfImpactOptions): SelfState {
  const { shape } = sweep.start;
  const { plan, radial } = planShape(shape, skeleton, clusters);
  const observers = radial.observers.filter(observer => observer !== null);
  const state: SelfState = {
    check: createSelfCheck(shape.mesh, plan),
    observers,
    components: radial.components,
    step: -2,
    freeStep: -2,
    positions: new Float64Array(shape.mesh.positions.length),
    places: new Float64Array(6 * observers.length),
  };
  states.set(sweep, state);
  return state;
}

/** Brings the check to the step of the sweep. Joints are in world space, so all of it is. */
function followSweep({ start, end, step }: Sweep, state: SelfState): void {
  const { check, observers, positions, places } = state;
  if (state.step === step) return;
  const { deformer, mesh } = end.shape;
  const pose = ({ posed }: Collider): void => {
    deformAll(deformer, mesh.positions, posed, positions);
    placeObservers(observers, posed.joints, places);
  };
  if (state.step !== step - 1) {
    pose(start);
    startFrom(check, positions, places);
  }
  pose(end);
  takeStep(check, positions, places);
  state.step = step;
  // A gap that a joint keeps open must be above what rounding moves a vertex on either side of it.
  const leastFactor = (2 * Math.max(start.posed.slack, end.posed.slack)) / check.restGap;
  findKeptApart(start.posed.joints, end.posed.joints, check.keepsApart, leastFactor);
}

function describeAll(sweep: Sweep, check: SelfCheck, all: boolean): SurfaceImpact[] {
  const { contacts, features, motion } = check.tester;
  const side = {
    start: { shape: sweep.start.shape, vertices: motion.start },
    end: { shape: sweep.end.shape, vertices: motion.end },
    features,
    order: check.order,
  };
  const chosen: SurfaceImpact[] = [];
  for (let i = 0; i < contacts.count; i++) {
    if (all || contacts.times[i] === contacts.earliest) chosen.push(describeContact(contacts, i, side, side));
  }
  return chosen.sort((a, b) => a.time - b.time);
}
