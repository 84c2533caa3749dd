import { describe, expect, it } from 'vitest';
import { createTreePair, walkTreePair } from '../../papers/navarro-newball-2009/sphere-trees.ts';
import { createRandom } from '../../src/math/random.ts';
import {
  createLookUp,
  createMechanism,
  type Kinematics,
  type LookUp,
  lookUp,
  type SphereSet,
} from '../../src/tabulated/index.ts';
import { createPosePair } from '../../src/tabulated/motion/kinematics.ts';
import { boundShifts, createPosedPoints, posePoints } from '../../src/tabulated/motion/posed-points.ts';
import { searchMotion } from '../../src/tabulated/motion/search-motion.ts';
import { generateSpheres } from '../../src/tabulated/spheres/generate-spheres.ts';
import { lookUpPairs, setValues } from '../../src/tabulated/table/look-up.ts';
import { reduceTable } from '../../src/tabulated/table/reduce-table.ts';
import { verifyTable } from '../../src/tabulated/table/verify-table.ts';
import {
  createBallMesh,
  createHingeScene,
  createLooseScene,
  drawValues,
  type SmallScene,
  smallScenes,
} from './small-scenes.ts';

function cover({ a, b, kinematics }: SmallScene, triangles: number, depth = 0): [SphereSet, SphereSet] {
  return [
    generateSpheres(a, { kind: 'covering', triangles, depth, motion: { kinematics, side: 'a' } }),
    generateSpheres(b, { kind: 'covering', triangles, depth, motion: { kinematics, side: 'b' } }),
  ];
}

/** What all spheres together say: every pair of the two sets, tested one by one. */
function createPlainAnswer(kinematics: Kinematics, a: SphereSet, b: SphereSet): (values: Float64Array) => Set<number> {
  const [n, m] = [a.radii.length, b.radii.length];
  const ids = (count: number): Uint32Array => Uint32Array.from({ length: count }, (_, i) => i);
  const look = createLookUp(
    {
      guarantee: 'spheres',
      answers: 'pairs',
      tolerance: 0,
      freedoms: kinematics.freedoms,
      a: { spheres: a, ids: ids(n), total: n },
      b: { spheres: b, ids: ids(m), total: m },
      rowStarts: Uint32Array.from({ length: n + 1 }, (_, i) => i * m),
      columns: Uint32Array.from({ length: n * m }, (_, k) => k % m),
    },
    kinematics,
  );
  return values => findPairs(look, values);
}

/** The pairs that a table reports, as numbers that tell them apart. */
function findPairs(look: LookUp, values: Float64Array): Set<number> {
  const out = new Uint32Array(2 * look.columns.length);
  setValues(look, values);
  const count = lookUpPairs(look, out);
  return new Set(Array.from({ length: count }, (_, k) => out[2 * k] * look.table.b.total + out[2 * k + 1]));
}

/** Poses at which contact begins: between a random one that collides and one that does not, halved again and again. */
function* drawContacts(
  kinematics: Kinematics,
  isColliding: (values: Float64Array) => boolean,
  count: number,
): Generator<Float64Array> {
  const random = createRandom(31);
  for (let k = 0; k < count; ) {
    let [from, to] = [drawValues(random, kinematics), drawValues(random, kinematics)];
    if (isColliding(from) === isColliding(to)) continue;
    k++;
    for (let step = 0; step < 12; step++) {
      const middle = from.map((value, f) => 0.5 * (value + to[f]));
      yield middle;
      if (isColliding(middle) === isColliding(from)) from = middle;
      else to = middle;
    }
  }
}

/** Whether any two spheres overlap: found by trees, which is fast; another test compares them with all pairs. */
function createFastAnswer(kinematics: Kinematics, a: SphereSet, b: SphereSet): (values: Float64Array) => boolean {
  const trees = createTreePair(a, b);
  const poses = createPosePair(kinematics);
  return values => {
    kinematics.write(values, poses);
    return walkTreePair(trees, poses, null) > 0;
  };
}

/** The same motion with bounds that say nothing moves: what a search without inflation is. */
function withoutBounds(kinematics: Kinematics): Kinematics {
  const bound = { boundJoint: () => {}, boundWeights: () => {} };
  return { ...kinematics, bound };
}

