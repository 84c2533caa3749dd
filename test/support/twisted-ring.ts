import { type Collider, createCollider, createShape } from '../../src/index.ts';
import { setRotationAbout } from '../../src/math/matrix34.ts';
import { quaternionAbout } from '../../src/math/quaternion.ts';

/** Joint-wise turns (degrees) about the z axis through the origin, where all joints rest. */
export function twist(angles: number[]): Float64Array {
  const matrices = new Float64Array(12 * angles.length);
  const turn = new Float64Array(4);
  angles.forEach((angle, j) => {
    quaternionAbout(0, 0, 1, (angle * Math.PI) / 180, turn, 0);
    setRotationAbout(matrices, 12 * j, turn[0], turn[1], turn[2], turn[3], 0, 0, 0);
  });
  return matrices;
}

/** A ring of small triangles about the z axis; their corners lean to one joint of three each, `lean` of the way. */
export function createTwistedRing(lean: number): Collider {
  const count = 12;
  const positions = new Float64Array(9 * count);
  const weights = new Float64Array(9 * count);
  for (let v = 0; v < 3 * count; v++) {
    const angle = (2 * Math.PI * Math.floor(v / 3)) / count + 0.02 * (v % 3);
    positions.set([2 * Math.cos(angle), 2 * Math.sin(angle), 0.03 * (v % 2)], 3 * v);
    for (let k = 0; k < 3; k++) weights[3 * v + k] = k === v % 3 ? lean : (1 - lean) / 2;
  }
  const mesh = { positions, triangles: Uint32Array.from({ length: 3 * count }, (_, v) => v) };
  const skin = {
    jointCount: 3,
    influences: 3,
    joints: Uint16Array.from({ length: 9 * count }, (_, k) => k % 3),
    weights,
  };
  const skeleton = { parents: Int32Array.of(-1, 0, 1), positions: new Float64Array(9) };
  const shape = createShape(
    mesh,
    { kind: 'spherical-blend', skin, skeleton },
    { tree: 'minimal-spheres', volumes: 'sphere' },
  );
  return createCollider(shape);
}
