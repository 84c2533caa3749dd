import type { JointPlan } from './body-plan.ts';
import { createBodyPlan, mirrorJoint } from './body-plan.ts';
import { createBoneWeights } from './bone-weights.ts';
import { meshShape } from './mesh-shape.ts';
import type { Model } from './model.ts';
import type { Part, Point } from './signed-distance.ts';
import { createDistanceField, flat, mirrorPart } from './signed-distance.ts';

/** Metres; y is up, he looks along +z, his left is +x; the soles rest at y = 0. */
const SPINE: JointPlan[] = [
  { name: 'pelvis', at: [0, 0.97, -0.01], tip: [0, 0.9, -0.01], radius: 0.13 },
  { name: 'waist', parent: 'pelvis', at: [0, 1.06, -0.01], tip: [0, 1.17, -0.01], radius: 0.13 },
  { name: 'ribs', parent: 'waist', at: [0, 1.18, -0.015], tip: [0, 1.29, -0.02], radius: 0.14 },
  { name: 'chest', parent: 'ribs', at: [0, 1.3, -0.02], tip: [0, 1.44, -0.025], radius: 0.14 },
  { name: 'neck', parent: 'chest', at: [0, 1.5, -0.03], tip: [0, 1.56, -0.015], radius: 0.055 },
  { name: 'head', parent: 'neck', at: [0, 1.6, -0.005], tip: [0, 1.74, 0.0], radius: 0.09 },
  { name: 'jaw', parent: 'head', at: [0, 1.625, 0.045], tip: [0, 1.59, 0.085], radius: 0.03 },
];

const LEFT_SIDE: JointPlan[] = [
  { name: 'left-clavicle', parent: 'chest', at: [0.04, 1.44, -0.02], tip: [0.15, 1.445, -0.025], radius: 0.07 },
  { name: 'left-upper-arm', parent: 'left-clavicle', at: [0.18, 1.435, -0.025], radius: 0.06 },
  { name: 'left-forearm', parent: 'left-upper-arm', at: [0.385, 1.225, -0.03], radius: 0.045 },
  { name: 'left-hand', parent: 'left-forearm', at: [0.565, 1.045, -0.005], tip: [0.62, 0.985, 0.01], radius: 0.04 },
  { name: 'left-fingers', parent: 'left-hand', at: [0.63, 0.975, 0.012], tip: [0.69, 0.905, 0.02], radius: 0.035 },
  { name: 'left-thumb', parent: 'left-hand', at: [0.59, 1.014, 0.03], tip: [0.62, 0.975, 0.06], radius: 0.018 },
  { name: 'left-thigh', parent: 'pelvis', at: [0.1, 0.92, -0.005], radius: 0.085 },
  { name: 'left-calf', parent: 'left-thigh', at: [0.14, 0.505, 0.005], radius: 0.055 },
  { name: 'left-foot', parent: 'left-calf', at: [0.165, 0.085, -0.035], radius: 0.042 },
  { name: 'left-toes', parent: 'left-foot', at: [0.18, 0.032, 0.1], tip: [0.188, 0.028, 0.17], radius: 0.035 },
];

const FRONT: Point = [0, 0, 1];
const SIDE: Point = [1, 0, 0];
const UP: Point = [0, 1, 0];

const MIDDLE_PARTS: Part[] = [
  // The trunk in its shirt, which ends in a hem over the hips.
  { from: [0, 1.0, 0], to: [0, 1.14, 0], radii: [0.158, 0.146], ...flat(FRONT, 1.36), blend: 0.05 },
  { from: [0, 1.14, 0], to: [0, 1.33, -0.02], radii: [0.146, 0.182], ...flat(FRONT, 1.42), blend: 0.03 },
  { from: [-0.12, 1.41, -0.03], to: [0.12, 1.41, -0.03], radii: [0.075, 0.075], blend: 0.05 },
  { from: [-0.045, 0.94, -0.01], to: [0.045, 0.94, -0.01], radii: [0.12, 0.12], ...flat(FRONT, 1.1), blend: 0.025 },
  // Neck and head.
  { from: [0, 1.43, -0.04], to: [0, 1.6, 0], radii: [0.062, 0.054], blend: 0.03 },
  { from: [0, 1.695, -0.025], to: [0, 1.7, 0.015], radii: [0.1, 0.094], ...flat(SIDE, 1.2), blend: 0.025 },
  { from: [0, 1.67, 0.03], to: [0, 1.605, 0.06], radii: [0.074, 0.042], ...flat(SIDE, 1.08), blend: 0.02 },
  { from: [-0.014, 1.592, 0.078], to: [0.014, 1.592, 0.078], radii: [0.02, 0.02], blend: 0.02 },
  { from: [-0.036, 1.702, 0.088], to: [0.036, 1.702, 0.088], radii: [0.018, 0.018], blend: 0.012 },
  { from: [0, 1.692, 0.11], to: [0, 1.656, 0.126], radii: [0.011, 0.017], blend: 0.012 },
  { from: [-0.016, 1.622, 0.098], to: [0.016, 1.622, 0.098], radii: [0.011, 0.011], blend: 0.01 },
  // Hair: a cap set back from the face, and the nape.
  { from: [0, 1.71, -0.03], to: [0, 1.712, 0.016], radii: [0.108, 0.095], ...flat(SIDE, 1.17), blend: 0.006 },
  { from: [0, 1.7, -0.05], to: [0, 1.635, -0.05], radii: [0.09, 0.06], ...flat(SIDE, 1.1), blend: 0.015 },
];

