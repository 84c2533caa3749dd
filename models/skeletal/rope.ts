import type { Model } from '../model.ts';
import { joinRings } from '../tube.ts';
import { createChainModel } from './chain-model.ts';

/** Metres: a ship's hawser. It rests along +y from y = 0. */
const ROPE_LENGTH = 12;
export const ROPE_RADIUS = 0.033;
const JOINTS = 200;
const SIDES = 20;
const RINGS = 1211;
/** Rings of each rounded end. */
const END_RINGS = 4;
/** How long a strand takes to go once around. */
const LAY = 0.44;
/** How far from the axis the vertices of one strand are, from crease to crease: four strands of five make a ring. */
const STRAND = [0.74, 0.88, 1, 1, 0.88];

/**
 * A rope laid of four strands: 48440 triangles, a chain of 200 joints, so 199 bones. The vertices follow the strands, so
 * creases are edges. Every triangle faces away from the axis, bent no sharper than a rope bends.
 */
export function createRope(): Model {
  const positions = new Float64Array(3 * (RINGS * SIDES + 2));
  for (let ring = 0; ring < RINGS; ring++) {
    const { y, radius } = placeRing(ring);
    for (let side = 0; side < SIDES; side++) {
      const angle = 2 * Math.PI * (side / SIDES + y / LAY);
      const distance = radius * STRAND[side % STRAND.length];
      positions.set([distance * Math.cos(angle), y, distance * Math.sin(angle)], 3 * (ring * SIDES + side));
    }
  }
  positions[3 * (RINGS * SIDES + 1) + 1] = ROPE_LENGTH;
  const mesh = { positions, triangles: joinRings(RINGS, SIDES) };
  const heights = positions.filter((_, k) => k % 3 === 1);
  return createChainModel('rope', mesh, { joints: JOINTS, from: ROPE_RADIUS, to: ROPE_LENGTH - ROPE_RADIUS }, heights);
}

/** The rings of an end lie on a half ball, those between are evenly spaced. */
function placeRing(ring: number): { y: number; radius: number } {
  const fromEnd = Math.min(ring, RINGS - 1 - ring);
  if (fromEnd < END_RINGS) {
    const angle = ((fromEnd + 1) / (END_RINGS + 1)) * (Math.PI / 2);
    const y = ROPE_RADIUS * (1 - Math.cos(angle));
    return { y: ring === fromEnd ? y : ROPE_LENGTH - y, radius: ROPE_RADIUS * Math.sin(angle) };
  }
  const share = (ring - END_RINGS) / (RINGS - 1 - 2 * END_RINGS);
  return { y: ROPE_RADIUS + share * (ROPE_LENGTH - 2 * ROPE_RADIUS), radius: ROPE_RADIUS };
}
