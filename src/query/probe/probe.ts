import { pairFrames } from '../../bounds/oriented-boxes.ts';
import { FLATTEST, type Probe } from '../../bounds/probe.ts';
import { boxFrame, type Collider } from '../../collider.ts';
import { stretchOf } from '../../math/matrix34.ts';

/** What mapping and measuring a probe may lose, as a share of how far it is from the origin: a hundred roundings. */
const ROUNDING = 2 ** -46;

/** Aims the probe at the point (x, y, z) as the volumes of a posed collider see it. Valid until the next pose. */
export function probePoint(probe: Probe, collider: Collider, x: number, y: number, z: number): void {
  probe.isRay = false;
  place(probe, collider, x, y, z, 0);
}

/**
 * Aims the probe along a ray, `radius` thick, from `from[0..2]` along a vector of length 1 as the volumes of a posed
 * collider see it. Only what is at least `near` away counts. Valid until the next pose.
 */
export function probeRay(
  probe: Probe,
  collider: Collider,
  from: Float64Array,
  along: Float64Array,
  near: number,
  radius: number,
): void {
  probe.isRay = true;
  probe.near = near;
  place(probe, collider, from[0], from[1], from[2], radius);
  const { direction, inverse } = probe;
  direction[0] = along[0];
  direction[1] = along[1];
  direction[2] = along[2];
  if (boxFrame(collider)) {
    const m = probe.frames.toA;
    for (let axis = 0; axis < 3; axis++) {
      direction[axis] = m[4 * axis] * along[0] + m[4 * axis + 1] * along[1] + m[4 * axis + 2] * along[2];
    }
  }
  for (let axis = 0; axis < 3; axis++) {
    inverse[axis] = Math.abs(direction[axis]) > FLATTEST ? 1 / direction[axis] : 1 / FLATTEST;
  }
}

function place(probe: Probe, collider: Collider, x: number, y: number, z: number, radius: number): void {
  const { posed } = collider;
  const { frames } = probe;
  const size = Math.abs(x) + Math.abs(y) + Math.abs(z) + radius;
  const frame = boxFrame(collider);
  if (frame === null) {
    probe.x = x;
    probe.y = y;
    probe.z = z;
    probe.pad = 4 * posed.pad + ROUNDING * size + radius;
    probe.unit = 1;
    return;
  }
  pairFrames(frames, frame, posed.magnitude, null, size);
  const { toA: m } = frames;
  probe.x = m[0] * x + m[1] * y + m[2] * z + m[3];
  probe.y = m[4] * x + m[5] * y + m[6] * z + m[7];
  probe.z = m[8] * x + m[9] * y + m[10] * z + m[11];
  // The images of the start and of the direction both may be off; NaN, for a frame that flattens, culls nothing.
  probe.pad = 4 * frames.slackA + radius / frames.shrink;
  probe.unit = 1 / (stretchOf(m, 1, 4) * (1 + 1e-12));
}
