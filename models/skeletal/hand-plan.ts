import type { JointPlan } from '../body-plan.ts';
import type { Part, Point } from '../signed-distance.ts';

/** One finger from its knuckle on: where it is, which way it points, how long its three bones are and how thick. */
export interface Finger {
  name: string;
  knuckle: Point;
  direction: Point;
  lengths: readonly number[];
  /** At the knuckle, at the two joints and at the tip. */
  radii: readonly number[];
}

/** Centimetres; the fingers point up, the palm looks along +z, the thumb is on +x; the wrist is at the origin. */
export const FINGERS: Finger[] = [
  {
    name: 'thumb',
    knuckle: [2.1, 2.4, 0.9],
    direction: [0.62, 0.74, 0.26],
    lengths: [3.8, 3.0, 2.1],
    radii: [1.28, 1.08, 0.98, 0.76],
  },
  {
    name: 'index',
    knuckle: [2.95, 8.7, 0.05],
    direction: [0.12, 0.99, 0.07],
    lengths: [4.1, 2.5, 1.8],
    radii: [1.02, 0.9, 0.8, 0.66],
  },
  {
    name: 'middle',
    knuckle: [0.95, 9.1, -0.1],
    direction: [0.02, 1, 0.08],
    lengths: [4.5, 2.9, 1.9],
    radii: [1.04, 0.92, 0.82, 0.68],
  },
  {
    name: 'ring',
    knuckle: [-1.0, 8.6, -0.05],
    direction: [-0.09, 0.99, 0.09],
    lengths: [4.2, 2.6, 1.9],
    radii: [0.98, 0.87, 0.78, 0.66],
  },
  {
    name: 'little',
    knuckle: [-2.8, 7.6, 0.1],
    direction: [-0.22, 0.97, 0.1],
    lengths: [3.3, 2.0, 1.6],
    radii: [0.9, 0.77, 0.68, 0.57],
  },
];

/** The knuckle, the two joints and the tip of a finger. */
export function placeFinger({ knuckle, direction, lengths }: Finger): Point[] {
  const size = Math.hypot(direction[0], direction[1], direction[2]);
  const points: Point[] = [knuckle];
  for (const length of lengths) {
    const [x, y, z] = points[points.length - 1];
    const by = length / size;
    points.push([x + by * direction[0], y + by * direction[1], z + by * direction[2]]);
  }
  return points;
}

/** 21 joints: the wrist and four for each finger, the last at its tip; so 20 bones, of which five make the palm. */
export function planHandJoints(): JointPlan[] {
  const fingers = FINGERS.flatMap(finger =>
    placeFinger(finger).map((at, i): JointPlan => {
      const name = i === 3 ? `${finger.name}-tip` : `${finger.name}-${i + 1}`;
      return { name, parent: i === 0 ? 'wrist' : `${finger.name}-${i}`, at, radius: finger.radii[i] };
    }),
  );
  return [{ name: 'wrist', at: [0, 0, 0], radius: 1.5 }, ...fingers];
}

const FRONT: Point = [0, 0, 1];

/** Fingers a little thinner between their joints, over a palm with its two cushions, on a wrist. */
export function planHandParts(): Part[] {
  const palm: Part[] = [
    {
      from: [0, -4.6, -0.1],
      to: [0, 0.4, 0],
      radii: [2.75, 2.5],
      flatten: { direction: FRONT, factor: 1.4 },
      blend: 1,
    },
    ...FINGERS.slice(1).map(({ knuckle: [x, y, z], radii }): Part => {
      return { from: [0.5 * x, 1.2, 0], to: [x, y - 0.3, z], radii: [1.3, radii[0]], blend: 0.9 };
    }),
    { from: [1.2, 1.6, 0.5], to: [3.5, 4.2, 1.3], radii: [1.5, 1.25], blend: 0.9 },
    { from: [-1.7, 1.6, 0.4], to: [-2.5, 5.2, 0.4], radii: [1.35, 1.05], blend: 0.8 },
  ];
  return [...palm, ...FINGERS.flatMap(fingerParts)];
}

function fingerParts(finger: Finger): Part[] {
  const points = placeFinger(finger);
  return finger.lengths.flatMap((_, i): Part[] => {
    const [from, to] = [points[i], points[i + 1]];
    const middle: Point = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2, (from[2] + to[2]) / 2 + 0.06];
    const [wide, narrow] = [finger.radii[i], finger.radii[i + 1]];
    const waist = i === 2 ? 0.98 * ((wide + narrow) / 2) : 0.46 * (wide + narrow);
    return [
      { from, to: middle, radii: [wide, waist], blend: i === 0 ? 0.35 : 0.15 },
      { from: middle, to, radii: [waist, narrow], blend: 0.12 },
    ];
  });
}
