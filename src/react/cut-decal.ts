import type { Collider } from '../collider.ts';
import { findInCapsule } from '../query/probe/overlap.ts';
import { pointOn } from '../query/surface/point-on.ts';

/** A place on the skin, as a hit names it. */
export interface DecalPlace {
  triangle: number;
  barycentrics: ArrayLike<number>;
}

/** How large a decal is, in lengths of the world: along its width, its height, and how deep it reaches below and above the skin. */
export interface DecalBox {
  width: number;
  height: number;
  depth: number;
  /** By how much it is turned about the normal, in radians. */
  angle: number;
}

/** A piece of skin that is cut out by a box: its corners are places on faces, so it moves as the faces do. */
export interface CutDecal {
  /** The face that each vertex is on, and where on it, 3 numbers each. */
  faces: Uint32Array;
  barycentrics: Float64Array;
  /** 0 to 1 along width and height, 2 numbers each. */
  uvs: Float32Array;
  /** Vertices of the same face and place are one. */
  triangles: Uint32Array;
}

/** A corner of a polygon that is being cut: barycentrics on its face, then where it is in the box, from -0.5 to 0.5. */
type Corner = readonly [number, number, number, number, number, number];

/**
 * Cuts out the skin within a box about a place, as it is posed now, that faces the same way as the place does. Cost: that of
 * `findInCapsule`, and some microseconds for each face in the box.
 */
export function cutDecal(collider: Collider, place: DecalPlace, box: DecalBox): CutDecal {
  const { point, normal } = pointOn(collider, place.triangle, place.barycentrics);
  const axes = frameAbout(normal, box.angle);
  const sizes = [box.width, box.height, box.depth];
  const faces: number[] = [];
  const barycentrics: number[] = [];
  const uvs: number[] = [];
  const triangles: number[] = [];
  for (const face of findInCapsule(collider, point, point, 0.5 * Math.hypot(...sizes))) {
    const corners = UNITS.map((unit): Corner => {
      const at = pointOn(collider, face, unit).point;
      const [u, v, w] = axes.map(
        (axis, k) =>
          dot(
            axis,
            at.map((x, i) => x - point[i]),
          ) / sizes[k],
      );
      return [...unit, u, v, w];
    });
    if (dot(pointOn(collider, face, UNITS[0]).normal, normal) <= 0) continue;
    const polygon = clip(corners);
    const first = faces.length;
    polygon.forEach(([a, b, c, u, v], k) => {
      faces.push(face);
      barycentrics.push(a, b, c);
      uvs.push(u + 0.5, v + 0.5);
      if (k >= 2) triangles.push(first, first + k - 1, first + k);
    });
  }
  return {
    faces: Uint32Array.from(faces),
    barycentrics: Float64Array.from(barycentrics),
    uvs: Float32Array.from(uvs),
    triangles: Uint32Array.from(triangles),
  };
}

const UNITS = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
] as const;

/** Three axes: right, up and out. Up is as near to the y of the world as the normal lets it be, before it is turned. */
function frameAbout(normal: ArrayLike<number>, angle: number): number[][] {
  const out = [normal[0], normal[1], normal[2]];
  const helper = Math.abs(out[1]) < 0.99 ? [0, 1, 0] : [0, 0, -1];
  const right = normalize(cross(helper, out));
  const up = cross(out, right);
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [right.map((x, k) => c * x + s * up[k]), up.map((y, k) => c * y - s * right[k]), out];
}

/** What of a polygon is within the box: one plane after the other ([SutherlandHodgman1974]). */
function clip(polygon: readonly Corner[]): readonly Corner[] {
  for (const axis of [3, 4, 5] as const) {
    for (const side of [-1, 1]) {
      const inside = ({ [axis]: x }: Corner): number => 0.5 - side * x;
      polygon = polygon.flatMap((corner, k) => {
        const next = polygon[(k + 1) % polygon.length];
        const [here, there] = [inside(corner), inside(next)];
        const kept = here >= 0 ? [corner] : [];
        return here < 0 === there < 0 ? kept : [...kept, mix(corner, next, here / (here - there))];
      });
    }
  }
  return polygon;
}

function mix(a: Corner, b: Corner, share: number): Corner {
  return a.map((x, k) => x + share * (b[k] - x)) as unknown as Corner;
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function normalize(a: readonly number[]): number[] {
  const length = Math.hypot(...a);
  return a.map(x => x / length);
}
