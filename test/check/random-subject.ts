import type { BodyPose, CheckSubject } from '../../src/check/index.ts';
import { createRandom } from '../../src/math/random.ts';
import { createRandomCharacter, type DeformerName, deformerOf } from '../support/random-character.ts';
import { createRandomPose, createRandomWeights } from '../support/random-pose.ts';

/** Crumpled sheets under random joints, and poses for them: as hostile as the promises allow. */
export function createRandomSubject(
  seed: number,
  kinds: readonly DeformerName[],
): CheckSubject & { poses: BodyPose[][] } {
  const random = createRandom(seed);
  const characters = kinds.map((_, b) => createRandomCharacter(10 * seed + b, 4));
  const drawPoses = (): BodyPose[] =>
    characters.map((character, b) => {
      const source = deformerOf(kinds[b], character);
      const isSingle = source.kind === 'rigid' || source.kind === 'morph' || source.kind === 'modal';
      const matrices = createRandomPose(random, character.skeleton, { turn: 0.8, shift: 1, isAffine: random() < 0.2 });
      const fields = 'targets' in source ? source.targets.length : 'modes' in source ? source.modes.length : 0;
      return {
        jointMatrices: isSingle ? matrices.slice(0, 12) : matrices.slice(),
        weights: createRandomWeights(random, fields).map(weight => 0.3 * weight),
      };
    });
  return {
    name: `random ${seed}`,
    bodies: characters.map((character, b) => {
      character.mesh.positions.forEach((x, k, all) => {
        if (k % 3 === 0) all[k] = x % 3; // some stand far away
      });
      const source = deformerOf(kinds[b], character);
      const joints = 'skin' in source || 'skinning' in source ? character.skin.jointCount : 1;
      return {
        name: `body ${b}`,
        mesh: character.mesh,
        source,
        jointNames: Array.from({ length: joints }, (_, j) => `joint ${j}`),
        materialNames: [],
      };
    }),
    rest: drawPoses(),
    clips: [],
    poses: Array.from({ length: 4 }, drawPoses),
  };
}
