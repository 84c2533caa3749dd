import { turnJoint } from '../joint-matrices.ts';
import type { Model } from '../model.ts';
import type { Clip } from './clip.ts';
import { createTurningClip } from './turning-clip.ts';

const STEPS = 100;

/**
 * A long urchin bends one way, rolls over to the other, and curls up until the spikes of its inner side meet.
 */
export function createUrchinBend(model: Model): Clip {
  const joints = model.skeleton.parents.length;
  return createTurningClip(model, STEPS, (rotations, time) => {
    // Each joint but the first bends by this much; the first takes back half of all, so that the middle stays.
    const bend = (0.35 + 0.85 * time) * Math.sin(2.5 * Math.PI * time);
    const roll = 0.9 * Math.sin(1.7 * Math.PI * time);
    const axis = [Math.sin(roll), Math.cos(roll)];
    for (let j = 0; j < joints; j++) {
      const angle = j === 0 ? (-bend * (joints - 1)) / 2 : bend;
      turnJoint(rotations, j, axis[0], 0, axis[1], angle);
    }
    return 0.4 * time;
  });
}
