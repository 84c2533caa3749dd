import type { GltfTrack } from '../asset.ts';

/**
 * Writes the value of a track at a time to `out[o..o + size)`: before the first key its value, after the last key that
 * one's; in between as the specification says for each interpolation (its appendix C). Rotations are taken as they are
 * stored, of length 1 or not, like three.js does. Allocates nothing; finds its key by bisection.
 */
export function sampleTrack(track: GltfTrack, time: number, out: Float64Array, o: number): void {
  const { times, values, size, interpolation, path } = track;
  const last = times.length - 1;
  const isCubic = interpolation === 'CUBICSPLINE';
  const stride = isCubic ? 3 * size : size;
  const first = isCubic ? size : 0; // from the start of a key's numbers to its value
  const key = findKey(times, time);
  const isHeld = key < 0 || key === last || interpolation === 'STEP';
  if (isHeld) copyValue(values, stride * Math.max(0, key) + first, size, out, o);
  else {
    const span = times[key + 1] - times[key];
    const share = (time - times[key]) / span;
    const from = stride * key + first;
    if (isCubic) {
      blendCubic(values, from, stride, size, span, share, out, o);
      if (path === 'rotation') normalize(out, o);
    } else if (path === 'rotation') turnBetween(values, from, share, out, o);
    else {
      for (let c = 0; c < size; c++) out[o + c] = (1 - share) * values[from + c] + share * values[from + size + c];
    }
  }
}

/** The last key at or before the time, -1 if there is none. */
function findKey(times: Float32Array, time: number): number {
  let low = -1;
  let high = times.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= time) low = middle;
    else high = middle;
  }
  return low;
}

function copyValue(values: Float32Array, from: number, size: number, out: Float64Array, o: number): void {
  for (let c = 0; c < size; c++) out[o + c] = values[from + c];
}

/** Hermite's spline through two values with the tangents that leave the first and reach the second. */
function blendCubic(
  values: Float32Array,
  from: number,
  stride: number,
  size: number,
  span: number,
  t: number,
  out: Float64Array,
  o: number,
): void {
  const t2 = t * t;
  const t3 = t2 * t;
  const before = 2 * t3 - 3 * t2 + 1;
  const leaving = span * (t3 - 2 * t2 + t);
  const after = 3 * t2 - 2 * t3;
  const reaching = span * (t3 - t2);
  for (let c = 0; c < size; c++) {
    const k = from + c;
    const next = k + stride;
    out[o + c] =
      before * values[k] + leaving * values[k + size] + after * values[next] + reaching * values[next - size];
  }
}

/** Quaternions nearer than this are blended linearly: their angle is too small to divide by its sine. */
const NEAR = 0.9995;

/** The rotation a share of the shorter way from one quaternion to the next. */
function turnBetween(values: Float32Array, from: number, share: number, out: Float64Array, o: number): void {
  let dot = 0;
  let difference = 0;
  for (let c = 0; c < 4; c++) {
    dot += values[from + c] * values[from + 4 + c];
    difference += Math.abs(values[from + c] - values[from + 4 + c]);
  }
  const sign = dot < 0 ? -1 : 1;
  let before = 1 - share;
  let after = share;
  const isNear = sign * dot >= NEAR;
  if (!isNear) {
    const angle = Math.acos(sign * dot);
    before = Math.sin(before * angle) / Math.sin(angle);
    after = Math.sin(after * angle) / Math.sin(angle);
  }
  for (let c = 0; c < 4; c++) out[o + c] = before * values[from + c] + sign * after * values[from + 4 + c];
  if (isNear && difference > 0) normalize(out, o);
}

/** A quaternion of length 0, which no rotation has but a spline may pass through, becomes the rotation by nothing. */
function normalize(q: Float64Array, o: number): void {
  const length = Math.sqrt(q[o] ** 2 + q[o + 1] ** 2 + q[o + 2] ** 2 + q[o + 3] ** 2);
  if (length > 0) for (let c = 0; c < 4; c++) q[o + c] /= length;
  else q[o + 3] = 1;
}
