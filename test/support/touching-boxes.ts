import { createFramePair, type FramePair, orientedGap, pairFrames } from '../../src/bounds/oriented-boxes.ts';
import { type Random, randomDirection } from '../../src/math/random.ts';

/** Eighths between -2 and 2: float64 computes with them exactly, and boxes of them touch often. */
export function drawEighth(random: Random): number {
  return Math.floor(32 * random() - 16) / 8;
}

export function drawBox(random: Random): Float64Array {
  return Float64Array.from({ length: 6 }, (_, k) => (k < 3 ? drawEighth(random) : Math.floor(12 * random()) / 8));
}

export function dot(x: ArrayLike<number>, y: ArrayLike<number>): number {
  return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}

/** Two boxes, each in a frame of its own. */
export interface FramedBoxes {
  relation: FramePair;
  boxA: Float64Array;
  boxB: Float64Array;
}

export function relateBoxes(
  frameA: Float64Array | null,
  boxA: Float64Array,
  frameB: Float64Array | null,
  boxB: Float64Array,
  magnitudeA = 50,
  magnitudeB = 50,
): FramedBoxes {
  const relation = createFramePair();
  pairFrames(relation, frameA, magnitudeA, frameB, magnitudeB);
  return { relation, boxA, boxB };
}

/** The gap that culling goes by. */
export function gapOf({ relation, boxA, boxB }: FramedBoxes): number {
  return orientedGap(relation, boxA, 0, boxB, 0);
}

/** A frame: null for the world itself, else turned, scaled or sheared or mirrored, and moved. */
export function drawFrame(random: Random, offset: number): Float64Array | null {
  const style = random();
  if (style < 0.15) return null;
  const frame = new Float64Array(12);
  const axes = [0, 1, 2].map(() => {
    const axis = new Float64Array(3);
    randomDirection(random, axis, 0);
    return axis;
  });
  if (style < 0.5) {
    // Turned only: the axes made orthogonal.
    const along = dot(axes[0], axes[1]);
    axes[1] = axes[1].map((x, k) => x - along * axes[0][k]);
    const length = Math.hypot(...axes[1]);
    axes[1] = axes[1].map(x => x / length);
    const [[a, b, c], [d, e, f]] = axes;
    axes[2] = Float64Array.of(b * f - c * e, c * d - a * f, a * e - b * d);
  }
  axes.forEach((axis, column) => {
    const scale = style < 0.5 ? 1 : 3 * random() - 1;
    for (let row = 0; row < 3; row++) frame[4 * row + column] = scale * axis[row];
  });
  for (const k of [3, 7, 11]) frame[k] = offset * (random() - 0.5);
  return frame;
}

export function place(frame: Float64Array | null, point: readonly number[]): number[] {
  if (!frame) return [...point];
  return [0, 4, 8].map(row => dot(frame.subarray(row), point) + frame[row + 3]);
}

/** The corner of a box that lies farthest in a direction of the world. */
export function farthestCorner(frame: Float64Array | null, box: Float64Array, direction: Float64Array): number[] {
  const along = (axis: number): number =>
    frame
      ? frame[axis] * direction[0] + frame[4 + axis] * direction[1] + frame[8 + axis] * direction[2]
      : direction[axis];
  return [0, 1, 2].map(axis => box[axis] + (along(axis) < 0 ? -1 : 1) * box[3 + axis]);
}

/** Two boxes in frames of their own that touch in one point, from outside. */
export function drawTouching(random: Random, offset: number): FramedBoxes {
  const [frameA, frameB] = [drawFrame(random, offset), drawFrame(random, offset)];
  const [boxA, boxB] = [drawBox(random), drawBox(random)];
  const normal = new Float64Array(3);
  randomDirection(random, normal, 0);
  if (frameA && random() < 0.5) {
    // Across a face of a, where its test is at its tightest: the cross product of two edges.
    const k = Math.floor(3 * random());
    const [u, v] = [(k + 1) % 3, (k + 2) % 3].map(axis => [frameA[axis], frameA[4 + axis], frameA[8 + axis]]);
    normal.set([u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]);
    const length = Math.hypot(...normal) * (random() < 0.5 ? 1 : -1);
    for (let axis = 0; axis < 3; axis++) normal[axis] /= length;
  }
  const moved = frameB ?? Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);
  for (const k of [3, 7, 11]) moved[k] = 0; // first the corner, then where it has to go: no digits are lost
  const p = place(frameA, farthestCorner(frameA, boxA, normal));
  const q = place(
    moved,
    farthestCorner(
      moved,
      boxB,
      normal.map(x => -x),
    ),
  );
  for (let axis = 0; axis < 3; axis++) moved[4 * axis + 3] = p[axis] - q[axis];
  const magnitude = (frame: Float64Array | null): number =>
    frame ? 30 + Math.hypot(frame[3], frame[7], frame[11]) : 30;
  return relateBoxes(frameA, boxA, moved, boxB, magnitude(frameA), magnitude(moved));
}
