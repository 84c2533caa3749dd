import type { Collider } from '../collider.ts';

/**
 * Names one pose of one collider: whatever was computed from a pose is fresh while its stamp is that of the collider. A
 * collider counts its poses (`posed.epoch`), and how often that count has begun again (`era`).
 */
export interface PoseStamp {
  collider: Collider | null;
  epoch: number;
  era: number;
}

/** The stamp of no pose. */
export function createPoseStamp(): PoseStamp {
  return { collider: null, epoch: 0, era: 0 };
}

export function isStampOf(stamp: PoseStamp, collider: Collider): boolean {
  return stamp.collider === collider && stamp.epoch === collider.posed.epoch && stamp.era === collider.era;
}

export function setStamp(stamp: PoseStamp, collider: Collider): void {
  stamp.collider = collider;
  stamp.epoch = collider.posed.epoch;
  stamp.era = collider.era;
}

export function clearStamp(stamp: PoseStamp): void {
  stamp.collider = null;
}
