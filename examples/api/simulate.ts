import assert from 'node:assert/strict';
import { createTube } from '../../models/index.ts';
import { createCollider, createShape, setPose } from '../../src/index.ts'; // 'poseclash'
import {
  addBody,
  addCollider,
  type BodyModel,
  createBodyShape,
  createWorld,
  stepWorld,
  writeBodyPositions,
} from '../../src/simulate/index.ts'; // 'poseclash/simulate'

/** A bar of 2 kg along y about its middle, that bends one way. */
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
  for (let k = 0; k < 3; k++) addBody(world, shape, { position: [0.02 * k, 0.6 + 1.1 * k, 0] });
  for (let step = 0; step < 120; step++) stepWorld(world);
  assert.ok(world.stats.contacts > 0);

  const positions = new Float64Array(bar.mesh.positions.length);
  writeBodyPositions(world, 0, positions); // bent as it is now, for drawing
  assert.ok(positions.every(Number.isFinite));
  // #endregion world
}

export function dropBarOnTube(): void {
  const { mesh, skin } = createTube({ joints: 2, rings: 13, sides: 8 });
  // #region collider
  const tube = createCollider(createShape(mesh, { kind: 'linear-blend', skin })); // or your character
  const lying = Float64Array.of(0, 1, 0, -1, -1, 0, 0, 0, 0, 0, 1, 0); // 3x4, rest space to world
  const jointMatrices = Float64Array.of(...lying, ...lying);
  setPose(tube, { jointMatrices });
  const world = createWorld({ ground: 'none' });
  addCollider(world, tube);
  addBody(world, createBodyShape(createBar(), { level: 6 }), { position: [0, 0.5, 0], orientation: [1, 0, 0, 1] });
  for (let step = 0; step < 60; step++) {
    for (const joint of [0, 1]) jointMatrices[12 * joint + 7] = 0.002 * step;
    setPose(tube, { jointMatrices }); // as it is when this step ends
    stepWorld(world);
  }
  assert.ok(world.stats.contacts > 0); // the bar lies on the tube, which lifts it
  // #endregion collider
}
