import { createDolphin, type DolphinSize } from '../../../models/morphing/index.ts';
import { type MorphScene, writeTurnedPlacement, writeWeightsBetween } from './morph-scene.ts';

const STEPS = 400;
const COUNT = 12;
const TURN = 2 * Math.PI;
const GOLDEN = 0.6180339887498949;

/** How far neighbours swim apart, in metres: flanks keep clear of each other, fins and tails do not. */
const SPACING = 0.7;

/** Places in the group (left, up, ahead): four abreast in three layers, each layer over the gaps of the one below. */
const PLACES = Array.from({ length: COUNT }, (_, body) => {
  const file = body % 4;
  const layer = Math.floor(body / 4);
  const left = SPACING * (file - 1.5 + (layer % 2 ? 0.5 : 0));
  return [left, SPACING * Math.sqrt(0.75) * (layer - 1), 1.3 * (phaseOf(body, 0.4) - 0.5)];
});

/** Metres per step, along z. */
export const DOLPHIN_SPEED = 0.03;

/** A number in [0, 1) for each body, spread evenly however many there are. */
function phaseOf(body: number, salt: number): number {
  return (body * GOLDEN + salt) % 1;
}

export function createMorphDolphins(size: DolphinSize): MorphScene {
  const dolphin = createDolphin(size);
  return {
    name: `morph-dolphins-${size}`,
    title:
      'Twelve dolphins swim in a close group and brush each other (after Fig. 7 of Larsson and Akenine-Moller 2003).',
    steps: STEPS,
    bodies: new Array(COUNT).fill(dolphin),
    writePose(body, step, weights, placement) {
      const [left, up, ahead] = PLACES[body];
      const beat = TURN * (step / (38 + 9 * phaseOf(body, 0.3)) + phaseOf(body, 0));
      const sway = TURN * (step / 170 + phaseOf(body, 0.5));
      const turns = step / (190 + 60 * phaseOf(body, 0.7)) + phaseOf(body, 0.15);
      const roll = body % 4 === 1 ? TURN * turns : 0.95 * Math.sin(TURN * turns);
      writeWeightsBetween(1 - Math.cos(beat), weights);
      writeTurnedPlacement(
        placement,
        roll,
        0.06 * Math.sin(beat),
        0.07 * Math.cos(sway),
        left + 0.06 * Math.sin(sway),
        up + 0.05 * Math.sin(1.6 * sway + body),
        ahead + DOLPHIN_SPEED * step + 0.1 * Math.cos(0.8 * sway),
      );
    },
  };
}
