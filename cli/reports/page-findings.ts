import { countsAlone } from '../../src/check/findings/write-report.ts';
import type { AssetReport, Finding, Issue } from '../../src/check/index.ts';
import { formatLink } from './deep-link.ts';
import { escapeMarkup } from './escape.ts';

/** A finding with where it is in the report, and in the page. */
export interface Listed {
  finding: Finding;
  issue: Issue;
  clip: number;
  /** Its number within the clip. */
  number: number;
  /** Its number in the page. */
  k: number;
  /** The number of the row that tells it; -1 for those that are suppressed. */
  row: number;
}

/** An issue that stands alone: a row of the page. */
export interface Row {
  issue: Issue;
  /** Its findings clip by clip, that of the worst first, in each by time. */
  findings: Listed[];
  worst: Listed;
  /** The worst finding of each issue that is part of this one. */
  under: Listed[];
}

export interface Listing {
  rows: Row[];
  suppressed: Listed[];
  /** All of these, by their numbers in the page. */
  listed: Listed[];
  /** How many findings of issues that stand alone are left out. */
  left: number;
}

/** Findings of one asset that the page lists, and of one issue, the worst of them; the JSON report has all. */
const MOST_LISTED = 1000;
const MOST_OF_ISSUE = 50;

/** The findings of an asset as the page lists them: those of each issue that stands alone, in the order of the report, then the suppressed ones. */
export function listFindings({ clips, issues }: AssetReport): Listing {
  const listed: Listed[] = [];
  const add = (issue: Issue, [clip, number]: readonly [number, number], row: number): Listed => {
    const entry = { finding: clips[clip].findings[number], issue, clip, number, k: listed.length, row };
    listed.push(entry);
    return entry;
  };
  const countingOf = ({ findings }: Issue) => findings.filter(([c, n]) => !clips[c].findings[n].suppressed);
  const rows: Row[] = [];
  let left = 0;
  for (const issue of issues.filter(countsAlone)) {
    const counting = countingOf(issue);
    const places = counting.slice(0, Math.min(MOST_OF_ISSUE, Math.max(0, MOST_LISTED - listed.length)));
    left += counting.length - places.length;
    if (places.length === 0) continue;
    const inOrder = orderByClip(places, clips);
    const findings = inOrder.map(place => add(issue, place, rows.length));
    const under = issues
      .filter(other => other.under === issue.id && !other.suppressed)
      .flatMap(other =>
        countingOf(other)
          .slice(0, 1)
          .map(place => add(other, place, rows.length)),
      );
    rows.push({ issue, findings, worst: findings[inOrder.indexOf(places[0])], under });
  }
  const suppressed = issues
    .flatMap(issue => issue.findings.map(place => ({ issue, place })))
    .filter(({ issue, place: [c, n] }) => issue.suppressed || clips[c].findings[n].suppressed)
    .slice(0, Math.max(0, MOST_LISTED - listed.length))
    .map(({ issue, place }) => add(issue, place, -1));
  return { rows, suppressed, listed, left };
}

/** Clips in the order of their worst findings; within a clip by time. */
function orderByClip(places: readonly [number, number][], clips: AssetReport['clips']): [number, number][] {
  const order = [...new Set(places.map(([clip]) => clip))];
  const startOf = ([c, n]: [number, number]): number => clips[c].findings[n].start;
  return [...places].sort(
    (p, q) => order.indexOf(p[0]) - order.indexOf(q[0]) || startOf(p) - startOf(q) || p[1] - q[1],
  );
}

/** The address of a finding in the page, escaped. */
export function linkTo(asset: AssetReport, { finding, clip }: Listed): string {
  const link = { asset: asset.name, clip: asset.clips[clip].name, time: finding.worst, finding: finding.id };
  return escapeMarkup(formatLink(link));
}
