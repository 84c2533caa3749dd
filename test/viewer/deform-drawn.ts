import type { DrawnBody, DrawnPose } from '../../viewer/protocol.ts';

/** What a graphics card makes of a body and a pose, in float64 and as plainly as can be. */
export function deformDrawn(body: DrawnBody, pose: DrawnPose): Float64Array {
  const out = new Float64Array(body.positions.length);
  for (let v = 0; v < out.length / 3; v++) out.set(deformDrawnVertex(body, pose, 0, v), 3 * v);
  return out;
}

export function deformDrawnVertex(body: DrawnBody, pose: DrawnPose, instance: number, v: number): number[] {
  const jointCount = pose.jointMatrices.length / 12 / body.instances;
  const matrices = pose.jointMatrices.subarray(12 * jointCount * instance);
  const amounts = pose.weights.subarray(body.fields.length * instance);
  const rest = [0, 1, 2].map(axis =>
    body.fields.reduce((sum, field, f) => sum + amounts[f] * field[3 * v + axis], body.positions[3 * v + axis]),
  );
  return skin(body, pose, matrices, v, rest);
}

function skin(body: DrawnBody, pose: DrawnPose, matrices: Float32Array, v: number, rest: number[]): number[] {
  const influences = Array.from({ length: body.influences }, (_, k) => ({
    joint: body.joints[body.influences * v + k],
    weight: body.weights[body.influences * v + k],
  })).filter(({ weight }) => weight > 0);
  const used = body.influences === 0 ? [{ joint: 0, weight: 1 }] : influences;
  const blend = (point: number[]): number[] =>
    used.reduce((sum, { joint, weight }) => add(sum, weight, move(matrices, joint, point)), [0, 0, 0]);
  if (body.skinning === 'rigid' || body.skinning === 'linear-blend') return blend(rest);
  const quaternions = used.map(({ joint }) => quaternionOf(matrices, 12 * joint));
  const real = [0, 0, 0, 0];
  const dual = [0, 0, 0, 0];
  used.forEach(({ joint, weight }, k) => {
    const q = quaternions[k];
    const product = q.reduce((sum, x, i) => sum + x * quaternions[0][i], 0);
    const share = product < 0 ? -weight : weight;
    const moved = multiply([...[3, 7, 11].map(o => matrices[12 * joint + o]), 0], q);
    for (let i = 0; i < 4; i++) {
      real[i] += share * q[i];
      dual[i] += share * moved[i];
    }
  });
  const squared = real.reduce((sum, x) => sum + x * x, 0);
  const back = [-real[0], -real[1], -real[2], real[3]].map(x => x / squared);
  const turn = (p: number[]): number[] => multiply(multiply(real, [...p, 0]), back).slice(0, 3);
  if (body.skinning === 'dual-quaternion-blend') return add(turn(rest), 1, multiply(dual, back));
  const center = Array.from(pose.centers.subarray(3 * body.setOfVertex[v], 3 * body.setOfVertex[v] + 3));
  return add(turn(rest.map((x, axis) => x - center[axis])), 1, blend(center));
}

function add(a: number[], share: number, b: readonly number[]): number[] {
  return a.map((x, axis) => x + share * b[axis]);
}

function move(m: Float32Array, joint: number, [x, y, z]: number[]): number[] {
  return [0, 4, 8].map(row => {
    const o = 12 * joint + row;
    return m[o] * x + m[o + 1] * y + m[o + 2] * z + m[o + 3];
  });
}

/** (x, y, z, w). */
function multiply([ax, ay, az, aw]: number[], [bx, by, bz, bw]: number[]): number[] {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

/** Row k is the quaternion times four times its component k: the longest is the surest. */
function quaternionOf(m: Float32Array, o: number): number[] {
  const at = (row: number, column: number): number => m[o + 4 * row + column];
  const rows = [
    [1 + at(0, 0) - at(1, 1) - at(2, 2), at(0, 1) + at(1, 0), at(0, 2) + at(2, 0), at(2, 1) - at(1, 2)],
    [at(0, 1) + at(1, 0), 1 - at(0, 0) + at(1, 1) - at(2, 2), at(1, 2) + at(2, 1), at(0, 2) - at(2, 0)],
    [at(0, 2) + at(2, 0), at(1, 2) + at(2, 1), 1 - at(0, 0) - at(1, 1) + at(2, 2), at(1, 0) - at(0, 1)],
    [at(2, 1) - at(1, 2), at(0, 2) - at(2, 0), at(1, 0) - at(0, 1), 1 + at(0, 0) + at(1, 1) + at(2, 2)],
  ];
  const lengths = rows.map(row => Math.hypot(...row));
  const longest = Math.max(...lengths);
  return rows[lengths.indexOf(longest)].map(x => x / longest);
}
