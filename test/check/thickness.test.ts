import { describe, expect, it } from 'vitest';
import type { CheckSubject } from '../../src/check/index.ts';
import { nameRegion } from '../../src/check/plan/named-plan.ts';
import { planCheck } from '../../src/check/plan/plan.ts';
import type { Mesh } from '../../src/index.ts';
import { createBoxMesh } from './box-subject.ts';

/** A body whose vertices follow one of two joints: the second where `isSecond` says so. */
function createBody(mesh: Mesh, isSecond: (x: number, y: number, z: number) => boolean, scale = 1): CheckSubject {
  const vertices = mesh.positions.length / 3;
  const joints = Uint16Array.from({ length: vertices }, (_, v) =>
    isSecond(mesh.positions[3 * v], mesh.positions[3 * v + 1], mesh.positions[3 * v + 2]) ? 1 : 0,
  );
  const skin = { jointCount: 2, influences: 1, joints, weights: new Float64Array(vertices).fill(1) };
  const skeleton = { parents: Int32Array.of(-1, 0), positions: new Float64Array(6) };
  const matrix = [scale, 0, 0, 0, 0, Math.abs(scale), 0, 0, 0, 0, Math.abs(scale), 0];
  return {
    name: 'body',
    bodies: [{ name: 'body', mesh, source: { kind: 'linear-blend', skin, skeleton }, jointNames: ['bulk', 'front'], materialNames: [''] }],
    rest: [{ jointMatrices: Float64Array.of(...matrix, ...matrix), weights: new Float64Array(0) }],
    clips: [],
  }; // biome-ignore format: a body
}

/** Half the thickness of each region by its name, as a tube and in all. */
function measure(subject: CheckSubject): Record<string, { radius: number; thickness: number }> {
  const plan = planCheck(subject);
  return Object.fromEntries(
    Array.from({ length: plan.regionCount }, (_, r) => [
      nameRegion(plan, r).joint,
      { radius: plan.radii[r], thickness: plan.thickness[r] },
    ]),
  );
}

/** A box with a smaller rectangle amid its front. */
function createPatched(x: number, y: number, z: number): Mesh {
  const box = createBoxMesh(x, y, z);
  const isFront = (v: number): boolean => box.positions[3 * v + 2] > 0;
  const rest: number[] = [];
  for (let t = 0; t < box.triangles.length; t += 3) {
    const corners = [...box.triangles.subarray(t, t + 3)];
    if (!corners.every(isFront)) rest.push(...corners);
  }
  const first = box.positions.length / 3;
  const signs = [[-1, -1], [1, -1], [1, 1], [-1, 1]]; // biome-ignore format: around the front
  const outer = signs.map(([p, q]) =>
    Array.from({ length: first }, (_, v) => v).find(
      v => isFront(v) && Math.sign(box.positions[3 * v]) === p && Math.sign(box.positions[3 * v + 1]) === q,
    ),
  ) as number[];
  const inner = signs.flatMap(([p, q]) => [(p * x) / 4, (q * y) / 4, z / 2]);
  const ring = signs.flatMap((_, k) => {
    const n = (k + 1) % 4;
    return [outer[k], outer[n], first + k, outer[n], first + n, first + k];
  });
  const amid = [first, first + 1, first + 2, first, first + 2, first + 3];
  return {
    positions: Float64Array.of(...box.positions, ...inner),
    triangles: Uint32Array.of(...rest, ...ring, ...amid),
  };
}

describe('half the thickness of a region', () => {
  const isFront = (x: number, _: number, z: number): boolean => z > 0 && Math.abs(x) < 0.9;

  it('is that of the body below it, where it is a flat patch', () => {
    const { front } = measure(createBody(createPatched(2, 3, 0.8), isFront));
    expect(front.radius).toBeCloseTo(0, 12);
    expect(front.thickness).toBeCloseTo(0.4, 3);
  });

  it('is in the unit of the scene, and the same of a mirrored body', () => {
    expect(measure(createBody(createPatched(2, 3, 0.8), isFront, 10)).front.thickness).toBeCloseTo(4, 2);
    const box = createBoxMesh(1, 1, 6);
    const [one, other] = [1, -1].map(scale => measure(createBody(box, () => false, scale)).bulk);
    expect(other.radius).toBeCloseTo(one.radius, 12);
    expect(other.thickness).toBeCloseTo(one.thickness, 12);
    expect(one.radius).toBeGreaterThan(0.49);
  });

  it('is the way across a limb, not along it', () => {
    const { bulk } = measure(createBody(createBoxMesh(1, 1, 6), () => false));
    expect(bulk.thickness).toBeLessThan(0.9);
    expect(bulk.thickness).toBeGreaterThan(0.49);
  });

  it('is nothing of a sheet', () => {
    const sheet = { positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0), triangles: Uint32Array.of(0, 1, 2, 1, 3, 2) };
    expect(measure(createBody(sheet, () => false)).bulk).toEqual({ radius: 0, thickness: 0 });
  }); // biome-ignore format: a sheet
});
