import type { ClipReport, Finding, IssueFacts, RegionName, RestReport } from '../findings/report.ts';
import { round } from '../findings/round.ts';
import { bodyOfRegion, type NamedPlan } from '../plan/named-plan.ts';
import { keyOf } from '../plan/plan.ts';
import { countHops } from '../plan/region-tree.ts';

/** Of a clip, two regions touch nearly always if they do for this share of it. */
const NEARLY_ALL = 0.95;

/** A clip of one frame is a pose that is held: what touches there counts for so many seconds. */
const HELD = 1;

/** `findings`: all of two regions, the worst first, with the clip each is of. */
export function findFacts(
  plan: NamedPlan,
  [regionA, regionB]: readonly [number, number],
  rest: readonly RestReport[],
  clips: readonly ClipReport[],
  findings: readonly { clip: number; finding: Finding }[],
): IssueFacts {
  const [{ finding: worst }] = findings;
  const { a, b } = worst;
  const atRest = rest.filter(
    entry => (isSame(entry.a, a) && isSame(entry.b, b)) || (isSame(entry.a, b) && isSame(entry.b, a)),
  );
  const checked = clips.filter(({ error, findings: own }) => error === undefined || own.length > 0);
  const moving = checked.filter(({ start, end }) => end > start);
  const shares = clips.map((clip, c) =>
    shareOf(
      clip,
      findings.filter(entry => entry.clip === c).map(({ finding }) => finding),
    ),
  );
  const hops = countSteps(plan, regionA, regionB);
  const isFirst = (region: number): boolean => plan.subject.measured?.includes(bodyOfRegion(plan, region)) ?? true;
  const { curve } = worst;
  return {
    depth: worst.depth.percent,
    curve: curve.length.percent,
    seen: round(curve.seen * curve.length.percent),
    open: curve.open,
    way: worst.separation?.percent ?? worst.depth.percent,
    gap: worst.gap.percent,
    hops,
    reach: worst.reach?.percent ?? null,
    isBorder: plan.borders.has(keyOf(plan, regionA, regionB)),
    isTrunk: [regionA, regionB].every(region => plan.trunk.includes(region)),
    isOne: isSame(a, b),
    isFold: worst.isFold,
    isCrease: findings.every(({ finding }) => finding.class === 'crease'),
    restPairs: atRest.reduce((sum, { pairs }) => sum + pairs, 0),
    constant: round(
      shares.filter((share, c) => share >= NEARLY_ALL && clips[c].end > clips[c].start).length / (moving.length || 1),
    ),
    clips: round(shares.filter(share => share > 0).length / (checked.length || 1)),
    seconds: round(
      findings.reduce(
        (sum, { clip, finding }) => sum + (clips[clip].end > clips[clip].start ? finding.end - finding.start : HELD),
        0,
      ),
    ),
    alternates: [regionA, regionB].filter(region => plan.alternates.includes(region)).length,
    props: [regionA, regionB].filter(region => plan.props.includes(region)).length,
    isAcross: isFirst(regionA) !== isFirst(regionB),
    radius: round((100 * Math.min(plan.thickness[regionA], plan.thickness[regionB])) / plan.height),
    thick: round((100 * Math.max(plan.radii[regionA], plan.radii[regionB])) / plan.height),
  };
}

/** Steps along the skeleton; over a knee that is a part of its own, from a shin to its thigh, one. */
function countSteps({ tree, stubs }: NamedPlan, regionA: number, regionB: number): number {
  const hops = countHops(tree, regionA, regionB);
  const ends = [regionA, regionB].map(region => tree.nodes[region]);
  const isOver = ends.some(
    (node, k) => stubs.includes(tree.parents[node]) && tree.parents[tree.parents[node]] === ends[1 - k],
  );
  return hops === 2 && isOver ? 1 : hops;
}

function isSame(p: RegionName, q: RegionName): boolean {
  return p.body === q.body && p.joint === q.joint;
}

/** The share of a clip during which one of some findings lasts; they do not overlap. */
function shareOf({ start, end }: ClipReport, findings: readonly Finding[]): number {
  if (findings.length === 0) return 0;
  const touching = findings.reduce((sum, finding) => sum + finding.end - finding.start, 0);
  return end > start ? Math.min(1, touching / (end - start)) : 1;
}
