import type { Counters } from '../protocol.ts';
import type { Actor } from './cast.ts';

/** Nothing done yet, of all there is of these. */
export function countActors(actors: readonly Actor[]): Counters {
  const vertices = actors.reduce((sum, { body }) => sum + body.positions.length / 3, 0);
  return createCounters(
    vertices,
    actors.reduce((sum, { collider }) => sum + collider.shape.tree.links.length, 0),
  );
}

/** Nothing done yet, of so many vertices and volumes. */
export function createCounters(allVertices: number, allVolumes: number): Counters {
  return {
    vertices: 0,
    allVertices,
    refits: 0,
    allVolumes,
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
