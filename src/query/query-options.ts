import type { Stats } from './stats.ts';
import type { QueryLimit } from './walk/budget.ts';

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

/** Options of a query that ends when it has done so much, with an answer that says what it does not know. */
export interface LimitedOptions extends QueryOptions {
  /** Answered by the query in JavaScript, whatever the shapes. */
  limit: QueryLimit;
}
