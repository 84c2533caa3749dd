import { describe, expect, it } from 'vitest';
import { compareReports } from '../../src/check/findings/compare-reports.ts';
import { assembleReport, reportClip } from '../../src/check/findings/write-report.ts';
import { type CheckOptions, checkSubject, type Finding } from '../../src/check/index.ts';
import { resolveOptions } from '../../src/check/plan/options.ts';
import { planCheck } from '../../src/check/plan/plan.ts';
import { listSampleTimes } from '../../src/check/plan/sample-times.ts';
import { joinObservations, observeClip } from '../../src/check/scan/observe-clip.ts';
import { createBoxSubject } from './box-subject.ts';

/** Two unit boxes of 1 m; the second comes from 3 m away at 1 m/s and goes on: they touch from 2 s to 4 s. */
function createPassing(speed = 1, thickness = 1) {
  return createBoxSubject(
    [
      [1, 1, 1],
      [thickness, 0.8, 0.8],
    ],
    6 / speed,
    time => [{ at: [0, 0, 0] }, { at: [3 - speed * time, 0.02, 0.03] }],
  );
}

function findIn(subject: ReturnType<typeof createPassing>, options?: CheckOptions): Finding[] {
  return checkSubject(subject, options).clips[0].findings;
}

describe('findings', () => {
  it('begin and end when surfaces begin and cease to touch, whatever the samples', () => {
    for (const fps of [30, 7, 2.9]) {
      const findings = findIn(createPassing(), { fps });
      // Wholly inside, boxes touch nothing: the second is thinner than the first only in y and z.
      expect(findings).toHaveLength(1);
      const [{ start, end, rule, a, b }] = findings;
      expect(start).toBeCloseTo(2, 3);
      expect(end).toBeCloseTo(4, 3);
      expect(rule).toBe('pair/through');
      expect([a.body, b.body].sort()).toEqual(['box 0', 'box 1']);
    }
  });

  it('are found between two samples at which nothing touches, with a time at which it does', () => {
    const subject = createPassing(100, 0.01);
    const findings = findIn(subject, { fps: 20 });
    const { times } = listSampleTimes(subject.clips[0], 20, 1000);
    for (const time of times) expect(Math.abs(Math.abs(3 - 100 * time) - 0.5)).toBeGreaterThan(0.005);
    expect(findings).toHaveLength(1);
    const [{ start, end, worst, suppressed }] = findings;
    expect(suppressed).toBeUndefined();
    expect(start).toBeCloseTo(0.02495, 4);
    expect(end).toBeCloseTo(0.03505, 4);
    // At the worst time the plate crosses a face of the box: it is not wholly inside, nor outside.
    const place = Math.abs(3 - 100 * worst);
    expect(place).toBeGreaterThan(0.495);
    expect(place).toBeLessThan(0.505);
  });

  it('that no pose shows are suppressed as grazes', () => {
    // The second box jumps from one side to the other: it passes the first on the straight way, and in no pose.
    const subject = createBoxSubject(
      [
        [1, 1, 1],
        [0.1, 0.8, 0.8],
      ],
      0.1,
      time => [{ at: [0, 0, 0] }, { at: [time < 0.047 ? 3 : -3, 0.02, 0.03] }],
    );
    const findings = checkSubject(subject, { fps: 10, maxDeviation: 100 }).clips[0].findings;
    expect(findings.map(({ suppressed }) => suppressed)).toEqual(['graze']);
  });

  it('are deepest where a corner is deepest inside, in units, millimetres and per cent of the height', () => {
    // A corner of the second box pokes into the first by 0.2 - |t - 1| / 10, on three sides.
    const subject = createBoxSubject(
      [
        [1, 1, 1],
        [1, 1, 1],
      ],
      2,
      time => {
        const apart = 0.8 + Math.abs(time - 1) / 10;
        return [{ at: [0, 0, 0] }, { at: [apart, apart + 0.01, apart + 0.02] }];
      },
    );
    subject.metres = 0.5;
    const [{ depth, depthBy, worst, point, area, start, end }] = findIn(
      { ...subject, checks: { self: [], pairs: [[0, 1]] } },
      { rest: false },
    );
    expect(worst).toBeCloseTo(1, 6);
    expect(depth.model).toBeCloseTo(0.18, 5);
    expect(depth.mm).toBeCloseTo(90, 2);
    expect(depthBy).toBe('vertices');
    expect(point.map(x => Math.abs(x)).every(x => x > 0.29 && x < 0.51)).toBe(true);
    expect(area.mm2).toBeCloseTo(area.model * 0.25e6, -1);
    expect([start, end]).toEqual([0, 2]);
  });

  it('leave out what touches at rest, until something else of the two regions touches', () => {
    const stuck = createBoxSubject(
      [
        [1, 1, 1],
        [1, 1, 1],
      ],
      3,
      time => [
        { at: [0, 0, 0] },
        { at: [0.9, 0.01 + (time > 1 ? time - 1 : 0) / 10, 0.02], turn: time > 2 ? 0.9 * (time - 2) : 0 },
      ],
    );
    const report = checkSubject(stuck);
    expect(report.rest).toHaveLength(1);
    expect(report.rest[0].pairs).toBeGreaterThan(4);
    const always = checkSubject(stuck, { rest: false });
    expect(always.rest).toEqual([]);
    expect(always.clips[0].findings.map(({ start, end }) => [start, end])).toEqual([[0, 3]]);
    for (const { start } of report.clips[0].findings) expect(start).toBeGreaterThan(1);
  });

  it('of the same regions less than a frame apart are one', () => {
    // Touches, parts for 0.02 s, touches again.
    const subject = createBoxSubject(
      [
        [1, 1, 1],
        [1, 0.8, 0.8],
      ],
      2,
      time => [{ at: [0, 0, 0] }, { at: [Math.abs(time - 1) < 0.01 ? 1.1 : time < 0.3 ? 2 : 0.95, 0.02, 0.03] }],
    );
    subject.clips[0].keyTimes = Float64Array.of(0, 0.3, 0.985, 0.99, 1, 1.01, 1.015, 2);
    expect(findIn(subject, { fps: 10 })).toHaveLength(1);
    expect(findIn(subject, { fps: 200 })).toHaveLength(2);
  });
});

