import { describe, expect, it } from 'vitest';
import { findDegenerateTriangles } from '../../src/mesh/degenerate.ts';
import type { Mesh } from '../../src/mesh/mesh.ts';

/** One triangle for each nine numbers. */
function soupOf(...positions: number[]): Mesh {
  return {
    positions: Float64Array.from(positions),
    triangles: Uint32Array.from({ length: positions.length / 3 }, (_, k) => k),
  };
}

describe('findDegenerateTriangles', () => {
  it('finds repeated vertices, equal positions and collinear positions, and nothing else', () => {
    const mesh = soupOf(
      ...[0, 0, 0, 1, 0, 0, 0, 1, 0],
      ...[1, 2, 3, 1, 2, 3, 7, 8, 9],
      ...[0, 0, 0, 1, 2, 3, -3, -6, -9],
      ...[5, 5, 5, 5, 5, 5, 5, 5, 5],
      ...[0, 0, 0, 0, 0, 1, 0, 1, 0],
    );
    const triangles = Uint32Array.of(...mesh.triangles, 0, 1, 1);
    expect([...findDegenerateTriangles({ ...mesh, triangles })]).toEqual([1, 2, 3, 5]);
  });

  it('decides by the last bit', () => {
    const third = 1 / 3;
    const line = [0, 0, 0, third, third, third, 2 * third, 2 * third, 2 * third];
    expect([...findDegenerateTriangles(soupOf(...line))]).toEqual([0]);
    for (let k = 3; k < 9; k++) {
      const bent = line.with(k, line[k] * (1 + 2 ** -52));
      expect([...findDegenerateTriangles(soupOf(...bent))]).toEqual([]);
    }
  });

  it('decides at any distance from the origin and at any scale', () => {
    for (const scale of [2 ** -1074, 2 ** -600, 2 ** -30, 2 ** 30, 2 ** 220]) {
      const thin = [0, 0, 0, 4, 4, 4, 8, 8, 9].map(x => x * scale);
      const flat = [0, 0, 0, 4, 4, 4, 8, 8, 8].map(x => x * scale);
      expect([...findDegenerateTriangles(soupOf(...thin, ...flat))]).toEqual([1]);
    }
    const far = 2 ** 52;
    const thin = [far, far, far, far + 1, far + 1, far + 1, far + 2, far + 2, far + 3];
    expect([...findDegenerateTriangles(soupOf(...thin, ...thin.with(8, far + 2)))]).toEqual([1]);
  });

  it('refuses positions that are not finite', () => {
    expect(() => findDegenerateTriangles(soupOf(0, 0, Number.NaN, 1, 0, 0, 0, 1, 0))).toThrow(
      'findDegenerateTriangles: z of vertex 0 is NaN',
    );
  });
});
