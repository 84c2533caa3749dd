import { scenes } from '../../scene-catalogue.ts';
import { createCapturedMan } from '../scenes/captured-man.ts';
import { type PosedClip, poseCapture, poseClip } from './self-methods.ts';

/** A clip of the catalogue, or a captured sequence; posed anew for each call. */
export function openClip(name: string): PosedClip {
  if (name === 'man-captured') return poseCapture(createCapturedMan());
  if (name === 'man-captured, joints by hand') return poseCapture(createCapturedMan({ byHand: true }));
  return poseClip(scenes[name]());
}
