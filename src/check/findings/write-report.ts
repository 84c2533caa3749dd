import type { Evidence } from '../evidence/evidence.ts';
import { gatherIssues } from '../issues/gather-issues.ts';
import { matchesIgnore } from '../plan/ignore.ts';
import { bodyOfRegion, type NamedPlan, nameRegion } from '../plan/named-plan.ts';
import type { ResolvedOptions } from '../plan/options.ts';
import { toArea, toLength } from '../plan/options.ts';
import type { CheckPlan } from '../plan/plan.ts';
import { listSampleTimes } from '../plan/sample-times.ts';
import type { ClipSpan } from '../plan/subject.ts';
import type { Observations } from '../scan/observe-clip.ts';
import { type ContactSpan, gatherSpans, numberContacts } from './gather-findings.ts';
import type {
  AssetReport,
  BodyReport,
  CheckReport,
  ClipReport,
  Finding,
  FindingSide,
  Issue,
  Length3,
  RegionName,
  ReportSummary,
  RestReport,
  Separation,
  Suppression,
} from './report.ts';
import { VERSION } from './report.ts';
import { round } from './round.ts';

/** Flaws listed of one body; more say nothing new. */
const MOST_FLAWS = 5;

/**
 * What was seen of one clip, as findings.
 */
export function reportClip(plan: NamedPlan, clip: ClipSpan, seen: Observations): ClipReport {
  const spans = gatherSpans(clip, seen, 1 / plan.options.fps);
  const contacts = numberContacts(plan, spans, seen.loops ? clip.end - clip.start : 0);
  const counts = new Map<string, number>();
  const findings = spans.map((span, k) => {
    const finding = describeSpan(plan, clip, span, contacts[k]);
    const count = (counts.get(finding.id) ?? 0) + 1;
    counts.set(finding.id, count);
    finding.id += `/${count}`;
    return finding;
  });
  return {
    name: clip.name,
    start: round(clip.start),
    end: round(clip.end),
    samples: seen.samples,
    deviation: lengthOf(plan, seen.deviation),
    findings,
  };
}

function describeSpan(plan: NamedPlan, clip: ClipSpan, span: ContactSpan, contact: number): Finding {
  const { regionA, regionB, start, end, worst } = span;
  const measured = worst?.measured;
  const evidence = measured?.evidence;
  const inside = evidence?.inside;
  const first = sideOf(plan, regionA, measured?.materialsA ?? []);
  const sides = [first, sideOf(plan, regionB, measured?.materialsB ?? [])];
  if (plan.thickness[regionB] < plan.thickness[regionA]) sides.reverse();
  const [a, b] = sides;
  const isSelf = bodyOfRegion(plan, regionA) === bodyOfRegion(plan, regionB);
  const isCrease = span.isCrease && isSelf;
  const finding: Finding = {
    id: `${clip.name}/${nameOf(a)}:${nameOf(b)}`,
    rule: isCrease ? 'self/crease' : isSelf ? 'self/through' : 'pair/through',
    class: isCrease ? 'crease' : 'through',
    a,
    b,
    start: round(start),
    end: round(end),
    worst: round(worst?.time ?? start),
    ...(end > clip.end && { wraps: true }),
    depth: lengthOf(plan, inside?.depth ?? measured?.depth ?? 0),
    depthBy: inside ? 'vertices' : (measured?.depthBy ?? 'triangles'),
    sureness: round(inside?.sureness ?? 1),
    ...(evidence?.separation && {
      separation: describeSeparation(plan, evidence.separation, sides[0] === first ? 1 : -1),
    }),
    curve: describeCurve(plan, evidence),
    gap: lengthOf(plan, evidence?.gap ?? 0),
    isFold: evidence?.isFold ?? false,
    reach: typeof evidence?.reach === 'number' ? lengthOf(plan, evidence.reach) : null,
    area: areaOf(plan, measured?.area ?? 0),
    areaInside: evidence?.overlap ? areaOf(plan, evidence.overlap.area) : null,
    volume: describeVolume(plan, evidence?.overlap?.volume ?? null),
    pairs: measured?.pairs ?? 0,
    point: ((inside ?? measured)?.point.map(round) as [number, number, number]) ?? [0, 0, 0],
    contact,
  };
  const suppressed = findSuppression(plan, span, finding);
  return suppressed ? { ...finding, suppressed } : finding;
}

function findSuppression(
  plan: NamedPlan,
  { start, end, worst }: ContactSpan,
  { a, b }: Finding,
): Suppression | undefined {
  const { options, subject, height } = plan;
  const metres = subject.metres ?? 1;
  if (options.ignore.some(pattern => matchesIgnore(pattern, a, b))) return 'ignored';
  if (!worst) return 'graze';
  const { evidence, depth, area } = worst.measured;
  if ((evidence?.inside?.depth ?? depth) < toLength(options.minDepth, metres, height)) return 'min-depth';
  if (area < toArea(options.minArea, metres)) return 'min-area';
  if (end - start < options.minDuration) return 'min-duration';
  return undefined;
}

/**
 * Everything about a subject, with the clips as they were reported.
 */
export function reportAsset(plan: CheckPlan, clips: ClipReport[]): AssetReport {
  const { subject, height } = plan;
  const gaps = [...(subject.gaps ?? [])];
  for (const clip of subject.clips) {
    if (listSampleTimes(clip, plan.options.fps, plan.options.maxSamples).isCut) {
      gaps.push(
        `Clip '${clip.name}' has more than ${plan.options.maxSamples} samples: what is beyond was not checked; cut the clip, or raise maxSamples.`,
      );
    }
  }
  const rest = describeRest(plan);
  return {
    name: subject.name,
    height: round(height),
    metres: subject.metres ?? 1,
    bodies: subject.bodies.map((_, b) => describeBody(plan, b)),
    rest,
    issues: gatherIssues(plan, rest, clips),
    clips,
    gaps,
  };
}

