/*
 * Functions of Math that engines may round differently (sin and its kin, exp, log, pow, hypot), by additions, products, quotients and square
 * roots alone, which all engines round alike. For comparing answers of two engines: scenes are then the same to the last bit. Right to some 1e-14.
 * What is not here is exact everywhere. The operator ** cannot be replaced: squares and powers of two are the same in V8 and
 * JavaScriptCore, other powers are not; models that are compared use Math.pow for them.
 */

const HALF_PI = [1.5707963267341256, 6.077100506506192e-11]; // the first has few digits, so that products with small numbers are exact

/** sin x for shift 0, cos x for shift 1. */
function sine(x: number, shift: number): number {
  if (!Number.isFinite(x)) return NaN;
  const quarters = Math.round(x / (HALF_PI[0] + HALF_PI[1]));
  const r = x - quarters * HALF_PI[0] - quarters * HALF_PI[1];
  const quadrant = (((quarters + shift) % 4) + 4) % 4;
  // The series of sin or of cos, the smallest terms first.
  let sum = 0;
  for (let n = quadrant % 2 === 0 ? 19 : 20; n >= 2; n -= 2) sum = ((1 + sum) * -(r * r)) / (n * (n - 1));
  const value = quadrant % 2 === 0 ? r * (1 + sum) : 1 + sum;
  return quadrant < 2 ? value : -value;
}

function arcTangent(x: number): number {
  if (Number.isNaN(x)) return NaN;
  if (Math.abs(x) > 1) return Math.sign(x) * Math.PI * 0.5 - arcTangent(1 / x);
  // Halved three times; then the series.
  let t = x;
  for (let k = 0; k < 3; k++) t /= 1 + Math.sqrt(1 + t * t);
  let sum = 0;
  for (let n = 25; n >= 1; n -= 2) sum = 1 / n - t * t * sum;
  return 8 * t * sum;
}

function exponential(x: number): number {
  if (!(Math.abs(x) < 700)) return x > 0 ? Infinity : x < 0 ? 0 : NaN;
  const k = Math.round(x / Math.LN2);
  const r = x - k * 0.6931471803691238 - k * 1.9082149292705877e-10;
  let sum = 1;
  for (let n = 18; n >= 1; n--) sum = 1 + (r * sum) / n;
  return sum * 2 ** k;
}

/** The power of two below x, and what is left: x = m 2^k with m from 1 to 2. */
function split(x: number): [m: number, k: number] {
  let [m, k] = [x, 0];
  while (m >= 2) [m, k] = [m / 2, k + 1];
  while (m < 1) [m, k] = [m * 2, k - 1];
  return [m, k];
}

function logarithm(x: number, base: number): number {
  if (!(x > 0 && x < Infinity)) return x === 0 ? -Infinity : x === Infinity ? Infinity : NaN;
  const [m, k] = split(x);
  const t = (m - 1) / (m + 1);
  let sum = 0;
  for (let n = 41; n >= 1; n -= 2) sum = 1 / n + t * t * sum;
  return k * (Math.LN2 / base) + (2 * t * sum) / base;
}

/** By name, as in Math. */
export const commonMath = {
  sin: (x: number) => sine(x, 0),
  cos: (x: number) => sine(x, 1),
  tan: (x: number) => sine(x, 0) / sine(x, 1),
  atan: arcTangent,
  atan2: (y: number, x: number) => {
    if (x > 0) return arcTangent(y / x);
    const half = y < 0 || Object.is(y, -0) ? -Math.PI : Math.PI;
    return x < 0 ? arcTangent(y / x) + half : y === 0 ? (Object.is(x, -0) ? half : y) : half / 2;
  },
  asin: (x: number) => 2 * arcTangent(x / (1 + Math.sqrt(1 - x * x))),
  acos: (x: number) => (x === -1 ? Math.PI : 2 * arcTangent(Math.sqrt(1 - x * x) / (1 + x))),
  exp: exponential,
  log: (x: number) => logarithm(x, 1),
  log2: (x: number) => logarithm(x, Math.LN2),
  log10: (x: number) => logarithm(x, Math.LN10),
  pow: (x: number, y: number) => {
    if (y === 0) return 1;
    if (y === 2) return x * x;
    return x > 0 ? exponential(y * logarithm(x, 1)) : x === 0 ? (y > 0 ? 0 : Infinity) : x ** y;
  },
  hypot: (...of: number[]) => Math.sqrt(of.reduce((sum, x) => sum + x * x, 0)),
  cbrt: (x: number) => (x === 0 ? x : Math.sign(x) * exponential(logarithm(Math.abs(x), 1) / 3)),
};
