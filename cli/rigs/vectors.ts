/*
 * Points, directions and rotations of a rig, as short lists: there are a few hundred of them, once per file. Rotations are
 * quaternions (x, y, z, w) of length 1, as glTF has them.
 */

export type Vector = readonly [number, number, number];
export type Rotation = readonly [number, number, number, number];

export const NO_ROTATION: Rotation = [0, 0, 0, 1];

export function add(a: Vector, b: Vector): Vector {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

export function subtract(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function scale(a: Vector, by: number): Vector {
  return [by * a[0], by * a[1], by * a[2]];
}

export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function lengthOf(a: Vector): number {
  return Math.hypot(a[0], a[1], a[2]);
}

/** Of length 1; null if it has no direction. */
export function directionOf(a: Vector): Vector | null {
  const length = lengthOf(a);
  return length > 1e-12 ? scale(a, 1 / length) : null;
}

/** What of `a` is across the direction `along`, as a direction; null if nothing is. */
export function acrossOf(a: Vector, along: Vector): Vector | null {
  const rest = subtract(a, scale(along, dot(a, along)));
  return lengthOf(rest) > 1e-3 * lengthOf(a) ? directionOf(rest) : null;
}

/** A direction across another one, always the same: the axis it has least of, made square to it. */
export function anyAcross(along: Vector): Vector {
  const sizes = along.map(Math.abs);
  const least = sizes.indexOf(Math.min(...sizes));
  return acrossOf([least === 0 ? 1 : 0, least === 1 ? 1 : 0, least === 2 ? 1 : 0], along)!;
}

export function meanOf(points: readonly Vector[]): Vector {
  return scale(points.reduce(add, [0, 0, 0]), 1 / points.length);
}

/** Degrees between two directions. */
export function angleBetween(a: Vector, b: Vector): number {
  return (180 / Math.PI) * Math.atan2(lengthOf(cross(a, b)), dot(a, b));
}

/** Turns by degrees about an axis of length 1. */
export function turnAbout(axis: Vector, degrees: number): Rotation {
  const half = (degrees * Math.PI) / 360;
  const sine = Math.sin(half);
  return [sine * axis[0], sine * axis[1], sine * axis[2], Math.cos(half)];
}

/** The least turn that takes one direction to another. */
export function turnTo(from: Vector, to: Vector): Rotation {
  const axis = directionOf(cross(from, to)) ?? anyAcross(from);
  return turnAbout(axis, angleBetween(from, to));
}

/** First `b`, then `a`. */
export function turnBoth(a: Rotation, b: Rotation): Rotation {
  return [
    a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
    a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
    a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
    a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
  ];
}

export function turnBack(a: Rotation): Rotation {
  return [-a[0], -a[1], -a[2], a[3]];
}

export function turnVector(a: Rotation, v: Vector): Vector {
  const axis: Vector = [a[0], a[1], a[2]];
  const once = scale(cross(axis, v), 2);
  return add(add(v, scale(once, a[3])), cross(axis, once));
}
