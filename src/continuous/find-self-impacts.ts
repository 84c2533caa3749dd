import type { Skeleton } from '../deform/skeleton.ts';
import { touchesItself } from '../query/self-pairs.ts';
import { describeContact, type SurfaceImpact } from './impacts.ts';
import { isStampOf, setStamp } from './pose-stamp.ts';
import type { Component } from './radial-view/components.ts';
import type { ClusterWeights } from './self/plan-shape.ts';
import { findContacts, type SelfCheck } from './self/self-check.ts';
import { createStepStats, type StepStats } from './self/step-stats.ts';
import { followSweep, openSelfSearch, setPoses } from './self-search.ts';
import type { Sweep } from './sweep.ts';
import { checkEnds } from './sweep-boxes.ts';

export interface SelfImpactOptions {
  /**
   * 'first' (default): the earliest contact of the step and all at the same time. 'all': every contact of the step, also
   * those that only follow from a first one; slower.
   */
  find?: 'first' | 'all';
  /** How exact times have to be, as a part of the step. 1e-6 by default. */
  tolerance?: number;
  /** Where the joints are and how they hang together: better places to look from. Guessed if left out; speed only. */
  skeleton?: Skeleton;
  /** How the surface is divided for looking at it. 'skin' by default; speed only. */
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

/**
 * When does a surface first touch itself on its way from one pose to the next? Never misses a first contact, and never
 * names a later time; contacts that float64 cannot decide are named as `undecided`. The same sweep may be taken from
 * step to step, which spares half the work.
 *
 * Features that share a vertex do not count, and what follows one joint alone is not tested against itself: it keeps its
 * shape, but for gaps that rounding might close. A step that begins in contact is searched without views; contacts that last are found again then.
 *
 * Cost: O(triangles) for each step, about 0.2 us each, and what is near each other: docs/continuous.md. The first call
 * prepares the shape, which takes about a second for 50,000 triangles; so does a call with another `skeleton` or
 * `clusters` than the last one.
 * @example
 * {@includeCode ../../examples/api/continuous.ts#self-impacts}
 */
export function findSelfImpacts(sweep: Sweep, options: SelfImpactOptions = {}, stats?: StepStats): SelfImpacts {
  checkEnds(sweep, 'findSelfImpacts');
  const search = openSelfSearch(sweep, options.skeleton, options.clusters);
  const { check, components } = search;
  const { tester } = check;
  const tolerance = options.tolerance ?? 1e-6;
  const isFreeAtStart = isStampOf(search.free, sweep.start) || !touchesItself(sweep.start);
  if (isFreeAtStart) setStamp(search.free, sweep.start);
  const useViews = isFreeAtStart && options.find !== 'all';
  followSweep(sweep, search);
  tester.tolerance = tolerance;
  tester.stats = createStepStats();
  findContacts(check, useViews);
  setPoses(search, sweep);
  const { contacts } = tester;
  if (contacts.count === 0 && isFreeAtStart) setStamp(search.free, sweep.end);
  if (stats) {
    stats.volumeTests += tester.stats.volumeTests;
    stats.candidates += tester.stats.candidates;
    stats.featureTests += tester.stats.featureTests;
  }
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
