import { round } from '../../src/check/findings/round.ts';
import type { AssetReport, CheckSubject } from '../../src/check/index.ts';
import { measureFrames } from '../../src/check/measure/frames.ts';
import type { ResolvedOptions } from '../../src/check/plan/options.ts';
import { planCheck } from '../../src/check/plan/plan.ts';
import { matchClips } from './scene.ts';

const HEAD = [
  ...['asset', 'clip', 'time_s', 'body_a', 'body_b', 'depth_mm', 'depth_percent', 'sureness', 'volume_mm3'],
  ...['area_inside_mm2', 'vertices_inside', 'touching_pairs'],
];

export function writeCsvHead(): string {
  return `${HEAD.join(',')}\n`;
}

/**
 * A line for each sample of each clip at which two bodies touch, or one itself: for people who make data sets, or draw curves. Samples without a line are
 * free. Volume is left empty where a body is open.
 */
export function writeCsv(asset: AssetReport, subject: CheckSubject, options: ResolvedOptions): string {
  const plan = planCheck(subject, options);
  const numbers = matchClips(subject, asset);
  const mm = 1000 * asset.metres;
  let text = '';
  asset.clips.forEach(({ name, error }, c) => {
    if (error !== undefined || numbers[c] < 0) return;
    for (const frame of measureFrames(plan, subject.clips[numbers[c]])) {
      const { time, bodyA, bodyB, depth, sureness, volume, area, vertices, pairs } = frame;
      const cells = [
        ...[asset.name, name, round(time), subject.bodies[bodyA].name, subject.bodies[bodyB].name],
        ...[round(mm * depth), round((100 * depth) / (plan.height || 1)), round(sureness)],
        ...[volume === null ? '' : round(mm ** 3 * volume), round(mm ** 2 * area), round(vertices), pairs],
      ];
      text += `${cells.map(escapeCell).join(',')}\n`;
    }
  });
  return text;
}

/** In quotes where needed ([RFC4180]); what a spreadsheet would take for a formula begins with a quote of its own. */
function escapeCell(cell: string | number): string {
  if (typeof cell === 'number') return String(cell);
  const plain = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\n\r]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