describe.each(smallScenes)('safe tables: $name', scene => {
  const { a, b, kinematics, refinements } = scene;
  const spheres = cover(scene, 1);
  const askAllSpheres = createPlainAnswer(kinematics, ...spheres);
  const search = searchMotion(kinematics, ...spheres, { mode: 'safe', answers: 'yes-no', refinements });
  const table = reduceTable(search, 'cover');

  it('report every pose at which triangles touch, on samples and between them, and not all others', () => {
    expect(table.guarantee).toBe('triangles');
    const { colliding, missed, phantom, poses } = verifyTable(table, kinematics, a, b, { poses: 2000, seed: 3 });
    expect(missed).toBe(0);
    expect(colliding).toBeGreaterThan(100);
    expect(phantom).toBeLessThan(0.8 * (poses - colliding));
  });

  it('answer at every pose in range exactly as all spheres together do, however few pairs they keep', () => {
    const look = createLookUp(table, kinematics);
    const random = createRandom(11);
    let [colliding, free] = [0, 0];
    for (let k = 0; k < 150; k++) {
      const values = drawValues(random, kinematics);
      const isColliding = askAllSpheres(values).size > 0;
      setValues(look, values);
      expect(lookUp(look)).toBe(isColliding);
      if (isColliding) colliding++;
      else free++;
    }
    expect(Math.min(colliding, free)).toBeGreaterThan(5);
    if (refinements > 2) expect(table.columns.length).toBeLessThan(0.5 * (search.pairs.length / 2));
  });

  it('do so where contact begins', () => {
    const look = createLookUp(table, kinematics);
    const isColliding = createFastAnswer(kinematics, ...spheres);
    for (const values of drawContacts(kinematics, isColliding, 100)) {
      setValues(look, values);
      expect(lookUp(look)).toBe(isColliding(values));
    }
  });

  it('know all pairs of spheres that collide at any pose, if made for pairs', () => {
    const all = searchMotion(kinematics, ...spheres, { mode: 'safe', refinements: 1 });
    const look = createLookUp(reduceTable(all, 'none'), kinematics);
    const random = createRandom(12);
    for (let k = 0; k < 30; k++) {
      const values = drawValues(random, kinematics);
      expect(findPairs(look, values)).toEqual(askAllSpheres(values));
    }
  });

  it('the check itself: a search that takes no account of motion within cells loses pairs', () => {
    const blind = searchMotion(withoutBounds(kinematics), ...spheres, { mode: 'safe', refinements: 0 });
    const look = createLookUp(reduceTable(blind, 'none'), kinematics);
    const random = createRandom(12);
    let lost = 0;
    for (let k = 0; k < 30; k++) {
      const values = drawValues(random, kinematics);
      if (findPairs(look, values).size < askAllSpheres(values).size) lost++;
    }
    expect(lost).toBeGreaterThan(0);
  });
});

const looseScenes = [createLooseScene('spherical-blend'), createLooseScene('dual-quaternion-blend')];

describe.each([...smallScenes, ...looseScenes])('bounds of motion: $name', ({ a, b, kinematics }) => {
  it('hold for every point of both sides, wherever a cell of motion is left', () => {
    const random = createRandom(17);
    const [before, after] = [createPosePair(kinematics), createPosePair(kinematics)];
    let most = 0;
    let unbounded = 0;
    for (const [side, { mesh, source }] of [['a', a] as const, ['b', b] as const]) {
      const points = createPosedPoints(mesh.positions, source, 'test');
      const moved = createPosedPoints(mesh.positions, source, 'test');
      for (let k = 0; k < 200; k++) {
        const values = drawValues(random, kinematics);
        const halfSteps = Float64Array.from(kinematics.freedoms, ({ low, high }) => 0.3 * random() * (high - low));
        kinematics.write(values, before);
        kinematics.write(
          values.map((value, f) => value + halfSteps[f] * Math.sign(random() - 0.5)),
          after,
        );
        posePoints(points, before[side]);
        posePoints(moved, after[side]);
        boundShifts(points, kinematics.bound!, side, values, halfSteps);
        for (let v = 0; v < points.shifts.length; v++) {
          const way = Math.hypot(...[0, 1, 2].map(x => points.positions[3 * v + x] - moved.positions[3 * v + x]));
          most = Math.max(most, way / points.shifts[v]);
          if (!(points.shifts[v] < Infinity)) unbounded++;
        }
      }
    }
    expect(unbounded).toBe(0);
    expect(most).toBeLessThanOrEqual(1);
    expect(most).toBeGreaterThan(0.8);
  });
});

