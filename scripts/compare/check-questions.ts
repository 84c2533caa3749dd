import type { AssetReport, CheckSubject, ClipReport } from '../../src/check/index.ts';
import type { Observations } from '../../src/check/scan/observe-clip.ts';
import type { Answer } from './digest.ts';
import type { Library } from './library.ts';

/** Clips of a file that are checked. */
const MOST_CLIPS = 2;

/**
 * What `check` says of a subject. Clip by clip: pairs of triangles that touch, by time; which regions they are of, when those
 * begin and cease to touch; the findings that are made of it. Contact by contact: how deep it is, with its class in front.
 */
export function askCheck(library: Library, subject: CheckSubject): Record<string, Answer[]> {
  const { planCheck, observeClip, reportClip, reportAsset } = library.check;
  const chosen = { ...subject, clips: subject.clips.slice(0, MOST_CLIPS) };
  const plan = planCheck(chosen, {});
  const seen = chosen.clips.map(clip => observeClip(plan, clip));
  const clips = seen.map((observations, c) => reportClip(plan, chosen.clips[c], observations));
  return {
    'check: pairs that touch': seen.map(countPairs),
    'check: regions and times': seen.map(writeRegions),
    'check: depths': seen.flatMap(writeDepths),
    'check: findings': [writeAsset(reportAsset(plan, clips)), ...clips.map(writeFindings)],
  };
}

/** Whatever regions they are of. */
function countPairs({ contacts }: Observations): Answer {
  const counts = new Map<number, number>();
  for (const { time, pairs } of contacts) counts.set(time, (counts.get(time) ?? 0) + pairs);
  const count = contacts.reduce((sum, { pairs }) => sum + pairs, 0);
  return { count, parts: [[...counts].sort(([s], [t]) => s - t).flat()] };
}

/** Areas are sums over triangles, in an order that is not promised: to 12 digits. */
function writeRegions({ contacts, changes, samples, deviation }: Observations): Answer {
  const regions = contacts.map(({ time, regionA, regionB, pairs, area, materialsA, materialsB }) => [
    [time, regionA, regionB, pairs, Number(area.toPrecision(12))],
    materialsA,
    materialsB,
  ]);
  return { count: contacts.length, parts: [JSON.stringify([regions, changes]), [samples, deviation]] };
}

function writeDepths({ contacts }: Observations): Answer[] {
  return contacts.map(({ depth, depthBy, point, isCrease }) => ({
    count: 1,
    label: isCrease ? 'crease' : 'through',
    parts: [depthBy, [depth, ...point]],
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
