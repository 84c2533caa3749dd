import type { AssetReport, Finding, Issue } from '../../src/check/index.ts';

/** Where the worst finding of an issue is that is not suppressed: after a baseline the first of all may be known. The first, if all are. */
export function findWorst(
  { clips }: Pick<AssetReport, 'clips'>,
  { findings }: Pick<Issue, 'findings'>,
): { clip: number; number: number; finding: Finding } {
  const [clip, number] = findings.find(([c, n]) => !clips[c].findings[n].suppressed) ?? findings[0];
  return { clip, number, finding: clips[clip].findings[number] };
}
