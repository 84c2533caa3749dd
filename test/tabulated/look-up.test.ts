import { describe, expect, it } from 'vitest';
import { askRegion, createAngularRegion } from '../../papers/navarro-newball-2009/angular-region.ts';
import { sphereMeetsEllipsoid } from '../../papers/navarro-newball-2009/sphere-ellipsoid.ts';
import { createTreePair, walkTreePair } from '../../papers/navarro-newball-2009/sphere-trees.ts';
import { createRandom } from '../../src/math/random.ts';
import { createLookUp, loadTable, lookUp, pushOut, saveTable, type Table } from '../../src/tabulated/index.ts';
import { searchMotion } from '../../src/tabulated/motion/search-motion.ts';
import { generateSpheres } from '../../src/tabulated/spheres/generate-spheres.ts';
import { lookUpPairs, setValues } from '../../src/tabulated/table/look-up.ts';
import { reduceTable } from '../../src/tabulated/table/reduce-table.ts';
import { createHingeScene, createMorphScene, drawValues, smallScenes } from './small-scenes.ts';

function sortedPairs(out: Uint32Array, count: number, a?: Uint32Array, b?: Uint32Array): string[] {
  return Array.from({ length: count }, (_, k) => {
    const [i, j] = [out[2 * k], out[2 * k + 1]];
    return `${a ? a[i] : i}-${b ? b[j] : j}`;
  }).sort();
}

describe.each(smallScenes)('sphere trees and regions: $name', ({ a, b, kinematics }) => {
  const spheres = [a, b].map(side => generateSpheres(side, { kind: 'surface' }));
  const search = searchMotion(kinematics, spheres[0], spheres[1], { mode: 'safe', refinements: 0 });
  const table = reduceTable(search, 'none');

  it('find the same as the table: trees all pairs, the region yes or no', () => {
    const look = createLookUp(table, kinematics);
    const [all, tight] = [createTreePair(spheres[0], spheres[1]), createTreePair(table.a.spheres, table.b.spheres)];
    const region = createAngularRegion(table, kinematics);
    const out = new Uint32Array(2 * table.a.total * table.b.total);
    const random = createRandom(9);
    let colliding = 0;
    for (let k = 0; k < 60; k++) {
      const values = drawValues(random, kinematics);
      setValues(look, values);
      const expected = sortedPairs(out, lookUpPairs(look, out));
      expect(sortedPairs(out, walkTreePair(all, look.poses, out))).toEqual(expected);
      expect(sortedPairs(out, walkTreePair(tight, look.poses, out), table.a.ids, table.b.ids)).toEqual(expected);
      expect(walkTreePair(all, look.poses, null) > 0).toBe(expected.length > 0);
      expect(lookUp(look)).toBe(expected.length > 0);
      setValues(region.all, values);
      expect(askRegion(region, values)).toBe(expected.length > 0);
      if (expected.length > 0) colliding++;
    }
    expect(colliding).toBeGreaterThan(5);
    expect(all.tests).toBeGreaterThan(0);
  });
});

function createHingeTable(): { table: Table; scene: ReturnType<typeof createHingeScene> } {
  const scene = createHingeScene();
  const [s, t] = [scene.a, scene.b].map(side => generateSpheres(side, { kind: 'covering', triangles: 4 }));
  const search = searchMotion(scene.kinematics, s, t, { mode: 'safe', answers: 'yes-no', refinements: 3 });
  return { table: reduceTable(search, 'cover'), scene };
}

describe('look-ups', () => {
  it('take no memory, rigid or deforming', () => {
    const { table, scene } = createHingeTable();
    const morph = createMorphScene();
    const [s, t] = [morph.a, morph.b].map(side => generateSpheres(side, { kind: 'surface' }));
    const pairs = reduceTable(searchMotion(morph.kinematics, s, t, { mode: 'published' }), 'none');
    for (const [given, kinematics, count] of [
      [table, scene.kinematics, 100_000],
      [pairs, morph.kinematics, 10_000],
    ] as const) {
      const look = createLookUp(given, kinematics);
      const values = drawValues(createRandom(1), kinematics);
      const out = new Uint32Array(2 * given.columns.length);
      const ask = (): number => {
        setValues(look, values);
        return (lookUp(look) ? 1 : 0) + lookUpPairs(look, out);
      };
      for (let k = 0; k < 20_000; k++) ask();
      let least = Infinity;
      for (let attempt = 0; attempt < 3; attempt++) {
        const before = process.memoryUsage().heapUsed;
        for (let k = 0; k < count; k++) ask();
        least = Math.min(least, Math.abs(process.memoryUsage().heapUsed - before));
      }
      expect(least / count).toBeLessThan(8); // one number on the heap takes 12 bytes, an object more
    }
  });

  it('of sides that never meet are free, at no cost; so say trees and regions', () => {
    const { a, b, kinematics } = createHingeScene();
    const far = { ...b, mesh: { ...b.mesh, positions: b.mesh.positions.map(x => x + 50) } };
    const [s, t] = [a, far].map(side => generateSpheres(side, { kind: 'covering', triangles: 8 }));
    const search = searchMotion(kinematics, s, t, { mode: 'safe', answers: 'yes-no' });
    for (const reduction of ['none', 'cover'] as const) {
      const table = reduceTable(search, reduction);
      const look = createLookUp(loadTable(saveTable(table), a, far), kinematics);
      setValues(look, Float64Array.of(0, 0));
      expect([table.columns.length, lookUp(look), lookUpPairs(look, new Uint32Array(0))]).toEqual([0, false, 0]);
      expect(walkTreePair(createTreePair(table.a.spheres, table.b.spheres), look.poses, null)).toBe(0);
      expect(askRegion(createAngularRegion(table, kinematics), Float64Array.of(0, 0))).toBe(false);
    }
  });

  it('report a collision where poses are not numbers: unknown is never dropped', () => {
    const { table, scene } = createHingeTable();
    const look = createLookUp(table, scene.kinematics);
    look.poses.a.jointMatrices[3] = Number.NaN;
    expect(lookUp(look)).toBe(true);
    const morph = createMorphScene();
    const [s, t] = [morph.a, morph.b].map(side => generateSpheres(side, { kind: 'surface' }));
    const pairs = reduceTable(searchMotion(morph.kinematics, s, t, { mode: 'published' }), 'none');
    const deforming = createLookUp(pairs, morph.kinematics);
    deforming.poses.a.weights[0] = Number.NaN;
    expect(lookUp(deforming)).toBe(true);
  });

  it('report a collision under a matrix that is far from a rotation, if they promise anything', () => {
    const { table, scene } = createHingeTable();
    const look = createLookUp(table, scene.kinematics);
    setValues(look, Float64Array.of(0.9, 0)); // lifted: free
    expect(lookUp(look)).toBe(false);
    look.poses.a.jointMatrices[0] *= 3;
    expect(lookUp(look)).toBe(true);
  });
});

