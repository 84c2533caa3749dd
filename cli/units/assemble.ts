import { reportClip, reportFailure } from '../../src/check/findings/write-report.ts';
import type { AssetReport, ClipReport } from '../../src/check/index.ts';
import { gatherIssues } from '../../src/check/issues/gather-issues.ts';
import type { NamedPlan } from '../../src/check/plan/named-plan.ts';
import type { ResolvedOptions } from '../../src/check/plan/options.ts';
import { type PlanSummary, planOfSummary } from '../../src/check/plan/plan-summary.ts';
import { joinObservations, type Observations } from '../../src/check/scan/observe-clip.ts';
import type { AssetSize, ClipSize } from './asset-size.ts';
import { chooseClipNumbers, listStretches } from './cut-units.ts';
import { joinWithGaps } from './join-with-gaps.ts';
import { findCutOff, findObstacle, listUnmetClips, sayTooLong } from './not-checked.ts';
import type { Stretch, StretchResult } from './unit.ts';

/** What was done of an asset. Stretches are found by `keyOfStretch`. */
export interface Work {
  size: AssetSize;
  planSummary: PlanSummary;
  results: ReadonlyMap<string, StretchResult>;
  /** Why a stretch has no result. */
  failures: ReadonlyMap<string, string>;
}

export function keyOfStretch({ clip, from, to }: Stretch): string {
  return `${clip}/${from}-${to}`;
}

/**
 * The report of an asset from its units: the same, to the byte, as if all had been checked in one go, if nothing is
 * missing. Clips of which something is missing have an error that says what, and the findings of the rest; an asset of which there
 * is nothing to check has one itself.
 */
export function assembleAsset(name: string, work: Work, options: ResolvedOptions): AssetReport {
  const obstacle = findObstacle(work.size, options.clips);
  if (obstacle !== null) return reportFailure(name, obstacle);
  const plan = planOfSummary(work.planSummary, options);
  const clips = chooseClipNumbers(work.size, options).map(clip => reportFromStretches(plan, work, clip));
  const { gaps, ...asset } = work.planSummary.asset;
  const issues = gatherIssues(plan, asset.rest, clips);
  return { name, ...asset, issues, clips, gaps: [...gaps, ...listUnmetClips(work.size, options.clips)] };
}

function reportFromStretches(plan: NamedPlan, { size, results, failures }: Work, clip: number): ClipReport {
  const span = size.clips[clip];
  const stretches = listStretches(size, clip);
  const found = stretches.map(stretch => results.get(keyOfStretch(stretch)) ?? null);
  const wrong = found.find(result => result && 'error' in result);
  if (wrong && 'error' in wrong) return { ...reportClip(plan, span, NOTHING), error: wrong.error };
  const seen = found as (Observations | null)[];
  const missing = stretches.filter((_, k) => !seen[k]);
  if (missing.length === 0) {
    const report = reportClip(plan, span, joinObservations(seen as Observations[], 1 / plan.options.fps));
    const cutOff = findCutOff(span, plan.options);
    const why = sayTooLong(span, plan.options);
    return cutOff === null ? report : { ...report, error: `not checked from ${cutOff} to ${span.end} s: ${why}` };
  }
  const why = failures.get(keyOfStretch(missing[0])) ?? 'it was not reached';
  if (missing.length === stretches.length) return { ...reportClip(plan, span, NOTHING), error: `not checked: ${why}` };
  const runs = stretches.map(({ from, to }, k) => ({
    start: timeOf(span, from),
    end: timeOf(span, to),
    seen: seen[k],
  }));
  const gaps = listGaps(span, missing);
  return { ...reportClip(plan, span, joinWithGaps(runs, 1 / plan.options.fps)), error: `not checked ${gaps}: ${why}` };
}

const NOTHING: Observations = { contacts: [], changes: [], samples: 0, deviation: 0 };

function timeOf({ cuts }: ClipSize, sample: number): number {
  return cuts.find(cut => cut.sample === sample)!.time;
}

/** 'from 0.500 to 1.000 s, from 2.000 to 2.500 s' */
function listGaps(span: ClipSize, missing: Stretch[]): string {
  const gaps: [number, number][] = [];
  for (const { from, to } of missing) {
    const last = gaps[gaps.length - 1];
    if (last?.[1] === from) last[1] = to;
    else gaps.push([from, to]);
  }
  const say = (sample: number): string => timeOf(span, sample).toFixed(3);
  return gaps.map(([from, to]) => `from ${say(from)} to ${say(to)} s`).join(', ');
}
