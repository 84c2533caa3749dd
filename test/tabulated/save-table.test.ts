import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/math/random.ts';
import { createLookUp, loadTable, type Side, saveTable } from '../../src/tabulated/index.ts';
import { searchMotion } from '../../src/tabulated/motion/search-motion.ts';
import { generateSpheres } from '../../src/tabulated/spheres/generate-spheres.ts';
import { lookUpPairs, setValues } from '../../src/tabulated/table/look-up.ts';
import { reduceTable } from '../../src/tabulated/table/reduce-table.ts';
import { createHingeScene, drawValues, smallScenes } from './small-scenes.ts';

function messageOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}

describe('saveTable and loadTable', () => {
  it.each(smallScenes)('a loaded table gives the same answers: $name', ({ a, b, kinematics }) => {
    const [s, t] = [a, b].map(side => generateSpheres(side, { kind: 'surface' }));
    const table = reduceTable(searchMotion(kinematics, s, t, { mode: 'published' }), 'none');
    const loaded = loadTable(saveTable(table), a, b);
    expect(loaded).toEqual(table);
    expect(new Uint8Array(saveTable(loaded))).toEqual(new Uint8Array(saveTable(table)));
    const looks = [table, loaded].map(given => createLookUp(given, kinematics));
    const random = createRandom(5);
    for (let k = 0; k < 20; k++) {
      const values = drawValues(random, kinematics);
      const [first, second] = looks.map(look => {
        const out = new Uint32Array(2 * table.columns.length);
        setValues(look, values);
        return out.slice(0, 2 * lookUpPairs(look, out));
      });
      expect(second).toEqual(first);
    }
  });

  const { a, b, kinematics } = createHingeScene();
  const [s, t] = [a, b].map(side => generateSpheres(side, { kind: 'covering', triangles: 8 }));
  const saved = saveTable(reduceTable(searchMotion(kinematics, s, t, { mode: 'safe', refinements: 0 }), 'none'));
  const spoil = (word: number, change: number): ArrayBuffer => {
    const copy = saved.slice(0);
    new Uint32Array(copy)[word] ^= change;
    return copy;
  };

  it('refuses data that is cut off, foreign, of another version or damaged anywhere', () => {
    expect(messageOf(() => loadTable(saved.slice(0, 8), a, b))).toMatch(/^loadTable: 8 bytes .*cut off/);
    expect(messageOf(() => loadTable(saved.slice(0, 11), a, b))).toMatch(/cut off/);
    expect(messageOf(() => loadTable(saved.slice(0, saved.byteLength - 8), a, b))).toMatch(/checksum .*cut off/);
    expect(messageOf(() => loadTable(spoil(0, 1), a, b))).toMatch(/not a table/);
    expect(messageOf(() => loadTable(spoil(1, 2), a, b))).toMatch(/version 3, this library reads 1/);
    const words = saved.byteLength / 4;
    for (let k = 0; k < 40; k++) {
      const word = 4 + Math.floor(((words - 4) * k) / 40);
      expect(messageOf(() => loadTable(spoil(word, 1 << (k % 31)), a, b))).toMatch(/^loadTable: the checksum/);
    }
  });

  it('refuses a table that was made for another mesh or another deformer', () => {
    const moved: Side = {
      ...a,
      mesh: { ...a.mesh, positions: a.mesh.positions.map((x, k) => (k === 7 ? x + 1e-12 : x)) },
    };
    expect(messageOf(() => loadTable(saved, moved, b))).toMatch(
      /^loadTable: the table was made for another side a .*make it again/,
    );
    expect(messageOf(() => loadTable(saved, a, moved))).toMatch(/another side b/);
    expect(messageOf(() => loadTable(saved, b, a))).toMatch(/another side a/);
    const targets = [new Float64Array(a.mesh.positions.length)];
    expect(messageOf(() => loadTable(saved, { mesh: a.mesh, source: { kind: 'morph', targets } }, b))).toMatch(
      /side a/,
    );
    expect(messageOf(() => loadTable(saved, a, b))).toBe('');
  });
});
