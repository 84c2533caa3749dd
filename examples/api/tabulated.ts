import assert from 'node:assert/strict';
import { createTube } from '../../models/index.ts';
import type { Mesh } from '../../src/index.ts'; // 'poseclash'
import {
  createLookUp,
  createMechanism,
  loadTable,
  lookUp,
  pushOut,
  type Side,
  saveTable,
  tabulate,
} from '../../src/tabulated/index.ts'; // 'poseclash/tabulated'

function moved(mesh: Mesh, x: number, y: number): Side {
  const positions = mesh.positions.map((value, k) => value + [x, y, 0][k % 3]);
  return { mesh: { ...mesh, positions }, source: { kind: 'rigid' } };
}

const { mesh } = createTube({ joints: 1, rings: 9, sides: 8 }); // a bar along y, 1 long, 0.2 thick
const bar = moved(mesh, 0, 0);
const stop = moved(mesh, -0.6, 0.2); // a second one, to the left

export function askATable(): void {
  // #region table
  // The bar swings about the z axis, by up to 1 radian; the other stands still.
  const swing = createMechanism([{ name: 'swing', low: 0, high: 1, samples: 8 }], {
    a: { joints: [[{ kind: 'hinge', freedom: 'swing', point: [0, 0, 0], axis: [0, 0, 1] }]] },
  });
  const table = tabulate(swing, bar, stop, { answers: 'yes-no' }); // once: the few pairs of spheres that can ever meet
  const look = createLookUp(table, swing); // allocates everything it will ever need
  assert.equal(lookUp(look, Float64Array.of(0)), false);
  assert.equal(lookUp(look, Float64Array.of(0.9)), true);
  // #endregion table
}

export function keepATable(): void {
  const swing = createMechanism([{ name: 'swing', low: 0, high: 1, samples: 8 }], {
    a: { joints: [[{ kind: 'hinge', freedom: 'swing', point: [0, 0, 0], axis: [0, 0, 1] }]] },
  });
  // #region pairs
  const table = tabulate(swing, bar, stop, { refinements: 1 }); // all pairs that can ever meet
  const again = loadTable(saveTable(table), bar, stop); // refuses other meshes: it knows their checksums
  const look = createLookUp(again, swing);
  assert.equal(lookUp(look, Float64Array.of(0.9)), true);

  const ways = new Float64Array(again.a.ids.length);
  const right = Float64Array.from({ length: 3 * ways.length }, (_, k) => (k % 3 === 0 ? 1 : 0));
  pushOut(look, right, ways); // how far each sphere of a must go to the right to be clear
  assert.ok(Math.max(...ways) > 0);
  // #endregion pairs
}
