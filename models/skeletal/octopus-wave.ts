import { ease } from '../gait.ts';
import { type Rotations, turnJoint } from '../joint-matrices.ts';
import { findJoint } from '../leg.ts';
import type { Model } from '../model.ts';
import type { Clip } from './clip.ts';
import { ARM_JOINTS, ARMS, armAngle } from './octopus-plan.ts';
import { createTurningClip } from './turning-clip.ts';

const STEPS = 120;

/**
 * Waves run along the arms of an octopus, each in its own time, and swell until neighbouring arms cross.
 */
export function createOctopusWave(model: Model): Clip {
  return createTurningClip(model, STEPS, (rotations, time) => {
    for (let arm = 0; arm < ARMS; arm++) waveArm(model, rotations, arm, time);
    for (let i = 1; i <= 4; i++) {
      const j = findJoint(model, `mantle-${i}`);
      turnJoint(rotations, j, 1, 0, 0, 0.07 * Math.sin(2 * Math.PI * (2 * time - 0.1 * i)));
      turnJoint(rotations, j, 0, 0, 1, 0.05 * Math.sin(2 * Math.PI * (1.3 * time - 0.1 * i)));
    }
    return 0.3 * Math.sin(2 * Math.PI * time);
  });
}

/**
 * Each joint swings aside and up and down a little after the one before it, the more the nearer to the tip. Late in the
 * clip the arms of each pair of neighbours lean towards each other.
 */
function waveArm(model: Model, rotations: Rotations, arm: number, time: number): void {
  const [x, z] = [Math.cos(armAngle(arm)), Math.sin(armAngle(arm))];
  const swell = ease(0, 0.42, time / 0.2);
  const lean = (arm % 2 === 0 ? -1 : 1) * ease(0, 0.15, (time - 0.7) / 0.3);
  const lag = 0.11 * arm;
  for (let i = 0; i + 1 < ARM_JOINTS; i++) {
    const j = findJoint(model, `arm-${arm + 1}-${i + 1}`);
    const share = 0.25 + (0.75 * i) / (ARM_JOINTS - 2);
    const aside = swell * share * Math.sin(2 * Math.PI * (2.7 * time - 0.17 * i + lag));
    const up = swell * share * (0.15 + Math.sin(2 * Math.PI * (2.1 * time - 0.2 * i + 2 * lag)));
    turnJoint(rotations, j, 0, 1, 0, aside + lean);
    turnJoint(rotations, j, -z, 0, x, up);
  }
}
