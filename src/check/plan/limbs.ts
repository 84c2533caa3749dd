import type { AtRest } from './at-rest.ts';
import { type JointedPlan, placeJoints } from './joint-places.ts';
import { childrenOf } from './region-tree.ts';

/** What hangs on a joint is a limb if it reaches as far from it as this share of the height; less is a finger, an ear, a buckle. */
const LEAST_LIMB = 0.15;
/** Joints no farther along a limb than this share of its length move its first part: the upper arm, its twist, the collar bone. */
const FIRST_PART = 0.2;

type LinkedPlan = JointedPlan & { atRest: AtRest; props: readonly number[] };

/** What is known of a body by its limbs. The first is a list of regions. */
export interface Limbs {
  /** The trunk, and the parts of limbs that are next to it, ascending. */
  trunk: number[];
  /** Nodes of the tree whose part is no longer than it is thick, to the next joint: haunches, knees that are parts of their own, ascending. */
  stubs: number[];
  /**
   * For each region half of how thick it is as a person sees it: what ends a limb (it is short, or the limb has forked) is as thick as the thickest of that, a finger as its
   * hand, a toe as its foot, if it is no longer than that (what is longer is a tool); else as `AtRest.thickness`.
   */
  thickness: Float64Array;
}

/**
 * The trunk is what carries two limbs or more, and all that this hangs on: hips and chest, or the palm of a model of a hand. An upper arm can go nowhere without its
 * shoulder, so it is pressed against ribs and belly in many a good pose, and a thigh against the belly; what comes from farther down a limb, or ends it, has no such
 * excuse. Of animals a haunch comes before the thigh: a part no longer than it is thick is none to reach out with, so the next one is next to the trunk too. Without places of
 * joints nothing is known, and no trunk is listed. What is held or worn is no part of a limb.
 */
export function findLimbs(plan: LinkedPlan): Limbs {
  const { tree, subject, atRest, props } = plan;
  const { parents, nodes } = tree;
  const spans = measureSpans(plan);
  const places = placeJoints(plan, subject.rest);
  const lengths = measureLimbs(plan, places);
  const isOwn = parents.map(() => false);
  nodes.forEach((node, region) => {
    for (let above = node; above >= 0 && !props.includes(region); above = parents[above]) isOwn[above] = true;
  });
  const children = childrenOf(parents).map(below => below.filter(child => isOwn[child]));
  const isTrunk = parents.map(() => false);
  children.forEach((below, node) => {
    if (below.filter(child => lengths[child] >= LEAST_LIMB * atRest.height).length < 2) return;
    for (let above = node; above >= 0; above = parents[above]) isTrunk[above] = true;
  });
  const thick = parents.map(() => 0);
  nodes.forEach((node, region) => {
    thick[node] = Math.max(thick[node], atRest.thickness[region]);
  });
  const lengthBetween = (one: number, other: number): number => {
    const [here, there] = [places[one], places[other]];
    return here && there ? distanceOf(here, there) : Infinity;
  };
  const isNear = (node: number): boolean => {
    let first = node;
    while (parents[first] >= 0 && !isTrunk[parents[first]]) first = parents[first];
    return parents[first] >= 0 && lengthBetween(node, first) <= FIRST_PART * lengths[first];
  };
  const isStub = parents.map((_, node) => children[node].some(child => lengthBetween(child, node) <= 2 * thick[node]));
  const isNext = parents.map((parent, node) => {
    if (isTrunk[node] || !isOwn[node] || children[node].length === 0) return isTrunk[node];
    return isNear(node) || (parent >= 0 && !isTrunk[parent] && isNear(parent) && isStub[parent]);
  });
  return {
    trunk: [...nodes.keys()].filter(region => isNext[nodes[region]]),
    stubs: [...parents.keys()].filter(node => isStub[node]),
    thickness: atRest.thickness.map((own, region) => {
      const row = [];
      for (let node = nodes[region]; node >= 0 && !isNext[node] && !props.includes(region); node = parents[node])
        row.push(node);
      const isHand = (node: number): boolean => lengths[node] < LEAST_LIMB * atRest.height || children[node].length > 1;
      const end = row.slice(0, row.findLastIndex((node, k) => k > 0 && isHand(node)) + 1);
      const isAsLong = (other: number): boolean => spans[other] >= spans[region];
      const hands = [...nodes.keys()].filter(other => end.includes(nodes[other]) && isAsLong(other));
      return Math.max(own, ...hands.map(hand => atRest.thickness[hand]));
    }),
  };
}

/**
 * How far each joint reaches at rest: to the farthest vertex of what follows it and all that hangs on it. 0 where its place is not known, but for a joint that nothing
 * follows, which reaches as far as what hangs on it.
 */
function measureLimbs(
  { shapes, firstRegions, tree, atRest, props }: LinkedPlan,
  places: readonly (Float64Array | null)[],
): Float64Array {
  const lengths = new Float64Array(places.length);
  const corner = new Float64Array(3);
  shapes.forEach(({ mesh, regions }, b) => {
    const positions = atRest.positions[b];
    regions.regionOfTriangle.forEach((region, slot) => {
      if (props.includes(firstRegions[b] + region)) return;
      const v = 3 * mesh.triangles[3 * slot]; // one corner of each triangle is near enough
      for (let axis = 0; axis < 3; axis++) corner[axis] = positions[v + axis];
      let length = 0;
      for (let node = tree.nodes[firstRegions[b] + region]; node >= 0; node = tree.parents[node]) {
        const place = places[node];
        if (place) length = distanceOf(corner, place);
        lengths[node] = Math.max(lengths[node], length);
      }
    });
  });
  return lengths;
}

/** For each region how far it is from corner to corner of the box around it at rest. */
function measureSpans({ shapes, firstRegions, atRest }: LinkedPlan): number[] {
  const spans: number[] = [];
  shapes.forEach(({ mesh, regions }, b) => {
    const positions = atRest.positions[b];
    const boxes = Array.from(regions.joints, () => ({
      low: [0, 0, 0].fill(Infinity),
      high: [0, 0, 0].fill(-Infinity),
    }));
    mesh.triangles.forEach((v, corner) => {
      const { low, high } = boxes[regions.regionOfTriangle[Math.floor(corner / 3)]];
      for (let axis = 0; axis < 3; axis++) {
        low[axis] = Math.min(low[axis], positions[3 * v + axis]);
        high[axis] = Math.max(high[axis], positions[3 * v + axis]);
      }
    });
    boxes.forEach(({ low, high }, region) => {
      spans[firstRegions[b] + region] = distanceOf(low, high);
    });
  });
  return spans;
}

function distanceOf(p: ArrayLike<number>, q: ArrayLike<number>): number {
  return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}
