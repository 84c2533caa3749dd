import { DOP_DIRECTIONS, DOP_LENGTHS } from './dop.ts';
import type { FramePair } from './oriented-boxes.ts';
import type { VolumeKind } from './volumes.ts';

/** A point or a ray as the volumes of one collider see it: in their frame, which for some boxes is not the world's. */
export interface Probe {
  isRay: boolean;
  /** The point, or where the ray starts. */
  x: number;
  y: number;
  z: number;
  /** The direction of a ray, one unit of the world long, and the inverse of each coordinate. */
  direction: Float64Array;
  inverse: Float64Array;
  /** No part of a ray before this distance counts. */
  near: number;
  /**
   * All volumes are widened by this: what rounding may have moved them and the probe, and the radius of a thick ray.
   */
  pad: number;
  /** A unit of the frame is at least this long in the world. */
  unit: number;
  /** How that frame lies in the world; only meant where it is not the world's. */
  frames: FramePair;
}

/** A probe that is not aimed yet (query/probe/probe.ts does that). */
export function createProbe(frames: FramePair): Probe {
  return {
    isRay: false,
    x: 0,
    y: 0,
    z: 0,
    direction: new Float64Array(3),
    inverse: new Float64Array(3),
    near: 0,
    pad: 0,
    unit: 1,
    frames,
  };
}

/** A ray this flat to the sides of a volume never crosses them; dividing by it says the same, and does not overflow. */
export const FLATTEST = 1e-200;

/**
 * At least how far from the probe the volume at `i` begins: along a ray, or from a point, in lengths of the world;
 * Infinity if a ray misses it. NaN, if there is one, never makes a volume farther.
 */
export function distanceToVolume(
  probe: Probe,
  kind: VolumeKind,
  slabs: number,
  volumes: Float64Array,
  i: number,
): number {
  switch (kind) {
    case 'box':
      return probe.isRay ? enterBox(probe, volumes, i) : approachBox(probe, volumes, i);
    case 'dop':
      return probe.isRay ? enterDop(probe, slabs, volumes, i) : approachDop(probe, slabs, volumes, i);
    default:
      return probe.isRay ? enterSphere(probe, volumes, i) : approachSphere(probe, volumes, i);
  }
}

/** Between the planes of each pair of sides, a ray is around where it passes their middle ([KayKajiya1986]). */
function enterBox({ x, y, z, inverse, near, pad }: Probe, boxes: Float64Array, i: number): number {
  const inverseX = inverse[0];
  const inverseY = inverse[1];
  const inverseZ = inverse[2];
  const middleX = inverseX * (boxes[i] - x);
  const middleY = inverseY * (boxes[i + 1] - y);
  const middleZ = inverseZ * (boxes[i + 2] - z);
  const halfX = Math.abs(inverseX) * (boxes[i + 3] + pad);
  const halfY = Math.abs(inverseY) * (boxes[i + 4] + pad);
  const halfZ = Math.abs(inverseZ) * (boxes[i + 5] + pad);
  let enter = near;
  let leave = Infinity;
  if (middleX - halfX > enter) enter = middleX - halfX;
  if (middleX + halfX < leave) leave = middleX + halfX;
  if (middleY - halfY > enter) enter = middleY - halfY;
  if (middleY + halfY < leave) leave = middleY + halfY;
  if (middleZ - halfZ > enter) enter = middleZ - halfZ;
  if (middleZ + halfZ < leave) leave = middleZ + halfZ;
  return enter > leave ? Infinity : enter;
}

function enterDop({ x, y, z, direction, near, pad }: Probe, slabs: number, dops: Float64Array, i: number): number {
  let enter = near;
  let leave = Infinity;
  for (let s = 0; s < slabs; s++) {
    const nx = DOP_DIRECTIONS[3 * s];
    const ny = DOP_DIRECTIONS[3 * s + 1];
    const nz = DOP_DIRECTIONS[3 * s + 2];
    const speed = nx * direction[0] + ny * direction[1] + nz * direction[2];
    const inverse = Math.abs(speed) > FLATTEST ? 1 / speed : 1 / FLATTEST;
    const middle = inverse * (0.5 * (dops[i + 2 * s] + dops[i + 2 * s + 1]) - (nx * x + ny * y + nz * z));
    const half = Math.abs(inverse) * (0.5 * (dops[i + 2 * s + 1] - dops[i + 2 * s]) + pad * DOP_LENGTHS[s]);
    if (middle - half > enter) enter = middle - half;
    if (middle + half < leave) leave = middle + half;
  }
  return enter > leave ? Infinity : enter;
}

function enterSphere({ x, y, z, direction, near, pad }: Probe, spheres: Float64Array, i: number): number {
  const dx = spheres[i] - x;
  const dy = spheres[i + 1] - y;
  const dz = spheres[i + 2] - z;
  const radius = spheres[i + 3] + pad;
  const middle = dx * direction[0] + dy * direction[1] + dz * direction[2];
  const asideX = dx - middle * direction[0];
  const asideY = dy - middle * direction[1];
  const asideZ = dz - middle * direction[2];
  const squared = radius * radius - (asideX * asideX + asideY * asideY + asideZ * asideZ);
  if (squared < 0) return Infinity;
  const half = Math.sqrt(squared) + pad;
  if (middle + half < near) return Infinity;
  return middle - half > near ? middle - half : near;
}

function approachBox({ x, y, z, pad, unit }: Probe, boxes: Float64Array, i: number): number {
  const gapX = Math.abs(boxes[i] - x) - (boxes[i + 3] + pad);
  const gapY = Math.abs(boxes[i + 1] - y) - (boxes[i + 4] + pad);
  const gapZ = Math.abs(boxes[i + 2] - z) - (boxes[i + 5] + pad);
  const squared = (gapX > 0 ? gapX * gapX : 0) + (gapY > 0 ? gapY * gapY : 0) + (gapZ > 0 ? gapZ * gapZ : 0);
  return unit * Math.sqrt(squared) * (1 - 1e-14);
}

function approachDop({ x, y, z, pad }: Probe, slabs: number, dops: Float64Array, i: number): number {
  let most = 0;
  for (let s = 0; s < slabs; s++) {
    const at = DOP_DIRECTIONS[3 * s] * x + DOP_DIRECTIONS[3 * s + 1] * y + DOP_DIRECTIONS[3 * s + 2] * z;
    const below = dops[i + 2 * s] - at;
    const above = at - dops[i + 2 * s + 1];
    const gap = (below > above ? below : above) / DOP_LENGTHS[s] - pad;
    if (gap > most) most = gap;
  }
  return most;
}

function approachSphere({ x, y, z, pad }: Probe, spheres: Float64Array, i: number): number {
  const dx = spheres[i] - x;
  const dy = spheres[i + 1] - y;
  const dz = spheres[i + 2] - z;
  const gap = Math.sqrt(dx * dx + dy * dy + dz * dz) * (1 - 1e-14) - (spheres[i + 3] + pad);
  return gap > 0 ? gap : 0;
}
