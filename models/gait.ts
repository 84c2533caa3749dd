/** How a walker moves its feet. A foot is on the ground for `duty` of the cycle and passes `stride` under the body then. */
export interface Gait {
  duty: number;
  stride: number;
  lift: number;
}

/** Where a foot is relative to where it rests, and how far it is through its time on the ground or in the air. */
export interface FootStep {
  forward: number;
  up: number;
  grounded: boolean;
  /** 0 to 1. */
  progress: number;
}

/** A walk: `travel` is how far the body must move forward in one cycle so that feet on the ground do not slide. */
export interface Motion {
  travel: number;
  /** Joint matrices after `cycles` cycles, for a body standing at (x, 0, z) and turned by `heading` from +z towards +x. */
  write(cycles: number, x: number, z: number, heading: number, out: Float64Array): void;
}

export function travelOf(gait: Gait): number {
  return gait.stride / gait.duty;
}

/** On the ground the foot goes back evenly; in the air it comes forward with ease and lands as fast as it left. */
export function stepFoot(gait: Gait, cycles: number): FootStep {
  const phase = cycles - Math.floor(cycles);
  if (phase < gait.duty) {
    const progress = phase / gait.duty;
    return { forward: gait.stride * (0.5 - progress), up: 0, grounded: true, progress };
  }
  const progress = (phase - gait.duty) / (1 - gait.duty);
  const ease = progress * progress * (3 - 2 * progress);
  const up = gait.lift * Math.sin(Math.PI * progress) ** 2;
  return { forward: gait.stride * (ease - 0.5), up, grounded: false, progress };
}

/** A smooth way from `a` to `b` while `t` goes from 0 to 1. */
export function ease(a: number, b: number, t: number): number {
  const s = Math.min(1, Math.max(0, t));
  return a + (b - a) * s * s * (3 - 2 * s);
}