describe('safe tables', () => {
  const scene = createHingeScene();
  const { a, b, kinematics } = scene;

  it('with a tolerance keep fewer pairs, miss nothing, and are early by no more than it', () => {
    const spheres = cover(scene, 2, 0.1);
    const options = { mode: 'safe', answers: 'yes-no', refinements: 4 } as const;
    const [exact, early] = [0, 0.02].map(tolerance =>
      reduceTable(searchMotion(kinematics, ...spheres, { ...options, tolerance }), 'cover'),
    );
    expect(early.columns.length).toBeLessThan(exact.columns.length);
    expect(verifyTable(early, kinematics, a, b, { poses: 2000 }).missed).toBe(0);
    const isColliding = createFastAnswer(kinematics, ...spheres);
    const asked = createLookUp(early, kinematics);
    for (const values of drawContacts(kinematics, isColliding, 100)) {
      setValues(asked, values);
      if (isColliding(values)) expect(lookUp(asked)).toBe(true);
    }
    const grown = spheres.map(set => ({ ...set, radii: set.radii.map(radius => radius + 0.01) }));
    const askGrown = createPlainAnswer(kinematics, grown[0], grown[1]);
    const random = createRandom(4);
    for (let k = 0; k < 300; k++) {
      const values = drawValues(random, kinematics);
      setValues(asked, values);
      if (lookUp(asked)) expect(askGrown(values).size).toBeGreaterThan(0);
    }
  });

  it.each(['yes-no', 'pairs'] as const)('find a contact in the last hundredth of a range: %s', answers => {
    const single = (x: number): SphereSet => ({
      kind: 'surface',
      centers: Float64Array.of(x, 0, 0),
      radii: Float64Array.of(0.5),
      source: { kind: 'rigid' },
      checksum: 0,
      motion: null,
    });
    for (const sign of [1, -1]) {
      const freedoms = [{ name: 'way', low: sign > 0 ? 0 : -1, high: sign > 0 ? 1 : 0, samples: 2 }];
      const slide = { kind: 'slide', freedom: 'way', direction: [1, 0, 0] } as const;
      const short = createMechanism(freedoms, { a: { joints: [[slide]] } });
      const search = searchMotion(short, single(0), single(1.99 * sign), { mode: 'safe', answers, refinements: 9 });
      const look = createLookUp(reduceTable(search, answers === 'pairs' ? 'none' : 'cover'), short);
      for (const [way, isColliding] of [
        [0, false],
        [0.98, false],
        [0.991, true],
        [1, true],
      ] as const) {
        setValues(look, Float64Array.of(sign * way));
        expect(lookUp(look)).toBe(isColliding);
      }
    }
  });

  it('of spheres that do not cover the triangles promise only what the spheres say', () => {
    const inside = [a, b].map(side => generateSpheres(side, { kind: 'volumetric', step: 0.01, maxRadius: 0.15 }));
    const search = searchMotion(kinematics, inside[0], inside[1], { mode: 'safe', answers: 'yes-no', refinements: 3 });
    const table = reduceTable(search, 'cover');
    expect(table.guarantee).toBe('spheres');
    const askInside = createPlainAnswer(kinematics, inside[0], inside[1]);
    const look = createLookUp(table, kinematics);
    const random = createRandom(21);
    for (let k = 0; k < 200; k++) {
      const values = drawValues(random, kinematics);
      setValues(look, values);
      expect(lookUp(look)).toBe(askInside(values).size > 0);
    }
  });

  it('can be made from any kinematics that knows a bound of its speed', () => {
    const floor = createBallMesh(0.5, 0, -0.6, 0, 8, 12);
    const ball = createBallMesh(0.2, 0, 0, 0);
    const write: Kinematics['write'] = ([time], { a: { jointMatrices: m } }) => {
      m.set([Math.cos(time), Math.sin(time), 0, 0.8 * Math.sin(2 * time)]);
      m.set([-Math.sin(time), Math.cos(time), 0, 0.35 * Math.cos(3 * time)], 4);
    };
    const orbit: Kinematics = {
      freedoms: [{ name: 'time', low: 0, high: 6, samples: 60 }],
      sizes: { a: { joints: 1, weights: 0 }, b: { joints: 1, weights: 0 } },
      write,
      bound: {
        boundJoint(side, _joint, _values, [halfStep], points, out) {
          const speed = side === 'a' ? Math.hypot(1.6, 1.05) + 0.21 : 0; // of the centre, and of turning about it
          for (let p = 0; p < points.length / 3; p++) out[p] = speed * halfStep;
        },
        boundWeights() {},
      },
    };
    const sides = [ball, floor].map(mesh => ({ mesh, source: { kind: 'rigid' } as const }));
    const spheres = sides.map(side => generateSpheres(side, { kind: 'covering' }));
    const options = { mode: 'safe', answers: 'yes-no', refinements: 5 } as const;
    const table = reduceTable(searchMotion(orbit, spheres[0], spheres[1], options), 'cover');
    const { colliding, missed, phantom, poses } = verifyTable(table, orbit, sides[0], sides[1], { poses: 3000 });
    expect(missed).toBe(0);
    expect(colliding).toBeGreaterThan(300);
    expect(phantom).toBeLessThan(0.3 * (poses - colliding));
  });

  it('stay safe far from the origin and with matrices that are rotations to float32 only', () => {
    const spheres = cover(scene, 4);
    const search = searchMotion(kinematics, ...spheres, { mode: 'safe', answers: 'yes-no', refinements: 3 });
    const table = reduceTable(search, 'cover');
    const far = Float64Array.of(0.36, 0.48, -0.8, 4000, -0.8, 0.6, 0, -7000, 0.48, 0.64, 0.6, 9000);
    const carried: Kinematics = {
      ...kinematics,
      write(values, poses) {
        kinematics.write(values, poses);
        for (const { jointMatrices: m } of [poses.a, poses.b]) m.set(multiplyInFloat32(far, m));
      },
    };
    const { colliding, missed } = verifyTable(table, carried, a, b, { poses: 2000, seed: 8 });
    expect(missed).toBe(0);
    expect(colliding).toBeGreaterThan(100);
  });
});

function multiplyInFloat32(p: Float64Array, q: Float64Array): Float64Array {
  return Float64Array.from({ length: 12 }, (_, k) => {
    const [row, column] = [4 * Math.floor(k / 4), k % 4];
    const sum = p[row] * q[column] + p[row + 1] * q[4 + column] + p[row + 2] * q[8 + column];
    return column === 3 ? sum + p[row + 3] : Math.fround(sum);
  });
}
