import type { ClipReport, Finding, Issue, IssueFacts, IssueList, RegionName, RestReport } from '../findings/report.ts';
import { type NamedPlan, nameRegion } from '../plan/named-plan.ts';
import { areLinked, countHops, type RegionTree } from '../plan/region-tree.ts';
import type { Undrawn } from '../plan/undrawn.ts';
import { findFacts } from './facts.ts';
import { HIDDEN, type Judgement, judge } from './judge.ts';
import { mirrorName } from './names.ts';

/**
 * The findings of an asset by pair of regions: what a person looks at. By list, in each the most severe first, left and right beside each other. It
 * follows from findings and plan alone, so it is the same however the work was shared out.
 */
export function gatherIssues(plan: NamedPlan, rest: readonly RestReport[], clips: readonly ClipReport[]): Issue[] {
  const groups = new Map<string, Entry[]>();
  clips.forEach(({ findings }, clip) => {
    findings.forEach((finding, number) => {
      const id = idOf(finding.a, finding.b);
      groups.set(id, [...(groups.get(id) ?? []), { clip, number, finding }]);
    });
  });
  const numbers = numberRegions(plan);
  const ranked = [...groups].map(([id, entries]): Ranked => {
    const [{ finding }] = entries.sort(byWeight);
    const regions: [number, number] = [numbers.get(keyOfName(finding.a)) ?? 0, numbers.get(keyOfName(finding.b)) ?? 0];
    const undrawn = plan.undrawn[regions[0]] ?? plan.undrawn[regions[1]] ?? null;
    return { ...describeIssue(plan, findFacts(plan, regions, rest, clips, entries), undrawn, id, entries), regions };
  });
  ranked.sort(byRank);
  putUnder(plan, clips, ranked);
  return placeMirrors(ranked.map(({ regions: _, ...issue }) => issue));
}

/** An issue with the numbers of its regions. */
interface Ranked extends Issue {
  regions: [number, number];
}

interface Entry {
  clip: number;
  number: number;
  finding: Finding;
}

function describeIssue(
  { options }: NamedPlan,
  facts: IssueFacts,
  undrawn: Undrawn | null,
  id: string,
  entries: readonly Entry[],
): Issue {
  const [{ finding }] = entries;
  const judgement = undrawn ? judgeUndrawn(judge(facts), undrawn) : judge(facts);
  const unseen =
    undrawn ?? (facts.seen === 0 || (facts.open < HIDDEN && judgement.list === 'layered') ? 'hidden' : null);
  return {
    id,
    ...judgement,
    facts,
    a: { body: finding.a.body, joint: finding.a.joint },
    b: { body: finding.b.body, joint: finding.b.joint },
    ...(unseen && { unseen }),
    findings: entries.map(({ clip, number }) => [clip, number]),
    ...(judgement.severity < options.minSeverity
      ? { suppressed: 'min-severity' as const }
      : suppressionOf(entries.map(entry => entry.finding))),
  };
}

const UNDRAWN: Record<Undrawn, string> = {
  node: 'not drawn: the node of one of them is invisible',
  material: 'not drawn: the material of one of them is fully transparent',
};

/** What is not drawn is no limb that goes through the body, however deep. */
function judgeUndrawn({ severity, grade, list, reasons }: Judgement, undrawn: Undrawn): Judgement {
  return { severity, grade, list: 'layered', reasons: [UNDRAWN[undrawn], ...(list === 'layered' ? reasons : [])] };
}

function byWeight(p: Entry, q: Entry): number {
  return weigh(q.finding) - weigh(p.finding) || p.clip - q.clip || p.number - q.number;
}

/** How much of a finding is seen: what goes first is told. Hidden ones by their depth. */
export function weigh({ curve, depth }: Finding): number {
  return (curve.seen * curve.length.percent + 0.01) * (depth.percent + 0.01);
}

