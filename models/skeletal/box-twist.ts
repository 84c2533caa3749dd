import { ease } from '../gait.ts';
import type { Model } from '../model.ts';
import { BOX_LENGTH } from './box.ts';
import { type ChainPose, writeChainMatrices } from './chain-matrices.ts';
import type { Clip } from './clip.ts';

const STEPS = 120;
/** Turns of one end against the other, and of the box as a whole in the end: a ring and a little more. */
const TWIST = 2;
const BEND = 1.16;
/** How steeply the ring climbs, in radians: enough for its ends to pass each other, until it is pressed together. */
const CLIMB = 0.25;
const PRESSED = 0.12;

/**
 * A box is twisted twice about itself, bends into a ring under the strain, and its ends are pressed side against side.
 */
export function createBoxTwist(model: Model): Clip {
  const rest = model.skeleton.positions;
  const joints = rest.length / 3;
  const pose: ChainPose = { places: new Float64Array(3 * joints), normal: new Float64Array(3) };
  const twists = new Float64Array(joints);
  return {
    steps: STEPS,
    write(step, out) {
      const time = step / (STEPS - 1);
      const twist = 2 * Math.PI * ease(0, TWIST, time / 0.75);
      const bend = 2 * Math.PI * ease(0, BEND, (time - 0.15) / 0.75);
      const climb = ease(0, CLIMB, (time - 0.1) / 0.5) + ease(0, PRESSED - CLIMB, (time - 0.75) / 0.25);
      for (let j = 0; j < joints; j++) {
        const share = rest[3 * j + 1] / BOX_LENGTH - 0.5;
        placeJoint(pose.places, j, share, bend, climb);
        twists[j] = twist * share;
      }
      pose.normal.set([Math.cos(bend / 2), Math.sin(bend / 2), 0]);
      writeChainMatrices(rest, pose, out, twists);
    },
  };
}

/**
 * The point at `share` (-0.5 to 0.5) of a helix of the box's length, turned by `bend` in all, that goes straight up through
 * the box's middle.
 */
function placeJoint(places: Float64Array, j: number, share: number, bend: number, climb: number): void {
  const angle = bend * share;
  const flat = BOX_LENGTH * share * Math.cos(climb);
  // sin(x) / x and (1 - cos(x)) / x, which have limits at 0.
  const along = Math.abs(angle) < 1e-4 ? 1 : Math.sin(angle) / angle;
  const aside = Math.abs(angle) < 1e-4 ? angle / 2 : (1 - Math.cos(angle)) / angle;
  places.set([flat * aside, BOX_LENGTH / 2 + flat * along, BOX_LENGTH * share * Math.sin(climb)], 3 * j);
}
