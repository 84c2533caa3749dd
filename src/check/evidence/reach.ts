import type { Snapshot } from '../measure/snapshot.ts';
import type { CheckPlan } from '../plan/plan.ts';
import { areLinked, listBetween } from '../plan/region-tree.ts';

/** Pairs of triangles that are looked at, evenly chosen: enough for a median. */
const MOST_PAIRS = 32;

/** Two regions of posed bodies, and the pairs of triangles that touch. */
export interface PosedPair {
  bodyA: number;
  bodyB: number;
  regionA: number;
  regionB: number;
  touching: readonly number[];
}

/**
 * How far what touches is from the farthest of the joints that lie between two regions on the skeleton: where an upper arm meets the ribs beside the
 * armpit, all of them (the shoulder, the collar bone) are near, and flesh that bends there has to go somewhere; where a hand meets the ribs, the elbow is far. The
 * median over what touches. `places`: see `placeJoints`. Null if they are not linked by joints, or it is not known where these are; 0 within one
 * region.
 */
export function measureReach(
  plan: CheckPlan,
  bodies: readonly Snapshot[],
  places: readonly (Float64Array | null)[],
  { bodyA, bodyB, regionA, regionB, touching }: PosedPair,
): number | null {
  if (!areLinked(plan.tree, regionA, regionB)) return null;
  const nodes = listBetween(plan.tree, regionA, regionB);
  if (nodes.length === 0) return 0;
  const joints = nodes.flatMap(node => places[node] ?? []);
  if (joints.length === 0) return null;
  const count = touching.length / 2;
  const chosen = Math.min(MOST_PAIRS, count);
  const points = Array.from({ length: chosen }, (_, n) => {
    const k = 2 * Math.floor(((n + 0.5) * count) / chosen);
    const [p, q] = [middleOf(bodies[bodyA], touching[k]), middleOf(bodies[bodyB], touching[k + 1])];
    for (let axis = 0; axis < 3; axis++) p[axis] = 0.5 * (p[axis] + q[axis]);
    return p;
  });
  const distances = new Float64Array(chosen);
  let reach = 0;
  for (const joint of joints) {
    points.forEach((p, n) => {
      distances[n] = (p[0] - joint[0]) ** 2 + (p[1] - joint[1]) ** 2 + (p[2] - joint[2]) ** 2;
    });
    reach = Math.max(reach, Math.sqrt(distances.sort()[chosen >> 1] ?? 0));
  }
  return reach;
}

function middleOf({ shape, positions }: Snapshot, slot: number): [number, number, number] {
  const { triangles } = shape.mesh;
  const middle: [number, number, number] = [0, 0, 0];
  for (let corner = 3 * slot; corner < 3 * slot + 3; corner++) {
    for (let axis = 0; axis < 3; axis++) middle[axis] += positions[3 * triangles[corner] + axis] / 3;
  }
  return middle;
}
