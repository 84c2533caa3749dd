import type { BodyPose, CheckBody } from '../../src/check/index.ts';

/** Where a vertex is in a pose, by the book: targets, then joints. Slow, short, and of nothing else here. */
export function placeVertex({ mesh, source }: CheckBody, { jointMatrices: m, weights }: BodyPose, v: number): number[] {
  const p = [0, 1, 2].map(axis => mesh.positions[3 * v + axis]);
  if (source.kind === 'morph') {
    source.targets.forEach((target, t) => {
      for (let axis = 0; axis < 3; axis++) p[axis] += weights[t] * target[3 * v + axis];
    });
  }
  const follow = (j: number): number[] =>
    [0, 4, 8].map(o => m[12 * j + o] * p[0] + m[12 * j + o + 1] * p[1] + m[12 * j + o + 2] * p[2] + m[12 * j + o + 3]);
  if (source.kind !== 'linear-blend') return follow(0);
  const out = [0, 0, 0];
  const { influences, joints, weights: shares } = source.skin;
  for (let slot = v * influences; slot < (v + 1) * influences; slot++) {
    if (shares[slot] === 0) continue;
    follow(joints[slot]).forEach((x, axis) => {
      out[axis] += shares[slot] * x;
    });
  }
  return out;
}
