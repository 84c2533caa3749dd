/** A motion of one body in whole steps: a benchmark asks for what happens between each pose and the next. */
export interface Clip {
  steps: number;
  /** Writes the joint matrices (rest space to world space, 12 numbers each) at `step`, 0 to `steps - 1`. */
  write(step: number, out: Float64Array): void;
}
