/** How a scene runs. Steps are whole; the clock is between them. */
export interface Run {
  steps: number;
  stepsPerSecond: number;
  canSeek: boolean;
}

/**
 * Where the clock stands some seconds on. Scenes that can be sought begin again at the end; others stop there. A machine that
 * is too slow skips steps of the former and is late with the latter: a step of a simulation cannot be left out.
 */
export function advanceClock(clock: number, shown: number, seconds: number, speed: number, run: Run): number {
  const next = clock + Math.min(seconds, 0.25) * speed * run.stepsPerSecond;
  if (run.canSeek) return next % run.steps;
  return Math.min(next, shown + 1, run.steps - 1);
}

/** The step `by` steps on, within the scene. */
export function stepBy(step: number, by: number, { steps, canSeek }: Run): number {
  if (!canSeek) return Math.min(step + Math.max(0, by), steps - 1);
  return (((step + by) % steps) + steps) % steps;
}
