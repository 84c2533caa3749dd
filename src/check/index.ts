export { type CheckProgress, checkSubject } from './check-subject.ts';
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
  Grade,
  Issue,
  IssueFacts,
  IssueList,
  Length3,
  RegionName,
  ReportSummary,
  RestReport,
  Separation,
  Suppression,
} from './findings/report.ts';
export type { Area, CheckOptions, Length } from './plan/options.ts';
export type { BodyPose, CheckBody, CheckClip, CheckSubject, ClipSpan } from './plan/subject.ts';
