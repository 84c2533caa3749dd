import { describe, expect, it } from 'vitest';
import { checkSubject } from '../../src/check/index.ts';
import { measureFrames } from '../../src/check/measure/frames.ts';
import { planCheck } from '../../src/check/plan/plan.ts';
import { joinObservations, observeClip } from '../../src/check/scan/observe-clip.ts';
import { createRandom } from '../../src/math/random.ts';
import { createBoxSubject } from './box-subject.ts';

type Vector = [number, number, number];

interface Box {
  size: Vector;
  at: Vector;
  turn: number;
}

/** The faces of a box, counter-clockwise from outside. */
function facesOf({ size, at, turn }: Box): Vector[][] {
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  const place = ([x, y, z]: Vector): Vector => [c * x + s * z + at[0], y + at[1], c * z - s * x + at[2]];
  return [0, 1, 2].flatMap(axis =>
    [-1, 1].map(side => {
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
      const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([p, q]): Vector => {
        const corner: Vector = [0, 0, 0];
        corner[axis] = (side * size[axis]) / 2;
        corner[u] = (p * size[u]) / 2;
        corner[v] = (q * size[v]) / 2;
        return place(corner);
      }); // biome-ignore format: four corners
      return side > 0 ? corners : corners.reverse();
    }),
  );
}

const minus = (p: Vector, q: Vector): Vector => [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
const dot = (p: Vector, q: Vector): number => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
const cross = (p: Vector, q: Vector): Vector => [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]]; // biome-ignore format: a formula

function vectorArea(polygon: Vector[]): Vector {
  const sum: Vector = [0, 0, 0];
  for (let k = 1; k + 1 < polygon.length; k++) {
    const own = cross(minus(polygon[k], polygon[0]), minus(polygon[k + 1], polygon[0]));
    for (let axis = 0; axis < 3; axis++) sum[axis] += own[axis] / 2;
  }
  return sum;
}

/** What of a polygon is behind the plane of each face: Sutherland and Hodgman. */
function clip(polygon: Vector[], faces: Vector[][]): Vector[] {
  return faces.reduce((rest, face) => {
    const normal = vectorArea(face);
    const heightOf = (p: Vector): number => dot(normal, minus(p, face[0]));
    return rest.flatMap((p, k) => {
      const q = rest[(k + 1) % rest.length];
      const [hp, hq] = [heightOf(p), heightOf(q)];
      const kept = hp <= 0 ? [p] : [];
      if (hp <= 0 === hq <= 0) return kept;
      const part = hp / (hp - hq);
      return [...kept, p.map((x, axis) => x + part * (q[axis] - x)) as Vector];
    });
  }, polygon);
}

/** Area and volume of what two boxes have in common, by cutting the faces of each with the planes of the other. */
function measureByClipping(boxes: [Box, Box]): { area: number; volume: number } {
  const faces = boxes.map(facesOf);
  const parts = [...faces[0].map(face => clip(face, faces[1])), ...faces[1].map(face => clip(face, faces[0]))];
  const full = parts.filter(part => part.length > 2);
  return {
    area: full.reduce((sum, part) => sum + Math.hypot(...vectorArea(part)), 0),
    volume: full.reduce((sum, part) => sum + dot(vectorArea(part), part[0]) / 3, 0),
  };
}

function measure(boxes: [Box, Box]) {
  const subject = createBoxSubject(
    boxes.map(({ size }) => size),
    0.05,
    () => boxes,
  );
  return measureFrames(planCheck(subject, { rest: false }), subject.clips[0])[0];
}

