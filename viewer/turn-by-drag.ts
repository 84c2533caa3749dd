import * as three from 'three';
import { writeQuaternion } from './joint-texels.ts';
import type { DrawnBody, DrawnPose, JointTurn } from './protocol.ts';

/**
 * Adds a turn about an axis of the world to what was turned by hand so far. The worker takes turns in the frame of the parent
 * as it is posed, and one after the other, so those nearer the root come first: what is below them goes along.
 */
export function addTurn(
  turns: readonly JointTurn[],
  target: { body: number; joint: number },
  axis: three.Vector3,
  angle: number,
  bodies: readonly DrawnBody[],
  poses: readonly DrawnPose[],
): JointTurn[] {
  const { body, joint } = target;
  const { jointParents } = bodies[body];
  const frame = frameOf(poses[body].jointMatrices, jointParents[joint]);
  const before = turns.find(each => each.body === body && each.joint === joint)?.turn ?? [0, 0, 0, 1];
  const turn = new three.Quaternion()
    .setFromAxisAngle(axis.clone().applyQuaternion(frame.invert()), angle)
    .multiply(new three.Quaternion(...before))
    .normalize();
  const rest = turns.filter(each => each.body !== body || each.joint !== joint);
  const depth = (each: JointTurn): number => depthOf(bodies[each.body].jointParents, each.joint);
  return [...rest, { body, joint, turn: turn.toArray() }].sort((a, b) => depth(a) - depth(b));
}

function frameOf(matrices: Float32Array, joint: number): three.Quaternion {
  const q = new Float64Array([0, 0, 0, 1]);
  if (joint >= 0) writeQuaternion(perpendicular(matrices, 12 * joint), 0, q);
  return new three.Quaternion(q[0], q[1], q[2], q[3]);
}

/** The rotation of a joint that may stretch too: its columns made perpendicular one by one, as the worker does. */
function perpendicular(m: Float32Array, o: number): Float32Array {
  const x = new three.Vector3(m[o], m[o + 4], m[o + 8]).normalize();
  const y = new three.Vector3(m[o + 1], m[o + 5], m[o + 9]);
  y.addScaledVector(x, -y.dot(x)).normalize();
  const z = x.clone().cross(y);
  return Float32Array.of(x.x, y.x, z.x, 0, x.y, y.y, z.y, 0, x.z, y.z, z.z, 0);
}

function depthOf(parents: Int32Array, joint: number): number {
  let depth = 0;
  for (let at = parents[joint]; at >= 0; at = parents[at]) depth++;
  return depth;
}
