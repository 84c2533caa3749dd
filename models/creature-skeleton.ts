import type { JointPlan } from './body-plan.ts';
import { mirrorJoint } from './body-plan.ts';
import type { Point } from './signed-distance.ts';

/** y is up, it looks along +z, its left is +x; the soles rest at y = 0; about 8 units from nose to tail. */
const SPINE: Point[] = [
  [0, 2.25, -1.15],
  [0, 2.3, -0.75],
  [0, 2.33, -0.35],
  [0, 2.33, 0.1],
  [0, 2.33, 0.55],
  [0, 2.36, 1.0],
];

export const NECK: Point[] = [
  [0, 2.5, 1.4],
  [0, 2.72, 1.68],
  [0, 2.98, 1.92],
  [0, 3.27, 2.13],
  [0, 3.57, 2.32],
  [0, 3.86, 2.52],
  [0, 4.1, 2.78],
];

export const HEAD: Point = [0, 4.22, 3.06];

/** Twelve points of a tail that sinks and lifts its end: eleven joints and the tip. */
export const TAIL: Point[] = Array.from({ length: 12 }, (_, i) => {
  const s = i / 11;
  return [0, 2.2 - 1.75 * s + 1.05 * s * s, -1.55 - 3.0 * s];
});

/** How thick the tail is at its point `i`. */
export function tailRadius(i: number): number {
  return 0.43 * (1 - i / 11.5) ** 1.15 + 0.045;
}

/** How thick the neck is at its joint `i`. */
export function neckRadius(i: number): number {
  return 0.47 - 0.11 * i + 0.0105 * i * i;
}

export const LEFT_FRONT_LEG: JointPlan[] = [
  { name: 'left-scapula', parent: 'chest', at: [0.36, 2.4, 1.0], radius: 0.32 },
  { name: 'left-arm', parent: 'left-scapula', at: [0.5, 1.85, 1.2], radius: 0.26 },
  { name: 'left-forearm', parent: 'left-arm', at: [0.56, 1.24, 0.9], radius: 0.18 },
  { name: 'left-palm', parent: 'left-forearm', at: [0.6, 0.55, 1.02], radius: 0.14 },
  { name: 'left-paw', parent: 'left-palm', at: [0.61, 0.18, 1.1], radius: 0.15 },
  { name: 'left-finger-in', parent: 'left-paw', at: [0.54, 0.11, 1.3], tip: [0.5, 0.08, 1.54], radius: 0.09 },
  { name: 'left-finger-out', parent: 'left-paw', at: [0.7, 0.11, 1.29], tip: [0.76, 0.08, 1.52], radius: 0.09 },
];

export const LEFT_HIND_LEG: JointPlan[] = [
  { name: 'left-hip', parent: 'pelvis', at: [0.32, 2.3, -1.15], radius: 0.34 },
  { name: 'left-thigh', parent: 'left-hip', at: [0.46, 1.95, -1.12], radius: 0.32 },
  { name: 'left-shin', parent: 'left-thigh', at: [0.57, 1.28, -0.72], radius: 0.19 },
  { name: 'left-sole', parent: 'left-shin', at: [0.6, 0.68, -1.28], radius: 0.13 },
  { name: 'left-foot', parent: 'left-sole', at: [0.62, 0.18, -1.12], radius: 0.15 },
  { name: 'left-toe-in', parent: 'left-foot', at: [0.55, 0.11, -0.92], tip: [0.51, 0.08, -0.68], radius: 0.09 },
  { name: 'left-toe-out', parent: 'left-foot', at: [0.71, 0.11, -0.93], tip: [0.77, 0.08, -0.7], radius: 0.09 },
];

/** The 56 joints: trunk 6, neck 7, head, jaw and ears 4, tail 11, four legs of 7. */
export function planCreatureJoints(): JointPlan[] {
  const spineNames = ['pelvis', 'loin', 'back-1', 'back-2', 'back-3', 'chest'];
  const trunk = SPINE.map((at, i): JointPlan => {
    const end = SPINE[i + 1] ?? NECK[0];
    const base: Point = [0, 2.02, at[2]];
    const tip: Point = [0, 2.05, end[2] - (i === 5 ? 0.1 : 0)];
    return { name: spineNames[i], parent: spineNames[i - 1], at, base, tip, radius: 0.74 };
  });
  const neck = NECK.map((at, i): JointPlan => {
    const parent = i === 0 ? 'chest' : `neck-${i}`;
    return { name: `neck-${i + 1}`, parent, at, tip: NECK[i + 1] ?? HEAD, radius: neckRadius(i) };
  });
  const tail = TAIL.slice(0, -1).map((at, i): JointPlan => {
    const parent = i === 0 ? 'pelvis' : `tail-${i}`;
    return { name: `tail-${i + 1}`, parent, at, tip: TAIL[i + 1], radius: tailRadius(i) };
  });
  const ear: JointPlan = {
    name: 'left-ear',
    parent: 'head',
    at: [0.22, 4.36, 3.02],
    tip: [0.52, 4.5, 2.78],
    radius: 0.08,
  };
  const left = [...LEFT_FRONT_LEG, ...LEFT_HIND_LEG];
  return [
    ...trunk,
    ...neck,
    { name: 'head', parent: 'neck-7', at: HEAD, tip: [0, 4.08, 3.85], radius: 0.24 },
    { name: 'jaw', parent: 'head', at: [0, 4.03, 3.14], tip: [0, 3.72, 3.76], radius: 0.12 },
    ear,
    mirrorJoint(ear),
    ...tail,
    ...left,
    ...left.map(mirrorJoint),
  ];
}