describe('a finding', () => {
  const subject = createBoxSubject([[2, 2, 2], [2, 1, 1]], 1, time => [{ at: [0, 0, 0] }, { at: [2.5 - 0.9 * time, 0.11, 0.23] }]); // biome-ignore format: two boxes

  it('tells area and volume of a rod in a box, and how far it has to move, as they are', () => {
    const { clips } = checkSubject({ ...subject, metres: 0.01 });
    const [{ areaInside, volume, separation, a, worst }] = clips[0].findings;
    expect(worst).toBe(1);
    const far = 0.4; // beyond the face it goes in by
    expect(volume!.model).toBeCloseTo(far, 5);
    expect(volume!.mm3).toBeCloseTo(1000 * far, 2);
    expect(areaInside!.model).toBeCloseTo(1 + 4 * far + 1, 5); // the end and the sides of the rod, and what of the box is in it
    expect(areaInside!.mm2).toBeCloseTo(100 * (2 + 4 * far), 2);
    expect(separation!.model).toBeCloseTo(far, 5);
    expect(separation!.by[0]).toBeCloseTo(a.body === 'box 1' ? far : -far, 5);
  });

  it('tells the same however its clip is cut', () => {
    const plan = planCheck(subject);
    const [clip] = subject.clips;
    const whole = observeClip(plan, clip);
    expect(whole.contacts.some(({ measured }) => measured?.evidence?.overlap?.volume)).toBe(true);
    for (const cut of [17, 20, 29]) {
      const parts = [observeClip(plan, clip, 0, cut), observeClip(plan, clip, cut)];
      expect(JSON.stringify(joinObservations(parts, 1 / plan.options.fps))).toBe(JSON.stringify(whole));
    }
  });

  it('of an open body has no volume', () => {
    const [box, rod] = subject.bodies;
    const opened = { ...box, mesh: { ...box.mesh, triangles: box.mesh.triangles.slice(3) } };
    const [{ volume, areaInside }] = checkSubject({ ...subject, bodies: [opened, rod] }).clips[0].findings;
    expect(volume).toBeNull();
    expect(areaInside!.model).toBeGreaterThan(1);
  });

  it('that reaches into two parts tells the share of each', () => {
    // Two boxes side by side, one body each, and a rod that goes into both.
    const pair = createBoxSubject([[1, 1, 1], [1, 1, 1], [1.4, 0.5, 0.4]], 1, time => [{ at: [-0.6, 0, 0] }, { at: [0.6, 0, 0] }, { at: [0.1, 1.3 - 0.7 * time, 0.02] }]); // biome-ignore format: three boxes
    const volumes = checkSubject(pair).clips[0].findings.map(finding => finding.volume!.model);
    expect(volumes.map(volume => volume.toFixed(4)).sort()).toEqual(['0.0300', '0.0420']);
  });
});

describe('the part of a surface that is inside another', () => {
  it('is what clipping tells, of random boxes in each other', () => {
    const random = createRandom(11);
    const between = (low: number, high: number): number => low + (high - low) * random();
    const place = (far: number): Vector => [between(-far, far), between(-far, far), between(-far, far)];
    const size = (): Vector => [between(0.3, 1), between(0.3, 1), between(0.3, 1)];
    let asked = 0;
    for (let n = 0; n < 100; n++) {
      const boxes: [Box, Box] = [
        { size: size(), at: [5, -3, 2], turn: between(0, 3) },
        { size: size(), at: place(0.7).map((x, k) => x + [5, -3, 2][k]) as Vector, turn: between(0, 3) },
      ];
      const frame = measure(boxes);
      if (!frame) continue; // apart, or one wholly in the other
      const { area, volume } = measureByClipping(boxes);
      expect(frame.area).toBeCloseTo(area, 9);
      expect(frame.volume).toBeCloseTo(volume, 9);
      asked++;
    }
    expect(asked).toBeGreaterThan(40);
  });

  it('is right where edges meet edges and corners', () => {
    for (const at of [[0.5, 0.5, 0.5], [0.75, 0.1, 0.2], [0.5, 0.1, 0.1], [0.6, 0, 0]] as Vector[]) {
      const boxes: [Box, Box] = [{ size: [1, 1, 1], at: [0, 0, 0], turn: 0 }, { size: [1, 0.5, 0.5], at, turn: 0 }]; // biome-ignore format: two boxes
      const frame = measure(boxes);
      const { area, volume } = measureByClipping(boxes);
      expect({ at, volume: frame.volume!.toFixed(9), area: frame.area.toFixed(9) }).toEqual({
        at,
        volume: volume.toFixed(9),
        area: area.toFixed(9),
      });
    } // biome-ignore format: places
  });
});
