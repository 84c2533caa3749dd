/** One way in which two sides can move against each other: an angle, a way, a muscle's tension. */
export interface Freedom {
  name: string;
  low: number;
  high: number;
  /** Into how many values (published search) or cells (safe search) the range is divided: at least 2. */
  samples: number;
}

export type SideName = 'a' | 'b';

/** The pose of one side, as `setPose` takes it. A rigid side has one joint matrix (3x4, row by row) and no weights. */
export interface SidePose {
  jointMatrices: Float64Array;
  weights: Float64Array;
}

export interface PosePair {
  a: SidePose;
  b: SidePose;
}

/**
 * How two sides move: all poses they can ever take, by a few numbers. `createMechanism` makes one from hinges, slides
 * and weights; any other record will do too, for a safe search if it has a `bound`.
 */
export interface Kinematics {
  freedoms: readonly Freedom[];
  /** How many joint matrices and weights a pose of each side has. */
  sizes: Record<SideName, { joints: number; weights: number }>;
  /** Writes the poses at these values, one for each freedom. Must depend on nothing else. */
  write(values: Float64Array, poses: PosePair): void;
  bound?: MotionBound;
}

/**
 * How far things can move when every freedom k changes by at most `halfSteps[k]` from `values`: upper bounds, on which
 * the safety of a table rests. All joints must be rotations and translations.
 */
export interface MotionBound {
  /** Writes for each rest point (3 numbers) how far the joint can carry it from where `values` puts it. */
  boundJoint(
    side: SideName,
    joint: number,
    values: Float64Array,
    halfSteps: Float64Array,
    points: Float64Array,
    out: Float64Array,
  ): void;
  /** Writes how much each weight of the side can change. */
  boundWeights(side: SideName, values: Float64Array, halfSteps: Float64Array, out: Float64Array): void;
}

/**
 * Room for the poses of both sides; joints at rest, weights 0.
 */
export function createPosePair(kinematics: Pick<Kinematics, 'sizes'>): PosePair {
  const createPose = ({ joints, weights }: { joints: number; weights: number }): SidePose => ({
    jointMatrices: Float64Array.from({ length: 12 * joints }, (_, k) => ((k % 12) % 5 === 0 ? 1 : 0)),
    weights: new Float64Array(weights),
  });
  return { a: createPose(kinematics.sizes.a), b: createPose(kinematics.sizes.b) };
}

/** Refuses freedoms without a range, or that cannot be sampled. */
export function checkFreedoms(freedoms: readonly Freedom[], caller: string): void {
  if (freedoms.length === 0) {
    throw new Error(`${caller}: there are 0 freedoms; a pair that never moves needs no table. Give at least one.`);
  }
  for (const { name, low, high, samples } of freedoms) {
    if (!(Number.isFinite(low) && Number.isFinite(high) && low < high)) {
      throw new Error(`${caller}: freedom '${name}' goes from ${low} to ${high}; give a range with low below high.`);
    }
    if (!(Number.isInteger(samples) && samples >= 2)) {
      throw new Error(`${caller}: freedom '${name}' has ${samples} samples; give a whole number of at least 2.`);
    }
  }
}

/** Writes the poses at `values` and refuses them if a number is missing or not finite. */
export function writePoses(kinematics: Kinematics, values: Float64Array, poses: PosePair, caller: string): void {
  kinematics.write(values, poses);
  for (const side of ['a', 'b'] as const) {
    const { jointMatrices, weights } = poses[side];
    for (let k = 0; k < jointMatrices.length; k++) {
      if (Number.isFinite(jointMatrices[k])) continue;
      const what = `number ${k % 12} of joint matrix ${Math.floor(k / 12)} of side ${side}`;
      throw new Error(complain(kinematics, values, what, jointMatrices[k], caller));
    }
    for (let m = 0; m < weights.length; m++) {
      if (Number.isFinite(weights[m])) continue;
      throw new Error(complain(kinematics, values, `weight ${m} of side ${side}`, weights[m], caller));
    }
  }
}

function complain(kinematics: Kinematics, values: Float64Array, what: string, value: number, caller: string): string {
  const place = kinematics.freedoms.map(({ name }, k) => `${name} = ${values[k]}`).join(', ');
  return `${caller}: at ${place} the kinematics writes ${value} as ${what}; write finite numbers over the whole range.`;
}
