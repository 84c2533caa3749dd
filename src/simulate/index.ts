export type { Bodies, PrescribedMotion } from './body/bodies.ts';
export { writeBodyPositions } from './body/body-positions.ts';
export { type BodyModel, type BodyShape, type BodyShapeOptions, createBodyShape } from './body/body-shape.ts';
export { addCollider, type WorldCollider } from './collider/world-colliders.ts';
export type { WorldStats } from './stats.ts';
export { stepWorld } from './step-world.ts';
export { addBody, type BodyState, createWorld, type World, type WorldOptions } from './world.ts';
