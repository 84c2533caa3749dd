import assert from 'node:assert/strict';
import { createTube } from '../../models/index.ts'; // 'poseclash/models'
import { askRegion, createAngularRegion, isInRegion } from '../../papers/navarro-newball-2009/angular-region.ts';
import { sphereMeetsEllipsoid } from '../../papers/navarro-newball-2009/sphere-ellipsoid.ts';
import { createTreePair, walkTreePair } from '../../papers/navarro-newball-2009/sphere-trees.ts';
import type { Mesh } from '../../src/index.ts'; // 'poseclash'
import {
  checksumSide,
  countTests,
  createBallJoint,
  createLookUp,
  createMechanism,
  createPosePair,
  generateSpheres,
  loadTable,
  lookUp,
  lookUpPairs,
  pushOut,
  reduceTable,
  type Side,
  saveTable,
  searchMotion,
  setValues,
  verifyTable,
} from '../../src/tabulated/index.ts'; // 'poseclash/tabulated'

function moved(mesh: Mesh, x: number, y: number): Side {
  const positions = mesh.positions.map((value, k) => value + [x, y, 0][k % 3]);
  return { mesh: { ...mesh, positions }, source: { kind: 'rigid' } };
}

const { mesh } = createTube({ joints: 1, rings: 9, sides: 8 }); // a bar along y, 1 long, 0.2 thick
const bar = moved(mesh, 0, 0);
const stop = moved(mesh, -0.6, 0.2); // a second one, to the left

const swing = createMechanism([{ name: 'swing', low: 0, high: 1, samples: 8 }], {
  a: { joints: [[{ kind: 'hinge', freedom: 'swing', point: [0, 0, 0], axis: [0, 0, 1] }]] },
});

export function askATable(): void {
  // #region table
  const spheres = generateSpheres(bar, { kind: 'covering' }); // around the triangles: nothing is outside
  const others = generateSpheres(stop, { kind: 'covering' });
  const search = searchMotion(swing, spheres, others, { mode: 'safe', answers: 'yes-no', refinements: 4 });
  const table = reduceTable(search, 'cover'); // the few pairs of spheres that suffice
  assert.ok(countTests(table) < spheres.radii.length * others.radii.length);

  const look = createLookUp(table, swing); // allocates everything it will ever need
  const answers = [0, 0.9].map(angle => {
    setValues(look, Float64Array.of(angle));
    return lookUp(look);
  });
  assert.deepEqual(answers, [false, true]);
  assert.equal(verifyTable(table, swing, bar, stop, { poses: 200 }).missed, 0); // against the exact query
  // #endregion table
}

export function keepATable(): void {
  const [spheres, others] = [bar, stop].map(side => generateSpheres(side, { kind: 'surface' }));
  const search = searchMotion(swing, spheres, others, { mode: 'safe', answers: 'pairs', refinements: 1 });
  // #region pairs
  const table = reduceTable(search, 'none'); // all pairs that can ever meet
  const again = loadTable(saveTable(table), bar, stop); // refuses other meshes: it knows their checksums
  assert.equal(again.a.spheres.checksum, checksumSide(bar));
  const look = createLookUp(again, swing);
  setValues(look, Float64Array.of(0.9));
  const pairs = new Uint32Array(2 * countTests(again));
  assert.ok(lookUpPairs(look, pairs) > 0); // sphere of a, sphere of b, ...

  const ways = new Float64Array(again.a.ids.length);
  const right = Float64Array.from({ length: 3 * ways.length }, (_, k) => (k % 3 === 0 ? 1 : 0));
  pushOut(look, right, ways); // how far each sphere of a must go to the right to be clear
  assert.ok(Math.max(...ways) > 0);
  // #endregion pairs
}

export function compareTables(): void {
  const [spheres, others] = [bar, stop].map(side => generateSpheres(side, { kind: 'surface' }));
  const table = reduceTable(searchMotion(swing, spheres, others, { mode: 'published' }), 'none');
  // #region baselines
  const region = createAngularRegion(table, swing); // outside of it nothing is tested, inside everything
  assert.equal(isInRegion(region, Float64Array.of(0)), false);
  setValues(region.all, Float64Array.of(0.9));
  assert.equal(askRegion(region, Float64Array.of(0.9)), true);

  const trees = createTreePair(spheres, others); // two sphere trees, walked at every step
  const poses = createPosePair(swing);
  swing.write(Float64Array.of(0.9), poses);
  assert.ok(walkTreePair(trees, poses, null) > 0);
  assert.ok(sphereMeetsEllipsoid(2, 0, 0, 1.5, 1, 2, 3)); // centre, radius; half axes about the origin
  // #endregion baselines
}

export function buildMechanisms(): void {
  // #region mechanism
  const angle = { low: -1, high: 1, samples: 4 };
  const freedoms = ['x', 'y', 'z'].map(name => ({ name, ...angle }));
  const shoulder = createMechanism(freedoms, { a: { joints: [createBallJoint([0, 1, 0], ['x', 'y', 'z'])] } });
  const poses = createPosePair(shoulder);
  shoulder.write(Float64Array.of(0.5, 0, 0), poses);
  assert.equal(poses.a.jointMatrices.length, 12);
  // #endregion mechanism
}
