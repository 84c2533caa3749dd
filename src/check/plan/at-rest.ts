import { createBodyMotion, poseBody } from '../scan/body-motion.ts';
import type { CheckedShape } from './checked-shape.ts';
import { measureRadii, measureTriangles } from './regions.ts';
import type { CheckSubject } from './subject.ts';

/**
 * The bodies where they stand when no clip plays. Meshes may be made in another unit than the scene is in (a node that scales by 100), so lengths
 * that are told, or compared between bodies, are measured here.
 */
export interface AtRest {
  /** The vertices of each body. */
  positions: Float64Array[];
  /** For each body how much larger it is than its mesh was made. */
  scales: number[];
  /** Half of how thick each region is, numbered over all bodies. */
  radii: Float64Array;
  /** The longest side of the box around the bodies that are measured. */
  height: number;
}

export function measureAtRest(subject: CheckSubject, shapes: readonly CheckedShape[]): AtRest {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  const measured = new Set(subject.measured ?? shapes.keys());
  const positions = shapes.map((shape, b) => {
    const motion = createBodyMotion(shape, 1, false);
    poseBody(motion, 0, subject.rest[b]);
    const [box] = motion.window.boxes.atInstants;
    for (let axis = 0; axis < 3 && measured.has(b); axis++) {
      low[axis] = Math.min(low[axis], box[axis]);
      high[axis] = Math.max(high[axis], box[3 + axis]);
    }
    return motion.window.positions[0];
  });
  const radii = shapes.flatMap(({ mesh, regions }, b) => [
    ...measureRadii({ ...mesh, positions: positions[b] }, regions.regionOfTriangle, regions.joints.length),
  ]);
  return {
    positions,
    scales: shapes.map(({ mesh }, b) => Math.sqrt(areaOf({ ...mesh, positions: positions[b] }) / areaOf(mesh)) || 1),
    radii: Float64Array.from(radii),
    height: Math.max(...high.map((x, axis) => x - low[axis]), 0),
  };
}

function areaOf(mesh: CheckedShape['mesh']): number {
  return measureTriangles(mesh).reduce((sum, area) => sum + area, 0);
}
