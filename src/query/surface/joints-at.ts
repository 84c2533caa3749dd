import type { Collider } from '../../collider.ts';
import { checkShape, type Shape } from '../../shape.ts';
import { checkBarycentrics } from '../check-input.ts';
import { slotOfTriangle } from './triangle-slots.ts';

/** A joint and how much of a place follows it, from 0 to 1. */
export interface JointShare {
  joint: number;
  weight: number;
}

/**
 * The joints a place on the surface follows, as numbered in its skin, heaviest first (equal ones by number), so that
 * `jointsAt(...)[0].joint` is the part of the body that was hit: weights of
 * the three corners, mixed by the barycentric coordinates. Joints of weight 0 are left out. The place is named as by
 * `castRay` and `findNearestPoint`. Does not depend on the pose. A mesh without a skin follows joint 0.
 * @example
 * {@includeCode ../../../examples/api/one-body.ts#anchors}
 */
export function jointsAt(
  collider: Pick<Collider, 'shape'>,
  triangle: number,
  barycentrics: ArrayLike<number>,
): JointShare[] {
  const shape = collider?.shape;
  checkShape(shape, 'jointsAt');
  const slot = slotOfTriangle(shape, triangle, 'jointsAt');
  checkBarycentrics(barycentrics, 'jointsAt');
  const shares: JointShare[] = [];
  for (let corner = 0; corner < 3; corner++) {
    addShares(shape, shape.mesh.triangles[3 * slot + corner], barycentrics[corner], shares);
  }
  return sortShares(shares);
}

/** Heaviest first, and without those of weight 0; in place, as hits are made by the dozen in a frame. */
function sortShares(shares: JointShare[]): JointShare[] {
  let kept = 0;
  for (const share of shares) {
    if (!(share.weight > 0)) continue;
    let at = kept++;
    for (; at > 0 && isAfter(shares[at - 1], share); at--) shares[at] = shares[at - 1];
    shares[at] = share;
  }
  shares.length = kept;
  return shares;
}

function isAfter(a: JointShare, b: JointShare): boolean {
  return a.weight < b.weight || (a.weight === b.weight && a.joint > b.joint);
}

function addShares({ deformer }: Shape, vertex: number, factor: number, shares: JointShare[]): void {
  const { starts, joints, setOfVertex, weightStarts, weights } = deformer.sets;
  const first = starts[setOfVertex[vertex]];
  const end = starts[setOfVertex[vertex] + 1];
  for (let k = first; k < end; k++) {
    const weight = factor * (end - first === 1 ? 1 : weights[weightStarts[vertex] + k - first]);
    let at = 0;
    while (at < shares.length && shares[at].joint !== joints[k]) at++;
    if (at < shares.length) shares[at].weight += weight;
    else shares.push({ joint: joints[k], weight });
  }
}
