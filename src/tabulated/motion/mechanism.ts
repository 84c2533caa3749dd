import { multiply, setIdentity, setRotationAbout, transformPoint } from '../../math/matrix34.ts';
import { quaternionAbout } from '../../math/quaternion.ts';
import { checkFreedoms, type Freedom, type Kinematics, type SideName, type SidePose } from './kinematics.ts';

export type Point = readonly [x: number, y: number, z: number];

/** What one freedom does to a joint. */
export type Movement =
  /** Turns by the value, in radians (times `ratio`, if given), about the line through `point` along `axis`. */
  | { kind: 'hinge'; freedom: string; point: Point; axis: Point; ratio?: number }
  /** Moves by the value times `direction`. */
  | { kind: 'slide'; freedom: string; direction: Point };

/** A weight of a morph or modal deformer: `start` (0 unless given) plus `ratio` (1 unless given) times the value. */
export interface WeightDrive {
  freedom: string;
  start?: number;
  ratio?: number;
}

/** The movements of each joint, from the outermost to the one next to the mesh; and what drives each weight. */
export interface MechanismSide {
  joints?: readonly (readonly Movement[])[];
  weights?: readonly WeightDrive[];
}

/**
 * A ball joint: three hinges through one point, about z, then y, then x. Turns of x and y beyond 90 degrees repeat
 * others.
 */
export function createBallJoint(point: Point, freedoms: readonly [x: string, y: string, z: string]): Movement[] {
  return [
    { kind: 'hinge', freedom: freedoms[2], point, axis: [0, 0, 1] },
    { kind: 'hinge', freedom: freedoms[1], point, axis: [0, 1, 0] },
    { kind: 'hinge', freedom: freedoms[0], point, axis: [1, 0, 0] },
  ];
}

/** Bounds are computed with fewer than 100 roundings for each movement; this covers them and is far from mattering. */
const OUTWARD = 1 + 1e-12;

/**
 * Kinematics of hinges and slides in series, and of weights that follow freedoms linearly; a side without joints stays
 * put.
 *
 * Why its bound holds: let the movements of a joint change one after the other, the outermost first. While one changes,
 * all movements inside it are still as they were, so the point it carries is where it was; all outside it only turn and
 * shift the way the point goes, which keeps its length. That way is an arc with the point's distance from the axis as
 * radius (its chord is 2 sin(h / 2) times that) or a straight line. The sum of the ways bounds how far the point has
 * gone.
 * @example
 * {@includeCode ../../../examples/api/tabulated.ts#table}
 */
export function createMechanism(
  freedoms: readonly Freedom[],
  sides: Partial<Record<SideName, MechanismSide>>,
): Kinematics {
  checkFreedoms(freedoms, 'createMechanism');
  const numberOf = (name: string): number => {
    const number = freedoms.findIndex(freedom => freedom.name === name);
    if (number < 0) throw new Error(`createMechanism: there is no freedom '${name}'; add it to the list of freedoms.`);
    return number;
  };
  const planSide = ({ joints = [[]], weights = [] }: MechanismSide = {}): SidePlan => ({
    joints: joints.map(movements => movements.map(movement => planMovement(movement, numberOf(movement.freedom)))),
    weights: weights.map(({ freedom, start = 0, ratio = 1 }) => ({ freedom: numberOf(freedom), start, ratio })),
  });
  const plans = { a: planSide(sides.a), b: planSide(sides.b) };
  const step = new Float64Array(12);
  const sizeOf = ({ joints, weights }: SidePlan) => ({ joints: joints.length, weights: weights.length });
  return {
    freedoms,
    sizes: { a: sizeOf(plans.a), b: sizeOf(plans.b) },
    write(values, poses) {
      writeSide(plans.a, values, poses.a, step);
      writeSide(plans.b, values, poses.b, step);
    },
    bound: {
      boundJoint(side, joint, values, halfSteps, points, out) {
        boundJoint(plans[side].joints[joint], values, halfSteps, points, out);
      },
      boundWeights(side, _values, halfSteps, out) {
        plans[side].weights.forEach(({ freedom, ratio }, m) => {
          out[m] = Math.abs(ratio) * halfSteps[freedom] * OUTWARD;
        });
      },
    },
  };
}

