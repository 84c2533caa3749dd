import type { Mesh, Skeleton, Skin } from '../../src/index.ts';

/**
 * Skinning straight from the definitions, on plain arrays, with nothing shared with src/: a vertex at a time, every
 * quaternion and rotation centre computed anew by eigenvectors.
 */

type Vector = number[];
type Matrix = number[][];

/** What one vertex follows: joints ascending, each once, weights that sum to 1. */
export interface Influence {
  joint: number;
  weight: number;
}

export function influencesOf(skin: Skin, v: number): Influence[] {
  const byJoint = new Map<number, number>();
  for (let slot = v * skin.influences; slot < (v + 1) * skin.influences; slot++) {
    const weight = skin.weights[slot];
    if (weight > 0) byJoint.set(skin.joints[slot], (byJoint.get(skin.joints[slot]) ?? 0) + weight);
  }
  const sum = [...byJoint.values()].reduce((total, weight) => total + weight, 0);
  return [...byJoint]
    .map(([joint, weight]) => ({ joint, weight: weight / sum }))
    .sort((left, right) => left.joint - right.joint);
}

export function applyJoint(matrices: ArrayLike<number>, joint: number, [x, y, z]: Vector): Vector {
  return [0, 4, 8].map(row => {
    const o = 12 * joint + row;
    return matrices[o] * x + matrices[o + 1] * y + matrices[o + 2] * z + matrices[o + 3];
  });
}

/** Every vertex by a rule for one of two or more joints; vertices of one joint are its image. */
function skinAll(
  mesh: Mesh,
  skin: Skin,
  matrices: Float64Array,
  blend: (influences: Influence[], point: Vector) => Vector,
): Float64Array {
  const out = new Float64Array(mesh.positions.length);
  for (let v = 0; v < out.length / 3; v++) {
    const influences = influencesOf(skin, v);
    const point = [...mesh.positions.subarray(3 * v, 3 * v + 3)];
    out.set(
      influences.length === 1 ? applyJoint(matrices, influences[0].joint, point) : blend(influences, point),
      3 * v,
    );
  }
  return out;
}

/** v' = sum w_i C_i v. */
export function skinLinearly(mesh: Mesh, skin: Skin, matrices: Float64Array): Float64Array {
  return skinAll(mesh, skin, matrices, (influences, point) =>
    mix(influences, joint => applyJoint(matrices, joint, point)),
  );
}

/** v' = Q_w (v - c) + sum w_i C_i c ([Kavan2006] Eq. 1). */
export function skinSpherically(mesh: Mesh, skin: Skin, skeleton: Skeleton, matrices: Float64Array): Float64Array {
  return skinAll(mesh, skin, matrices, (influences, point) => {
    const joints = influences.map(({ joint }) => joint);
    const center = rotationCenterOf(joints, skeleton, matrices);
    const quaternions = quaternionsOf(joints, matrices);
    const q = normalize(mix(influences, joint => quaternions.get(joint)!));
    const turned = rotate(
      q,
      point.map((x, axis) => x - center[axis]),
    );
    const carried = mix(influences, joint => applyJoint(matrices, joint, center));
    return turned.map((x, axis) => x + carried[axis]);
  });
}

/** The rigid motion of the normalised sum of weighted unit dual quaternions ([Kavan2008] Algorithm 1). */
export function skinByDualQuaternions(mesh: Mesh, skin: Skin, matrices: Float64Array): Float64Array {
  return skinAll(mesh, skin, matrices, (influences, point) => {
    const quaternions = quaternionsOf(
      influences.map(({ joint }) => joint),
      matrices,
    );
    const real = mix(influences, joint => quaternions.get(joint)!);
    const dual = mix(influences, joint => {
      const translation = [3, 7, 11].map(k => matrices[12 * joint + k] / 2);
      return multiplyQuaternions([...translation, 0], quaternions.get(joint)!);
    });
    const length = Math.hypot(...real);
    const q = real.map(x => x / length);
    const translation = multiplyQuaternions(
      dual.map(x => (2 * x) / length),
      [-q[0], -q[1], -q[2], q[3]],
    );
    return rotate(q, point).map((x, axis) => x + translation[axis]);
  });
}

/**
 * The rest point whose images under the joints lie closest together, sought about the mean of the set's junctions:
 * with A = sum (R - Rbar)^T (R - Rbar) = V s V^T, the offset is V s / (s^2 + d^2) V^T b, d = 1e-4 n.
 */
