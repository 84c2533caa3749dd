import type { Stats } from './stats.ts';

/** What every query takes last, beside options of its own. */
export interface QueryOptions {
  /** What the query did is added to it. */
  stats?: Stats;
}
