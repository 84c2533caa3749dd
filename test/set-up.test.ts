import { describe, expect, it } from 'vitest';

describe('equality', () => {
  it.each([
    [Float64Array.of(1, Number.NaN, -0), Float64Array.of(1, Number.NaN, -0), true],
    [Float64Array.of(1, 2), Float64Array.of(1, 3), false],
    [Float64Array.of(1), Float32Array.of(1), false],
    [Uint8Array.of(0, 0), Uint8Array.of(0), false],
    [Uint8Array.of(9, 1, 2).subarray(1), Uint8Array.of(1, 2), true],
  ])('of %o and %o is as without a shortcut: %s', (a, b, isEqual) => {
    if (isEqual) expect({ a }).toEqual({ a: b });
    else expect({ a }).not.toEqual({ a: b });
  });
});
