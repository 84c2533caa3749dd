import type * as three from 'three';

/** Whether a ray can hit a mesh at all: it starts and goes somewhere, not backwards, and there is something to draw. */
export function canHit({ ray, far }: three.Raycaster, { material }: three.Mesh): boolean {
  const { origin, direction } = ray;
  const length = direction.lengthSq();
  return length > 0 && length < Infinity && origin.lengthSq() < Infinity && material !== undefined && far >= 0;
}
