import { skinningOf } from '../../deform/deformer.ts';
import { transformPoint } from '../../math/matrix34.ts';
import type { CheckedShape } from './checked-shape.ts';
import type { RegionTree } from './region-tree.ts';
import type { BodyPose, CheckSubject } from './subject.ts';

/** What says where joints are: the bodies of a subject, and which node each of their regions follows. */
export interface JointedPlan {
  subject: CheckSubject;
  shapes: readonly CheckedShape[];
  firstRegions: ArrayLike<number>;
  tree: RegionTree;
}

/** Where the joint of each node of the region tree is, in a pose of the bodies; null if no body says where it rests. */
export function placeJoints(
  { subject, shapes, firstRegions, tree }: JointedPlan,
  poses: readonly BodyPose[],
): (Float64Array | null)[] {
  const places: (Float64Array | null)[] = tree.parents.map(() => null);
  shapes.forEach(({ regions }, b) => {
    const skinning = skinningOf(subject.bodies[b].source);
    regions.joints.forEach((joint, r) => {
      const node = tree.nodes[firstRegions[b] + r];
      const rest = skinning.kind === 'rigid' ? ORIGIN : skinning.skeleton?.positions.subarray(3 * joint);
      if (places[node] || !rest) return;
      const place = new Float64Array(3);
      transformPoint(poses[b].jointMatrices, 12 * joint, rest[0], rest[1], rest[2], place, 0);
      places[node] = place;
    });
  });
  return places;
}

const ORIGIN = [0, 0, 0];
