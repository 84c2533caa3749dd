import type { AssetReport, Finding } from '../../src/check/index.ts';
import { byDepth } from './contacts.ts';
import { formatLink } from './deep-link.ts';
import { escapeMarkup } from './escape.ts';

/** Findings of one asset that the page lists; the JSON report has all. */
const MOST_LISTED = 1000;

/** A finding with where it is in the report. */
export interface Listed {
  finding: Finding;
  clip: number;
  /** Its number within the clip. */
  number: number;
}

/** The findings of an asset as the page lists them: collisions, creases, suppressed ones, each by depth. */
export function listFindings(asset: AssetReport): { listed: Listed[]; left: number } {
  const all = asset.clips.flatMap(({ findings }, clip) =>
    findings.map((finding, number): Listed => ({ finding, clip, number })),
  );
  const rank = ({ finding }: Listed): number => (finding.suppressed ? 2 : finding.class === 'crease' ? 1 : 0);
  all.sort((p, q) => rank(p) - rank(q) || byDepth(p.finding, q.finding) || p.clip - q.clip || p.number - q.number);
  return { listed: all.slice(0, MOST_LISTED), left: Math.max(0, all.length - MOST_LISTED) };
}

export interface Numbered extends Listed {
  /** Its number in the page. */
  k: number;
}

/** The address of a finding in the page, escaped. */
export function linkTo(asset: AssetReport, { finding, clip }: Listed): string {
  const link = { asset: asset.name, clip: asset.clips[clip].name, time: finding.worst, finding: finding.id };
  return escapeMarkup(formatLink(link));
}
