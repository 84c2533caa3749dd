import { describe, expect, test } from 'vitest';
import type { Model } from '../../../models/index.ts';
import type { Scene } from '../../../papers/scene.ts';
import { scenes } from '../../../papers/scene-catalogue.ts';
import { skinPositions } from '../../../scripts/skin-positions.ts';
import { determinant } from '../../../src/math/matrix34.ts';
import { findDegenerateTriangles } from '../../../src/mesh/degenerate.ts';
import { expectFourWeights } from '../check-weights.ts';
import { measureSurface } from '../surface-facts.ts';
import { findSelfContacts } from './self-contacts.ts';

interface Expected {
  name: string;
  triangles: number;
  joints: number;
  /** From this step on there is self-contact, at the latest at `touching`; at `clean` and before there is none. */
  clean: number;
  touching: number;
  /** The largest move of any vertex in any step, in edges: at least, and at most. */
  fastest: [number, number];
}

/** Triangles are those of Table 1 of [Wong2013] (our own for the creature), joints one more than its clusters. */
const cases: Expected[] = [
  { name: 'rope', triangles: 48_440, joints: 200, clean: 60, touching: 95, fastest: [10, 30] },
  { name: 'octopus', triangles: 47_976, joints: 72, clean: 104, touching: 112, fastest: [2, 5] },
  { name: 'urchin', triangles: 2840, joints: 5, clean: 90, touching: 96, fastest: [0.5, 2] },
  { name: 'man-poses', triangles: 20_000, joints: 22, clean: 107, touching: 113, fastest: [5, 10] },
  { name: 'box-twist', triangles: 25_088, joints: 34, clean: 102, touching: 109, fastest: [2, 5] },
  { name: 'hand-grip', triangles: 11_208, joints: 21, clean: 91, touching: 98, fastest: [2, 5] },
  { name: 'creature-curl-21k', triangles: 21_000, joints: 56, clean: 45, touching: 51, fastest: [3, 5] },
  { name: 'creature-curl-48k', triangles: 48_000, joints: 56, clean: 65, touching: 72, fastest: [3, 5] },
];

function poseBody(scene: Scene, step: number): Float64Array {
  const matrices = new Float64Array(12 * scene.bodies[0].skin.jointCount);
  scene.writePose(0, step, matrices);
  return matrices;
}

function countContacts(scene: Scene, step: number): number {
  const [model] = scene.bodies;
  const positions = skinPositions(model, poseBody(scene, step));
  return findSelfContacts({ positions, triangles: model.mesh.triangles }, 1).length;
}

/** The largest change of any joint's weight along any edge. */
function findLargestJump({ skin, mesh }: Model): number {
  const { triangles } = mesh;
  const weightOf = (v: number, joint: number): number => {
    for (let k = 4 * v; k < 4 * v + 4; k++) if (skin.weights[k] > 0 && skin.joints[k] === joint) return skin.weights[k];
    return 0;
  };
  let largest = 0;
  for (let h = 0; h < triangles.length; h++) {
    const [a, b] = [triangles[h], triangles[h % 3 === 2 ? h - 2 : h + 1]];
    for (let k = 4 * a; k < 4 * a + 4; k++) {
      const joint = skin.joints[k];
      largest = Math.max(largest, Math.abs(weightOf(a, joint) - weightOf(b, joint)));
    }
  }
  return largest;
}

/** Mean edge length at rest. */
function measureEdge({ mesh: { positions: p, triangles } }: Model): number {
  let sum = 0;
  for (let h = 0; h < triangles.length; h++) {
    const [a, b] = [3 * triangles[h], 3 * triangles[h % 3 === 2 ? h - 2 : h + 1]];
    sum += Math.hypot(p[a] - p[b], p[a + 1] - p[b + 1], p[a + 2] - p[b + 2]);
  }
  return sum / triangles.length;
}

/** How far the matrix at `m` is from a rotation followed by a shift; NaN counts as far. */
function measureBend(matrices: Float64Array, m: number): number {
  let worst = Math.abs(determinant(matrices, m) - 1);
  for (let r = 0; r < 12; r += 4) {
    for (let s = 0; s <= r; s += 4) {
      let dot = r === s ? -1 : 0;
      for (let k = 0; k < 3; k++) dot += matrices[m + r + k] * matrices[m + s + k];
      worst = Math.max(worst, Math.abs(dot));
    }
  }
  return Number.isFinite(worst + matrices[m + 3] + matrices[m + 7] + matrices[m + 11]) ? worst : Infinity;
}

