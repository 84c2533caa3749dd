import type { Mesh } from '../../src/mesh/mesh.ts';
import { bendSpine, type SpineBend } from './bend-spine.ts';
import { BEAK_END, DORSAL, type Fin, LEFT_FLIPPER, LEFT_FLUKE, type Point, RINGS, TAIL_END } from './dolphin-plan.ts';

/** Where a posed dolphin differs from one that glides straight ahead. */
export interface DolphinPose extends SpineBend {
  /** How far the tips of the flippers are raised, in metres. */
  flipperLift: number;
}

/** Vertices around the body: on each side six, mirrored, so that quads, not edges, face up, down, left and right. */
const COLUMNS = 12;

/** How far the columns are from the top, in degrees; those next to the flank's middle belong to the fins. */
function columnAngle(column: number, flank: number): number {
  const fromTop = [10, flank / 2 - 3, flank - 12, flank + 12, flank + 42 - (flank - 90) / 3, 168];
  return column < 6 ? fromTop[column] : -fromTop[11 - column];
}

/** Half a fin's thickness at its rear edge, its middle and its front edge, as shares of its greatest. */
const PROFILE = [0.45, 1, 0.75];

/**
 * The control mesh: 16 rings of 12, two ends and five fins of three slices, 564 triangles in all whatever the pose.
 * Everything but the diagonals of the quads across the plane x = 0 is mirrored in it.
 */
export function createDolphinCage(pose: DolphinPose): Mesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  const flipper = raiseTips(LEFT_FLIPPER, pose.flipperLift);
  const fins = [
    { fin: DORSAL, mirror: false },
    { fin: flipper, mirror: false },
    { fin: flipper, mirror: true },
    { fin: LEFT_FLUKE, mirror: false },
    { fin: LEFT_FLUKE, mirror: true },
  ];
  const isGrown = new Set<number>();
  for (const { fin, mirror } of fins) {
    const column = mirror ? 10 - fin.column : fin.column;
    for (const ring of [fin.ring, fin.ring + 1]) isGrown.add(vertexAt(ring, column));
  }
  placeRings(positions);
  joinRings(triangles, isGrown);
  for (const { fin, mirror } of fins) growFin(fin, mirror, positions, triangles);
  bendSpine(positions, pose);
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

function vertexAt(ring: number, column: number): number {
  return COLUMNS * ring + (column % COLUMNS);
}

function placeRings(positions: number[]): void {
  for (const { z, y, width, above, below, flank } of RINGS) {
    for (let column = 0; column < COLUMNS; column++) {
      const angle = (columnAngle(column, flank) * Math.PI) / 180;
      const cosine = Math.cos(angle);
      positions.push(width * Math.sin(angle), y + (cosine > 0 ? above : below) * cosine, z);
    }
  }
  positions.push(...TAIL_END, ...BEAK_END);
}

/** Quads between the rings, except where a fin grows, and fans at both ends. */
function joinRings(triangles: number[], isGrown: Set<number>): void {
  const last = RINGS.length - 1;
  const tail = COLUMNS * RINGS.length;
  for (let column = 0; column < COLUMNS; column++) {
    triangles.push(tail, vertexAt(0, column), vertexAt(0, column + 1));
    triangles.push(tail + 1, vertexAt(last, column + 1), vertexAt(last, column));
    for (let ring = 0; ring < last; ring++) {
      if (isGrown.has(vertexAt(ring, column))) continue;
      const quad = [
        vertexAt(ring, column),
        vertexAt(ring + 1, column),
        vertexAt(ring + 1, column + 1),
        vertexAt(ring, column + 1),
      ];
      pushQuad(triangles, quad, column >= 6 ? 1 : 0);
    }
  }
}

/** Two triangles; the diagonal leaves corner `first`. */
function pushQuad(triangles: number[], quad: number[], first: number): void {
  const [a, b, c, d] = [0, 1, 2, 3].map(k => quad[(first + k) % 4]);
  triangles.push(a, b, c, a, c, d);
}

/** Rear to front along one column, back along the other; then slice by slice outwards, and a strip over the tip. */
function growFin(fin: Fin, mirror: boolean, positions: number[], triangles: number[]): void {
  const { ring, column, flat, slices } = fin;
  const at = (r: number, c: number): number => vertexAt(r, mirror ? 11 - c : c);
  const push = (quad: number[]): void => pushQuad(triangles, mirror ? quad.reverse() : quad, mirror ? 1 : 0);
  let loop = [0, 1, 2].map(k => at(ring + k, column)).concat([2, 1, 0].map(k => at(ring + k, column + 1)));
  for (const { lead, trail, thickness } of slices) {
    const first = positions.length / 3;
    for (let k = 0; k < 6; k++) {
      const share = k < 3 ? k : 5 - k;
      const half = (k < 3 ? thickness : -thickness) * PROFILE[share];
      const point = lead.map((x, axis) => trail[axis] + (x - trail[axis]) * (share / 2) + half * flat[axis]);
      positions.push(mirror ? -point[0] : point[0], point[1], point[2]);
    }
    const next = loop.map((_, k) => first + k);
    for (let k = 0; k < 6; k++) push([loop[k], loop[(k + 1) % 6], next[(k + 1) % 6], next[k]]);
    loop = next;
  }
  for (let k = 0; k < 2; k++) push([loop[k], loop[k + 1], loop[4 - k], loop[5 - k]]);
}

function raiseTips(fin: Fin, lift: number): Fin {
  const slices = fin.slices.map((slice, k) => {
    const up = (lift * (k + 1)) / fin.slices.length;
    const raise = ([x, y, z]: Point): Point => [x, y + up, z];
    return { ...slice, lead: raise(slice.lead), trail: raise(slice.trail) };
  });
  return { ...fin, slices };
}