describe('suppression', () => {
  const [plain] = findIn(createPassing());

  it.each<[CheckOptions, string]>([
    [{ ignore: ['box 0:box 1'] }, 'ignored'],
    [{ ignore: ['box 1:*'] }, 'ignored'],
    [{ ignore: ['paint 0:PAINT*'] }, 'ignored'],
    [{ minDepth: '99%' }, 'min-depth'],
    [{ minDepth: 10 }, 'min-depth'],
    [{ minArea: '100m2' }, 'min-area'],
    [{ minDuration: 2.5 }, 'min-duration'],
  ])('%j: %s', (options, reason) => {
    const [finding] = findIn(createPassing(), options);
    expect(finding.suppressed).toBe(reason);
    const { suppressed: _, ...rest } = finding;
    expect(rest).toEqual(plain);
  });

  it.each<CheckOptions>([
    { ignore: ['box 0:box 0'] },
    { ignore: ['box:box 1'] },
    { minDepth: '1mm' },
    { minArea: '1cm2' },
    { minDuration: 1.9 },
  ])('%j leaves it', options => {
    expect(findIn(createPassing(), options)[0].suppressed).toBeUndefined();
  });

  it.each<[CheckOptions, RegExp]>([
    [{ fps: 0 }, /^check: fps is 0; give a number from/],
    [{ minDepth: '2 furlongs' }, /^check: minDepth is "2 furlongs"; give a length/],
    [{ minArea: 'big' }, /^check: minArea is "big"; give an area/],
    [{ ignore: ['hand'] }, /^check: ignore is "hand"; give two names with a colon between/],
    [{ maxSamples: 1 }, /^check: maxSamples is 1; give/],
  ])('%j is refused', (options, message) => {
    expect(() => resolveOptions(options)).toThrow(message);
  });
});

