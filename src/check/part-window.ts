import type { PairList } from '../query/pair-list.ts';
import type { BodyMotion } from './body-motion.ts';
import { DIRECTIONS, isBeyond } from './stay-apart.ts';

/**
 * How far apart two triangles must stay to be left out, as a share of the farthest that any coordinate moves in a step, and of the largest
 * coordinate. The tests of first contact may take what is nearer than it moves in their tolerance, a ten-thousandth of a step, for
 * touching. Ten times that is free by them too: so what is found does not depend on which steps are looked at together.
 */
export const LEAST_GAP = 1e-3;
const ROUNDING = 1e-9;

/**
 * Takes out of a list those pairs that one direction parts at all of the first `count` instants: they stay apart, as `findParting` says, but
 * for all steps at once. Directions are those of `findParting` at the middle instant. Cost: 200 ns a pair.
 */
export function leaveOutParted(a: BodyMotion, b: BodyMotion, count: number, list: PairList): void {
  const trianglesA = a.shape.mesh.triangles;
  const trianglesB = b.shape.mesh.triangles;
  const margin = LEAST_GAP * Math.max(a.moved, b.moved) + ROUNDING * Math.max(findReach(a, count), findReach(b, count));
  const { data } = list;
  let kept = 0;
  for (let k = 0; k < list.length; k += 2) {
    const a0 = 3 * trianglesA[3 * data[k]];
    const a1 = 3 * trianglesA[3 * data[k] + 1];
    const a2 = 3 * trianglesA[3 * data[k] + 2];
    const b0 = 3 * trianglesB[3 * data[k + 1]];
    const b1 = 3 * trianglesB[3 * data[k + 1] + 1];
    const b2 = 3 * trianglesB[3 * data[k + 1] + 2];
    if (areParted(a.positions, a0, a1, a2, b.positions, b0, b1, b2, count, margin)) continue;
    data[kept] = data[k];
    data[kept + 1] = data[k + 1];
    kept += 2;
  }
  list.length = kept;
}

/** The largest coordinate of a body at the first instants: that of its root's boxes. */
function findReach({ nodes, instants }: BodyMotion, count: number): number {
  let reach = 0;
  for (let o = 0; o < 6 * instants; o += instants) {
    for (let k = 0; k < count; k++) reach = Math.max(reach, Math.abs(nodes[o + k]));
  }
  return reach;
}

function areParted(
  a: readonly Float64Array[],
  a0: number,
  a1: number,
  a2: number,
  b: readonly Float64Array[],
  b0: number,
  b1: number,
  b2: number,
  count: number,
  margin: number,
): boolean {
  const middle = count >> 1;
  const p = a[middle];
  const r = b[middle];
  for (let k = 0; k < DIRECTIONS; k++) {
    if (k === 0) pointAcross(p, a0, a1, a2, r, b0, b1, b2);
    else if (k < 5) pointByPlane(p, a0, a1, a2, k - 1);
    else pointByPlane(r, b0, b1, b2, k - 5);
    const x = direction[0];
    const y = direction[1];
    const z = direction[2];
    if (isBeyond(p, a0, a1, a2, r, b0, b1, b2, x, y, z, margin)) {
      let l = 0;
      while (l < count && isBeyond(a[l], a0, a1, a2, b[l], b0, b1, b2, x, y, z, margin)) l++;
      if (l === count) return true;
    } else if (k > 0 && isBeyond(r, b0, b1, b2, p, a0, a1, a2, x, y, z, margin)) {
      let l = 0;
      while (l < count && isBeyond(b[l], b0, b1, b2, a[l], a0, a1, a2, x, y, z, margin)) l++;
      if (l === count) return true;
    }
  }
  return false;
}

const direction = new Float64Array(3);

/** From the middle of one triangle to that of the other. */
function pointAcross(
  p: Float64Array,
  a0: number,
  a1: number,
  a2: number,
  r: Float64Array,
  b0: number,
  b1: number,
  b2: number,
): void {
  direction[0] = p[a0] + p[a1] + p[a2] - (r[b0] + r[b1] + r[b2]);
  direction[1] = p[a0 + 1] + p[a1 + 1] + p[a2 + 1] - (r[b0 + 1] + r[b1 + 1] + r[b2 + 1]);
  direction[2] = p[a0 + 2] + p[a1 + 2] + p[a2 + 2] - (r[b0 + 2] + r[b1 + 2] + r[b2 + 2]);
}

/** Along the normal of a triangle, side 0, or in its plane across one of its sides, 1 to 3. */
function pointByPlane(p: Float64Array, a: number, b: number, c: number, side: number): void {
  const ux = p[b] - p[a];
  const uy = p[b + 1] - p[a + 1];
  const uz = p[b + 2] - p[a + 2];
  const vx = p[c] - p[a];
  const vy = p[c + 1] - p[a + 1];
  const vz = p[c + 2] - p[a + 2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  if (side === 0) {
    direction[0] = x;
    direction[1] = y;
    direction[2] = z;
    return;
  }
  const sx = side === 1 ? ux : side === 2 ? vx : ux - vx;
  const sy = side === 1 ? uy : side === 2 ? vy : uy - vy;
  const sz = side === 1 ? uz : side === 2 ? vz : uz - vz;
  direction[0] = y * sz - z * sy;
  direction[1] = z * sx - x * sz;
  direction[2] = x * sy - y * sx;
}
