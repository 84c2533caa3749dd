/** A seeded stream of numbers in [0, 1): the only randomness in the project, so every run can be repeated. */
export type Random = () => number;

/**
 * The same seed gives the same stream on every engine (32-bit integer arithmetic only; the generator is mulberry32).
 * @example
 * {@includeCode ../../examples/api/simulate.ts#world}
 */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 4294967296;
  };
}

/** A direction drawn evenly from the unit sphere, written to `out[o..o+2]`. */
export function randomDirection(random: Random, out: Float64Array, o: number): void {
  const z = 2 * random() - 1;
  const angle = 2 * Math.PI * random();
  const radius = Math.sqrt(Math.max(0, 1 - z * z));
  out[o] = radius * Math.cos(angle);
  out[o + 1] = radius * Math.sin(angle);
  out[o + 2] = z;
}
