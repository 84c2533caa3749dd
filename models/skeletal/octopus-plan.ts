// biome-ignore-all lint/style/useExponentiationOperator: Math.pow can be replaced by one that is the same in every engine (npm run compare)
import type { JointPlan } from '../body-plan.ts';
import { mirrorJoint } from '../body-plan.ts';
import type { Part, Point } from '../signed-distance.ts';
import { mirrorPart } from '../signed-distance.ts';

export const ARMS = 8;
/** Joints of an arm: the first where it leaves the head, the last at its tip. */
export const ARM_JOINTS = 8;

/** The way an arm lies: `angle` from +x towards +z. None lies straight ahead (+z) or straight back. */
export function armAngle(arm: number): number {
  return (2 * Math.PI * (arm + 0.5)) / ARMS;
}

/** A point of an arm at `share` of its length: it leaves the head, comes down to the ground and lifts its tip. */
export function placeArm(arm: number, share: number): Point {
  const out = 0.5 + 4.6 * share;
  const y = 0.3 + 0.75 * Math.pow(1 - share, 4) + 0.35 * Math.pow(share, 3);
  return [out * Math.cos(armAngle(arm)), y, out * Math.sin(armAngle(arm))];
}

export function armRadius(share: number): number {
  return 0.37 * Math.pow(1 - share, 1.1) + 0.055;
}

/** The head, and the bag behind and above it: the middle of each of its balls. */
const HEAD: Point = [0, 1.25, 0.05];
const MANTLE: Point[] = [
  [0, 1.75, -0.1],
  [0, 2.3, -0.35],
  [0, 2.85, -0.65],
  [0, 3.35, -1.0],
  [0, 3.75, -1.35],
];
const MANTLE_RADII = [0.68, 0.93, 1.05, 0.93, 0.55];
const LEFT_EYE: Point = [0.5, 1.72, 0.42];

/** 72 joints, so 71 bones: the head, five of the mantle, two eyes, and eight for each arm. The tips move no vertex. */
export function planOctopusJoints(): JointPlan[] {
  const mantle = MANTLE.map((at, i): JointPlan => {
    const parent = i === 0 ? 'head' : `mantle-${i}`;
    return { name: `mantle-${i + 1}`, parent, at, radius: MANTLE_RADII[i] };
  });
  const eye: JointPlan = { name: 'left-eye', parent: 'head', at: LEFT_EYE, tip: [0.56, 1.78, 0.52], radius: 0.2 };
  const arms = Array.from({ length: ARMS * ARM_JOINTS }, (_, i): JointPlan => {
    const [arm, joint] = [Math.floor(i / ARM_JOINTS), i % ARM_JOINTS];
    const share = joint / (ARM_JOINTS - 1);
    return {
      name: `arm-${arm + 1}-${joint + 1}`,
      parent: joint === 0 ? 'head' : `arm-${arm + 1}-${joint}`,
      at: placeArm(arm, share),
      radius: armRadius(share),
    };
  });
  return [
    { name: 'head', at: HEAD, base: [0, 0.7, 0], tip: [0, 1.5, 0], radius: 0.8 },
    ...mantle,
    eye,
    mirrorJoint(eye),
    ...arms,
  ];
}

export function planOctopusParts(): Part[] {
  const eye: Part = { from: LEFT_EYE, to: [0.56, 1.78, 0.52], radii: [0.22, 0.17], blend: 0.1 };
  return [
    { from: [0, 1.0, 0], to: HEAD, radii: [0.66, 0.62], blend: 0.2 },
    ...[HEAD, ...MANTLE].slice(1).map((to, i): Part => {
      const radii = [0.62, ...MANTLE_RADII];
      return { from: [HEAD, ...MANTLE][i], to, radii: [radii[i], radii[i + 1]], blend: i === 0 ? 0.3 : 0.12 };
    }),
    eye,
    mirrorPart(eye),
    ...Array.from({ length: ARMS }, (_, arm) => armParts(arm)).flat(),
  ];
}

/** Fourteen short pieces; only the first melts widely into the head, which makes the web between the arms. */
function armParts(arm: number): Part[] {
  const pieces = 14;
  return Array.from({ length: pieces }, (_, i): Part => {
    const [from, to] = [i / pieces, (i + 1) / pieces];
    return {
      from: placeArm(arm, from),
      to: placeArm(arm, to),
      radii: [armRadius(from), armRadius(to)],
      blend: i < 2 ? 0.3 : 0.015,
    };
  });
}
