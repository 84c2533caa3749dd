import { snapshotAt } from '../measure/snapshot.ts';
import { createBodyMotion, poseBody } from '../scan/body-motion.ts';
import type { CheckedShape } from './checked-shape.ts';
import { measureRadii, measureTriangles } from './regions.ts';
import type { CheckSubject } from './subject.ts';
import { measureThickness } from './thickness.ts';

/**
 * The bodies where they stand when no clip plays. Meshes may be made in another unit than the scene is in (a node that scales by 100), so lengths
 * that are told, or compared between bodies, are measured here.
 */
export interface AtRest {
  /** The vertices of each body. */
  positions: Float64Array[];
  /** For each body how much larger it is than its mesh was made. */
  scales: number[];
  /** Half of how thick each region is as a tube, numbered over all bodies: see `measureRadii`. */
  radii: Float64Array;
  /** The same, or half of how thick the body is below it, whichever is more: see `measureThickness`. */
  thickness: Float64Array;
  /** The longest side of the box around the bodies that are measured. */
  height: number;
}

export function measureAtRest(subject: CheckSubject, shapes: readonly CheckedShape[]): AtRest {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  const measured = new Set(subject.measured ?? shapes.keys());
  const bodies = shapes.map((shape, b) => {
    const motion = createBodyMotion(shape, 1, false);
    poseBody(motion, 0, subject.rest[b]);
    const [box] = motion.window.boxes.atInstants;
    for (let axis = 0; axis < 3 && measured.has(b); axis++) {
      low[axis] = Math.min(low[axis], box[axis]);
      high[axis] = Math.max(high[axis], box[3 + axis]);
    }
    return snapshotAt(motion, 0);
  });
  const height = Math.max(...high.map((x, axis) => x - low[axis]), 0);
  // Boxes are of float32: what reaches to the end of these has no height, and all that is told as a share of it would be nothing.
  if (!(height < Infinity))
    throw new Error('check: at rest a body reaches beyond 1e38; mend its vertices or its joints.');
  const positions = bodies.map(body => body.positions);
  const radii = shapes.flatMap(({ mesh, regions }, b) => [
    ...measureRadii({ ...mesh, positions: positions[b] }, regions.regionOfTriangle, regions.joints.length),
  ]);
  const below = bodies.flatMap(body => [...measureThickness(body)]);
  return {
    positions,
    scales: shapes.map(({ mesh }, b) => Math.sqrt(areaOf({ ...mesh, positions: positions[b] }) / areaOf(mesh)) || 1),
    radii: Float64Array.from(radii),
    thickness: Float64Array.from(radii, (radius, region) => Math.max(radius, below[region])),
    height,
  };
}

function areaOf(mesh: CheckedShape['mesh']): number {
  return measureTriangles(mesh).reduce((sum, area) => sum + area, 0);
}
