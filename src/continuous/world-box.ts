import type { Collider } from '../collider.ts';

/**
 * Writes a box in world space (low corner, high corner) around the refitted volume of a node, whatever its kind. `frame`:
 * see `boxFrame`. A little more is added than rounding could cost: the slack of skinning is relative to the largest
 * coordinate, and far above the few roundings here.
 */
export function writeWorldBox(
  { shape, volumes, posed }: Collider,
  frame: Float64Array | null,
  node: number,
  out: Float64Array,
  o: number,
): void {
  const { slack } = posed;
  switch (shape.volumeKind) {
    case 'box': {
      const i = 6 * node;
      for (let axis = 0; axis < 3; axis++) {
        let center = volumes[i + axis];
        let half = volumes[i + 3 + axis];
        if (frame) {
          const m = 4 * axis;
          center = frame[m] * volumes[i] + frame[m + 1] * volumes[i + 1] + frame[m + 2] * volumes[i + 2] + frame[m + 3];
          half =
            Math.abs(frame[m]) * volumes[i + 3] +
            Math.abs(frame[m + 1]) * volumes[i + 4] +
            Math.abs(frame[m + 2]) * volumes[i + 5];
        }
        out[o + axis] = center - half - slack;
        out[o + 3 + axis] = center + half + slack;
      }
      return;
    }
    case 'dop': {
      const i = 2 * shape.slabs * node;
      for (let axis = 0; axis < 3; axis++) {
        out[o + axis] = volumes[i + 2 * axis] - slack;
        out[o + 3 + axis] = volumes[i + 2 * axis + 1] + slack;
      }
      return;
    }
    default: {
      const i = 4 * node;
      for (let axis = 0; axis < 3; axis++) {
        out[o + axis] = volumes[i + axis] - volumes[i + 3] - slack;
        out[o + 3 + axis] = volumes[i + axis] + volumes[i + 3] + slack;
      }
    }
  }
}