describe('a known report', () => {
  const reportOf = (subject: ReturnType<typeof createPassing>) =>
    assembleReport(resolveOptions(), [{ ...checkSubject(subject), name: 'some/folder/boxes.glb' }]);
  const known = reportOf(createPassing());

  it('suppresses what it has, whatever the folder, and changes nothing else', () => {
    const again = { ...known, assets: [{ ...known.assets[0], name: 'boxes.glb' }] };
    const compared = compareReports(again, known);
    expect(compared.assets[0].clips[0].findings.map(({ suppressed }) => suppressed)).toEqual(['known']);
    expect(compared.summary).toEqual({
      ...known.summary,
      ...{ collisions: 0, joints: 0, layered: 0, through: 0, suppressed: 1 },
    });
    expect(again.assets[0].clips[0].findings[0].suppressed).toBeUndefined();
  });

  it('does not suppress what is deeper, at other times, of other regions, in other clips or files', () => {
    const change = (make: (finding: Finding) => Partial<Finding>) => ({
      ...known,
      assets: known.assets.map(asset => ({
        ...asset,
        clips: asset.clips.map(clip => ({ ...clip, findings: clip.findings.map(f => ({ ...f, ...make(f) })) })),
      })),
    });
    const bases = [
      change(f => ({ depth: { ...f.depth, percent: 0.8 * f.depth.percent - 0.5 } })),
      change(() => ({ start: 0, end: 0.1 })),
      change(f => ({ a: { ...f.a, joint: 'other' } })),
      change(() => ({ class: 'crease' })),
      { ...known, assets: known.assets.map(asset => ({ ...asset, name: 'other.glb' })) },
      {
        ...known,
        assets: known.assets.map(asset => ({ ...asset, clips: asset.clips.map(clip => ({ ...clip, name: 'other' })) })),
      },
    ];
    for (const base of bases) expect(compareReports(known, base).summary).toEqual(known.summary);
  });
});

describe('observations', () => {
  it('are the same bytes however a clip is cut', () => {
    const subject = createBoxSubject(
      [
        [1, 1, 1],
        [0.4, 2, 0.3],
        [0.2, 0.2, 3],
      ],
      2,
      time => [
        { at: [0, 0, 0], turn: 3 * time },
        { at: [1.2 - time, 0.1, 0.05], turn: 5 * time },
        { at: [Math.sin(9 * time), 0.2, 0], turn: -4 * time },
      ],
    );
    const plan = planCheck(subject, { fps: 12 });
    const [clip] = subject.clips;
    const whole = observeClip(plan, clip);
    expect(whole.contacts.length).toBeGreaterThan(30);
    expect(whole.changes.length).toBeGreaterThan(6);
    const last = listSampleTimes(clip, 12, 1000).times.length - 1;
    for (const cuts of [[7], [1, 2, 3, 20], Array.from({ length: last - 1 }, (_, k) => k + 1)]) {
      const ends = [0, ...cuts, last];
      const parts = ends.slice(1).map((to, k) => observeClip(plan, clip, ends[k], to));
      expect(JSON.stringify(joinObservations(parts, 1 / plan.options.fps))).toBe(JSON.stringify(whole));
    }
    expect(JSON.stringify(reportClip(plan, clip, observeClip(plan, clip)))).toBe(
      JSON.stringify(reportClip(plan, clip, whole)),
    );
  });

  it('take samples at keys, no farther apart than a frame, and the start and the end', () => {
    const clip = {
      name: 'clip',
      start: 0.25,
      end: 2,
      keyTimes: Float64Array.of(0.25, 0.26, 1, 1.0000001, 2),
      poseAt: () => {},
    };
    const { times, isCut } = listSampleTimes(clip, 10, 1000);
    for (const time of [0.25, 0.26, 1, 2]) expect([...times]).toContain(time);
    times.forEach((time, k) => {
      if (k > 0) expect(time - times[k - 1]).toBeLessThanOrEqual(0.1 + 1e-6);
    });
    expect(isCut).toBe(false);
    const cut = listSampleTimes(clip, 10, 5);
    expect([cut.times.length, cut.isCut]).toEqual([5, true]);
    expect([...listSampleTimes({ ...clip, end: 0.25 }, 10, 5).times]).toEqual([0.25]);
  });
});
