import {
  commonDivisor,
  type Dyadic,
  derive,
  type Polynomial,
  remainder,
  signAt,
  signOf,
  squareFree,
} from './polynomial.ts';

/**
 * A real root, exactly: the only root of `polynomial` (which has no repeated one) in (low, high], or `low` itself if
 * both are the same object. Narrowed in place as questions need it.
 */
export interface Root {
  polynomial: Polynomial;
  low: Dyadic;
  high: Dyadic;
}

const ZERO: Dyadic = { numerator: 0n, bits: 0 };
const ONE: Dyadic = { numerator: 1n, bits: 0 };

/** All roots of p in [0, 1] in rising order; p is not 0. */
export function rootsInStep(p: Polynomial): Root[] {
  const polynomial = squareFree(p);
  const roots: Root[] = [];
  if (signAt(polynomial, ZERO) === 0) roots.push({ polynomial, low: ZERO, high: ZERO });
  split(polynomial, sturmChain(polynomial), ZERO, ONE, roots);
  return roots;
}

function split(polynomial: Polynomial, chain: Polynomial[], low: Dyadic, high: Dyadic, out: Root[]): void {
  const count = variations(chain, low) - variations(chain, high);
  if (count === 0) return;
  if (count === 1) {
    out.push(signAt(polynomial, high) === 0 ? { polynomial, low: high, high } : { polynomial, low, high });
    return;
  }
  const half = middle(low, high);
  split(polynomial, chain, low, half, out);
  split(polynomial, chain, half, high, out);
}

/** By Sturm, the number of roots in (low, high] is the loss of sign variations of this chain; p is square-free. */
function sturmChain(p: Polynomial): Polynomial[] {
  const chain = [p];
  let next = derive(p);
  while (next.length > 0) {
    chain.push(next);
    next = remainder(chain[chain.length - 2], next).map(coefficient => -coefficient);
  }
  return chain;
}

function variations(chain: Polynomial[], at: Dyadic): number {
  let count = 0;
  let last = 0;
  for (const p of chain) {
    const sign = signAt(p, at);
    if (sign !== 0 && sign === -last) count++;
    if (sign !== 0) last = sign;
  }
  return count;
}

function hasRootIn(p: Polynomial, low: Dyadic, high: Dyadic): boolean {
  const chain = sturmChain(squareFree(p));
  return variations(chain, low) !== variations(chain, high);
}

function middle(low: Dyadic, high: Dyadic): Dyadic {
  const bits = Math.max(low.bits, high.bits) + 1;
  return { numerator: (raise(low, bits) + raise(high, bits)) >> 1n, bits };
}

function raise({ numerator, bits }: Dyadic, to: number): bigint {
  return numerator << BigInt(to - bits);
}

/** Narrows the root, which is not known, to one side of `at`, which is between its bounds. */
function narrow(root: Root, at: Dyadic): void {
  const sign = signAt(root.polynomial, at);
  if (sign === 0) root.low = root.high = at;
  else if (sign === signAt(root.polynomial, root.high)) root.high = at;
  else root.low = at;
}

/**
 * The sign (-1, 0, 1) of p at the root. It is 0 exactly if p and the root's polynomial have the root in common; else
 * narrowing the root decides, and mostly does before that is even asked.
 */
export function signAtRoot(p: Polynomial, root: Root): number {
  let isAsked = false;
  for (;;) {
    if (root.low === root.high) return signAt(p, root.low);
    const sign = signBetween(p, root.low, root.high);
    if (sign !== 0) return sign;
    if (!isAsked) {
      const common = commonDivisor(root.polynomial, p);
      if (common.length === 0 || (common.length > 1 && hasRootIn(common, root.low, root.high))) return 0;
      isAsked = true;
    }
    narrow(root, middle(root.low, root.high));
  }
}

/** The sign of p if it is seen to be the same on all of [low, high], which is in [0, 1]; else 0. */
function signBetween(p: Polynomial, low: Dyadic, high: Dyadic): number {
  const bits = Math.max(low.bits, high.bits);
  const from = raise(low, bits);
  const to = raise(high, bits);
  let least = 0n;
  let most = 0n;
  // Each power grows with time, so each term is between its values at both ends. All is scaled by 2^(bits * degree).
  for (let k = 0, fromPower = 1n, toPower = 1n; k < p.length; k++, fromPower *= from, toPower *= to) {
    const scaled = p[k] << BigInt(bits * (p.length - 1 - k));
    least += scaled * (p[k] > 0n ? fromPower : toPower);
    most += scaled * (p[k] > 0n ? toPower : fromPower);
  }
  return least > 0n ? 1 : most < 0n ? -1 : 0;
}

/**
 * The largest float64 that is not above the root, for a root in [0, 1]: floats are on the same side of both. A root
 * below 2^-900 that is not 0 gives 0.
 */
export function roundDown(root: Root): number {
  for (;;) {
    const low = floorToFloat(root.low);
    const high = floorToFloat(root.high);
    if (low === high || (low === 0 && high < 2 ** -900)) return low;
    // The float below `high` may be the root itself, which halving alone would never find out.
    const float = { numerator: BigInt(high * 2 ** 1000), bits: 1000 };
    if (compare(root.low, float) < 0 && compare(float, root.high) < 0) narrow(root, float);
    if (root.low !== root.high) narrow(root, middle(root.low, root.high));
  }
}

function compare(a: Dyadic, b: Dyadic): number {
  const bits = Math.max(a.bits, b.bits);
  return signOf(raise(a, bits) - raise(b, bits));
}

function floorToFloat({ numerator, bits }: Dyadic): number {
  const excess = Math.max(0, numerator.toString(2).length - 53);
  return Number(numerator >> BigInt(excess)) * 2 ** (excess - bits);
}
