import { UNKNOWN } from './limits.ts';
import { boneTip, type Rig } from './rig.ts';
import { acrossOf, angleBetween, anyAcross, cross, directionOf, dot, scale, subtract, type Vector } from './vectors.ts';

/** An axis of the world at rest about which a joint bends, and its least and most degrees. */
export interface Bend {
  axis: Vector;
  from: number;
  to: number;
}

/** A part is flat if it is so much wider than thick. */
const FLAT = 1.5;

/** Degrees by which a joint must be bent at rest to show which way it bends. */
const BENT = 15;

const UP: Vector = [0, 1, 0];

/**
 * How a joint bends of which nothing is known but where it is: two axes, square to its bone. One that is bent at rest against the
 * joint before it (`before`, of the same limb) is a hinge, as the knee of an animal. A part that is wider than thick bends over its
 * flat side more than over its edge. Round ones bend up and down, and to the sides.
 */
export function bendAxes(rig: Rig, node: number, before: number | null, isSmall: boolean): [Bend, Bend] {
  const along = directionOfBone(rig, node);
  const hinge = before === null ? null : directionOf(cross(directionOfBone(rig, before), along));
  const bent = before === null ? 0 : angleBetween(directionOfBone(rig, before), along);
  if (hinge && bent > BENT && !isSmall) {
    const farther = Math.max(0, Math.min(UNKNOWN.bentFarther, UNKNOWN.mostBent - bent));
    return [
      { axis: hinge, from: -Math.min(bent, UNKNOWN.bentBack), to: farther },
      bothWays(cross(along, hinge), UNKNOWN.flat[1]),
    ];
  }
  const wide = isSmall ? null : findWidth(rig.vertices[node], along);
  const axis = wide ?? directionOf(cross(along, UP)) ?? anyAcross(along);
  const [first, second] = isSmall ? UNKNOWN.small : wide ? UNKNOWN.flat : UNKNOWN.round;
  const other = directionOf(cross(along, axis)) ?? anyAcross(axis);
  return [bothWays(axis, first), bothWays(other, second)];
}

/** The direction of a bone; up, for one that has none. */
function directionOfBone(rig: Rig, node: number): Vector {
  const tip = boneTip(rig, node);
  return (tip && directionOf(subtract(tip, rig.frames[node].origin))) ?? UP;
}

function bothWays(axis: Vector, degrees: number): Bend {
  return { axis, from: -degrees, to: degrees };
}

/** The direction, across the bone, in which its vertices are spread most; null if that is about the same all around. */
function findWidth(vertices: readonly Vector[], along: Vector): Vector | null {
  if (vertices.length < 3) return null;
  const e = anyAcross(along);
  const f = cross(along, e);
  const points = vertices.map(p => [dot(p, e), dot(p, f)]);
  const [x, y] = [0, 1].map(k => points.reduce((sum, p) => sum + p[k], 0) / points.length);
  let [xx, xy, yy] = [0, 0, 0];
  for (const [p, q] of points) {
    xx += (p - x) ** 2;
    xy += (p - x) * (q - y);
    yy += (q - y) ** 2;
  }
  // The axes of the ellipse that is spread as they are.
  const half = Math.hypot((xx - yy) / 2, xy);
  const most = (xx + yy) / 2 + half;
  const least = Math.max(0, (xx + yy) / 2 - half);
  if (!(most > FLAT ** 2 * least)) return null;
  const angle = Math.atan2(2 * xy, xx - yy) / 2;
  const [a, b] = [scale(e, Math.cos(angle)), scale(f, Math.sin(angle))];
  return directionOf([a[0] + b[0], a[1] + b[1], a[2] + b[2]]);
}

/** An axis for a joint of a limb that goes with the axis of the joint before it, so that all bend the same way. */
export function followAxis(rig: Rig, node: number, before: Vector): Vector {
  return acrossOf(before, directionOfBone(rig, node)) ?? before;
}
