import { type Ball, chooseDirection } from '../../../cli/thumbs/choose-camera.ts';
import { type Camera, createView, projectPoints } from '../../../picture/camera.ts';
import { drawLayer } from '../../../picture/layer.ts';
import type { Surface } from '../../../picture/surface.ts';

type Direction = [number, number, number];

/** Directions that are tried, all around but for steep ones, from which nobody knows a figure again. */
const TRIED = 40;
const STEEPEST = 0.8;
/** Half of the height that close pictures show: in radii of the contact, and the least and most of it as shares of the size of the figure. */
const SHOWN = { radii: 1.9, least: 0.14, most: 0.5 };
/** The widest vertical opening of a camera, in degrees. */
export const FIELD = 24;
/** The pictures that curves are looked for in, and how much nearer than a place of the curve something may be without hiding it, as a share of what they show. */
const SMALL = { width: 160, height: 132, bias: 0.02 };
/** The second side is farther than 50 degrees from the first. */
const FAR = Math.cos((50 * Math.PI) / 180);

/**
 * The two sides from which most is seen of the curve in which two parts cross: as long as it is in the picture, without what something stands before.
 * Where nothing is seen of it, from the front, and from a right angle to that. Cost: a small picture for each direction.
 */
export function chooseSides(
  surfaces: readonly Surface[],
  curve: Float64Array,
  contact: Ball,
  figure: Ball,
  size: number,
): [Direction, Direction] {
  const walls = surfaces.map(asWalls);
  const tried = listDirections(TRIED).map(from => ({
    from,
    seen: measureSeen(walls, curve, lookAt(contact, figure, size, from)),
  }));
  tried.sort((one, other) => other.seen - one.seen);
  const [best] = tried;
  const first = best.seen > 0 ? best.from : chooseDirection(contact, figure);
  const second = tried.find(({ from, seen }) => seen > 0 && dot(from, first) < FAR);
  return [first, second?.from ?? turnAside(first)];
}

/** How a contact is looked at, and half of the height that is shown around it. */
export interface Look {
  camera: Camera;
  shown: number;
}

/** Looks at a contact from near, but not so near that nobody knows what it is of, and from outside of the figure: a hollow body is not looked at from within. */
export function lookAt({ center, radius }: Ball, figure: Ball, size: number, from: readonly number[]): Look {
  const shown = Math.min(SHOWN.most * size, Math.max(SHOWN.least * size, SHOWN.radii * radius));
  const outside = figure.radius + Math.hypot(...center.map((x, axis) => x - figure.center[axis]));
  const away = Math.max(outside, shown / Math.sin((FIELD * Math.PI) / 360));
  const eye = center.map((x, axis) => x + away * from[axis]) as [number, number, number];
  return { camera: { eye, target: center, fieldOfView: (360 / Math.PI) * Math.asin(shown / away) }, shown };
}

/** Evenly around the upright axis, by the golden angle. */
function listDirections(count: number): Direction[] {
  return Array.from({ length: count }, (_, k) => {
    const y = STEEPEST * (1 - (2 * k + 1) / count);
    const angle = k * Math.PI * (3 - Math.sqrt(5));
    const flat = Math.sqrt(1 - y * y);
    return [flat * Math.sin(angle), y, flat * Math.cos(angle)];
  });
}

/** Seen from both sides, so that nothing counts as seen through the back of a surface. */
function asWalls(surface: Surface): Surface {
  return { ...surface, materials: surface.materials.map(material => ({ ...material, isDoubleSided: true })) };
}

/** How long the seen part of a curve is in a small picture, in pixels. */
function measureSeen(surfaces: readonly Surface[], curve: Float64Array, { camera, shown }: Look): number {
  const { width, height, bias } = SMALL;
  const view = createView(camera, width, height);
  const { depth } = drawLayer(view, surfaces);
  const points = projectPoints(view, curve);
  let seen = 0;
  for (let o = 0; o < points.length; o += 6) {
    const [ax, ay, az, bx, by, bz] = points.subarray(o, o + 6);
    const [x, y] = [Math.floor((ax + bx) / 2), Math.floor((ay + by) / 2)];
    if (!(x >= 0 && y >= 0 && x < width && y < height)) continue;
    if ((az + bz) / 2 <= depth[y * width + x] + bias * shown) seen += Math.hypot(bx - ax, by - ay);
  }
  return seen;
}

function turnAside([x, y, z]: Direction): Direction {
  return [z, y, -x];
}

function dot(a: Direction, b: Direction): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
