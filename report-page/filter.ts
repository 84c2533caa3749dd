import type { PageAsset, PageIssue } from '../cli/reports/page-data.ts';

/** What of a list is asked for; '' for anything. */
export interface Filter {
  text: string;
  list: string;
  /** The number of a clip. */
  clip: string;
  part: string;
  /** Only what is new, worse or better since an earlier report. */
  changed: boolean;
}

export type Sort = 'severity' | 'depth' | 'time' | 'name';

/** Every word that is looked for must be in a name: of a part, a clip, a material. */
export function fits({ clips }: PageAsset, issue: PageIssue, { text, list, clip, part, changed }: Filter): boolean {
  if (list !== '' && issue.list !== list) return false;
  if (clip !== '' && !issue.clips.includes(Number(clip))) return false;
  if (part !== '' && !issue.parts.includes(part)) return false;
  if (changed && !hasChanged(issue.compared)) return false;
  const names = [issue.title, ...issue.names, ...issue.materials, ...issue.clips.map(c => clips[c].name)];
  const all = names.join('\n').toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every(word => all.includes(word));
}

export function hasChanged(compared: string | null): boolean {
  return compared !== null && compared !== 'same';
}

/** The numbers of all issues in an order; that of the report is by severity, with left and right beside each other. */
export function order({ issues, findings }: PageAsset, sort: Sort): number[] {
  const clipOf = (k: number): number => findings[issues[k].worst].clip;
  const timeOf = (k: number): number => findings[issues[k].worst].worst;
  const compare: Record<Sort, (p: number, q: number) => number> = {
    severity: () => 0,
    depth: (p, q) => issues[q].depth - issues[p].depth,
    time: (p, q) => clipOf(p) - clipOf(q) || timeOf(p) - timeOf(q),
    name: (p, q) => issues[p].title.localeCompare(issues[q].title, 'en', { numeric: true }),
  };
  return issues.map((_, k) => k).sort((p, q) => compare[sort](p, q) || p - q);
}
