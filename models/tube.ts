import { createBodyPlan } from './body-plan.ts';
import { createBoneWeights } from './bone-weights.ts';
import type { Model } from './model.ts';

export interface TubeOptions {
  /** Circles of vertices along the tube: at least 2. */
  rings: number;
  /** Vertices in each circle: at least 3. */
  sides: number;
  /** Joints in a chain along the tube: at least 1. */
  joints: number;
  /** 1 unless told. */
  length?: number;
  /** A tenth of the length unless told. */
  radius?: number;
  /** How far joints blend, in bone lengths: 0.6 gives vertices of 1 and 2 joints, 2 of 2 to 4. 0.6 unless told. */
  overlap?: number;
}

/**
 * A closed tube along +y from y = 0 with flat ends: the smallest model that has everything. For tests.
 */
export function createTube(options: TubeOptions): Model {
  const { rings, sides, joints, length = 1, radius = length / 10, overlap = 0.6 } = options;
  if (!(rings >= 2 && sides >= 3 && joints >= 1)) {
    throw new Error(`createTube: ${rings} rings, ${sides} sides, ${joints} joints; at least 2, 3 and 1 are needed.`);
  }
  const positions = new Float64Array(3 * (rings * sides + 2));
  for (let r = 0; r < rings; r++) {
    for (let s = 0; s < sides; s++) {
      const angle = (2 * Math.PI * s) / sides;
      const y = (length * r) / (rings - 1);
      positions.set([radius * Math.cos(angle), y, radius * Math.sin(angle)], 3 * (r * sides + s));
    }
  }
  positions[3 * (rings * sides + 1) + 1] = length;
  const plan = createBodyPlan(
    Array.from({ length: joints }, (_, j) => ({
      name: `joint-${j}`,
      parent: j === 0 ? undefined : `joint-${j - 1}`,
      at: [0, (length * j) / joints, 0] as const,
      tip: [0, (length * (j + 1)) / joints, 0] as const,
      radius,
    })),
  );
  return {
    name: 'tube',
    mesh: { positions, triangles: joinRings(rings, sides) },
    skin: createBoneWeights(positions, plan, { softness: 100, overlap }),
    skeleton: plan.skeleton,
    jointNames: plan.jointNames,
  };
}

/**
 * The triangles of a closed tube with its outside outside: vertex `r * sides + s` is the one at `s` (angles growing from x
 * to z) in ring `r` (growing along y), then come the middle of the first ring's end and of the last one's.
 */
export function joinRings(rings: number, sides: number): Uint32Array {
  const triangles: number[] = [];
  const bottom = rings * sides;
  const last = (rings - 1) * sides;
  for (let s = 0; s < sides; s++) {
    const next = (s + 1) % sides;
    triangles.push(bottom, s, next, bottom + 1, last + next, last + s);
    for (let r = 0; r + 1 < rings; r++) {
      const a = r * sides + s;
      const b = r * sides + next;
      triangles.push(a, a + sides, b, b, a + sides, b + sides);
    }
  }
  return Uint32Array.from(triangles);
}
