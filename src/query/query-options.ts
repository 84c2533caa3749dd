import type { Stats } from './stats.ts';

/** What every query takes last, beside options of its own. */
export interface QueryOptions {
  /** What the query did is added to it. */
  stats?: Stats;
  /**
   * false: not by the compiled query, but by the one in JavaScript, which knows all deformers and volumes.
   * Same answers, in another order. For comparing them, and for looking at what a query moves (`freshVolumes`).
   */
  compiled?: boolean;
}
