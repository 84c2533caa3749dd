import type { Skeleton } from '../deform/skeleton.ts';
import { slotOfTriangle } from '../query/surface/triangle-slots.ts';
import { firstSelfPair } from '../self/find-self-pairs.ts';
import { keepFirst } from './first-contacts.ts';
import { describeContacts, describeStart, type Side, type SurfaceImpact } from './impacts.ts';
import { isStampOf, setStamp } from './pose-stamp.ts';
import type { Component } from './radial-view/components.ts';
import type { ClusterWeights } from './self/plan-shape.ts';
import { createStepStats, type StepStats } from './self/step-stats.ts';
import { findContactsOfStep, firstPairAtStart, followSweep, openSelfSearch, type SelfSearch } from './self-search.ts';
import type { Sweep } from './sweep.ts';
import { checkEnds } from './sweep-boxes.ts';

export interface SelfImpactOptions {
  /**
   * 'first' (default): the earliest contact of the step and all that cannot be told from it, or, if the step begins in
   * contact, one pair of triangles that touch at its start. 'all': every contact of the step, also those that only follow
   * from a first one.
   */
  find?: 'first' | 'all';
  /** How exact times have to be, as a part of the step. 1e-6 by default. */
  tolerance?: number;
  /** Where the joints are and how they hang together: better places to look from. Guessed if left out; speed only. */
  skeleton?: Skeleton;
  /** How the surface is divided for looking at it. 'skin' by default; speed only. */
  clusters?: ClusterWeights;
  /** What the query did is added to it. */
  stats?: StepStats;
}

export interface SelfImpacts {
  /** By time; empty only if `time` is Infinity. */
  impacts: SurfaceImpact[];
  /** The surface touches itself at no time before this: 0 if it does at the start, Infinity if at no time of the step. */
  time: number;
  /** Whether it was free of contact at the start. If not, `findSelfPairs(sweep.start)` names all that touches there. */
  isFreeAtStart: boolean;
  /**
   * How each piece of the mesh was checked: 'views' needs a closed surface that is free at the start, and is about first
   * contacts only; 'volumes', which is all other reasons, is for pieces with a flaw and for `find: 'all'`.
   */
  coverage: { component: Component; checkedBy: 'views' | 'volumes' }[];
  /** How many moving boxes the surface has, all of which a step needs. */
  boxes: number;
}

/**
 * When does a surface first touch itself on its way from one pose to the next? Never misses a first contact, and never
 * names a later time; contacts that float64 cannot decide are named as `undecided`. A step that begins in contact has the
 * time 0: `time === Infinity` says that the surface is free during all of it, both ends included. The same sweep may be
 * taken from step to step, which spares half the work.
 *
 * Features that share a vertex do not count. What need not be tested, and why: `listStepPairs`.
 *
 * Cost: O(triangles) for each step, about 0.2 us each, and what is near each other: docs/continuous.md. The first call
 * prepares the shape, which takes about a second for 50,000 triangles; so does a call with another `skeleton` or
 * `clusters` than the last one.
 * @example
 * {@includeCode ../../examples/api/continuous.ts#self-impacts}
 */
export function findSelfImpacts(sweep: Sweep, options: SelfImpactOptions = {}): SelfImpacts {
  checkEnds(sweep, 'findSelfImpacts');
  const search = openSelfSearch(sweep, options.skeleton, options.clusters);
  const onlyFirst = options.find !== 'all';
  const impacts = onlyFirst ? findFirst(sweep, search, options) : findAll(sweep, search, options);
  const isFreeAtStart = isStampOf(search.free, sweep.start);
  if (impacts.length === 0) setStamp(search.free, sweep.end);
  return {
    impacts,
    time: impacts.length > 0 ? impacts[0].time : Infinity,
    isFreeAtStart,
    coverage: search.components.map(component => ({
      component,
      checkedBy: isFreeAtStart && onlyFirst && component.flaw === null ? 'views' : 'volumes',
    })),
    boxes: sweep.start.shape.tree.links.length,
  };
}

/** What touches first, and whether the step begins free: then its start is stamped so. */
function findFirst(sweep: Sweep, search: SelfSearch, options: SelfImpactOptions): SurfaceImpact[] {
  const { start } = sweep;
  if (!isStampOf(search.free, start)) {
    const pair = firstSelfPair(start);
    if (pair) {
      const [one, other] = Array.from(pair, triangle => slotOfTriangle(start.shape, triangle, 'findSelfImpacts'));
      return [describeStart(start, one, start, other)];
    }
    setStamp(search.free, start);
  }
  searchStep(sweep, search, options);
  return describe(sweep, search);
}

/** All contacts. What touches at the start is among the pairs listed for the step, so it is not searched for. */
function findAll(sweep: Sweep, search: SelfSearch, options: SelfImpactOptions): SurfaceImpact[] {
  const { start } = sweep;
  searchStep(sweep, search, options);
  const impacts = describe(sweep, search);
  if (isStampOf(search.free, start)) return impacts;
  const pair = firstPairAtStart(search);
  const posed = { shape: start.shape, vertices: search.tester.motion.start };
  if (pair) impacts.unshift(describeStart(posed, pair[0], posed, pair[1]));
  else setStamp(search.free, start);
  return impacts;
}

function searchStep(sweep: Sweep, search: SelfSearch, options: SelfImpactOptions): void {
  const { tester } = search;
  const onlyFirst = options.find !== 'all';
  followSweep(sweep, search);
  tester.tolerance = options.tolerance ?? 1e-6;
  tester.stats = createStepStats();
  findContactsOfStep(search, onlyFirst, onlyFirst);
  if (onlyFirst) keepFirst(tester.contacts, tester, tester);
  const { stats } = options;
  if (!stats) return;
  stats.volumeTests += tester.stats.volumeTests;
  stats.candidates += tester.stats.candidates;
  stats.featureTests += tester.stats.featureTests;
}

function describe({ start, end }: Sweep, { tester }: SelfSearch): SurfaceImpact[] {
  const side: Side = {
    start: { shape: start.shape, vertices: tester.motion.start },
    end: { shape: end.shape, vertices: tester.motion.end },
    features: tester.features,
    order: null,
  };
  return describeContacts(tester.contacts, side, side);
}
