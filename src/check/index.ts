export { type CheckProgress, checkPlanned, checkSubject, chooseClips } from './check-subject.ts';
export { compareReports } from './findings/compare-reports.ts';
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
} from './findings/report.ts';
export { VERSION } from './findings/report.ts';
export { assembleReport, reportAsset, reportClip, reportFailure, summarise } from './findings/write-report.ts';
export { type Heat, measureHeat } from './measure/heat.ts';
export type { Overlap } from './measure/measure.ts';
export type { NamedPlan } from './plan/named-plan.ts';
export { type Area, type CheckOptions, type Length, type ResolvedOptions, resolveOptions } from './plan/options.ts';
export { outlinePlan, type PlanOutline, planOfOutline } from './plan/outline.ts';
export { type CheckPlan, planCheck } from './plan/plan.ts';
export { listSampleTimes } from './plan/sample-times.ts';
export type { BodyPose, CheckBody, CheckClip, CheckSubject, ClipSpan } from './plan/subject.ts';
export {
  joinObservations,
  type Observations,
  observeClip,
  type SeenChange,
  type SeenContact,
} from './scan/observe-clip.ts';
