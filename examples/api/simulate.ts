import assert from 'node:assert/strict';
import { createTube } from '../../models/index.ts'; // 'poseclash/models'
import {
  addBody,
  type BodyModel,
  contactPoints,
  createBodyShape,
  createRandom,
  createWorld,
  cullBodies,
  moveSpheres,
  stepWorld,
  wakeBody,
  writeBodyPositions,
} from '../../src/simulate/index.ts'; // 'poseclash/simulate'

/** A bar of 2 kg along y about its middle, that bends one way; `poseclash/models/reduced` has chairs and more. */
function createBar(): BodyModel {
  const { mesh } = createTube({ joints: 1, rings: 9, sides: 6 });
  const positions = mesh.positions.map((value, k) => (k % 3 === 1 ? value - 0.5 : value));
  const bend = positions.map((_, k) => (k % 3 === 0 ? Math.cos(2 * Math.PI * positions[k + 1]) : 0));
  const inertia = [2 / 12, 0, 0, 0, 0.01, 0, 0, 0, 2 / 12];
  return { name: 'bar', mesh: { ...mesh, positions }, modes: [bend], frequencies: [60], mass: 2, inertia };
}

export function dropBars(): void {
  // #region world
  const bar = createBar(); // a mesh, its vibration modes, mass and inertia
  const shape = createBodyShape(bar, { level: 6 }); // once per model
  const world = createWorld({ gravity: 9.81, ground: 0 });
  const random = createRandom(1); // the same seed, the same world
  for (let k = 0; k < 3; k++) addBody(world, shape, { position: [0.1 * random(), 0.6 + 1.1 * k, 0] });
  for (let step = 0; step < 120; step++) stepWorld(world);
  assert.ok(world.stats.contacts > 0);
  assert.equal(contactPoints(world).length, 3 * world.stats.contacts); // where they touched in the last step

  const positions = new Float64Array(bar.mesh.positions.length);
  writeBodyPositions(world, 0, positions); // bent as it is now, for drawing
  assert.ok(positions.every(Number.isFinite));
  // #endregion world
}

export function lookAtAWorld(): void {
  const shape = createBodyShape(createBar(), { level: 4 });
  const world = createWorld();
  const bar = addBody(world, shape, { position: [0, 1, 0] });
  addBody(world, shape, { position: [0, 1, -50] });
  // #region look
  const seen = new Uint32Array(world.bodies.count);
  const inFront = Float64Array.of(0, 0, 1, 10); // planes of the view: x, y, z, d for each
  assert.equal(cullBodies(world, inFront, seen), 1); // one of the two may be seen
  assert.equal(seen[0], bar);
  wakeBody(world, bar); // after changing the state of a body that may sleep
  moveSpheres(world, bar); // all spheres of its tree to the current bend, for measuring
  // #endregion look
}
