export { type CheckProgress, checkPlanned, checkSubject, chooseClips } from './check-subject.ts';
export { compareReports } from './compare-reports.ts';
export { type Heat, measureHeat } from './heat.ts';
export type { Overlap } from './measure.ts';
export type { NamedPlan } from './named-plan.ts';
export { joinObservations, type Observations, observeClip, type SeenChange, type SeenContact } from './observe-clip.ts';
export { type Area, type CheckOptions, type Length, type ResolvedOptions, resolveOptions } from './options.ts';
export { outlinePlan, type PlanOutline, planOfOutline } from './outline.ts';
export { type CheckPlan, planCheck } from './plan.ts';
export type {
  AssetReport,
  BodyReport,
  CheckReport,
  ClipReport,
  Comparison,
  Finding,
  FindingChange,
  FindingClass,
  FindingSide,
  FixedFinding,
  Length3,
  RegionName,
  ReportSummary,
  RestReport,
  Separation,
  Suppression,
} from './report.ts';
export { VERSION } from './report.ts';
export { listSampleTimes } from './sample-times.ts';
export type { BodyPose, CheckBody, CheckClip, CheckSubject, ClipSpan } from './subject.ts';
export { assembleReport, reportAsset, reportClip, reportFailure, summarise } from './write-report.ts';
