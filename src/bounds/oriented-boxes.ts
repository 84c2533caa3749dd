/**
 * How the frames in which two colliders keep their boxes lie to each other: each maps the other's boxes to its own axes.
 * A frame is an affine map to the world (12 numbers), or null for the world itself.
 */
export interface FramePair {
  /** From the frame of b to that of a, and back: 3x4 matrices; and the absolute values of their 3x3 parts, in the same places. */
  toA: Float64Array;
  toB: Float64Array;
  absoluteA: Float64Array;
  absoluteB: Float64Array;
  /** What rounding (of posed vertices and of these maps) may add, in the units of each frame. */
  slackA: number;
  slackB: number;
  /** A unit of either frame is at least this long in the world, measured across faces. */
  shrink: number;
  /** Room for the two inverses. */
  inverseA: Float64Array;
  inverseB: Float64Array;
}

export function createFramePair(): FramePair {
  const [toA, toB, absoluteA, absoluteB, inverseA, inverseB] = Array.from({ length: 6 }, () => new Float64Array(12));
  return { toA, toB, absoluteA, absoluteB, slackA: 0, slackB: 0, shrink: 1, inverseA, inverseB };
}

const WORLD = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);

/** `magnitudeA` and `magnitudeB` bound how far from the world's origin anything in the frames is. No memory is taken. */
export function pairFrames(
  frames: FramePair,
  frameA: Float64Array | null,
  magnitudeA: number,
  frameB: Float64Array | null,
  magnitudeB: number,
): void {
  const { inverseA, inverseB, toA, toB } = frames;
  const a = frameA ?? WORLD;
  const b = frameB ?? WORLD;
  const errorA = invert(a, inverseA);
  const errorB = invert(b, inverseB);
  compose(inverseA, b, toA, frames.absoluteA);
  compose(inverseB, a, toB, frames.absoluteB);
  frames.slackA = errorA * (magnitudeA + magnitudeB);
  frames.slackB = errorB * (magnitudeA + magnitudeB);
  frames.shrink = Math.min(shortest(inverseA), shortest(inverseB));
}

/**
 * How far apart box `i` of `a` and box `j` of `b` are along the six directions of their faces: above 0 only if they do
 * not touch. A box of the other frame reaches from its mapped centre as far as the absolute values of the map carry its
 * half extents, whatever the map: sheared and scaled frames need no further care. The nine cross products of edges are
 * not tried (SAT-lite, [Larsson2003]).
 */
export function orientedGap(frames: FramePair, a: Float64Array, i: number, b: Float64Array, j: number): number {
  const inA = gapInFrame(a, i, b, j, frames.toA, frames.absoluteA) - frames.slackA;
  if (inA > 0) return inA;
  const inB = gapInFrame(b, j, a, i, frames.toB, frames.absoluteB) - frames.slackB;
  return inB > inA ? inB : inA;
}

function gapInFrame(
  own: Float64Array,
  i: number,
  other: Float64Array,
  j: number,
  m: Float64Array,
  absolute: Float64Array,
): number {
  const x = gapAlong(m, absolute, 0, own, i, other, j);
  const y = gapAlong(m, absolute, 1, own, i, other, j);
  const z = gapAlong(m, absolute, 2, own, i, other, j);
  const most = x > y ? x : y;
  return most > z ? most : z;
}

/** Along one axis of the frame that box `i` of `own` is kept in. */
function gapAlong(
  m: Float64Array,
  absolute: Float64Array,
  axis: number,
  own: Float64Array,
  i: number,
  other: Float64Array,
  j: number,
): number {
  const row = 4 * axis;
  return (
    Math.abs(m[row] * other[j] + m[row + 1] * other[j + 1] + m[row + 2] * other[j + 2] + m[row + 3] - own[i + axis]) -
    (absolute[row] * other[j + 3] +
      absolute[row + 1] * other[j + 4] +
      absolute[row + 2] * other[j + 5] +
      own[i + 3 + axis])
  );
}

/**
 * As `orientedGap`, for a family of boxes and one box that stays, `j` of `stays`, which is seen along the axes of the
 * family's frame once for all of them. Writes to `gaps` (see `familyGaps`). `isA`: the family is in the frame of a. Twice
 * as fast on whole queries.
 */
