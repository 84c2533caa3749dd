/** What a query cost, in things done. Pass one record to several queries and it adds up. */
export interface Stats {
  /** Pairs of bounding volumes compared. */
  volumeTests: number;
  /** Bounding volumes brought to the current pose. */
  refits: number;
  /** Vertices brought to the current pose. */
  vertices: number;
  /** Pairs of leaves whose triangles were looked at, and pairs of triangles tested exactly. */
  leafPairs: number;
  triangleTests: number;
}

/**
 * Counts of what queries did, all 0; a query adds to those it is given.
 * @example
 * {@includeCode ../../examples/api/pairs.ts#pairs}
 */
export function createStats(): Stats {
  return { volumeTests: 0, refits: 0, vertices: 0, leafPairs: 0, triangleTests: 0 };
}

export function clearStats(stats: Stats): void {
  stats.volumeTests = 0;
  stats.refits = 0;
  stats.vertices = 0;
  stats.leafPairs = 0;
  stats.triangleTests = 0;
}

export function addStats(stats: Stats, more: Stats): void {
  stats.volumeTests += more.volumeTests;
  stats.refits += more.refits;
  stats.vertices += more.vertices;
  stats.leafPairs += more.leafPairs;
  stats.triangleTests += more.triangleTests;
}
