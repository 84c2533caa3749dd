import type { AssetReport, ClipReport } from './findings/report.ts';
import { reportAsset, reportClip } from './findings/write-report.ts';
import { type CheckOptions, fitsPattern, type ResolvedOptions } from './plan/options.ts';
import { type CheckPlan, planCheck } from './plan/plan.ts';
import { listSampleTimes } from './plan/sample-times.ts';
import type { CheckClip, CheckSubject } from './plan/subject.ts';
import { observeClip } from './scan/observe-clip.ts';

/** Called with the share of the samples done, from 0 to 1, and the clip being watched. */
export type CheckProgress = (share: number, clip: string) => void;

/**
 * Checks every clip of a subject: see docs/check.md. A clip that cannot be posed is reported with its error.
 * @example
 * {@includeCode ../../examples/api/check.ts#check}
 */
export function checkSubject(subject: CheckSubject, options: CheckOptions = {}, progress?: CheckProgress): AssetReport {
  return checkPlanned(planCheck(subject, options), progress);
}

/**
 * As `checkSubject`, with a plan that was made before.
 */
export function checkPlanned(plan: CheckPlan, progress?: CheckProgress): AssetReport {
  const clips = chooseClips(plan);
  const counts = clips.map(clip => listSampleTimes(clip, plan.options.fps, plan.options.maxSamples).times.length);
  const total = counts.reduce((sum, count) => sum + count, 0);
  let before = 0;
  const reports = clips.map((clip, c) => {
    const report = checkClip(plan, clip, sample => progress?.((before + sample) / total, clip.name));
    before += counts[c];
    progress?.(before / total, clip.name);
    return report;
  });
  return reportAsset(plan, reports);
}

function checkClip(plan: CheckPlan, clip: CheckClip, progress: (sample: number) => void): ClipReport {
  try {
    return reportClip(plan, clip, observeClip(plan, clip, 0, Infinity, progress));
  } catch (error) {
    const nothing = { contacts: [], changes: [], samples: 0, deviation: 0 };
    return { ...reportClip(plan, clip, nothing), error: (error as Error).message };
  }
}

/**
 * The clips that are asked for.
 */
export function chooseClips<Clip extends { name: string }>({
  subject,
  options,
}: {
  subject: { clips: readonly Clip[] };
  options: Pick<ResolvedOptions, 'clips'>;
}): Clip[] {
  if (options.clips.length === 0) return [...subject.clips];
  return subject.clips.filter(({ name }) => options.clips.some(pattern => fitsPattern(name, pattern)));
}
