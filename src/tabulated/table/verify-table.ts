import { createCollider, setPose } from '../../collider.ts';
import { createRandom } from '../../math/random.ts';
import { touches } from '../../query/pairs/touches.ts';
import { createShape } from '../../shape.ts';
import type { Kinematics } from '../motion/kinematics.ts';
import { checksumSide, type Side } from '../motion/side.ts';
import { createLookUp, lookUp, setValues } from './look-up.ts';
import type { Table } from './table.ts';

export interface VerifyOptions {
  /** How many random poses, evenly drawn from the ranges of the table: 10000 unless given. */
  poses?: number;
  seed?: number;
  progress?: (share: number) => void;
}

export interface Verification {
  poses: number;
  /** Poses at which triangles touch. */
  colliding: number;
  /** Of those, poses that the table reports free. */
  missed: number;
  /** Poses at which no triangles touch and the table reports a collision. */
  phantom: number;
  /** The values of the first missed pose, or null. */
  firstMissed: Float64Array | null;
}

/**
 * Measures a table against the exact triangle query, over random poses. Cost: that of the exact queries, some 20 us
 * each.
 * @example
 * {@includeCode ../../../examples/api/tabulated.ts#table}
 */
export function verifyTable(
  table: Table,
  kinematics: Kinematics,
  sideA: Side,
  sideB: Side,
  options: VerifyOptions = {},
): Verification {
  const { poses = 10_000, seed = 1, progress } = options;
  checkSide(table.a.spheres.checksum, sideA, 'a');
  checkSide(table.b.spheres.checksum, sideB, 'b');
  const look = createLookUp(table, kinematics);
  const a = createCollider(createShape(sideA.mesh, sideA.source));
  const b = createCollider(createShape(sideB.mesh, sideB.source));
  const random = createRandom(seed);
  const values = new Float64Array(table.freedoms.length);
  const result: Verification = { poses, colliding: 0, missed: 0, phantom: 0, firstMissed: null };
  for (let p = 0; p < poses; p++) {
    table.freedoms.forEach(({ low, high }, k) => {
      values[k] = Math.min(high, low + (high - low) * random());
    });
    setValues(look, values);
    setPose(a, look.poses.a);
    setPose(b, look.poses.b);
    const isTouching = touches(a, b);
    const isReported = lookUp(look);
    if (isTouching) result.colliding++;
    if (isTouching && !isReported) {
      result.missed++;
      result.firstMissed ??= values.slice();
    }
    if (isReported && !isTouching) result.phantom++;
    if (p % 1000 === 999) progress?.((p + 1) / poses);
  }
  return result;
}

function checkSide(checksum: number, side: Side, name: string): void {
  const given = checksumSide(side);
  if (given === checksum) return;
  throw new Error(
    `verifyTable: side ${name} has the checksum ${given}, the table was made for ${checksum}; give the mesh and deformer it was made for.`,
  );
}
