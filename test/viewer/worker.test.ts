import { beforeAll, describe, expect, it } from 'vitest';
import type { DrawnVolumes, Frame, ViewOptions } from '../../viewer/protocol.ts';
import { openScene } from '../../viewer/worker/open-scene.ts';
import { type Opened, showFrame } from '../../viewer/worker/opened.ts';
import { cases } from '../support/cases.ts';
import { deformDrawnVertex } from './deform-drawn.ts';
import { FILM_KINDS, listScenes, SIMULATIONS } from './scene-kinds.ts';

const plain: ViewOptions = { level: null, overlay: 'none', compares: false, isSplit: false };

/** Everything of a frame but times, which no two runs share. */
function withoutTimes(frame: Frame): Frame {
  return { ...frame, counters: { ...frame.counters, milliseconds: 0, linearMilliseconds: 0 } };
}

/** Of so many vertices one is looked at: a prime, so that all parts of regular meshes are met. */
const SOME = 7;

/** How far what is drawn is from what the library has, as a part of the size of the scene. */
function measureDrawing({ about, positionsOf }: Opened, { poses }: Frame): number {
  const [x0, y0, z0, x1, y1, z1] = about.bounds;
  const size = Math.hypot(x1 - x0, y1 - y0, z1 - z0);
  let worst = 0;
  about.bodies.forEach((body, b) => {
    for (const instance of new Set([0, body.instances - 1])) {
      const wanted = positionsOf(b, instance);
      for (let v = 0; v < wanted.length / 3; v += SOME) {
        const drawn = deformDrawnVertex(body, poses[b], instance, v);
        for (let axis = 0; axis < 3; axis++) {
          const away = Math.abs(drawn[axis] - wanted[3 * v + axis]) / size;
          worst = away <= worst ? worst : away; // NaN is worst
        }
      }
    }
  });
  return worst;
}

function isInside({ shape, data }: DrawnVolumes, volume: number, p: ArrayLike<number>, o: number, slack: number) {
  if (shape === 'sphere') {
    const [x, y, z, radius] = data.subarray(4 * volume, 4 * volume + 4);
    return Math.hypot(p[o] - x, p[o + 1] - y, p[o + 2] - z) <= radius + slack;
  }
  return [0, 1, 2].every(
    axis => p[o + axis] >= data[6 * volume + axis] - slack && p[o + axis] <= data[6 * volume + 3 + axis] + slack,
  );
}

/** The corners of touching triangles that are in no fresh volume, and vertices (some of them) that are in no volume. */
function countOutside(volumes: DrawnVolumes, positions: Float64Array, corners: ArrayLike<number>, isFresh: boolean) {
  let outside = 0;
  for (let k = 0; k < corners.length; k++) {
    const isHeld = Array.from(volumes.isFresh.keys()).some(
      volume => (!isFresh || volumes.isFresh[volume]) && isInside(volumes, volume, positions, 3 * corners[k], 1e-5),
    );
    if (!isHeld) outside++;
  }
  return outside;
}

/** The paper's own number of chairs takes minutes to get anywhere; that it opens is enough here. */
const isShort = (name: string): boolean => name !== 'chairs-3601';

/** One scene of each kind, and what moves by itself; a long run opens the others too: of their models other tests know. */
const kinds = [...FILM_KINDS, ...SIMULATIONS];
const scenes = listScenes(kinds).slice(0, cases(kinds.length, Infinity));

