import type { AssetReport, Finding } from '../../src/check/index.ts';

/** Findings of one contact together, the deepest first; contacts by their deepest. */
export function groupContacts(findings: readonly Finding[]): Finding[][] {
  const groups = new Map<number, Finding[]>();
  for (const finding of findings) groups.set(finding.contact, [...(groups.get(finding.contact) ?? []), finding]);
  return [...groups.values()].map(group => group.sort(byDepth)).sort((p, q) => byDepth(p[0], q[0]));
}

/** How many contacts of a class count in a report: what people call collisions and creases. */
export function countContacts(assets: readonly AssetReport[], kind: Finding['class']): number {
  return assets
    .flatMap(asset => asset.clips)
    .map(clip => groupContacts(clip.findings.filter(f => !f.suppressed && f.class === kind)).length)
    .reduce((a, b) => a + b, 0);
}

export function byDepth(p: Finding, q: Finding): number {
  return q.depth.model - p.depth.model || p.start - q.start;
}