export function orientedFamilyGaps(
  frames: FramePair,
  isA: boolean,
  family: Float64Array,
  first: number,
  end: number,
  stays: Float64Array,
  j: number,
  gaps: Float64Array,
): void {
  const to = isA ? frames.toA : frames.toB;
  const toAbsolute = isA ? frames.absoluteA : frames.absoluteB;
  const toSlack = isA ? frames.slackA : frames.slackB;
  const m = isA ? frames.toB : frames.toA;
  const absolute = isA ? frames.absoluteB : frames.absoluteA;
  const slack = isA ? frames.slackB : frames.slackA;
  const ox = stays[j];
  const oy = stays[j + 1];
  const oz = stays[j + 2];
  const oex = stays[j + 3];
  const oey = stays[j + 4];
  const oez = stays[j + 5];
  // The box that stays, along the axes of the family's frame: centre, half extents, what rounding may add.
  const seenX = to[0] * ox + to[1] * oy + to[2] * oz + to[3];
  const seenY = to[4] * ox + to[5] * oy + to[6] * oz + to[7];
  const seenZ = to[8] * ox + to[9] * oy + to[10] * oz + to[11];
  const extentX = toAbsolute[0] * oex + toAbsolute[1] * oey + toAbsolute[2] * oez + toSlack;
  const extentY = toAbsolute[4] * oex + toAbsolute[5] * oey + toAbsolute[6] * oez + toSlack;
  const extentZ = toAbsolute[8] * oex + toAbsolute[9] * oey + toAbsolute[10] * oez + toSlack;
  for (let child = first, i = 6 * first; child < end; child++, i += 6) {
    const x = family[i];
    const y = family[i + 1];
    const z = family[i + 2];
    const ex = family[i + 3];
    const ey = family[i + 4];
    const ez = family[i + 5];
    const gapX = Math.abs(x - seenX) - (ex + extentX);
    const gapY = Math.abs(y - seenY) - (ey + extentY);
    const gapZ = Math.abs(z - seenZ) - (ez + extentZ);
    let gap = gapX > 0 ? gapX : gapY > 0 ? gapY : gapZ > 0 ? gapZ : gapX + gapY + gapZ;
    if (!(gap > 0)) {
      // Then along the axes of the other frame. NaN slack (a frame that flattens) never parts anything.
      const backX =
        Math.abs(m[0] * x + m[1] * y + m[2] * z + m[3] - ox) -
        (absolute[0] * ex + absolute[1] * ey + absolute[2] * ez + oex + slack);
      const backY =
        Math.abs(m[4] * x + m[5] * y + m[6] * z + m[7] - oy) -
        (absolute[4] * ex + absolute[5] * ey + absolute[6] * ez + oey + slack);
      const backZ =
        Math.abs(m[8] * x + m[9] * y + m[10] * z + m[11] - oz) -
        (absolute[8] * ex + absolute[9] * ey + absolute[10] * ez + oez + slack);
      if (backX > 0) gap = backX;
      else if (backY > 0) gap = backY;
      else if (backZ > 0) gap = backZ;
    }
    gaps[child - first] = gap;
  }
}

const ROUNDING = 512 * 2 ** -53;

/**
 * Writes the inverse of a frame and returns by what share of a world coordinate mapping with it may be wrong: the size of
 * the inverse, times the condition of the frame, times a few roundings. NaN for a frame that flattens, so that nothing is
 * ever apart.
 */
function invert(m: Float64Array, out: Float64Array): number {
  out[0] = m[5] * m[10] - m[6] * m[9];
  out[1] = m[2] * m[9] - m[1] * m[10];
  out[2] = m[1] * m[6] - m[2] * m[5];
  out[4] = m[6] * m[8] - m[4] * m[10];
  out[5] = m[0] * m[10] - m[2] * m[8];
  out[6] = m[2] * m[4] - m[0] * m[6];
  out[8] = m[4] * m[9] - m[5] * m[8];
  out[9] = m[1] * m[8] - m[0] * m[9];
  out[10] = m[0] * m[5] - m[1] * m[4];
  const factor = 1 / (m[0] * out[0] + m[1] * out[4] + m[2] * out[8]);
  let size = 0;
  let inverseSize = 0;
  for (let row = 0; row < 12; row += 4) {
    out[row] *= factor;
    out[row + 1] *= factor;
    out[row + 2] *= factor;
    out[row + 3] = -(out[row] * m[3] + out[row + 1] * m[7] + out[row + 2] * m[11]);
    size = Math.max(size, Math.abs(m[row]) + Math.abs(m[row + 1]) + Math.abs(m[row + 2]));
    inverseSize = Math.max(inverseSize, Math.abs(out[row]) + Math.abs(out[row + 1]) + Math.abs(out[row + 2]));
  }
  const condition = size * inverseSize;
  return condition < 1e4 ? ROUNDING * inverseSize * condition : NaN;
}

/** What is one unit apart across faces of a frame is as far apart in the world as the inverse's row is short. */
function shortest(inverse: Float64Array): number {
  let longest = 0;
  for (let row = 0; row < 12; row += 4) {
    longest = Math.max(longest, inverse[row] ** 2 + inverse[row + 1] ** 2 + inverse[row + 2] ** 2);
  }
  return (1 - 1e-12) / Math.sqrt(longest);
}

function compose(outer: Float64Array, inner: Float64Array, out: Float64Array, absolute: Float64Array): void {
  for (let row = 0; row < 12; row += 4) {
    for (let k = 0; k < 4; k++) {
      out[row + k] = outer[row] * inner[k] + outer[row + 1] * inner[4 + k] + outer[row + 2] * inner[8 + k];
      absolute[row + k] = Math.abs(out[row + k]);
    }
    out[row + 3] += outer[row + 3];
  }
}