describe('pushOut', () => {
  it('moves spheres just so far along their directions that nothing collides any more', () => {
    const { a, b, kinematics } = createMorphScene();
    const [s, t] = [a, b].map(side => generateSpheres(side, { kind: 'surface' }));
    const table = reduceTable(searchMotion(kinematics, s, t, { mode: 'published' }), 'none');
    const look = createLookUp(table, kinematics);
    const count = table.a.ids.length;
    const directions = Float64Array.from({ length: 3 * count }, (_, k) => (k % 3 === 1 ? -1 : 0));
    const ways = new Float64Array(count);
    const random = createRandom(3);
    let pushed = 0;
    for (let k = 0; k < 20; k++) {
      setValues(look, drawValues(random, kinematics));
      const isColliding = lookUp(look);
      pushOut(look, directions, ways);
      expect(ways.some(way => way > 0)).toBe(isColliding);
      const [p, q] = look.isSwapped ? [look.others, look.rows] : [look.rows, look.others];
      const gapOf = (i: number, way: number): number => {
        let least = Infinity;
        for (let c = table.rowStarts[i]; c < table.rowStarts[i + 1]; c++) {
          const j = table.columns[c];
          const [x, y, z] = [0, 1, 2].map(
            axis => p.positions[3 * i + axis] + way * directions[3 * i + axis] - q.positions[3 * j + axis],
          );
          least = Math.min(least, Math.hypot(x, y, z) - table.a.spheres.radii[i] - table.b.spheres.radii[j]);
        }
        return least;
      };
      ways.forEach((way, i) => {
        expect(gapOf(i, way)).toBeGreaterThan(-1e-12);
        if (way === 0) return;
        pushed++;
        expect(gapOf(i, way)).toBeLessThan(1e-9);
        for (let share = 0.1; share < 1; share += 0.2) expect(gapOf(i, share * way)).toBeLessThan(1e-9);
      });
    }
    expect(pushed).toBeGreaterThan(20);
  });
});

describe('sphereMeetsEllipsoid', () => {
  it('agrees with the distance from densely sampled ellipsoids', () => {
    const random = createRandom(8);
    let [meets, apart] = [0, 0];
    for (let k = 0; k < 120; k++) {
      const axes = [0, 1, 2].map(() => 0.2 + random());
      const center = [0, 1, 2].map(() => 2.4 * (random() - 0.5));
      const radius = 0.05 + 0.5 * random();
      let least = axes.reduce((sum, axis, i) => sum + (center[i] / axis) ** 2, 0) <= 1 ? 0 : Infinity;
      for (let i = 0; i <= 120; i++) {
        for (let j = 0; j < 240; j++) {
          const [tilt, turn] = [(Math.PI * i) / 120, (Math.PI * j) / 120];
          const x = axes[0] * Math.sin(tilt) * Math.cos(turn) - center[0];
          const y = axes[1] * Math.cos(tilt) - center[1];
          const z = axes[2] * Math.sin(tilt) * Math.sin(turn) - center[2];
          least = Math.min(least, Math.sqrt(x * x + y * y + z * z));
        }
      }
      if (Math.abs(least - radius) < 0.01) continue; // too near to call by sampling
      const isMet = sphereMeetsEllipsoid(center[0], center[1], center[2], radius, axes[0], axes[1], axes[2]);
      expect(isMet).toBe(least < radius);
      if (isMet) meets++;
      else apart++;
    }
    expect(Math.min(meets, apart)).toBeGreaterThan(20);
  });
});
