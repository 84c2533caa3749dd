import { createMan } from '../man.ts';
import type { Model } from '../model.ts';
import { foldJoints } from './fold-joints.ts';

/**
 * `createMan` with 20000 triangles (unless told otherwise) and 22 joints, so 21 bones: without those of jaw, thumbs and fingers.
 */
export function createFineMan(triangles = 20_000): Model {
  const names = ['jaw', 'left-thumb', 'right-thumb', 'left-fingers', 'right-fingers'];
  return foldJoints(createMan({ triangles }), names);
}
