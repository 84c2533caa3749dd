import { suppressionOf } from '../issues/gather-issues.ts';
import type { CheckReport, ClipReport, Comparison, Finding, FixedFinding, Issue } from './report.ts';
import { summarise } from './write-report.ts';

/*
 * Two reports of one asset are hardly ever equal to the digit: someone has moved a key, retimed a clip, exported again. A joint turned by
 * a degree takes the end of a limb half as long as the figure is high with it by 0.9 % of the height, most of it along the surface.
 */

/** A finding is worse than a known one if it is deeper by a tenth and this much, in per cent of the height. */
const GROWTH = 1.1;
const NOISE = 0.5;
/** What has no counterpart, in per cent of the height, is no news if it is less deep than this: surfaces that hardly missed each other. */
const SLIGHT = 0.25;
/** Intervals this near each other, in seconds, may be of one contact. */
const NEAR_TIME = 0.2;

/**
 * The report with every finding compared to those of an earlier one: of an asset of the same name (but for its folder), the same clip, the same
 * regions, at overlapping times, in seconds or as parts of the clip, so that a clip may be retimed or cut. It is `worse` if it is
 * deeper by more than a tenth and half a per cent of the height, or goes through what only creased; `better` if it is as much less deep than all there was then;
 * else the `same`. What is the same or better is suppressed as 'known'. Without a counterpart it is `new`, but for two
 * kinds: one that a known contact has spread to, not deeper than that, is `same`; and one less deep than a quarter per cent is suppressed as 'slight'.
 * What the earlier report has and this one not, though the clip was checked, is listed as fixed.
 * @example
 * {@includeCode ../../../examples/api/check.ts#check}
 */
export function compareReports(report: CheckReport, base: CheckReport): CheckReport {
  const earlier = new Map<string, ClipReport>();
  for (const { name, clips } of base.assets) for (const clip of clips) earlier.set(keyOfClip(name, clip), clip);
  const comparison: Comparison = { new: 0, worse: 0, same: 0, better: 0, fixed: [] };
  const assets = report.assets.map(asset => ({
    ...asset,
    clips: asset.clips.map(clip => {
      const before = earlier.get(keyOfClip(asset.name, clip));
      if (before && !clip.error) comparison.fixed.push(...listFixed(asset.name, clip, before));
      return { ...clip, findings: compareFindings(clip, before) };
    }),
  }));
  for (const asset of assets) asset.issues = compareIssues(asset.issues, asset.clips);
  for (const { compared, suppressed } of assets.flatMap(({ clips }) => clips.flatMap(({ findings }) => findings))) {
    if (compared && (!suppressed || suppressed === 'known')) comparison[compared]++;
  }
  return { ...report, summary: summarise(assets), comparison, assets };
}

/** What is part of a known issue but is news itself stands alone. */
function compareIssues(issues: readonly Issue[], clips: readonly ClipReport[]): Issue[] {
  const compared = issues.map(issue => compareIssue(issue, clips));
  const known = new Set(compared.filter(({ suppressed }) => suppressed).map(({ id }) => id));
  return compared.map(({ under, ...issue }) => {
    const standsAlone = under === undefined || (known.has(under) && !issue.suppressed);
    return standsAlone ? issue : { ...issue, under };
  });
}

/** An issue is new if all of its findings are, worse if one of them is or is new, better if one is and no other is worse. */
function compareIssue(issue: Issue, clips: readonly ClipReport[]): Issue {
  const findings = issue.findings.flatMap(([clip, finding]) => clips[clip]?.findings[finding] ?? []);
  const changes = new Set(
    findings.flatMap(({ compared, suppressed }) => (compared && suppressed !== 'slight' ? [compared] : [])),
  );
  if (changes.size === 0 || issue.suppressed === 'min-severity') return issue;
  const isNew = changes.has('new') && changes.size === 1;
  const isWorse = changes.has('worse') || changes.has('new');
  const compared = isNew ? 'new' : isWorse ? 'worse' : changes.has('better') ? 'better' : 'same';
  return { ...issue, compared, ...suppressionOf(findings) };
}

function keyOfClip(asset: string, { name }: ClipReport): string {
  return JSON.stringify([asset.split(/[\\/]/).pop(), name]);
}