/** What all findings of an issue being suppressed makes of it: it is, for the reason of the worst. */
export function suppressionOf(findings: readonly Finding[]): Pick<Issue, 'suppressed'> {
  const isSuppressed = findings.length > 0 && findings.every(({ suppressed }) => suppressed);
  return isSuppressed ? { suppressed: findings[0].suppressed } : {};
}

/** The number of each region by its name; of several called the same the first. */
function numberRegions(plan: NamedPlan): Map<string, number> {
  const numbers = new Map<string, number>();
  for (let region = plan.regionCount - 1; region >= 0; region--)
    numbers.set(keyOfName(nameRegion(plan, region)), region);
  return numbers;
}

function keyOfName({ body, joint }: RegionName): string {
  return JSON.stringify([body, joint]);
}

function idOf(a: RegionName, b: RegionName): string {
  return [a, b]
    .map(({ body, joint }) => `${body}.${joint}`)
    .sort()
    .join(':');
}

const LISTS: readonly IssueList[] = ['collision', 'joint', 'layered'];

function byRank(p: Issue, q: Issue): number {
  return LISTS.indexOf(p.list) - LISTS.indexOf(q.list) || q.severity - p.severity || (p.id < q.id ? -1 : 1);
}

/** Regions at most this many steps apart along the skeleton may be of one limb. */
const ONE_LIMB = 2;

/**
 * Where a hand goes into a chest, the forearm often follows, and the shirt is in the way as the skin below it is: one thing to look at. An issue is part of a more
 * severe one if one region of both follows the same joint, their other regions are near each other on the skeleton, and whenever it is there the other is: in the
 * same contact or, as contacts are those of two bodies, between other bodies at the same time.
 */
function putUnder({ tree }: NamedPlan, clips: readonly ClipReport[], issues: readonly Ranked[]): void {
  const contacts = issues.map(({ findings }) => findings.map(([c, n]) => ({ clip: c, finding: clips[c].findings[n] })));
  issues.forEach((issue, k) => {
    const above = issues.findIndex(
      (other, o) =>
        o < k &&
        !other.under &&
        other.severity >= issue.severity &&
        (!other.suppressed || issue.suppressed !== undefined) &&
        areOneLimb(tree, issue, other) &&
        isWithin(contacts[k], contacts[o]),
    );
    if (above >= 0) issue.under = issues[above].id;
  });
}

function areOneLimb(tree: RegionTree, { regions }: Ranked, { regions: others }: Ranked): boolean {
  return regions.some((region, k) =>
    others.some((other, o) => {
      const [rest, otherRest] = [regions[1 - k], others[1 - o]];
      if (tree.nodes[region] !== tree.nodes[other]) return false;
      const isLinked = region === other || areLinked(tree, rest, otherRest); // else there are no steps to count
      return isLinked && countHops(tree, rest, otherRest) <= ONE_LIMB;
    }),
  );
}

type Contact = Pick<Entry, 'clip' | 'finding'>;

function isWithin(contacts: readonly Contact[], all: readonly Contact[]): boolean {
  return contacts.every(one => all.some(other => one.clip === other.clip && areTogether(one.finding, other.finding)));
}

function areTogether(one: Finding, other: Finding): boolean {
  if (bodiesOf(one) === bodiesOf(other)) return one.contact === other.contact;
  return one.start <= other.end && other.start <= one.end;
}

function bodiesOf({ a, b }: Finding): string {
  return JSON.stringify([a.body, b.body].sort());
}

/** Puts what mirrors an issue of the same list right after it. */
function placeMirrors(issues: readonly Issue[]): Issue[] {
  const byId = new Map(issues.map(issue => [issue.id, issue]));
  const placed = new Set<Issue>();
  for (const issue of issues) {
    const twin = byId.get(idOf(mirrorOf(issue.a), mirrorOf(issue.b)));
    placed.add(issue);
    if (!twin || twin === issue) continue;
    issue.mirror = twin.id;
    if (twin.list === issue.list) placed.add(twin);
  }
  return [...placed];
}

function mirrorOf({ body, joint }: RegionName): RegionName {
  return { body: mirrorName(body), joint: mirrorName(joint) };
}
