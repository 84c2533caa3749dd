import { describe, expect, it } from 'vitest';
import { createJawScene } from '../../papers/navarro-newball-2009/scenes/jaw.ts';
import { createTreePair, walkTreePair } from '../../papers/navarro-newball-2009/sphere-trees.ts';
import { createLookUp, lookUp } from '../../src/tabulated/index.ts';
import { searchMotion } from '../../src/tabulated/motion/search-motion.ts';
import { generateSpheres } from '../../src/tabulated/spheres/generate-spheres.ts';
import { setValues } from '../../src/tabulated/table/look-up.ts';
import { reduceTable } from '../../src/tabulated/table/reduce-table.ts';
import { countTests } from '../../src/tabulated/table/table.ts';
import { verifyTable } from '../../src/tabulated/table/verify-table.ts';

const scene = createJawScene();

describe("the dog's jaw", () => {
  it('published: keeps at most 3 % of the spheres, and tests at most 0.12 of the pairs that are left', () => {
    const kinematics = scene.createKinematics([53, 33]);
    const growth = { kind: 'volumetric', step: 0.001, maxRadius: 0.02 } as const;
    const mandible = generateSpheres(scene.a, { ...growth, spacing: 0.0064 });
    const skull = generateSpheres(scene.b, { ...growth, spacing: 0.0096 });
    expect(Math.abs(mandible.radii.length - 812)).toBeLessThan(30);
    expect(Math.abs(skull.radii.length - 1158)).toBeLessThan(30);
    const table = reduceTable(searchMotion(kinematics, mandible, skull, { mode: 'published' }), 'rows');
    const [n, m] = [table.a.ids.length, table.b.ids.length];
    expect((n + m) / (table.a.total + table.b.total)).toBeLessThan(0.03);
    expect(countTests(table) / (n * m)).toBeLessThanOrEqual(0.12);
    const { missed, colliding } = verifyTable(table, kinematics, scene.a, scene.b, { poses: 1500 });
    expect(missed).toBeGreaterThan(0); // it is approximate
    expect(missed).toBeLessThan(0.5 * colliding);
  });

  it('safe: misses none of 4000 random poses, few are phantoms, and a tree over all spheres says the same', () => {
    const kinematics = scene.createKinematics([24, 12]);
    const spheres = [scene.a, scene.b].map(side =>
      generateSpheres(side, { kind: 'covering', triangles: 4, depth: 0.03 }),
    );
    const options = { mode: 'safe', answers: 'yes-no', refinements: 6 } as const;
    const table = reduceTable(searchMotion(kinematics, spheres[0], spheres[1], options), 'cover');
    expect(countTests(table)).toBeLessThan(150);
    const { missed, colliding, phantom, poses } = verifyTable(table, kinematics, scene.a, scene.b, { poses: 4000 });
    expect(missed).toBe(0);
    expect(colliding).toBeGreaterThan(500);
    expect(phantom).toBeLessThan(0.08 * (poses - colliding));
    const look = createLookUp(table, kinematics);
    const trees = createTreePair(spheres[0], spheres[1]);
    const values = new Float64Array(2);
    for (let step = 0; step < scene.steps; step += 3) {
      scene.writeValues(step, values);
      setValues(look, values);
      expect(lookUp(look)).toBe(walkTreePair(trees, look.poses, null) > 0);
    }
  });
});
