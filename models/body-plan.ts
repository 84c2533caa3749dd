import type { Skeleton } from '../src/deform/skeleton.ts';
import type { Point } from './signed-distance.ts';

/** One joint of a character as its author writes it down. Parents come before their children. */
export interface JointPlan {
  name: string;
  /** The name of the joint that carries this one; none for the root. */
  parent?: string;
  at: Point;
  /** Where the joint's bone ends, when that is not at its children. */
  tip?: Point;
  /** Where its bone begins, when that is not at the joint: a spine does not lie in the middle of a belly. */
  base?: Point;
  /** How thick the body is around the bone: decides how far the joint's influence reaches. */
  radius: number;
}

/** The bones as line segments: bone `b` belongs to `joints[b]` and runs over `ends[6b..6b+5]`. */
export interface Bones {
  joints: Int32Array;
  ends: Float64Array;
}

export interface BodyPlan {
  skeleton: Skeleton;
  jointNames: string[];
  bones: Bones;
  radii: Float64Array;
  /** The longest bone of each joint. */
  lengths: Float64Array;
}

function mirrorPoint(p: Point): Point {
  return [-p[0], p[1], p[2]];
}

/** The right-hand copy of joints of the left side (x > 0). Only names that begin with `left-` change. */
export function mirrorJoint(joint: JointPlan): JointPlan {
  return {
    name: joint.name.replace(/^left-/, 'right-'),
    parent: joint.parent?.replace(/^left-/, 'right-'),
    at: mirrorPoint(joint.at),
    tip: joint.tip && mirrorPoint(joint.tip),
    base: joint.base && mirrorPoint(joint.base),
    radius: joint.radius,
  };
}

export function createBodyPlan(joints: readonly JointPlan[]): BodyPlan {
  const index = new Map(joints.map((joint, j) => [joint.name, j]));
  const parents = new Int32Array(joints.length);
  const bones: { joint: number; from: Point; to: Point }[] = [];
  joints.forEach((joint, j) => {
    const parent = joint.parent === undefined ? -1 : index.get(joint.parent);
    if (parent === undefined || parent >= j) {
      throw new Error(`createBodyPlan: ${joint.name} hangs on ${joint.parent}, which does not come before it.`);
    }
    parents[j] = parent;
    if (joint.tip) bones.push({ joint: j, from: joint.base ?? joint.at, to: joint.tip });
    if (parent >= 0 && !joints[parent].tip) bones.push({ joint: parent, from: joints[parent].at, to: joint.at });
  });
  const lengths = new Float64Array(joints.length);
  for (const { joint, from, to } of bones) {
    lengths[joint] = Math.max(lengths[joint], Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]));
  }
  return {
    lengths,
    skeleton: { parents, positions: Float64Array.from(joints.flatMap(joint => [...joint.at])) },
    jointNames: joints.map(joint => joint.name),
    bones: {
      joints: Int32Array.from(bones, bone => bone.joint),
      ends: Float64Array.from(bones.flatMap(bone => [...bone.from, ...bone.to])),
    },
    radii: Float64Array.from(joints, joint => joint.radius),
  };
}
