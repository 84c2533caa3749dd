import { describe, expect, it } from 'vitest';
import { createForeheadSkin, createFrontalis, unbendFrontalis } from '../../../models/constrained/index.ts';
import { createForeheadScene, pushSkin } from '../../../papers/navarro-newball-2009/scenes/forehead.ts';
import { createJawScene } from '../../../papers/navarro-newball-2009/scenes/jaw.ts';
import {
  type Collider,
  createCollider,
  createShape,
  findPairs,
  reportManifold,
  setPose,
  touches,
} from '../../../src/index.ts';
import { createLookUp, type Kinematics, lookUp } from '../../../src/tabulated/index.ts';
import { createPosePair } from '../../../src/tabulated/motion/kinematics.ts';
import { searchMotion } from '../../../src/tabulated/motion/search-motion.ts';
import { generateSpheres } from '../../../src/tabulated/spheres/generate-spheres.ts';
import { setValues } from '../../../src/tabulated/table/look-up.ts';
import { reduceTable } from '../../../src/tabulated/table/reduce-table.ts';

function createPair(scene: { a: Parameters<typeof put>[0]; b: Parameters<typeof put>[0] }): [Collider, Collider] {
  return [put(scene.a), put(scene.b)];
}

function put({
  mesh,
  source,
}: {
  mesh: Parameters<typeof createShape>[0];
  source: Parameters<typeof createShape>[1];
}): Collider {
  return createCollider(createShape(mesh, source));
}

function pose([a, b]: [Collider, Collider], kinematics: Kinematics, ...values: number[]): void {
  const poses = createPosePair(kinematics);
  kinematics.write(Float64Array.from(values), poses);
  setPose(a, poses.a);
  setPose(b, poses.b);
}

describe('the jaw', () => {
  const scene = createJawScene();
  const { mesh: mandible } = scene.a;
  const { mesh: skull } = scene.b;
  const kinematics = scene.createKinematics([3, 3]);
  const pair = createPair(scene);
  const [opening, aside] = kinematics.freedoms;

  it('is two closed surfaces of one piece each', () => {
    for (const mesh of [mandible, skull]) {
      const { isClosed, isManifold, isOriented, components } = reportManifold(mesh);
      expect([isClosed, isManifold, isOriented, components]).toEqual([true, true, true, 1]);
    }
  });

  it('is one skull length long, symmetric but for meshing, and finest at the teeth', () => {
    const sides = (positions: Float64Array, axis: number): [number, number] => {
      const values = positions.filter((_, k) => k % 3 === axis);
      return [Math.min(...values), Math.max(...values)];
    };
    const [back, front] = sides(skull.positions, 2);
    expect(back).toBeCloseTo(0, 1);
    expect(front).toBeCloseTo(1, 1);
    for (const { positions } of [mandible, skull]) {
      const [right, left] = sides(positions, 0);
      expect(left + right).toBeCloseTo(0, 2);
    }
    const teeth = mandible.positions.filter((_, k) => k % 3 === 1).filter(y => y > -0.066).length;
    expect(teeth).toBeGreaterThan(0.3 * (mandible.positions.length / 3));
  });

  it('touches nothing when closed straight or open, and bites when it closes farther or turns aside', () => {
    pose(pair, kinematics, 0, 0);
    expect(touches(...pair)).toBe(false);
    for (const share of [-1, -0.5, 0, 0.5, 1]) {
      pose(pair, kinematics, opening.high, share * aside.high);
      expect(touches(...pair)).toBe(false);
    }
    pose(pair, kinematics, opening.low, 0);
    expect(touches(...pair)).toBe(true);
    pose(pair, kinematics, 0.02, aside.high);
    expect(touches(...pair)).toBe(true);
  });

  it('touches with teeth only, upper or lower', () => {
    const cornerOf = ({ positions, triangles }: typeof skull, t: number): Float64Array =>
      positions.subarray(3 * triangles[3 * t], 3 * triangles[3 * t] + 3);
    for (const [value, turn] of [
      [opening.low, 0],
      [0, aside.high],
      [0.05, aside.low],
      [0, 0.02],
    ]) {
      pose(pair, kinematics, value, turn);
      const pairs = findPairs(...pair);
      expect(pairs.length).toBeGreaterThan(0);
      for (let k = 0; k < pairs.length; k += 2) {
        const [below, above] = [cornerOf(mandible, pairs[k]), cornerOf(skull, pairs[k + 1])];
        expect(Math.min(below[2], above[2])).toBeGreaterThan(0.42);
        expect(below[1] > -0.066 || above[1] < 0.012).toBe(true);
      }
    }
  });

  it('moves within its range', () => {
    const values = new Float64Array(2);
    for (let step = 0; step < scene.steps; step++) {
      scene.writeValues(step, values);
      kinematics.freedoms.forEach(({ low, high }, k) => {
        expect(values[k]).toBeGreaterThanOrEqual(low);
        expect(values[k]).toBeLessThanOrEqual(high);
      });
    }
  });
});

