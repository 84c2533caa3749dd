export { type CheckProgress, checkSubject } from './check-subject.ts';
export type * from './findings/report.ts';
export type { Area, CheckOptions, Length } from './plan/options.ts';
export type { BodyPose, CheckBody, CheckClip, CheckSubject, ClipSpan } from './plan/subject.ts';