/** What is suppressed for another reason is not compared. */
function compareFindings(clip: ClipReport, before: ClipReport | undefined): Finding[] {
  const first = clip.findings.map(finding => (finding.suppressed ? finding : compareToBefore(clip, finding, before)));
  return first.map(finding => {
    if (finding.compared !== 'new') return finding;
    const hasSpread = first.some(
      other =>
        other.contact === finding.contact &&
        other.class === finding.class &&
        (other.compared === 'same' || other.compared === 'better') &&
        other.depth.percent >= finding.depth.percent,
    );
    if (hasSpread) return { ...finding, compared: 'same', suppressed: 'known' };
    return finding.depth.percent < SLIGHT ? { ...finding, suppressed: 'slight' } : finding;
  });
}

function compareToBefore(clip: ClipReport, finding: Finding, before: ClipReport | undefined): Finding {
  const matches = before ? before.findings.filter(other => areOne(clip, finding, before, other)) : [];
  if (matches.length === 0) return { ...finding, compared: 'new' };
  const deepest = (found: Finding[]): Finding => found.reduce((p, q) => (q.depth.percent > p.depth.percent ? q : p));
  const alike = matches.filter(other => other.class === 'through' || finding.class === 'crease');
  const known = deepest(alike.length > 0 ? alike : matches);
  const was = known.depth;
  if (alike.length === 0) {
    // It only creased. A crease may be taken for more where it is slight: no news then, as of what was not there at all.
    return finding.depth.percent < SLIGHT
      ? { ...finding, compared: 'same', was, suppressed: 'known' }
      : { ...finding, compared: 'worse', was };
  }
  if (isDeeper(finding, known)) return { ...finding, compared: 'worse', was };
  // Of two intervals near each other the less deep one has the deeper one as a counterpart too: it is no better for that.
  const isBetter = alike.every(other => isDeeper(other, finding));
  return { ...finding, compared: isBetter ? 'better' : 'same', was, suppressed: 'known' };
}

function isDeeper(one: Finding, other: Finding): boolean {
  return !(one.depth.percent <= GROWTH * other.depth.percent + NOISE);
}

/** Findings that count, of regions that touch no more then, nor does any other of the same contact. */
function listFixed(asset: string, clip: ClipReport, before: ClipReport): FixedFinding[] {
  const isLeft = before.findings.map(other => clip.findings.some(finding => areOne(clip, finding, before, other)));
  const left = new Set(before.findings.filter((_, k) => isLeft[k]).map(({ contact }) => contact));
  return before.findings
    .filter(({ suppressed, contact }) => (!suppressed || suppressed === 'known') && !left.has(contact))
    .map(({ compared: _, was: __, suppressed: ___, ...finding }) => ({ asset, clip: clip.name, finding }));
}

/** Whether two findings may be of one thing: the same regions, at overlapping times. */
function areOne(clip: ClipReport, finding: Finding, before: ClipReport, other: Finding): boolean {
  if (keyOfRegions(finding) !== keyOfRegions(other)) return false;
  const length = clip.end - clip.start;
  const lengthBefore = before.end - before.start;
  // Intervals that reach over the seam of a clip that loops end after it: they are compared one round on and one back, too.
  const rounds = finding.end > clip.end || other.end > before.end ? 1 : 0;
  if (areNear(finding, other, NEAR_TIME, rounds * lengthBefore)) return true;
  if (!(length > 0 && lengthBefore > 0)) return false;
  const shareOf = ({ start, end }: Finding, { start: from }: ClipReport, whole: number) => ({
    start: (start - from) / whole,
    end: (end - from) / whole,
  });
  return areNear(shareOf(finding, clip, length), shareOf(other, before, lengthBefore), NEAR_TIME / length, rounds);
}

interface Interval {
  start: number;
  end: number;
}

function areNear(p: Interval, q: Interval, gap: number, round: number): boolean {
  return [-round, 0, round].some(shift => p.start + shift <= q.end + gap && q.start <= p.end + shift + gap);
}

function keyOfRegions({ a, b }: Finding): string {
  return [a, b]
    .map(({ body, joint }) => JSON.stringify([body, joint]))
    .sort()
    .join();
}