describe('the forehead', () => {
  const scene = createForeheadScene();
  const kinematics = scene.createKinematics([5, 3, 3]);

  it('has as many vertices as the paper, the skin open, the muscle closed', () => {
    expect(scene.a.mesh.positions.length / 3).toBe(1426);
    expect(scene.b.mesh.positions.length / 3).toBe(280);
    const skin = reportManifold(scene.a.mesh);
    const muscle = reportManifold(scene.b.mesh);
    expect([skin.isClosed, skin.isManifold, skin.isOriented, skin.components]).toEqual([false, true, true, 1]);
    expect([muscle.isClosed, muscle.isManifold, muscle.isOriented, muscle.components]).toEqual([true, true, true, 1]);
  });

  it('has skin over muscle, outsides out: normals of skin point up, the muscle has a volume', () => {
    const normalY = (p: Float64Array, [i, j, k]: ArrayLike<number> & Iterable<number>): number =>
      (p[3 * j + 2] - p[3 * i + 2]) * (p[3 * k] - p[3 * i]) - (p[3 * j] - p[3 * i]) * (p[3 * k + 2] - p[3 * i + 2]);
    const { positions, triangles } = createForeheadSkin().mesh;
    for (let t = 0; t < triangles.length; t += 3)
      expect(normalY(positions, triangles.subarray(t, t + 3))).toBeGreaterThan(0);
    expect(measureVolume(createFrontalis().mesh)).toBeGreaterThan(0);
  });

  it('is free at rest; the muscle meets the skin when it contracts, whichever side it pulls to', () => {
    const pair = createPair(scene);
    for (const raising of [0, 0.5, 1]) {
      for (const leftward of [-1, 0, 1]) {
        pose(pair, kinematics, 0, leftward, raising);
        expect(touches(...pair)).toBe(false);
        pose(pair, kinematics, 1, leftward, raising);
        expect(touches(...pair)).toBe(true);
      }
    }
  });

  it('has a muscle that keeps its volume to a sixth when it contracts', () => {
    const { mesh, contracted } = createFrontalis();
    const positions = mesh.positions.map((x, k) => x + contracted[k]);
    const ratio = measureVolume({ ...mesh, positions }) / measureVolume(mesh);
    expect(Math.abs(Math.log(ratio))).toBeLessThan(Math.log(7 / 6));
  });

  it('has a muscle that is a bent ellipsoid: unbent, its vertices lie on it, at rest and contracted', () => {
    const { mesh, contracted } = createFrontalis();
    const out = new Float64Array(6);
    for (const weight of [0, 1]) {
      for (let v = 0; v < mesh.positions.length; v += 3) {
        const [x, y, z] = [0, 1, 2].map(k => mesh.positions[v + k] + weight * contracted[v + k]);
        unbendFrontalis(weight, 0, x, y, z, out);
        expect((out[0] / out[3]) ** 2 + (out[1] / out[4]) ** 2 + (out[2] / out[5]) ** 2).toBeCloseTo(1, 9);
      }
    }
  });

  it('lets the muscle push the skin out: then neither spheres nor triangles touch (Fig. 2g)', () => {
    const [skin, muscle] = [0.004, 0.005].map((radius, k) =>
      generateSpheres([scene.a, scene.b][k], { kind: 'surface', radius }),
    );
    const samples = scene.createKinematics([11, 7, 5]);
    const look = createLookUp(reduceTable(searchMotion(samples, skin, muscle, { mode: 'published' }), 'none'), samples);
    const muscleCollider = put(scene.b);
    for (const values of [
      [1, 0, 0],
      [1, 1, 0.5],
      [0.8, -0.5, 1],
    ]) {
      setValues(look, Float64Array.from(values));
      expect(lookUp(look)).toBe(true);
      const pushed = pushSkin(scene, look);
      setPose(muscleCollider, look.poses.b);
      const skinCollider = put({ mesh: { ...scene.a.mesh, positions: pushed }, source: { kind: 'rigid' } });
      expect(touches(skinCollider, muscleCollider)).toBe(false);
      const highest = Math.max(...pushed.map((y, k) => (k % 3 === 1 ? y - scene.a.mesh.positions[k] : 0)));
      expect(highest).toBeGreaterThan(0.005);
      expect(highest).toBeLessThan(0.03);
    }
    setValues(look, Float64Array.of(0, 0, 0));
    expect(pushSkin(scene, look)).toEqual(scene.a.mesh.positions);
  });
});

function measureVolume({ positions: p, triangles }: { positions: Float64Array; triangles: Uint32Array }): number {
  let sum = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [i, j, k] = [0, 1, 2].map(c => 3 * triangles[t + c]);
    sum +=
      p[i] * (p[j + 1] * p[k + 2] - p[j + 2] * p[k + 1]) +
      p[i + 1] * (p[j + 2] * p[k] - p[j] * p[k + 2]) +
      p[i + 2] * (p[j] * p[k + 1] - p[j + 1] * p[k]);
  }
  return sum / 6;
}
