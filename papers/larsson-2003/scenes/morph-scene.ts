import type { MorphModel } from '../../../models/morphing/index.ts';

/** What `Scene` is for skinned bodies: bodies that morph, and how they move. */
export interface MorphScene {
  name: string;
  /** One line for people: what happens, and which figure of which paper it reproduces. */
  title: string;
  steps: number;
  /** One entry per body; bodies that share a model name the very same object. */
  bodies: MorphModel[];
  /**
   * Writes the weights of all references (none negative, their sum 1) and the rigid placement (3x4, row by row) of
   * `body` at `step`. Deterministic.
   */
  writePose(body: number, step: number, weights: Float64Array, placement: Float64Array): void;
}

/**
 * The weights at `at` in [0, count - 1] on the way from reference to reference: only the two next to it are above 0.
 * They sum to exactly 1 in float64 too: `1 - share` is off by 2^-54 at most, and adding `share` rounds that away.
 */
export function writeWeightsBetween(at: number, weights: Float64Array): void {
  const first = Math.min(Math.floor(at), weights.length - 2);
  const share = at - first;
  weights.fill(0);
  weights[first] = 1 - share;
  weights[first + 1] = share;
}

/** Rolls about z, then pitches about x (nose up), then heads about y, then moves to (x, y, z): a body that looks along +z. */
export function writeTurnedPlacement(
  out: Float64Array,
  roll: number,
  pitch: number,
  heading: number,
  x: number,
  y: number,
  z: number,
): void {
  const [cr, sr] = [Math.cos(roll), Math.sin(roll)];
  const [cp, sp] = [Math.cos(pitch), Math.sin(pitch)];
  const [ch, sh] = [Math.cos(heading), Math.sin(heading)];
  out.set([ch * cr - sh * sp * sr, -ch * sr - sh * sp * cr, sh * cp, x]);
  out.set([cp * sr, cp * cr, sp, y], 4);
  out.set([-sh * cr - ch * sp * sr, sh * sr - ch * sp * cr, ch * cp, z], 8);
}

/** The vertices of a morphed and placed body in world space, the plain way: to look at and to check by. */
export function morphPositions(model: MorphModel, weights: Float64Array, placement: Float64Array): Float64Array {
  const out = new Float64Array(model.mesh.positions.length);
  model.references.forEach((positions, reference) => {
    for (let k = 0; k < out.length; k++) out[k] += weights[reference] * positions[k];
  });
  const m = placement;
  for (let o = 0; o < out.length; o += 3) {
    const x = out[o];
    const y = out[o + 1];
    const z = out[o + 2];
    for (let r = 0; r < 3; r++) out[o + r] = m[4 * r] * x + m[4 * r + 1] * y + m[4 * r + 2] * z + m[4 * r + 3];
  }
  return out;
}

/** The world positions of `body` at `step`. */
export function scenePositions(scene: MorphScene, body: number, step: number): Float64Array {
  const model = scene.bodies[body];
  const weights = new Float64Array(model.references.length);
  const placement = new Float64Array(12);
  scene.writePose(body, step, weights, placement);
  return morphPositions(model, weights, placement);
}