export function rotationCenterOf(joints: number[], skeleton: Skeleton, matrices: Float64Array): Vector {
  const n = joints.length;
  const junctions = joints.filter(joint => joints.includes(skeleton.parents[joint]));
  const anchors = junctions.length > 0 ? junctions : joints;
  const reference = [0, 1, 2].map(
    axis => anchors.reduce((sum, joint) => sum + skeleton.positions[3 * joint + axis], 0) / anchors.length,
  );
  const rotations = joints.map(joint => rotationOf(matrices, joint));
  const images = joints.map(joint => applyJoint(matrices, joint, reference));
  const meanOf = (values: number[]): number => values.reduce((sum, x) => sum + x, 0) / n;
  const a: Matrix = [0, 1, 2].map(() => [0, 0, 0]);
  const b = [0, 0, 0];
  for (let k = 0; k < n; k++) {
    for (let row = 0; row < 3; row++) {
      const offset = images[k][row] - meanOf(images.map(image => image[row]));
      const deviation = [0, 1, 2].map(
        column => rotations[k][row][column] - meanOf(rotations.map(rotation => rotation[row][column])),
      );
      for (let i = 0; i < 3; i++) {
        b[i] -= deviation[i] * offset;
        for (let j = 0; j < 3; j++) a[i][j] += deviation[i] * deviation[j];
      }
    }
  }
  const { values, vectors } = decompose(a);
  const damping = 1e-4 * n;
  const center = reference.slice();
  values.forEach((s, k) => {
    const along = vectors[k].reduce((sum, x, axis) => sum + x * b[axis], 0);
    for (let axis = 0; axis < 3; axis++) center[axis] += ((s * along) / (s * s + damping * damping)) * vectors[k][axis];
  });
  return center;
}

function rotationOf(matrices: ArrayLike<number>, joint: number): Matrix {
  return [0, 4, 8].map(row => [0, 1, 2].map(column => matrices[12 * joint + row + column]));
}

/** Unit quaternions (x, y, z, w) of the joints, on the side of the first one. */
function quaternionsOf(joints: number[], matrices: ArrayLike<number>): Map<number, Vector> {
  const quaternions = joints.map(joint => quaternionOf(rotationOf(matrices, joint)));
  return new Map(
    quaternions.map((q, k) => {
      const product = q.reduce((sum, x, i) => sum + x * quaternions[0][i], 0);
      return [joints[k], product < 0 ? q.map(x => -x) : q];
    }),
  );
}

/** The matrix 4 q q^T has the rotation's numbers as entries; its one eigenvector is q. */
function quaternionOf(r: Matrix): Vector {
  const [[xx, xy, xz], [yx, yy, yz], [zx, zy, zz]] = r;
  const { values, vectors } = decompose([
    [1 + xx - yy - zz, xy + yx, xz + zx, zy - yz],
    [xy + yx, 1 - xx + yy - zz, yz + zy, xz - zx],
    [xz + zx, yz + zy, 1 - xx - yy + zz, yx - xy],
    [zy - yz, xz - zx, yx - xy, 1 + xx + yy + zz],
  ]);
  return vectors[values.indexOf(Math.max(...values))];
}

/** Eigenvalues and eigenvectors of a symmetric matrix, by Jacobi rotations. */
function decompose(symmetric: Matrix): { values: Vector; vectors: Matrix } {
  const n = symmetric.length;
  const a = symmetric.map(row => row.slice());
  const vectors: Matrix = a.map((_, i) => a.map((__, j) => (i === j ? 1 : 0))); // one to a row
  for (let sweep = 0; sweep < 30; sweep++) {
    for (let p = 0; p < n; p++) {
      for (let q = p + 1; q < n; q++) {
        if (a[p][q] === 0) continue;
        const angle = 0.5 * Math.atan2(2 * a[p][q], a[p][p] - a[q][q]);
        const c = Math.cos(angle);
        const s = Math.sin(angle);
        for (let k = 0; k < n; k++) [a[k][p], a[k][q]] = [c * a[k][p] + s * a[k][q], c * a[k][q] - s * a[k][p]];
        for (let k = 0; k < n; k++) [a[p][k], a[q][k]] = [c * a[p][k] + s * a[q][k], c * a[q][k] - s * a[p][k]];
        for (let k = 0; k < n; k++) {
          const x = vectors[p][k];
          vectors[p][k] = c * x + s * vectors[q][k];
          vectors[q][k] = c * vectors[q][k] - s * x;
        }
      }
    }
  }
  return { values: a.map((row, i) => row[i]), vectors };
}

function mix(influences: Influence[], read: (joint: number) => Vector): Vector {
  const values = influences.map(({ joint, weight }) => read(joint).map(x => weight * x));
  return values[0].map((_, axis) => values.reduce((sum, value) => sum + value[axis], 0));
}

function normalize(q: Vector): Vector {
  const length = Math.hypot(...q);
  return q.map(x => x / length);
}

export function multiplyQuaternions([ax, ay, az, aw]: Vector, [bx, by, bz, bw]: Vector): Vector {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

/** q v conj(q). */
function rotate(q: Vector, point: Vector): Vector {
  const conjugate = [-q[0], -q[1], -q[2], q[3]];
  return multiplyQuaternions(multiplyQuaternions(q, [...point, 0]), conjugate).slice(0, 3);
}
