import type { AssetReport, CheckSubject } from '../../src/check/index.ts';
import { measureVertexDepths, type VertexDepths } from '../../src/check/measure/vertex-depths.ts';
import type { ResolvedOptions } from '../../src/check/plan/options.ts';
import { planCheck } from '../../src/check/plan/plan.ts';

/** An asset with its geometry at hand, and how deep its vertices get. */
export interface Scene {
  subject: CheckSubject;
  /** For each clip of the report, for each of its findings. */
  heats: VertexDepths[][];
}

/** Prepares the subject of a report once more, and measures where its findings that count are. */
export function measureScene(subject: CheckSubject, asset: AssetReport, options: ResolvedOptions): Scene {
  const plan = planCheck(subject, options);
  const nothing: VertexDepths = { vertices: new Uint32Array(0), depths: new Float64Array(0) };
  const numbers = matchClips(subject, asset);
  const heats = asset.clips.map((report, c) => {
    const counting = report.findings.filter(({ suppressed }) => !suppressed);
    if (numbers[c] < 0 || counting.length === 0) return report.findings.map(() => nothing);
    const measured = measureVertexDepths(plan, subject.clips[numbers[c]], counting);
    return report.findings.map(finding => measured[counting.indexOf(finding)] ?? nothing);
  });
  return { subject, heats };
}

/** Which clip of the subject each clip of the report is: of those called the same, the first not yet taken; -1 if none. */
export function matchClips({ clips }: CheckSubject, asset: AssetReport): number[] {
  const taken = new Set<number>();
  return asset.clips.map(({ name }) => {
    const c = clips.findIndex((clip, k) => clip.name === name && !taken.has(k));
    taken.add(c);
    return c;
  });
}

/** The greatest depth of any vertex. */
export function deepestOf({ heats }: Scene): number {
  return heats.flat().reduce((most, { depths }) => depths.reduce((m, depth) => Math.max(m, depth), most), 0);
}
