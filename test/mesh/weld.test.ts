import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/math/random.ts';
import { reportManifold } from '../../src/mesh/manifold.ts';
import type { Mesh } from '../../src/mesh/mesh.ts';
import type { Skin } from '../../src/mesh/skin.ts';
import { weld } from '../../src/mesh/weld.ts';

/** A cube as exporters write it: four vertices of its own for each of the six sides. */
function cutCube(): Mesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let side = 0; side < 6; side++) {
    const axis = side % 3;
    const first = positions.length / 3;
    for (const [u, v] of [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ]) {
      const corner = [0, 0, 0];
      corner[axis] = side < 3 ? 0 : 1;
      corner[(axis + 1) % 3] = u;
      corner[(axis + 2) % 3] = v;
      positions.push(...corner);
    }
    const ring = side < 3 ? [0, 2, 1, 0, 3, 2] : [0, 1, 2, 0, 2, 3];
    triangles.push(...ring.map(k => first + k));
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** Three vertices at the same place and one elsewhere. */
const PILE: Mesh = {
  positions: Float64Array.of(1, 2, 3, 1, 2, 3, 1, 2, 3, 4, 5, 6),
  triangles: Uint32Array.of(0, 1, 3, 1, 2, 3),
};

function skinOf(influences: number, joints: number[], weights: number[]): Skin {
  return { jointCount: 9, influences, joints: Uint8Array.from(joints), weights: Float32Array.from(weights) };
}

describe('weld', () => {
  it('closes a cube that is cut along its edges', () => {
    const cube = cutCube();
    expect(reportManifold(cube)).toMatchObject({ isClosed: false, components: 6 });
    const { mesh, vertexOf, skin } = weld(cube);
    expect(mesh.positions.length / 3).toBe(8);
    expect(reportManifold(mesh)).toMatchObject({ isClosed: true, isManifold: true, isOriented: true, components: 1 });
    expect(vertexOf).toHaveLength(24);
    expect(skin).toBeUndefined();
  });

  it('keeps every corner of every triangle where it was, and the input as it was', () => {
    const cube = cutCube();
    const before = structuredClone(cube);
    const { mesh, vertexOf } = weld(cube);
    expect(cube).toEqual(before);
    expect(mesh.triangles).toHaveLength(cube.triangles.length);
    cube.triangles.forEach((v, k) => {
      expect(mesh.triangles[k]).toBe(vertexOf[v]);
      for (let axis = 0; axis < 3; axis++) {
        expect(mesh.positions[3 * mesh.triangles[k] + axis]).toBe(cube.positions[3 * v + axis]);
      }
    });
  });

  it('takes -0 for 0', () => {
    const mesh = { positions: Float64Array.of(0, -0, 1, -0, 0, 1, 5, 5, 5), triangles: Uint32Array.of(0, 1, 2) };
    expect([...weld(mesh).vertexOf]).toEqual([0, 0, 1]);
  });

  it('keeps positions apart that differ in the last bit', () => {
    const mesh = {
      positions: Float64Array.of(1, 1, 1, 1, 1, 1 + 2 ** -52, 5, 5, 5),
      triangles: Uint32Array.of(0, 1, 2),
    };
    expect([...weld(mesh).vertexOf]).toEqual([0, 1, 2]);
  });

  it('keeps vertices apart that are at the same place with different weights or joints', () => {
    const skin = skinOf(2, [0, 1, 0, 1, 0, 2, 0, 1], [0.5, 0.5, 0.25, 0.75, 0.5, 0.5, 0.5, 0.5]);
    expect([...weld(PILE, skin).vertexOf]).toEqual([0, 1, 2, 3]);
    expect([...weld(PILE).vertexOf]).toEqual([0, 0, 0, 1]);
  });

  it('merges the same weights in other slots, split or padded', () => {
    const joints = [2, 1, 7, 1, 2, 8, 1, 2, 1, 0, 0, 0];
    const weights = [0.5, 0.5, 0, 0.5, 0.5, 0, 0.25, 0.5, 0.25, 1, 0, 0];
    const welded = weld(PILE, skinOf(3, joints, weights));
    expect([...welded.vertexOf]).toEqual([0, 0, 0, 1]);
    expect(welded.skin).toEqual(skinOf(3, [2, 1, 7, 0, 0, 0], [0.5, 0.5, 0, 1, 0, 0]));
  });

  it('adds split weights in the same order, however they are stored', () => {
    const parts = [0.1, 0.2, 0.3, 0.4];
    const weights = Float64Array.of(...parts, ...parts.toReversed(), 0.3, 0.1, 0.4, 0.2, 1, 0, 0, 0);
    const skin: Skin = { jointCount: 4, influences: 4, joints: new Uint16Array(16).fill(3), weights };
    expect([...weld(PILE, skin).vertexOf]).toEqual([0, 0, 0, 1]);
  });

  it('keeps a triangle whose corners were merged, and the report lists it', () => {
    const { mesh } = weld(PILE);
    expect([...mesh.triangles]).toEqual([0, 0, 1, 0, 0, 1]);
    expect([...reportManifold(mesh).degenerateTriangles]).toEqual([0, 1]);
  });

  it('keeps vertices without triangles', () => {
    const mesh = { positions: Float64Array.of(9, 9, 9, 0, 0, 0, 1, 0, 0, 0, 1, 0), triangles: Uint32Array.of(1, 2, 3) };
    expect(weld(mesh).mesh).toEqual(mesh);
  });

  it('merges exactly the equal ones of 200 random piles (seed 9)', () => {
    const random = createRandom(9);
    for (let n = 0; n < 200; n++) {
      const count = 3 + Math.floor(30 * random());
      const positions = Float64Array.from({ length: 3 * count }, () => Math.floor(2 * random()));
      const joints = Array.from({ length: 2 * count }, () => Math.floor(2 * random()));
      const weights = Array.from({ length: count }, () => Math.floor(3 * random()) / 2).flatMap(w => [w, 1 - w]);
      const { vertexOf, mesh } = weld({ positions, triangles: Uint32Array.of(0, 1, 2) }, skinOf(2, joints, weights));
      const names = Array.from({ length: count }, (_, v) => {
        const sums = [0, 0];
        for (let k = 2 * v; k < 2 * v + 2; k++) sums[joints[k]] += weights[k];
        return `${positions.subarray(3 * v, 3 * v + 3)}; ${sums}`;
      });
      const distinct = [...new Set(names)];
      expect([...vertexOf]).toEqual(names.map(name => distinct.indexOf(name)));
      expect(mesh.positions).toHaveLength(3 * distinct.length);
    }
  });

  it('keeps vertices apart that a field parts, merges those it moves alike, and keeps their displacements', () => {
    const still = new Float32Array(12);
    const parting = Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1.5, 0, 0, 0);
    expect([...weld(PILE, undefined, [still]).vertexOf]).toEqual([0, 0, 0, 1]);
    const welded = weld(PILE, undefined, [still, parting]);
    expect([...welded.vertexOf]).toEqual([0, 0, 1, 2]);
    expect(welded.fields).toEqual([new Float32Array(9), Float32Array.of(0, 0, 1, 0, 0, 1.5, 0, 0, 0)]);
    const skin = skinOf(1, [0, 1, 1, 0], [1, 1, 1, 1]);
    expect([...weld(PILE, skin, [parting]).vertexOf]).toEqual([0, 1, 2, 3]);
  });

  it('takes -0 for 0 in fields', () => {
    const field = Float64Array.of(0, -0, 1, -0, 0, 1, -0, -0, 1, 0, 0, 0);
    expect([...weld(PILE, undefined, [field]).vertexOf]).toEqual([0, 0, 0, 1]);
  });

  it('tells 60000 vertices apart that are heaped at one place and differ in weights or displacements only', () => {
    const count = 60_000;
    const mesh = { positions: new Float64Array(3 * count), triangles: Uint32Array.of(0, 1, 2) };
    const weights = Float64Array.from({ length: 2 * count }, (_, k) => (k % 2 ? 1 - k / 2 / count : k / 2 / count));
    const joints = Uint8Array.from({ length: 2 * count }, (_, k) => k % 2);
    const skin: Skin = { jointCount: 2, influences: 2, joints, weights };
    const field = Float32Array.from({ length: 3 * count }, (_, k) => k);
    expect(weld(mesh, skin).mesh.positions).toHaveLength(3 * count);
    expect(weld(mesh, undefined, [field]).mesh.positions).toHaveLength(3 * count);
  });

  it('refuses a field with another number of vertices', () => {
    expect(() => weld(PILE, undefined, [new Float32Array(12), new Float32Array(9)])).toThrow(
      'weld: field 1 has 9 numbers; 4 vertices need 3 each, 12 in all.',
    );
  });

  it('refuses a skin with another number of vertices', () => {
    expect(() => weld(PILE, skinOf(1, [0, 0, 0], [1, 1, 1]))).toThrow(
      'weld: skin has 3 vertices, the mesh 4; give one row for each vertex.',
    );
  });
});
