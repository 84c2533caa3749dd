import { createSeenParts, joinSeenParts, type SeenParts } from '../../self/reasons/seen-alike-over-step.ts';
import type { SelfStep } from '../../self/step.ts';
import type { Observers } from '../radial-view/classify.ts';
import type { Observer } from '../radial-view/observers.ts';
import { placeObservers } from './follow-joints.ts';
import type { FeatureTester } from './test-features.ts';
import { createSeenCodes, createViews, lookAtStep, type SeenCodes, type ViewPlan, type Views } from './views.ts';

/** The views of a shape from step to step: where their observers are, and what they see. By slot of the shape. */
export interface StepViews {
  views: Views;
  clusterOfTriangle: Uint32Array;
  observers: Observer[];
  places: Observers;
  codes: SeenCodes;
  parts: SeenParts;
}

/** Null if there is no closed piece to look at. */
export function createStepViews(
  { plan }: SelfStep,
  { features }: FeatureTester,
  viewPlan: ViewPlan,
  observers: Observer[],
): StepViews | null {
  if (observers.length === 0) return null;
  const views = createViews(features, viewPlan);
  return {
    views,
    clusterOfTriangle: viewPlan.clusterOfTriangle,
    observers,
    places: { start: new Float64Array(6 * views.count), end: new Float64Array(6 * views.count) },
    codes: createSeenCodes(features),
    parts: createSeenParts(plan, views.common, views.clusters),
  };
}

/** The end of the last step becomes the start of the next; that ends where the joints carry the observers. */
export function moveObservers({ observers, places }: StepViews, joints: Float64Array): void {
  const { start } = places;
  places.start = places.end;
  places.end = start;
  placeObservers(observers, joints, places.end);
}

/** What the views see of the step that the tester is in. */
export function seeStep(stepViews: StepViews, { plan }: SelfStep, { features, motion }: FeatureTester): SeenParts {
  const { views, clusterOfTriangle, places, codes, parts } = stepViews;
  lookAtStep(views, features, motion, places, clusterOfTriangle, codes);
  joinSeenParts(plan.shape, codes.owners, clusterOfTriangle, parts);
  return parts;
}
