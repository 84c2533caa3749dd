import { AT_END, type Difference, setEdgeEdge, setVertexTriangle } from '../../src/continuous/elementary/difference.ts';
import type {
  findEdgeEdgeImpactExactly,
  findVertexTriangleImpactExactly,
} from '../../src/continuous/elementary/exact/find-impacts-exactly.ts';
import { isClearlyFree } from '../../src/continuous/elementary/filters.ts';
import type { Impact } from '../../src/continuous/elementary/impact.ts';

/** How far outside (in parts of a side) a contact still counts: without it, contacts on shared edges fall through. */
const SLACK = 1e-9;

/**
 * As `findVertexTriangleImpact`, by the method most engines use: solve the cubic for the times at which all four points
 * are in one plane, and take the first at which the vertex is inside [Provot1997]. After our filters it is plain floats
 * without error bounds: it may miss contacts (grazing, at corners, always in one plane), invent some, and be late. Only
 * for comparison.
 */
export const findVertexTriangleImpactByCubic: typeof findVertexTriangleImpactExactly = (
  a,
  vertex,
  b,
  b0,
  b1,
  b2,
  out,
) => {
  setVertexTriangle(out.difference, a, vertex, b, b0, b1, b2);
  return findImpactByCubic(out);
};

/**
 * As `findEdgeEdgeImpact`, by the same method.
 */
export const findEdgeEdgeImpactByCubic: typeof findEdgeEdgeImpactExactly = (a, a0, a1, b, b0, b1, out) => {
  setEdgeEdge(out.difference, a, a0, a1, b, b0, b1);
  return findImpactByCubic(out);
};

function findImpactByCubic(out: Impact): boolean {
  const { difference } = out;
  out.state = 'free';
  out.time = Infinity;
  if (isClearlyFree(difference)) return false;

  // The cubic in powers of time, and the times between which it rises or falls only.
  const { volumes } = difference;
  const constant = volumes[0];
  const linear = 3 * (volumes[1] - volumes[0]);
  const square = 3 * (volumes[2] - 2 * volumes[1] + volumes[0]);
  const cube = volumes[3] - volumes[0] - 3 * (volumes[2] - volumes[1]);
  const root = Math.sqrt(Math.max(0, square * square - 3 * linear * cube));
  const pivot = square > 0 ? -square - root : -square + root;
  const one = pivot / (3 * cube);
  const other = linear / pivot;
  const low = clampToStep(Math.min(one, other));
  const high = clampToStep(Math.max(one, other));
  for (let piece = 0; piece < 3; piece++) {
    let from = piece === 0 ? 0 : piece === 1 ? low : high;
    let to = piece === 0 ? low : piece === 1 ? high : 1;
    const before = constant + from * (linear + from * (square + from * cube));
    const after = constant + to * (linear + to * (square + to * cube));
    if (!(before * after <= 0)) continue;
    // Newton's method, kept inside by bisection.
    let time = from + ((to - from) * before) / (before - after);
    for (let i = 0; i < 60; i++) {
      const value = constant + time * (linear + time * (square + time * cube));
      if (value > 0 === after > 0) to = time;
      else from = time;
      const next = time - value / (linear + time * (2 * square + time * 3 * cube));
      const isDone = Math.abs(next - time) < 1e-14 || to - from < 1e-15;
      time = next >= from && next <= to ? next : 0.5 * (from + to);
      if (isDone) break;
    }
    if (isInsideAt(difference, time, out)) {
      out.state = 'impact';
      out.time = time;
      return true;
    }
  }
  return false;
}

function clampToStep(time: number): number {
  return time > 0 ? (time < 1 ? time : 1) : 0;
}

/** Whether 0, taken to be in the plane of the polygon at `time`, is inside it. */
function isInsideAt({ corners: q, count }: Difference, time: number, out: Impact): boolean {
  const last = 3 * count - 3;
  const x = q[0] + time * (q[AT_END] - q[0]);
  const y = q[1] + time * (q[AT_END + 1] - q[1]);
  const z = q[2] + time * (q[AT_END + 2] - q[2]);
  const ux = q[3] + time * (q[AT_END + 3] - q[3]) - x;
  const uy = q[4] + time * (q[AT_END + 4] - q[4]) - y;
  const uz = q[5] + time * (q[AT_END + 5] - q[5]) - z;
  const vx = q[last] + time * (q[AT_END + last] - q[last]) - x;
  const vy = q[last + 1] + time * (q[AT_END + last + 1] - q[last + 1]) - y;
  const vz = q[last + 2] + time * (q[AT_END + last + 2] - q[last + 2]) - z;
  const uu = ux * ux + uy * uy + uz * uz;
  const uv = ux * vx + uy * vy + uz * vz;
  const vv = vx * vx + vy * vy + vz * vz;
  const alongU = -(ux * x + uy * y + uz * z);
  const alongV = -(vx * x + vy * y + vz * z);
  const area = uu * vv - uv * uv;
  out.u = (vv * alongU - uv * alongV) / area;
  out.v = (uu * alongV - uv * alongU) / area;
  if (!(out.u >= -SLACK && out.v >= -SLACK)) return false;
  return count === 3 ? out.u + out.v <= 1 + SLACK : out.u <= 1 + SLACK && out.v <= 1 + SLACK;
}
