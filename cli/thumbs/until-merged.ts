/*
 * What version 2 of the report brings, as far as pictures need it. To be taken out when it is there: `traceCurve` is
 * src/check/evidence/curve.ts, `bodyOfRegion` and `nameRegion` are src/check/plan/named-plan.ts, `withIssues` is not needed.
 */
import type { AssetReport, Finding, RegionName } from '../../src/check/index.ts';
import type { Snapshot } from '../../src/check/measure/snapshot.ts';
import type { CheckPlan } from '../../src/check/plan/plan.ts';

export interface Issue {
  a: RegionName;
  b: RegionName;
  findings: [clip: number, finding: number][];
  suppressed?: string;
}

export interface AssetWithIssues extends Omit<AssetReport, 'clips'> {
  issues: Issue[];
  clips: (Omit<AssetReport['clips'][number], 'findings'> & {
    findings: (Finding & { curve: { from: [number, number, number] | null } })[];
  })[];
}

/** The report itself if it has issues; else an issue for each pair of regions, seen from where most are. */
export function withIssues(asset: AssetReport): AssetWithIssues {
  if ('issues' in asset) return asset as unknown as AssetWithIssues;
  const pairs = new Map<string, Issue & { depth: number }>();
  const clips = asset.clips.map((clip, c) => ({
    ...clip,
    findings: clip.findings.map((finding, f) => {
      const { a, b, depth, suppressed } = finding;
      const key = JSON.stringify([a.body, a.joint, b.body, b.joint]);
      const known = pairs.get(key);
      if (!suppressed && !(known && known.depth >= depth.model)) {
        pairs.set(key, { a, b, depth: depth.model, findings: [[c, f]] });
      }
      return { ...finding, curve: { from: [0.5, 0.3, 0.81] as [number, number, number] } };
    }),
  }));
  return { ...asset, clips, issues: [...pairs.values()].sort((p, q) => q.depth - p.depth) };
}

/** `finding.curve.from`. */
export function eyeOf(finding: Finding): [number, number, number] | null {
  return (finding as { curve?: { from: [number, number, number] | null } }).curve?.from ?? null;
}

export function bodyOfRegion({ firstRegions, shapes }: CheckPlan, region: number): number {
  let b = 0;
  while (b + 1 < shapes.length && firstRegions[b + 1] <= region) b++;
  return b;
}

export function nameRegion(plan: CheckPlan, region: number): RegionName {
  const b = bodyOfRegion(plan, region);
  const { name, jointNames } = plan.subject.bodies[b];
  return { body: name, joint: jointNames[plan.shapes[b].regions.joints[region - plan.firstRegions[b]]] ?? name };
}

/** Segments in which pairs of touching triangles cross: each edge of one that meets the other is an end. */
export function traceCurve(a: Snapshot, b: Snapshot, touching: readonly number[]): { ends: Float64Array } {
  const ends: number[] = [];
  for (let k = 0; k < touching.length; k += 2) {
    const [one, other] = [cornersOf(a, touching[k]), cornersOf(b, touching[k + 1])];
    const points = [...listCrossings(one, other), ...listCrossings(other, one)];
    if (points.length >= 2) ends.push(...points[0], ...points[1]);
  }
  return { ends: Float64Array.from(ends) };
}

function cornersOf({ shape, positions }: Snapshot, slot: number): number[][] {
  return Array.from(shape.mesh.triangles.subarray(3 * slot, 3 * slot + 3), v => [
    ...positions.subarray(3 * v, 3 * v + 3),
  ]);
}

function listCrossings(of: number[][], through: number[][]): number[][] {
  const minus = (p: number[], q: number[]): number[] => p.map((x, k) => x - q[k]);
  const cross = (p: number[], q: number[]): number[] => [
    p[1] * q[2] - p[2] * q[1],
    p[2] * q[0] - p[0] * q[2],
    p[0] * q[1] - p[1] * q[0],
  ];
  const dot = (p: number[], q: number[]): number => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
  const normal = cross(minus(through[1], through[0]), minus(through[2], through[0]));
  return [0, 1, 2].flatMap(k => {
    const [p, q] = [of[k], of[(k + 1) % 3]];
    const [low, high] = [dot(normal, minus(p, through[0])), dot(normal, minus(q, through[0]))];
    if (low < 0 === high < 0) return [];
    const at = p.map((x, axis) => x + (low / (low - high)) * (q[axis] - x));
    const isInside = [0, 1, 2].every(
      e => dot(normal, cross(minus(through[(e + 1) % 3], through[e]), minus(at, through[e]))) >= 0,
    );
    return isInside ? [at] : [];
  });
}
