import { createGustResponse, measureVertexAreas, type Wind } from './gust-response.ts';
import type { ModalMotion, ReducedModel } from './reduced-model.ts';

/** A light breeze through a window behind the curtain, about 1 m/s. Cloth is damped by the air it moves. */
const BREEZE: Wind = {
  pressure: 0.12,
  gustiness: 2.2,
  from: 0.16,
  to: 1.1,
  gusts: 9,
  travel: 0.7,
  damping: 0.12,
  seed: 12,
};

/**
 * The curtain in gusty wind: pressure acts on the cloth along its normal, out into the room.
 */
export function createCurtainWind(curtain: ReducedModel): ModalMotion {
  return createGustResponse(
    curtain,
    measureVertexAreas(curtain, area => area),
    BREEZE,
  );
}
