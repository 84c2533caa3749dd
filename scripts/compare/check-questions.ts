import type { AssetReport, CheckSubject, ClipReport } from '../../src/check/index.ts';
import type { Observations } from '../../src/check/scan/observe-clip.ts';
import type { Answer } from './digest.ts';
import type { Library } from './library.ts';

/** Clips of a file that are checked. */
const MOST_CLIPS = 2;

/**
 * What `check` says of a subject. Clip by clip: which regions touch, and when they begin and cease to; the findings that are made of
 * it. Finding by finding: how deep it is at the worst, and how many pairs of triangles touch there, with its class in front.
 */
export function askCheck(library: Library, subject: CheckSubject): Record<string, Answer[]> {
  const { planCheck, observeClip, reportClip, reportAsset } = library.check;
  const chosen = { ...subject, clips: subject.clips.slice(0, MOST_CLIPS) };
  const plan = planCheck(chosen, {});
  const seen = chosen.clips.map(clip => observeClip(plan, clip));
  const clips = seen.map((observations, c) => reportClip(plan, chosen.clips[c], observations));
  return {
    'check: regions and times': seen.map(writeRegions),
    'check: depths': clips.flatMap(writeDepths),
    'check: findings': [writeAsset(reportAsset(plan, clips)), ...clips.map(writeFindings)],
  };
}

function writeRegions({ contacts, changes, samples, deviation }: Observations): Answer {
  const regions = contacts.map(({ time, regionA, regionB }) => [time, regionA, regionB]);
  return { count: contacts.length, parts: [JSON.stringify([regions, changes]), [samples, deviation]] };
}

function writeDepths({ findings }: ClipReport): Answer[] {
  return findings.map(({ worst, depth, depthBy, pairs, area, point, class: label }) => ({
    count: 1,
    label,
    parts: [depthBy, [worst, depth.model, pairs, area.model, ...point]],
  }));
}

function writeAsset({ bodies, rest, height, gaps }: AssetReport): Answer {
  return { count: rest.length, parts: [JSON.stringify({ bodies, rest, height, gaps })] };
}

/**
 * Which regions touch from when to when. Classes and depths are asked for by themselves. What goes over the seam of a clip that
 * loops is one finding now and was two: it is cut there.
 */
function writeFindings({ name, error, start, end, findings }: ClipReport): Answer {
  const spans = findings.flatMap(({ a, b, start: from, end: to }) => {
    const joints = [a.joint, b.joint].sort().join(':');
    return to > end
      ? [writeSpan(joints, from, end), writeSpan(joints, start, to - (end - start))]
      : [writeSpan(joints, from, to)];
  });
  return { count: findings.length, parts: [JSON.stringify({ name, error, start, end, spans: spans.sort() })] };
}

/** To a tenth of a millisecond: times of reports are rounded. */
function writeSpan(joints: string, from: number, to: number): string {
  return `${joints} ${from.toFixed(4)} ${to.toFixed(4)}`;
}
