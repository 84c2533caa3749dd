import {
  addBody,
  type BodyModel,
  createBodyShape,
  createWorld,
  stepWorld,
  type World,
} from '../../src/simulate/index.ts'; // 'poseclash/simulate'

/** A model is a mesh with its vibration modes, frequencies, mass and inertia. */
export function dropBodies(model: BodyModel, count: number): World {
  const world = createWorld({ gravity: 9.81, ground: 0 });
  const shape = createBodyShape(model); // once for each model
  for (let k = 0; k < count; k++) addBody(world, shape, { position: [0, 1 + k, 0] });
  return world;
}

/** Every frame: how many contacts there are, after all has fallen, bent and bounced for one step. */
export function countContacts(world: World): number {
  stepWorld(world);
  return world.contacts.count;
}
