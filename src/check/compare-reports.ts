import type { CheckReport, ClipReport, Finding } from './report.ts';
import { summarise } from './write-report.ts';

/** A finding may be this much deeper than a known one and still be that one. */
const GROWTH = 1.1;

/**
 * The report with all findings suppressed as 'known' that another report has too: of an asset of the same name (but for its
 * folder), the same clip and the same regions, at overlapping times, not of a worse class, and not more than a tenth deeper.
 * @example
 * {@includeCode ../../examples/api/check.ts#check}
 */
export function suppressKnown(report: CheckReport, base: CheckReport): CheckReport {
  const known = new Map<string, Finding[]>();
  for (const { asset, clip } of listClips(base)) {
    for (const finding of clip.findings) {
      const key = keyOf(asset, clip, finding);
      known.set(key, [...(known.get(key) ?? []), finding]);
    }
  }
  const isKnown = (asset: string, clip: ClipReport, finding: Finding): boolean =>
    (known.get(keyOf(asset, clip, finding)) ?? []).some(
      other =>
        other.start <= finding.end &&
        finding.start <= other.end &&
        finding.depth.model <= GROWTH * other.depth.model &&
        (other.class === 'through' || finding.class === 'crease'),
    );
  const assets = report.assets.map(asset => ({
    ...asset,
    clips: asset.clips.map(clip => ({
      ...clip,
      findings: clip.findings.map(finding =>
        !finding.suppressed && isKnown(asset.name, clip, finding)
          ? { ...finding, suppressed: 'known' as const }
          : finding,
      ),
    })),
  }));
  return { ...report, summary: summarise(assets), assets };
}

function listClips(report: CheckReport): { asset: string; clip: ClipReport }[] {
  return report.assets.flatMap(({ name, clips }) => clips.map(clip => ({ asset: name, clip })));
}

function keyOf(asset: string, clip: ClipReport, { a, b }: Finding): string {
  const sides = [a, b].map(({ body, joint }) => JSON.stringify([body, joint])).sort();
  return JSON.stringify([asset.split(/[\\/]/).pop(), clip.name, ...sides]);
}
