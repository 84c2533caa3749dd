import { BOX_SIZE } from './box.ts';

/**
 * How the frames in which two colliders keep their boxes lie to each other: each maps the other's boxes to its own axes.
 * A frame is an affine map to the world (12 numbers), or null for the world itself.
 */
export interface Relation {
  /** From the frame of b to that of a, and back. */
  toA: Float64Array;
  toB: Float64Array;
  /** What rounding (of posed vertices and of these maps) may add, in the units of each frame. */
  slackA: number;
  slackB: number;
  /** A unit of either frame is at least this long in the world, measured across faces. */
  shrink: number;
  /** Room for the two boxes that are compared. */
  boxA: Float64Array;
  boxB: Float64Array;
}

/** `magnitudeA` and `magnitudeB` bound how far from the world's origin anything in the frames is. */
export function relateFrames(
  frameA: Float64Array | null,
  magnitudeA: number,
  frameB: Float64Array | null,
  magnitudeB: number,
): Relation {
  const [inverseA, errorA] = invert(frameA);
  const [inverseB, errorB] = invert(frameB);
  const magnitude = magnitudeA + magnitudeB;
  return {
    toA: compose(inverseA, frameB),
    toB: compose(inverseB, frameA),
    slackA: errorA * magnitude,
    slackB: errorB * magnitude,
    shrink: Math.min(shortest(inverseA), shortest(inverseB)),
    boxA: new Float64Array(BOX_SIZE),
    boxB: new Float64Array(BOX_SIZE),
  };
}

/**
 * How far apart the boxes `relation.boxA` and `relation.boxB` are along the six directions of their faces: above 0 only
 * if they do not touch. A box of the other frame reaches from its mapped centre as far as the absolute values of the
 * map carry its half extents, whatever the map: sheared and scaled frames need no further care. The nine cross products of
 * edges are not tried (SAT-lite, [Larsson2003]).
 */
export function relatedGap(relation: Relation): number {
  const { boxA, boxB } = relation;
  const inA = gapInFrame(boxA, boxB, relation.toA) - relation.slackA;
  if (inA > 0) return inA;
  const inB = gapInFrame(boxB, boxA, relation.toB) - relation.slackB;
  return inB > inA ? inB : inA;
}

function gapInFrame(own: Float64Array, other: Float64Array, m: Float64Array): number {
  const x = other[0];
  const y = other[1];
  const z = other[2];
  const ex = other[3];
  const ey = other[4];
  const ez = other[5];
  let gap = -Infinity;
  for (let row = 0, axis = 0; axis < 3; row += 4, axis++) {
    const distance = Math.abs(m[row] * x + m[row + 1] * y + m[row + 2] * z + m[row + 3] - own[axis]);
    const reach = Math.abs(m[row]) * ex + Math.abs(m[row + 1]) * ey + Math.abs(m[row + 2]) * ez + own[3 + axis];
    if (distance - reach > gap) gap = distance - reach;
  }
  return gap;
}

const ROUNDING = 512 * 2 ** -53;

/**
 * The inverse of a frame, and by what share of a world coordinate mapping with it may be wrong: the size of the inverse,
 * times the condition of the frame, times a few roundings. NaN for a frame that flattens, so that nothing is ever apart.
 */
function invert(frame: Float64Array | null): [inverse: Float64Array | null, error: number] {
  if (frame === null) return [null, ROUNDING];
  const [a, b, c, , d, e, f, , g, h, i] = frame;
  const inverse = Float64Array.of(
    ...[e * i - f * h, c * h - b * i, b * f - c * e, 0],
    ...[f * g - d * i, a * i - c * g, c * d - a * f, 0],
    ...[d * h - e * g, b * g - a * h, a * e - b * d, 0],
  );
  const factor = 1 / (a * inverse[0] + b * inverse[4] + c * inverse[8]);
  let size = 0;
  let inverseSize = 0;
  for (let row = 0; row < 12; row += 4) {
    let own = 0;
    let other = 0;
    for (let k = row; k < row + 3; k++) {
      inverse[k] *= factor;
      own += Math.abs(frame[k]);
      other += Math.abs(inverse[k]);
    }
    inverse[row + 3] = -(inverse[row] * frame[3] + inverse[row + 1] * frame[7] + inverse[row + 2] * frame[11]);
    size = Math.max(size, own);
    inverseSize = Math.max(inverseSize, other);
  }
  const condition = size * inverseSize;
  return [inverse, condition < 1e4 ? ROUNDING * inverseSize * condition : NaN];
}

/** What is one unit apart across faces of a frame is as far apart in the world as the inverse's row is short. */
function shortest(inverse: Float64Array | null): number {
  if (inverse === null) return 1;
  let longest = 0;
  for (let row = 0; row < 12; row += 4) {
    longest = Math.max(longest, inverse[row] ** 2 + inverse[row + 1] ** 2 + inverse[row + 2] ** 2);
  }
  return (1 - 1e-12) / Math.sqrt(longest);
}

function compose(outer: Float64Array | null, inner: Float64Array | null): Float64Array {
  const identity = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);
  const m = outer ?? identity;
  const n = inner ?? identity;
  const out = new Float64Array(12);
  for (let row = 0; row < 12; row += 4) {
    for (let k = 0; k < 4; k++) out[row + k] = m[row] * n[k] + m[row + 1] * n[4 + k] + m[row + 2] * n[8 + k];
    out[row + 3] += m[row + 3];
  }
  return out;
}
