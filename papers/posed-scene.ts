import {
  type Collider,
  createCollider,
  createShape,
  type Pose,
  type Shape,
  type ShapeOptions,
  type SkinningKind,
  setPose,
} from '../src/index.ts';
import type { Scene } from './scene.ts';

/** A scene with its poses written out beforehand, so that benches time queries and not the animation. */
export interface PosedScene {
  scene: Scene;
  /** By body, then step. */
  poses: Pose[][];
}

export function poseScene(scene: Scene, everyNth = 1): PosedScene {
  const poses = scene.bodies.map((model, body) => {
    const steps: Pose[] = [];
    for (let step = 0; step < scene.steps; step += everyNth) {
      const jointMatrices = new Float64Array(12 * model.skin.jointCount);
      scene.writePose(body, step, jointMatrices);
      steps.push({ jointMatrices });
    }
    return steps;
  });
  return { scene, poses };
}

export type SkinnedKind = Exclude<SkinningKind, 'rigid'>;

/** One collider per body; bodies of one model share a shape. */
export function createColliders(scene: Scene, kind: SkinnedKind, options: ShapeOptions = {}): Collider[] {
  const shapes = new Map<object, Shape>();
  return scene.bodies.map(model => {
    const { mesh, skin, skeleton } = model;
    const shape = shapes.get(model) ?? createShape(mesh, { kind, skin, skeleton }, options);
    shapes.set(model, shape);
    return createCollider(shape);
  });
}

export function poseStep(posed: PosedScene, colliders: readonly Collider[], step: number): void {
  colliders.forEach((collider, body) => {
    setPose(collider, posed.poses[body][step]);
  });
}
