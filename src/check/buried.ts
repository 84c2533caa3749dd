import type { BodyMotion } from './body-motion.ts';
import type { Stage } from './search-step.ts';
import { countWindings, facesOutward } from './winding.ts';

/** Which vertices of a body lie inside another, or inside another part of itself, at one instant; found when asked for. */
export interface Buried {
  stage: Stage;
  instant: number;
  /** By body x bodies + other body: what is known of vertices. */
  known: Map<number, Map<number, boolean>>;
  /** By body: 1 if its normals point outward, -1 if inward. */
  facings: Map<number, number>;
}

export function createBuried(stage: Stage, instant: number): Buried {
  return { stage, instant, known: new Map(), facings: new Map() };
}

/**
 * Whether vertex v of one body is inside the other (of itself: whether another part of the body covers it). Needs closed
 * surfaces; nothing is said of others. About 1 us.
 */
export function isBuried(buried: Buried, body: number, v: number, other: number): boolean {
  const { stage, instant, known } = buried;
  const key = body * stage.motions.length + other;
  let answers = known.get(key);
  if (!answers) known.set(key, (answers = new Map()));
  let answer = answers.get(v);
  if (answer !== undefined) return answer;
  const own = stage.motions[body];
  const x = own.positions[instant];
  const at = [x[3 * v], x[3 * v + 1], x[3 * v + 2]];
  const facing = facingOf(buried, other);
  if (body === other) {
    const normal = normalAt(own, instant, v);
    const sizes = normal.map(Math.abs);
    const axis = sizes.indexOf(Math.max(...sizes));
    answer = facing * countWindings(own, instant, axis, facing * normal[axis] > 0, at, v) > 0;
  } else answer = facing * countWindings(stage.motions[other], instant, 0, true, at, -1) > 0;
  answers.set(v, answer);
  return answer;
}

function facingOf({ stage, instant, facings }: Buried, body: number): number {
  let facing = facings.get(body);
  if (facing === undefined) facings.set(body, (facing = facesOutward(stage.motions[body], instant) ? 1 : -1));
  return facing;
}

/** The sum of the normals around a vertex, by area. */
function normalAt({ shape, positions }: BodyMotion, instant: number, v: number): number[] {
  const { triangles } = shape.mesh;
  const { vertexStarts, trianglesOfVertex } = shape.topology;
  const x = positions[instant];
  const normal = [0, 0, 0];
  for (let k = vertexStarts[v]; k < vertexStarts[v + 1]; k++) {
    const t = 3 * trianglesOfVertex[k];
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    for (let axis = 0; axis < 3; axis++) {
      const p = (axis + 1) % 3;
      const q = (axis + 2) % 3;
      normal[axis] += (x[b + p] - x[a + p]) * (x[c + q] - x[a + q]) - (x[b + q] - x[a + q]) * (x[c + p] - x[a + p]);
    }
  }
  return normal;
}
