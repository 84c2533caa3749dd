import { ease } from '../gait.ts';
import { type Rotations, turnJoint } from '../joint-matrices.ts';
import { findJoint } from '../leg.ts';
import type { Model } from '../model.ts';
import type { Clip } from './clip.ts';
import { FINGERS } from './hand-plan.ts';
import { createTurningClip } from './turning-clip.ts';

const STEPS = 120;
/** How far the three joints of a finger bend in a fist, and of the thumb over it. */
const FIST = [1.42, 1.72, 1.05];
const THUMB = [0.72, 0.5, 0.75];

/**
 * An open hand plays with its fingers, one after the other, then closes to a fist, little finger first, thumb last.
 */
export function createHandGrip(model: Model): Clip {
  return createTurningClip(model, STEPS, (rotations, time) => {
    FINGERS.forEach((_, f) => {
      const wave =
        0.35 * Math.max(0, Math.sin(Math.PI * (4 * time - 0.28 * f))) ** 2 * ease(1, 0, (time - 0.35) / 0.15);
      const late = f === 0 ? 0.68 : 0.5 - 0.04 * f;
      bendFinger(model, rotations, f, wave + ease(0, 1, (time - late) / (f === 0 ? 0.32 : 0.5)));
    });
    return 0.5 * Math.sin(Math.PI * time);
  });
}

/** Bends a finger in the plane of its own direction and the palm's, the thumb in front of the palm; `share` 1 is a fist. */
function bendFinger(model: Model, rotations: Rotations, f: number, share: number): void {
  const { name, direction: d } = FINGERS[f];
  const towards = f === 0 ? [-0.8, 0.1, 0.6] : [0, 0, 1];
  const axis = [0, 1, 2].map(k => d[(k + 1) % 3] * towards[(k + 2) % 3] - d[(k + 2) % 3] * towards[(k + 1) % 3]);
  const size = Math.hypot(axis[0], axis[1], axis[2]);
  (f === 0 ? THUMB : FIST).forEach((angle, i) => {
    const j = findJoint(model, `${name}-${i + 1}`);
    turnJoint(rotations, j, axis[0] / size, axis[1] / size, axis[2] / size, share * angle);
  });
}
