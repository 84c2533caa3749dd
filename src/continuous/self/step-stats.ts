/** What a continuous query cost, in things done. Pass one record to several queries and it adds up. */
export interface StepStats {
  /** Pairs of bounding volumes compared. */
  volumeTests: number;
  /** Pairs of triangles that came near enough for their features to be tested. */
  candidates: number;
  /** Pairs of features tested. */
  featureTests: number;
}

/**
 * Counts of what the search of a step did, all 0; a search adds to those it is given.
 * @example
 * {@includeCode ../../../examples/api/continuous.ts#self-impacts}
 */
export function createStepStats(): StepStats {
  return { volumeTests: 0, candidates: 0, featureTests: 0 };
}
