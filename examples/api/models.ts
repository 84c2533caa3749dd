import assert from 'node:assert/strict';
import { createCharacter } from '../../models/character/index.ts'; // 'poseclash/models/character'
import {
  createForeheadSkin,
  createFrontalis,
  createMandible,
  createSkull,
  foreheadHeight,
  unbendFrontalis,
} from '../../models/constrained/index.ts'; // 'poseclash/models/constrained'
import {
  createCreature,
  createCreatureWalk,
  createMan,
  createManWalk,
  createNeckTwist,
  createRotations,
  createTube,
  resetRotations,
  turnJoint,
  writeJointMatrices,
  writePlacement,
} from '../../models/index.ts'; // 'poseclash/models'
import { createDolphin, createMorphBodies } from '../../models/morphing/index.ts'; // 'poseclash/models/morphing'
import {
  createBridge,
  createBridgeSway,
  createChair,
  createCurtain,
  createCurtainWind,
  createFish,
} from '../../models/reduced/index.ts'; // 'poseclash/models/reduced'
import {
  createBox,
  createBoxTwist,
  createCreatureCurl,
  createFineMan,
  createHand,
  createHandGrip,
  createManPoses,
  createOctopus,
  createOctopusWave,
  createRope,
  createRopeFall,
  createUrchin,
  createUrchinBend,
} from '../../models/skeletal/index.ts'; // 'poseclash/models/skeletal'

export function walk(): void {
  // #region walkers
  const man = createMan({ triangles: 2000 }); // mesh, skin, skeleton, names of joints
  const jointMatrices = new Float64Array(12 * man.skin.jointCount);
  createManWalk(man).write(0.25, 1, 2, Math.PI, jointMatrices); // a quarter of a cycle, at x = 1, z = 2, facing back

  const creature = createCreature(); // 13,590 triangles, or any number above
  const pose = new Float64Array(12 * creature.skin.jointCount);
  createCreatureWalk(creature).write(0.5, 0, 0, 0, pose);
  const root = new Float64Array(12);
  writePlacement(root, 0, 0, 0, 0);
  createNeckTwist(creature).write(Math.PI, root, pose); // the hardest case for bounds
  createCreatureCurl(creature, 20).write(10, pose); // half-way through curling up in 20 steps
  assert.ok(pose.every(Number.isFinite) && jointMatrices.every(Number.isFinite));
  // #endregion walkers
}

export function bendATube(): void {
  // #region tube
  const { skeleton, skin } = createTube({ joints: 3, rings: 9, sides: 6 }); // the smallest model that has everything
  const rotations = createRotations(skin.jointCount);
  turnJoint(rotations, 1, 0, 0, 1, Math.PI / 2); // about z, with all that hangs on it
  const root = new Float64Array(12);
  writePlacement(root, 0, 1, 0, 0); // stands at y = 1
  const jointMatrices = new Float64Array(12 * skin.jointCount);
  writeJointMatrices(skeleton, rotations, root, jointMatrices); // what setPose takes
  assert.ok(Math.abs(jointMatrices[12]) < 1e-12); // the cosine of a right angle
  resetRotations(rotations);
  assert.equal(rotations[7], 1);
  // #endregion tube
}

export function playClips(): void {
  // #region character
  const { model, clips } = createCharacter(); // what `poseclash check` shows without a file
  const jointMatrices = new Float64Array(12 * model.skin.jointCount);
  clips[0].write(0.5 * clips[0].duration, jointMatrices);
  assert.deepEqual(
    clips.map(({ name }) => name),
    ['wave', 'reach', 'cross-arms', 'curl'],
  );
  // #endregion character
}

export function openAJaw(): void {
  // #region constrained
  const [skull, jaw] = [createSkull({ triangles: 500 }), createMandible({ triangles: 500 })]; // of a dog, rigid
  assert.ok(skull.triangles.length > 0 && jaw.triangles.length > 0); // the jaw turns about JAW_HINGE

  const skin = createForeheadSkin(); // a patch that follows the weight of `raised`
  const muscle = createFrontalis(); // below it: `contracted` and `leftward`
  assert.equal(skin.raised.length, skin.mesh.positions.length);
  assert.ok(foreheadHeight(0, 0) > foreheadHeight(0.1, 0)); // the dome that both lie along
  const [x, y, z] = muscle.mesh.positions;
  const out = new Float64Array(6);
  unbendFrontalis(0, 0, x, y, z, out); // the place before the muscle was bent along the dome, and its half axes
  assert.ok(Math.abs(Math.hypot(out[0] / out[3], out[1] / out[4], out[2] / out[5]) - 1) < 1e-6);
  // #endregion constrained
}

export function morph(): void {
  // #region morphing
  const dolphin = createDolphin(564); // also of 2256, 9024 and 36096 triangles
  assert.ok(dolphin.references.every(shape => shape.length === dolphin.mesh.positions.length));
  assert.ok(createMorphBodies().references.length > 1); // cube, ball and others with the same triangles
  // #endregion morphing
}

export function vibrate(): void {
  // #region reduced
  const curtain = createCurtain({ columns: 12, rows: 12 }); // a mesh and its lowest vibration modes
  const amplitudes = new Float64Array(curtain.modes.length);
  createCurtainWind(curtain).write(1.5, amplitudes); // what setPose takes as `weights`, 1.5 s into the wind
  const bridge = createBridge({ triangles: 4000, panels: 4 });
  createBridgeSway(bridge).write(0.5, new Float64Array(bridge.modes.length));
  for (const { frequencies, mass } of [createFish({ triangles: 500 }), createChair({ triangles: 500 })]) {
    assert.ok(frequencies[0] > 0 && mass > 0); // free bodies, for poseclash/simulate
  }
  // #endregion reduced
}

export function twist(): void {
  // #region skeletal
  const clips = [
    createBoxTwist(createBox()), // the six models of Wong et al. 2013 and their motions
    createRopeFall(createRope()),
    createUrchinBend(createUrchin()),
    createHandGrip(createHand()),
    createOctopusWave(createOctopus()),
    createManPoses(createFineMan()),
  ];
  for (const { steps } of clips) assert.ok(steps > 1); // clip.write(step, jointMatrices) gives the pose of a step
  // #endregion skeletal
}