const PALM: Point = [1, 1, 0];

const LEFT_PARTS: Part[] = [
  { from: [0.045, 1.33, 0.065], to: [0.1, 1.345, 0.052], radii: [0.05, 0.05], blend: 0.06 },
  { from: [0.02, 1.49, -0.035], to: [0.14, 1.45, -0.03], radii: [0.035, 0.045], blend: 0.04 },
  { from: [0.08, 1.3, -0.075], to: [0.1, 1.4, -0.07], radii: [0.06, 0.06], blend: 0.05 },
  { from: [0.075, 0.92, -0.05], to: [0.088, 0.87, -0.042], radii: [0.088, 0.084], blend: 0.04 },
  { from: [0.083, 1.652, -0.002], to: [0.092, 1.682, -0.01], radii: [0.014, 0.021], blend: 0.006 },
  // The arm: shoulder, sleeve with its edge above the elbow, forearm.
  { from: [0.165, 1.435, -0.027], to: [0.245, 1.368, -0.028], radii: [0.072, 0.06], blend: 0.045 },
  { from: [0.245, 1.368, -0.028], to: [0.335, 1.276, -0.029], radii: [0.06, 0.058], blend: 0.02 },
  { from: [0.25, 1.363, -0.028], to: [0.385, 1.225, -0.03], radii: [0.048, 0.041], blend: 0.008 },
  { from: [0.385, 1.225, -0.03], to: [0.44, 1.17, -0.024], radii: [0.041, 0.043], blend: 0.008 },
  { from: [0.44, 1.17, -0.024], to: [0.565, 1.045, -0.004], radii: [0.043, 0.028], blend: 0.01 },
  { from: [0.575, 1.035, -0.002], to: [0.62, 0.985, 0.012], radii: [0.034, 0.046], ...flat(PALM, 1.6), blend: 0.02 },
  { from: [0.62, 0.985, 0.014], to: [0.685, 0.912, 0.02], radii: [0.043, 0.03], ...flat(PALM, 1.6), blend: 0.012 },
  { from: [0.583, 1.022, 0.022], to: [0.62, 0.975, 0.06], radii: [0.021, 0.015], blend: 0.014 },
  // The leg in trousers that fall straight, and the shoe.
  { from: [0.1, 0.9, -0.005], to: [0.138, 0.53, 0.004], radii: [0.1, 0.068], blend: 0.04 },
  { from: [0.138, 0.53, 0.004], to: [0.148, 0.36, -0.014], radii: [0.068, 0.066], blend: 0.012 },
  { from: [0.148, 0.36, -0.014], to: [0.162, 0.15, -0.03], radii: [0.066, 0.058], blend: 0.012 },
  { from: [0.164, 0.12, -0.035], to: [0.165, 0.044, -0.05], radii: [0.038, 0.044], blend: 0.008 },
  { from: [0.165, 0.075, -0.025], to: [0.18, 0.038, 0.095], radii: [0.044, 0.052], ...flat(UP, 1.3), blend: 0.025 },
  { from: [0.18, 0.037, 0.095], to: [0.187, 0.032, 0.165], radii: [0.052, 0.039], ...flat(UP, 1.35), blend: 0.01 },
  { from: [0.166, 0.026, -0.05], to: [0.183, 0.026, 0.14], radii: [0.046, 0.054], ...flat(UP, 2), blend: 0.01 },
];

/** Finer on the face, the hands and the feet. */
function sizeEdges(x: number, y: number, z: number): number {
  if (y > 1.56) return z > 0.02 ? 0.55 : 0.75;
  if (Math.abs(x) > 0.54 || y < 0.1) return 0.65;
  return 1;
}

/**
 * A man of 1.8 m in a relaxed A-pose: 27 joints, 8270 triangles unless told otherwise.
 */
export function createMan(options: { triangles?: number } = {}): Model {
  const plan = createBodyPlan([...SPINE, ...LEFT_SIDE, ...LEFT_SIDE.map(mirrorJoint)]);
  const shape = createDistanceField([...MIDDLE_PARTS, ...LEFT_PARTS, ...LEFT_PARTS.map(mirrorPart)]);
  const mesh = meshShape(shape, options.triangles ?? 8270, 0.02, sizeEdges);
  const skin = createBoneWeights(mesh.positions, plan, { smooth: { triangles: mesh.triangles, rounds: 5 } });
  return { name: 'man', mesh, skin, skeleton: plan.skeleton, jointNames: plan.jointNames };
}
