import { createDolphinCage, type DolphinPose } from './dolphin-cage.ts';
import type { MorphModel } from './morph-model.ts';
import { subdivideToLimit } from './subdivide.ts';

/** In triangles: the sizes of the paper, each four times the one before. */
export type DolphinSize = 564 | 2256 | 9024 | 36096;

const SIZES: DolphinSize[] = [564, 2256, 9024, 36096];

/** A beat of the tail: up, straight, down with a turn to the left. */
const POSES: DolphinPose[] = [
  { tailUp: 0.75, tailLeft: 0, headUp: 0.16, headLeft: 0, flipperLift: -0.02 },
  { tailUp: 0, tailLeft: 0, headUp: 0, headLeft: 0, flipperLift: 0.02 },
  { tailUp: -0.65, tailLeft: 0.35, headUp: -0.1, headLeft: 0.3, flipperLift: 0.07 },
];

/**
 * A dolphin of 2.4 m, the model of the second experiment of Larsson and Akenine-Moller 2003. The four sizes are one
 * smooth shape: the vertices of each are the first vertices of the next finer one, at the same places.
 */
export function createDolphin(size: DolphinSize): MorphModel {
  const levels = SIZES.indexOf(size);
  if (levels < 0)
    throw new Error(`createDolphin: there is no dolphin of ${size} triangles; ask for ${SIZES.join(', ')}.`);
  const meshes = POSES.map(pose => subdivideToLimit(createDolphinCage(pose), levels));
  return { name: `dolphin-${size}`, mesh: meshes[0], references: meshes.map(mesh => mesh.positions) };
}
