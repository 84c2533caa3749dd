import type { AtRest } from './at-rest.ts';
import { type JointedPlan, placeJoints } from './joint-places.ts';
import { childrenOf } from './region-tree.ts';

/** What hangs on a joint is a limb if it reaches as far from it as this share of the height; less is a finger, an ear, a buckle. */
const LEAST_LIMB = 0.15;
/** Joints no farther along a limb than this share of its length move its first part: the upper arm, its twist, the collar bone. */
const FIRST_PART = 0.2;

/**
 * The regions of the trunk, and those of limbs that are next to it, ascending. The trunk is what carries two limbs or more, and all that this hangs on: hips and
 * chest, or the palm of a model of a hand. An upper arm can go nowhere without its shoulder, so it is pressed against ribs and belly in many a good pose, and a
 * thigh against the belly; what comes from farther down a limb, or ends it, has no such excuse. Without places of joints nothing is known, and none is listed.
 */
export function findTrunk(plan: JointedPlan & { atRest: AtRest }): number[] {
  const { tree, subject, atRest } = plan;
  const { parents, nodes } = tree;
  const places = placeJoints(plan, subject.rest);
  const lengths = measureLimbs(plan, places);
  const children = childrenOf(parents);
  const isTrunk = parents.map(() => false);
  children.forEach((below, node) => {
    if (below.filter(child => lengths[child] >= LEAST_LIMB * atRest.height).length < 2) return;
    for (let above = node; above >= 0; above = parents[above]) isTrunk[above] = true;
  });
  const isNext = parents.map((_, node) => {
    let first = node;
    while (parents[first] >= 0 && !isTrunk[parents[first]]) first = parents[first];
    if (isTrunk[node] || parents[first] < 0 || children[node].length === 0) return isTrunk[node];
    const [here, there] = [places[node], places[first]];
    return here !== null && there !== null && distanceOf(here, there) <= FIRST_PART * lengths[first];
  });
  return [...nodes.keys()].filter(region => isNext[nodes[region]]);
}

/** How far each joint reaches at rest: to the farthest vertex of what follows it and all that hangs on it. 0 where its place is not known. */
function measureLimbs(
  { shapes, firstRegions, tree, atRest }: JointedPlan & { atRest: AtRest },
  places: readonly (Float64Array | null)[],
): Float64Array {
  const lengths = new Float64Array(places.length);
  const corner = new Float64Array(3);
  shapes.forEach(({ mesh, regions }, b) => {
    const positions = atRest.positions[b];
    regions.regionOfTriangle.forEach((region, slot) => {
      const v = 3 * mesh.triangles[3 * slot]; // one corner of each triangle is near enough
      for (let axis = 0; axis < 3; axis++) corner[axis] = positions[v + axis];
      for (let node = tree.nodes[firstRegions[b] + region]; node >= 0; node = tree.parents[node]) {
        const place = places[node];
        if (place) lengths[node] = Math.max(lengths[node], distanceOf(corner, place));
      }
    });
  });
  return lengths;
}

function distanceOf(p: ArrayLike<number>, q: ArrayLike<number>): number {
  return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}
