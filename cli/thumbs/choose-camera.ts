import { boundPoints } from '../../models/bounding-box.ts';
import type { Camera } from '../../picture/camera.ts';

/** A ball: what is looked at. */
export interface Ball {
  center: [number, number, number];
  radius: number;
}

/** Half of the vertical opening is 12 degrees: near enough for depth, far enough that limbs keep their shapes. */
const FIELD = 24;
/** The radius of what the picture shows, in radii of the contact and as shares of the size of the figure. */
const AROUND = 3;
const LEAST = 0.17;
const MOST = 0.62;
/** A figure seldom fills the ball around it: the overview shows this much of it. */
const FILLED = 0.78;

/** The ball around the box of some points. */
export function ballAround(points: ArrayLike<number>): Ball {
  const { low, high } = boundPoints(points);
  const center = low.map((x, axis) => (x + high[axis]) / 2) as Ball['center'];
  return { center, radius: Math.hypot(...low.map((x, axis) => (high[axis] - x) / 2)) };
}

/** The ball around the box of all bodies, of which the points are. */
export function ballAroundAll(bodies: readonly ArrayLike<number>[]): Ball {
  return ballAround(
    bodies.flatMap(points => {
      const { low, high } = boundPoints(points);
      return [...low, ...high];
    }),
  );
}

/** Looks at a contact so that it fills about a third of the picture, but not so near that nobody knows what it is of. */
export function chooseCamera(contact: Ball, size: number, from: readonly [number, number, number]): Camera {
  const radius = Math.min(MOST * size, Math.max(LEAST * size, AROUND * contact.radius));
  const away = radius / Math.sin((FIELD * Math.PI) / 360);
  const eye = contact.center.map((x, axis) => x + away * from[axis]) as [number, number, number];
  return { eye, target: contact.center, fieldOfView: FIELD };
}

/** Looks at the whole figure from the same side; null if the picture shows most of it already. */
export function chooseOverview(figure: Ball, { eye, target }: Camera, from: readonly number[]): Camera | null {
  const shown = Math.sin((FIELD * Math.PI) / 360) * Math.hypot(...eye.map((x, axis) => x - target[axis]));
  if (shown > 0.6 * figure.radius) return null;
  const away = (FILLED * figure.radius) / Math.sin((FIELD * Math.PI) / 360);
  const place = figure.center.map((x, axis) => x + away * from[axis]) as [number, number, number];
  return { eye: place, target: figure.center, fieldOfView: FIELD };
}

/** Where to look from at what nobody sees: from the front and a little above, and from the side of the figure it is on. */
export function chooseDirection(contact: Ball, figure: Ball): [number, number, number] {
  const [x, , z] = contact.center.map((c, axis) => c - figure.center[axis]);
  const outward = Math.hypot(x, z) > 0.04 * figure.radius ? Math.hypot(x, z) : Infinity;
  const toward = [0.25 + x / outward, 0, 0.75 + z / outward];
  const length = Math.hypot(toward[0], toward[2]) || 1;
  const direction = [toward[0] / length, 0.25, toward[2] / length];
  const whole = Math.hypot(...direction);
  return direction.map(c => c / whole) as [number, number, number];
}
