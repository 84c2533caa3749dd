import { createGustResponse, measureVertexAreas, type Wind } from './gust-response.ts';
import type { ModalMotion, ReducedModel } from './reduced-model.ts';

/**
 * No wind is as strong as this; its motions are those of a real one, enlarged. Slow gusts, so that the bridge sways.
 */
const STORM: Wind = {
  pressure: 7000,
  gustiness: 6,
  from: 0.18,
  to: 0.75,
  gusts: 7,
  travel: 60,
  damping: 0.05,
  seed: 7,
};
/** Lift on the deck for each unit of drag. */
const LIFT = 0.15;

/**
 * The bridge in a gusty side wind: drag on every face that looks across, and lift on those that look up or down.
 */
export function createBridgeSway(bridge: ReducedModel): ModalMotion {
  const loads = measureVertexAreas(bridge, (area, axis) => Math.abs(area) * [0, LIFT, 1][axis]);
  return createGustResponse(bridge, loads, STORM);
}