/**
 * An asset that could not be read or prepared.
 * @example
 * {@includeCode ../../../examples/api/check.ts#check}
 */
export function reportFailure(name: string, error: string): AssetReport {
  return { name, error, height: 0, metres: 1, bodies: [], rest: [], issues: [], clips: [], gaps: [] };
}

/**
 * The report of several assets, with its summary.
 * @example
 * {@includeCode ../../../examples/api/check.ts#check}
 */
export function assembleReport(options: ResolvedOptions, assets: AssetReport[]): CheckReport {
  return { format: 'poseclash-report', version: VERSION, options, summary: summarise(assets), assets };
}

/**
 * How many findings of each class the assets have; suppressed ones are counted apart.
 * @example
 * {@includeCode ../../../examples/api/check.ts#check}
 */
export function summarise(assets: readonly AssetReport[]): ReportSummary {
  const clips = assets.flatMap(asset => asset.clips);
  const findings = clips.flatMap(clip => clip.findings);
  const counting = findings.filter(({ suppressed }) => !suppressed);
  const issues = assets.flatMap(asset => asset.issues).filter(countsAlone);
  return {
    assets: assets.length,
    clips: clips.length,
    collisions: issues.filter(({ list }) => list === 'collision').length,
    joints: issues.filter(({ list }) => list === 'joint').length,
    layered: issues.filter(({ list }) => list === 'layered').length,
    through: counting.filter(finding => finding.class === 'through').length,
    creases: counting.filter(finding => finding.class === 'crease').length,
    suppressed: findings.length - counting.length,
    errors: assets.filter(({ error }) => error).length + clips.filter(({ error }) => error).length,
  };
}

/** Whether an issue has a line of its own: it is neither suppressed nor part of another. */
export function countsAlone({ suppressed, under }: Issue): boolean {
  return suppressed === undefined && under === undefined;
}

function describeBody({ subject, shapes, components }: CheckPlan, b: number): BodyReport {
  const { name, source, mesh } = subject.bodies[b];
  const flaws = components[b].flatMap(({ flaw }) => (flaw === null ? [] : [flaw]));
  return {
    name,
    deformer: source.kind,
    triangles: mesh.triangles.length / 3,
    vertices: mesh.positions.length / 3,
    joints: shapes[b].deformer.sets.jointCount,
    regions: shapes[b].regions.joints.length,
    pieces: components[b].length,
    closedPieces: components[b].length - flaws.length,
    flaws: flaws.slice(0, MOST_FLAWS),
  };
}

function describeRest(plan: CheckPlan): RestReport[] {
  const counts = new Map<string, RestReport & { order: number }>();
  const bodies = plan.shapes.length;
  for (const [key, { touching }] of plan.rest) {
    const bodyA = Math.floor(key / bodies);
    const bodyB = key % bodies;
    for (const [slot, others] of touching) {
      for (const other of others) {
        if (bodyA === bodyB && slot > other) continue; // kept both ways
        const regions = [
          plan.firstRegions[bodyA] + plan.shapes[bodyA].regions.regionOfTriangle[slot],
          plan.firstRegions[bodyB] + plan.shapes[bodyB].regions.regionOfTriangle[other],
        ].sort((p, q) => p - q);
        const entry = counts.get(regions.join()) ?? {
          a: nameRegion(plan, regions[0]),
          b: nameRegion(plan, regions[1]),
          pairs: 0,
          order: regions[0] * plan.regionCount + regions[1],
        };
        entry.pairs++;
        counts.set(regions.join(), entry);
      }
    }
  }
  return [...counts.values()].sort((p, q) => p.order - q.order).map(({ a, b, pairs }) => ({ a, b, pairs }));
}

function sideOf(plan: NamedPlan, region: number, materials: number[]): FindingSide {
  const { materialNames } = plan.subject.bodies[bodyOfRegion(plan, region)];
  const names = materials.map(m => materialNames[m]).filter(name => name !== undefined && name !== '');
  return { ...nameRegion(plan, region), materials: [...new Set(names)].sort() };
}

function nameOf({ body, joint }: RegionName): string {
  return `${body}.${joint}`;
}

function lengthOf({ subject, height }: NamedPlan, length: number): Length3 {
  return {
    model: round(length),
    mm: round(1000 * (subject.metres ?? 1) * length),
    percent: round(height > 0 ? (100 * length) / height : 0),
  };
}

function areaOf({ subject }: NamedPlan, area: number): Finding['area'] {
  return { model: round(area), mm2: round(area * (1000 * (subject.metres ?? 1)) ** 2) };
}

function describeVolume({ subject }: NamedPlan, volume: number | null): Finding['volume'] {
  return volume === null ? null : { model: round(volume), mm3: round(volume * (1000 * (subject.metres ?? 1)) ** 3) };
}

function describeCurve(plan: NamedPlan, evidence: Evidence | undefined): Finding['curve'] {
  if (!evidence) return { length: lengthOf(plan, 0), seen: 0, open: 0, from: null };
  const { curve, seen, open, from } = evidence;
  return { length: lengthOf(plan, curve), seen: round(seen), open: round(open), from };
}

/** `sign`: -1 if the other side is to move. */
function describeSeparation(plan: NamedPlan, by: readonly number[], sign: number): Separation {
  return { ...lengthOf(plan, Math.hypot(...by)), by: by.map(x => round(sign * x)) as [number, number, number] };
}
