import type { Skeleton } from '../../deform/skeleton.ts';
import type { Mesh } from '../../mesh/mesh.ts';
import { incidence, nearestOnSegment } from './facing.ts';

/** From where a cluster is looked at: a point or a segment that is carried by a joint. */
export interface Observer {
  joint: number;
  isSegment: boolean;
  /** Both ends at rest, equal ones for a point. */
  ends: Float64Array;
}

/** A triangle seen flatter than this will easily turn over: 80 degrees from face on ([Wong2013] 4.3). */
const LEAST_INCIDENCE = Math.cos((80 * Math.PI) / 180);

/** A segment is used where both its ends see more than this share of the cluster from outside, and itself sees less. */
const ALPHA = 0.1;

/** How many of the triangles the observer sees well: facing away, and not too flat. */
export function countSeenWell(mesh: Mesh, triangles: ArrayLike<number>, observer: Observer): number {
  return countAbove(mesh, triangles, observer, LEAST_INCIDENCE);
}

export function isSeenWell(mesh: Mesh, triangle: number, observer: Observer): boolean {
  return incidenceFrom(mesh, triangle, observer) > LEAST_INCIDENCE;
}

function countAbove(mesh: Mesh, triangles: ArrayLike<number>, observer: Observer, least: number): number {
  let count = 0;
  for (let k = 0; k < triangles.length; k++) if (incidenceFrom(mesh, triangles[k], observer) > least) count++;
  return count;
}

function incidenceFrom(mesh: Mesh, triangle: number, { isSegment, ends }: Observer): number {
  if (!isSegment) return incidence(mesh, triangle, ends, 0);
  const nearest = new Float64Array(3);
  nearestOnSegment(mesh, triangle, ends, nearest);
  return incidence(mesh, triangle, nearest, 0);
}

/**
 * Where to look at a cluster from ([Wong2013] 4.5): the end of a bone at its joint, or the middle of the cluster, that
 * sees most of it well; a segment where no such point sees enough and the segment does: a whole bone, or the way between
 * the middles of two bones, about which what follows the joint most is likely to lie.
 */
export function chooseObserver(mesh: Mesh, triangles: ArrayLike<number>, joint: number, skeleton: Skeleton): Observer {
  const { parents, positions } = skeleton;
  const start = positions.slice(3 * joint, 3 * joint + 3);
  const children = Array.from(parents.keys()).filter(child => parents[child] === joint);
  const tips: Float64Array[] = [parents[joint], ...children]
    .filter(tip => tip >= 0)
    .map(tip => positions.slice(3 * tip, 3 * tip + 3));
  tips.push(Float64Array.from(meanOf(mesh, triangles)));
  const best = pickBest(
    mesh,
    triangles,
    [start, ...tips].map(point => segmentBetween(joint, point, point)),
  );
  const isSeenEnough = countAbove(mesh, triangles, best, 0) >= (1 - ALPHA) * triangles.length;
  if (isSeenEnough) return best;

  const segments = tips.map(tip => segmentBetween(joint, start, tip));
  const middles = tips.map(tip => tip.map((x, axis) => 0.5 * (x + start[axis])));
  middles.forEach((from, m) => {
    for (const to of middles.slice(m + 1)) segments.push(segmentBetween(joint, from, to));
  });
  const longest = pickBest(mesh, triangles, segments);
  const isBetter = countSeenWell(mesh, triangles, longest) > countSeenWell(mesh, triangles, best);
  return isBetter && countAbove(mesh, triangles, longest, 0) > (1 - ALPHA) * triangles.length ? longest : best;
}

function pickBest(mesh: Mesh, triangles: ArrayLike<number>, candidates: Observer[]): Observer {
  const counts = candidates.map(candidate => countSeenWell(mesh, triangles, candidate));
  return candidates[counts.indexOf(Math.max(...counts))];
}

function segmentBetween(joint: number, from: ArrayLike<number>, to: ArrayLike<number>): Observer {
  const ends = Float64Array.of(from[0], from[1], from[2], to[0], to[1], to[2]);
  return { joint, isSegment: [0, 1, 2].some(axis => from[axis] !== to[axis]), ends };
}

function meanOf({ positions, triangles }: Mesh, list: ArrayLike<number>): Float64Array {
  const mean = new Float64Array(3);
  for (let i = 0; i < list.length; i++) {
    for (let k = 3 * list[i]; k < 3 * list[i] + 3; k++) {
      for (let axis = 0; axis < 3; axis++) mean[axis] += positions[3 * triangles[k] + axis] / (3 * list.length);
    }
  }
  return mean;
}
