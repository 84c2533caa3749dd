import type { Counters } from '../protocol.ts';
import type { Actor } from './cast.ts';

/** Nothing done yet, of all there is. */
export function createCounters(actors: readonly Actor[]): Counters {
  return {
    vertices: 0,
    allVertices: actors.reduce((sum, { body }) => sum + body.positions.length / 3, 0),
    refits: 0,
    allVolumes: actors.reduce((sum, { collider }) => sum + collider.shape.tree.links.length, 0),
    volumeTests: 0,
    triangleTests: 0,
    milliseconds: 0,
    linearMilliseconds: Number.NaN,
    linearVolumeTests: Number.NaN,
    linearTriangleTests: Number.NaN,
    linearContacts: Number.NaN,
  };
}

/** What moving everything took. */
export type LinearCounters = Pick<
  Counters,
  'linearMilliseconds' | 'linearVolumeTests' | 'linearTriangleTests' | 'linearContacts'
>;

/** Milliseconds that `run` takes. */
export function clock(run: () => void): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}
