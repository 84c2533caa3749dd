import { describe, expect, it } from 'vitest';
import { writeCsv, writeCsvHead } from '../../cli/reports/csv.ts';
import { checkSubject } from '../../src/check/index.ts';
import { measureFrames } from '../../src/check/measure/frames.ts';
import { resolveOptions } from '../../src/check/plan/options.ts';
import { planCheck } from '../../src/check/plan/plan.ts';
import { createBall } from '../support/closed-meshes.ts';
import { createBoxSubject } from './box-subject.ts';

describe('frames', () => {
  it('tell volume, depth, area and vertices of boxes that go into each other', () => {
    const subject = createBoxSubject([[2, 2, 2], [2, 1, 1]], 1, time => [{ at: [0, 0, 0] }, { at: [2.5 - time, 0.1, 0.2] }]); // biome-ignore format: two boxes
    const plan = planCheck(subject);
    const frames = measureFrames(plan, subject.clips[0]);
    expect(frames.length).toBe(16); // of 31, from where they begin to touch
    for (const { time, volume, depth, area, vertices, sureness } of frames.slice(1)) {
      const far = time - 0.5; // beyond the face it goes in by
      expect(volume).toBeCloseTo(far, 4); // boxes are rounded outward to float32
      expect(depth).toBeCloseTo(far, 6); // of the corner that is farthest from all other faces
      expect(vertices).toBe(4 / 16);
      expect(area).toBeGreaterThan(1); // the face that is in
      expect(sureness).toBe(1);
    }
  });

  it('tell the volume that two balls have in common, to 2 %', () => {
    const subject = createBoxSubject([[1, 1, 1], [1, 1, 1]], 1, time => [{ at: [0, 0, 0] }, { at: [2 - time, 0.01, 0.02] }]); // biome-ignore format: two bodies
    const mesh = createBall(24, 48);
    const balls = { ...subject, bodies: subject.bodies.map(body => ({ ...body, mesh })) };
    const last = measureFrames(planCheck(balls), balls.clips[0]).at(-1)!;
    const d = Math.hypot(1, 0.01, 0.02);
    const lens = (Math.PI * (2 - d) ** 2 * (d * d + 4 * d)) / (12 * d);
    expect(Math.abs(last.volume! / lens - 1)).toBeLessThan(0.02);
  });

  it('leave the volume of an open body out', () => {
    const subject = createBoxSubject([[2, 2, 2], [2, 1, 1]], 1, time => [{ at: [0, 0, 0] }, { at: [2.5 - time, 0.1, 0.2] }]); // biome-ignore format: two boxes
    const [box, rod] = subject.bodies;
    const opened = { ...box, mesh: { ...box.mesh, triangles: box.mesh.triangles.slice(3) } };
    const frames = measureFrames(planCheck({ ...subject, bodies: [opened, rod] }), subject.clips[0]);
    expect(frames.length).toBeGreaterThan(0);
    expect(frames.every(({ volume }) => volume === null)).toBe(true);
  });

  it('are lines of CSV that a spreadsheet reads as they are meant', () => {
    const subject = createBoxSubject([[2, 2, 2], [2, 1, 1]], 1, time => [{ at: [0, 0, 0] }, { at: [2.5 - time, 0.1, 0.2] }]); // biome-ignore format: two boxes
    const [box, rod] = subject.bodies;
    const named = {
      ...subject,
      bodies: [
        { ...box, name: '=SUM(A1)' },
        { ...rod, name: 'a "b", c' },
      ],
    };
    const lines = writeCsv({ ...checkSubject(named), name: 'x.glb' }, named, resolveOptions())
      .trimEnd()
      .split('\n');
    const columns = writeCsvHead().trimEnd().split(',').length;
    expect(lines).toHaveLength(16);
    expect(lines[0]).toContain(`x.glb,move,`);
    expect(lines[0]).toContain(`,'=SUM(A1),"a ""b"", c",`);
    for (const line of lines) expect(line.replace('"a ""b"", c"', 'b').split(',')).toHaveLength(columns);
  });
});
