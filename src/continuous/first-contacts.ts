import { findEdgeEdgeImpactExactly, findVertexTriangleImpactExactly } from './elementary/exact/find-impacts-exactly.ts';
import { createImpact } from './elementary/impact.ts';
import type { LinearMotion } from './elementary/linear-motion.ts';
import { type Contacts, dropLater } from './self/contacts.ts';
import type { MeshFeatures } from './self/features.ts';

/** The features of one side of a list of contacts, and how they move. */
export interface MovingFeatures {
  features: MeshFeatures;
  motion: LinearMotion;
}

/** So many pairs are decided in integers at most, which takes about a millisecond each. */
const MOST_EXACT = 16;

/** Pairs nearer in time than this are not told apart by deciding one of them. */
const SAME_TIME = 2 ** -20;

/**
 * Leaves in a list that keeps the first only what cannot be told from the earliest contact. Every pair has a time before
 * which it does not touch. A pair that is certain also has one by which it does: the least of these bounds the first
 * contact from above, and whatever cannot touch by then comes later. An undecided pair gives no such bound; those that
 * come before all certain ones are decided in integers, earliest first, until one of them does touch.
 */
export function keepFirst(contacts: Contacts, a: MovingFeatures, b: MovingFeatures): void {
  dropLater(contacts);
  const undecided: number[] = [];
  for (let i = 0; i < contacts.count; i++) {
    if (contacts.areUndecided[i] && contacts.times[i] + SAME_TIME < contacts.latest) undecided.push(i);
  }
  undecided.sort((i, j) => contacts.times[i] - contacts.times[j]);
  for (const i of undecided.slice(0, MOST_EXACT)) {
    if (contacts.times[i] + SAME_TIME >= contacts.latest) break;
    contacts.latest = Math.min(contacts.latest, latestExactly(contacts, i, a, b));
  }
  dropLater(contacts);
}

/** By when a pair touches; Infinity if it never does. What is not finite counts as touching at its time, which is 0. */
function latestExactly(contacts: Contacts, i: number, a: MovingFeatures, b: MovingFeatures): number {
  const [one, other] = contacts.areTurned[i] ? [b, a] : [a, b];
  const first = contacts.first[i];
  const second = contacts.second[i];
  const impact = createImpact();
  if (contacts.areEdges[i]) {
    const e = one.features.topology.edges.subarray(2 * first, 2 * first + 2);
    const f = other.features.topology.edges.subarray(2 * second, 2 * second + 2);
    findEdgeEdgeImpactExactly(one.motion, 3 * e[0], 3 * e[1], other.motion, 3 * f[0], 3 * f[1], impact);
  } else {
    const [p, q, r] = other.features.triangles.subarray(3 * second, 3 * second + 3);
    findVertexTriangleImpactExactly(one.motion, 3 * first, other.motion, 3 * p, 3 * q, 3 * r, impact);
  }
  return impact.state === 'undecided' ? contacts.times[i] : impact.latest;
}