describe.each(scenes)('the scene $name', ({ name, contactStep, title, sentence }) => {
  let opened: Opened;
  beforeAll(() => {
    opened = openScene(name);
  });

  it('opens, and says what it is', () => {
    const { about } = opened;
    expect(about).toMatchObject({ kind: 'opened', scene: name, title, sentence, clips: [] });
    expect(about.poses).toHaveLength(about.bodies.length);
    expect(contactStep).toBeLessThan(about.steps);
    for (let axis = 0; axis < 3; axis++) expect(about.bounds[axis]).toBeLessThan(about.bounds[3 + axis]);
    for (const body of about.bodies) {
      expect(body.positions.every(Number.isFinite)).toBe(true);
      expect(body.triangles.reduce((a, b) => Math.max(a, b), 0)).toBeLessThan(body.positions.length / 3);
      expect(body.jointParents.length).toBe(body.jointPoints.length / 3);
    }
  });

  it('reports contacts, draws what the library poses, and answers alike when asked again', () => {
    const { about } = opened;
    const steps = isShort(name) ? [0, Math.floor(contactStep / 2), contactStep] : [0, 1];
    const shown = steps.map(step => {
      const frame = showFrame(opened, step, plain, []);
      expect(frame.step).toBe(step);
      expect(measureDrawing(opened, frame)).toBeLessThan(1e-6);
      return frame;
    });
    const last = shown[shown.length - 1];
    if (isShort(name)) {
      expect(last.contacts).toBeGreaterThan(0);
      expect(last.touching.some(list => list.length > 0)).toBe(true);
    }
    last.touching.forEach((list, b) => {
      const { triangles, instances } = about.bodies[b];
      expect(list).toEqual(Uint32Array.from(new Set(list)).sort());
      expect(list[list.length - 1] ?? 0).toBeLessThan((instances * triangles.length) / 3);
    });
    for (const { step, counters, volumes } of shown) {
      // What moves by itself is asked about its way to a step: at the first there is none, for whatever method.
      const isAsked = step > 0 || counters.vertices + counters.refits > 0;
      if (!about.overlays.includes('table')) expect(counters.allVertices > 0).toBe(isAsked); // balls need none
      expect(counters.allVolumes > 0).toBe(isAsked);
      expect(volumes).toEqual([]);
    }
    expect(withoutTimes(showFrame(opened, last.step, plain, []))).toEqual(withoutTimes(last));
    expect(about.startStep).toBe(about.canSeek ? contactStep : 0);
    // Moving everything comes to the same answer, where it is asked the same; and what was moved is as much as is counted.
    const compared = showFrame(opened, last.step, { ...plain, compares: true, isSplit: true }, []);
    const { linearContacts, vertices, allVertices } = compared.counters;
    if (!Number.isNaN(linearContacts)) expect(linearContacts).toBe(last.contacts);
    const moved = compared.moved.reduce((sum, list) => sum + list.length, 0);
    expect(moved).toBe(Math.min(vertices, allVertices)); // on its way from contact to contact, a body is moved twice
    if (about.canSeek) {
      for (const before of [0, contactStep - 1]) {
        showFrame(opened, before, plain, []);
        expect(withoutTimes(showFrame(opened, contactStep, plain, []))).toEqual(withoutTimes(last));
      }
    }
  });

  it('draws volumes that hold what they are around, if it has any', () => {
    const { about } = opened;
    if (!about.overlays.includes('volumes') || !isShort(name)) return;
    const level = Math.min(5, about.levels);
    const before = about.canSeek ? showFrame(opened, contactStep, plain, []) : null;
    const frame = showFrame(opened, contactStep + (about.canSeek ? 0 : 1), { ...plain, level, overlay: 'volumes' }, []);
    if (before) expect(frame.counters.vertices).toBe(before.counters.vertices);
    if (before) expect(frame.counters.refits).toBe(before.counters.refits);
    expect(frame.volumes.map(({ body }) => body)).toEqual(about.bodies.map((_, body) => body));
    frame.volumes.slice(0, 2).forEach((volumes, b) => {
      const { triangles, instances } = about.bodies[b];
      const count = volumes.isFresh.length / instances;
      const own = { ...volumes, data: volumes.data.slice(0, (volumes.shape === 'box' ? 6 : 4) * count) };
      own.isFresh = volumes.isFresh.slice(0, count);
      const positions = opened.positionsOf(b, 0);
      const some = Array.from({ length: positions.length / 3 }, (_, v) => v).filter(v => v % 7 === 0);
      expect(countOutside(own, positions, some, false)).toBe(0);
      if (!about.canSeek || about.overlays.includes('table')) return;
      const corners = Array.from(frame.touching[b]).flatMap(t => Array.from(triangles.subarray(3 * t, 3 * t + 3)));
      expect(countOutside(own, positions, corners, true)).toBe(0);
    });
  });
});
