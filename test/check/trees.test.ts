import { describe, expect, it } from 'vitest';
import { createMan, createTube } from '../../models/index.ts';
import { buildTreeByJoint } from '../../src/check/plan/tree-by-joint.ts';
import { createRandom } from '../../src/math/random.ts';
import { validateTree } from '../../src/tree/validate.ts';

/** Walks have room for as many nodes as depth and arity let wait, and write beyond it unnoticed: so these must be right. */
describe('the tree that orders triangles by joint', () => {
  const meshes = { man: createMan({ triangles: 2000 }).mesh, tube: createTube({ joints: 3, rings: 9, sides: 6 }).mesh };

  it.each(Object.entries(meshes))('is sound, whatever joint triangles follow: %s', (_, mesh) => {
    const count = mesh.triangles.length / 3;
    for (let seed = 0; seed < 20; seed++) {
      const random = createRandom(seed);
      const { tree, order } = buildTreeByJoint(
        mesh,
        Uint32Array.from({ length: count }, () => Math.floor((1 + seed) * random())),
      );
      expect(() => validateTree(tree, count)).not.toThrow();
      expect([...order].sort((p, q) => p - q)).toEqual([...Array(count).keys()]);
    }
  });

  it('may be one leaf', () => {
    const triangle = { positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), triangles: Uint32Array.of(0, 1, 2) };
    const { tree } = buildTreeByJoint(triangle, Uint32Array.of(0));
    expect(() => validateTree(tree, 1)).not.toThrow();
  });
});
