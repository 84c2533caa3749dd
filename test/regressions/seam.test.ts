import { describe, expect, it } from 'vitest';
import { printReport } from '../../cli/print-report.ts';
import { writeLanes } from '../../cli/reports/html-lanes.ts';
import { listFindings } from '../../cli/reports/page-findings.ts';
import { assembleReport, reportClip } from '../../src/check/findings/write-report.ts';
import { type CheckReport, checkSubject } from '../../src/check/index.ts';
import { measureVertexDepths } from '../../src/check/measure/vertex-depths.ts';
import { resolveOptions } from '../../src/check/plan/options.ts';
import { planCheck } from '../../src/check/plan/plan.ts';
import { joinObservations, observeClip } from '../../src/check/scan/observe-clip.ts';
import { createBoxSubject } from '../check/box-subject.ts';

/** A box that goes to and fro in 2 s, and is in the other around 0 s and 2 s; with a `shift` of 1 around 1 s. */
function createRound(shift: number, turns = 1) {
  return createBoxSubject(
    [
      [1, 1, 1],
      [1, 0.8, 0.8],
    ],
    2,
    time => {
      const angle = Math.PI * turns * (time + shift);
      return [{ at: [0, 0, 0] }, { at: [2 - 1.1 * Math.cos(angle), 0.02, 0.03] }];
    },
  );
}

describe('a clip that loops', () => {
  const check = (shift: number, turns?: number) =>
    checkSubject({ ...createRound(shift, turns), rest: createRound(1).rest }, { fps: 30 });

  it('has one finding over its seam, as it has elsewhere', () => {
    const [within] = check(1).clips[0].findings;
    expect(within.wraps).toBeUndefined();
    const findings = check(0).clips[0].findings;
    expect(findings).toHaveLength(1);
    const [{ start, end, worst, wraps, depth }] = findings;
    expect(wraps).toBe(true);
    expect(start).toBeCloseTo(within.start + 1, 3);
    expect(end).toBeCloseTo(within.end + 1, 3);
    expect(end).toBeGreaterThan(2);
    expect(worst).toBeGreaterThanOrEqual(0);
    expect(worst).toBeLessThanOrEqual(2);
    expect(depth.model).toBeCloseTo(within.depth.model, 5);
  });

  it('is not told of one that ends elsewhere than it begins', () => {
    const findings = check(0, 0.95).clips[0].findings;
    for (const { end, wraps } of findings) expect([end <= 2, wraps]).toEqual([true, undefined]);
  });

  it('is the same however it is cut', () => {
    const subject = { ...createRound(0), rest: createRound(1).rest };
    const plan = planCheck(subject);
    const [clip] = subject.clips;
    const whole = observeClip(plan, clip);
    expect(whole.loops).toBe(true);
    const parts = [observeClip(plan, clip, 0, 7), observeClip(plan, clip, 7, 20), observeClip(plan, clip, 20)];
    expect(JSON.stringify(joinObservations(parts, 1 / plan.options.fps))).toBe(JSON.stringify(whole));
    const { findings } = reportClip(plan, clip, whole);
    const [{ depths }] = measureVertexDepths(plan, clip, findings);
    expect(Math.max(...depths)).toBeCloseTo(findings[0].depth.model, 5);
  });

  it('is told in words and drawn as two bars', () => {
    const report: CheckReport = assembleReport(resolveOptions(), [check(0)]);
    expect(printReport(report, { hasColors: false, listsAll: true })).toMatch(/ - 2\.\d{3} s \(over the seam\), worst/);
    const bars = writeLanes(report.assets[0], listFindings(report.assets[0]).rows).match(
      /left:[\d.]+%;width:[\d.]+%/g,
    )!;
    const ends = bars.map(bar => bar.match(/[\d.]+/g)!.map(Number)).map(([left, width]) => [left, left + width]);
    const { start, end } = report.assets[0].clips[0].findings[0];
    expect(ends.flat().map(Math.round)).toEqual([50 * start, 100, 0, 50 * (end - 2)].map(Math.round));
  });
});