/** Whether the surface goes once around the point: the solid angles of its triangles sum to a whole sphere. */
function isInside({ positions: p, triangles }: Model['mesh'], x: number, y: number, z: number): boolean {
  let angle = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map(k => {
      const o = 3 * triangles[t + k];
      return [p[o] - x, p[o + 1] - y, p[o + 2] - z];
    });
    const [la, lb, lc] = [a, b, c].map(v => Math.hypot(v[0], v[1], v[2]));
    const dot = (u: number[], v: number[]): number => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
    const volume =
      a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
    angle += 2 * Math.atan2(volume, la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return Math.round(angle / (4 * Math.PI)) === 1;
}

describe.each(cases)('$name', ({ name, triangles, joints, clean, touching, fastest }) => {
  const scene = scenes[name]();
  const [model] = scene.bodies;

  test('has the triangles of the paper to 2 %, and a joint more than the paper has clusters', () => {
    expect(Math.abs(model.mesh.triangles.length / 3 / triangles - 1)).toBeLessThan(0.02);
    expect(model.mesh.positions.length / 3).toBe(model.mesh.triangles.length / 6 + 2);
    expect(model.skin.jointCount).toBe(joints);
    expect(model.skeleton.parents).toHaveLength(joints);
    expect(model.skeleton.positions).toHaveLength(3 * joints);
    expect(new Set(model.jointNames).size).toBe(joints);
    expect(
      [...model.skeleton.parents].every((parent, j) => (j === 0 ? parent === -1 : parent >= 0 && parent < j)),
    ).toBe(true);
  });

  test('is one closed surface without holes, its outside outside, no triangle without area', () => {
    const facts = measureSurface(model.mesh);
    expect(facts).toMatchObject({ closed: true, oneFan: true, pieces: 1, euler: 2 });
    expect(facts.volume).toBeGreaterThan(0);
    expect(findDegenerateTriangles(model.mesh)).toHaveLength(0);
  });

  test('has joints inside its body', () => {
    const { positions: p } = model.skeleton;
    // All of few, some of many: each costs a pass over the mesh.
    for (let j = 0; j < joints; j += Math.ceil(joints / 12)) {
      expect(isInside(model.mesh, p[3 * j], p[3 * j + 1], p[3 * j + 2]), model.jointNames[j]).toBe(true);
    }
  });

  test('has at most four weights per vertex, none negligible, that sum to 1 and change smoothly over the skin', () => {
    expectFourWeights(model.skin);
    expect(findLargestJump(model)).toBeLessThan(0.5);
  });

  test('begins free of self-contact, is so still late, and has come to it near the end', () => {
    expect(countContacts(scene, 0)).toBe(0);
    expect(countContacts(scene, Math.floor(clean / 2))).toBe(0);
    expect(countContacts(scene, clean)).toBe(0);
    expect(touching).toBeLessThan(scene.steps);
    const later = Array.from({ length: scene.steps - touching }, (_, k) => touching + k);
    expect(later.some(step => countContacts(scene, step) > 0)).toBe(true);
  });

  test('moves joints rigidly and vertices by some edges in a step, never by a jump', () => {
    const edge = measureEdge(model);
    let largest = 0;
    let bend = 0;
    let before: Float64Array | undefined;
    for (let step = 0; step < scene.steps; step++) {
      const matrices = poseBody(scene, step);
      for (let m = 0; m < matrices.length; m += 12) bend = Math.max(bend, measureBend(matrices, m));
      const positions = skinPositions(model, matrices);
      for (let o = 0; before && o < positions.length; o += 3) {
        const [x, y, z] = [
          positions[o] - before[o],
          positions[o + 1] - before[o + 1],
          positions[o + 2] - before[o + 2],
        ];
        largest = Math.max(largest, x * x + y * y + z * z);
      }
      before = positions;
    }
    expect(bend).toBeLessThan(1e-12);
    expect(Math.sqrt(largest) / edge).toBeGreaterThan(fastest[0]);
    expect(Math.sqrt(largest) / edge).toBeLessThan(fastest[1]);
  });

  test('poses alike whatever was posed before, and says where it comes from', () => {
    const first = poseBody(scene, 17);
    poseBody(scene, scene.steps - 1);
    expect(poseBody(scene, 17)).toEqual(first);
    expect(scene.name).toBe(name);
    expect(scene.title).toContain('Wong et al. 2013');
    expect(scene.steps).toBeGreaterThan(50);
  });
});