interface PlannedMovement {
  kind: Movement['kind'];
  freedom: number;
  /** A point of the axis and the unit direction of a hinge; the direction of a slide. */
  point: Point;
  direction: Point;
  ratio: number;
}

interface SidePlan {
  joints: PlannedMovement[][];
  weights: { freedom: number; start: number; ratio: number }[];
}

function planMovement(movement: Movement, freedom: number): PlannedMovement {
  const direction = movement.kind === 'hinge' ? movement.axis : movement.direction;
  const length = Math.hypot(...direction);
  if (!(length > 0 && length < Infinity)) {
    throw new Error(
      `createMechanism: the ${movement.kind} of '${movement.freedom}' points along ${direction.join(', ')}; give a direction.`,
    );
  }
  if (movement.kind === 'slide') {
    return { kind: 'slide', freedom, point: [0, 0, 0], direction: movement.direction, ratio: 1 };
  }
  const { point, axis, ratio = 1 } = movement;
  return { kind: 'hinge', freedom, point, direction: [axis[0] / length, axis[1] / length, axis[2] / length], ratio };
}

/** Takes no memory: it runs before every look-up. `step` is room for one matrix. */
function writeSide(plan: SidePlan, values: Float64Array, pose: SidePose, step: Float64Array): void {
  const { jointMatrices, weights } = pose;
  for (let joint = 0; joint < plan.joints.length; joint++) {
    const movements = plan.joints[joint];
    if (movements.length === 0) setIdentity(jointMatrices, 12 * joint);
    for (let k = 0; k < movements.length; k++) {
      writeMovement(movements[k], values, step);
      if (k === 0) jointMatrices.set(step, 12 * joint);
      else multiply(jointMatrices, 12 * joint, step, 0, jointMatrices, 12 * joint);
    }
  }
  for (let m = 0; m < weights.length; m++) {
    const { freedom, start, ratio } = plan.weights[m];
    weights[m] = start + ratio * values[freedom];
  }
}

function writeMovement(
  { kind, freedom, point, direction, ratio }: PlannedMovement,
  values: Float64Array,
  out: Float64Array,
): void {
  const value = ratio * values[freedom];
  if (kind === 'slide') {
    setIdentity(out, 0);
    for (let axis = 0; axis < 3; axis++) out[4 * axis + 3] = value * direction[axis];
    return;
  }
  quaternionAbout(direction[0], direction[1], direction[2], value, out, 0); // read before the matrix is written
  setRotationAbout(out, 0, out[0], out[1], out[2], out[3], point[0], point[1], point[2]);
}

function boundJoint(
  movements: readonly PlannedMovement[],
  values: Float64Array,
  halfSteps: Float64Array,
  points: Float64Array,
  out: Float64Array,
): void {
  const matrices = movements.map(movement => {
    const matrix = new Float64Array(12);
    writeMovement(movement, values, matrix);
    return matrix;
  });
  const chords = movements.map(({ freedom, kind, direction, ratio }) => {
    const half = Math.abs(ratio) * halfSteps[freedom];
    return kind === 'slide' ? half * Math.hypot(...direction) : 2 * Math.sin(Math.min(half, Math.PI) / 2);
  });
  const moved = new Float64Array(3);
  for (let p = 0; p < points.length / 3; p++) {
    let sum = 0;
    moved.set([points[3 * p], points[3 * p + 1], points[3 * p + 2]]);
    for (let k = movements.length - 1; k >= 0; k--) {
      const { kind, point, direction } = movements[k];
      sum += kind === 'slide' ? chords[k] : chords[k] * distanceFromLine(moved, point, direction);
      transformPoint(matrices[k], 0, moved[0], moved[1], moved[2], moved, 0);
    }
    out[p] = sum * OUTWARD;
  }
}

function distanceFromLine(p: Float64Array, point: Point, direction: Point): number {
  const x = p[0] - point[0];
  const y = p[1] - point[1];
  const z = p[2] - point[2];
  const cx = y * direction[2] - z * direction[1];
  const cy = z * direction[0] - x * direction[2];
  const cz = x * direction[1] - y * direction[0];
  return Math.sqrt(cx * cx + cy * cy + cz * cz);
}
