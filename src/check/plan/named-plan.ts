import type { ResolvedOptions } from './options.ts';
import type { CheckBody } from './subject.ts';

/** As much of a `CheckPlan` as turns what was seen into findings: names and sizes, no surfaces. */
export interface NamedPlan {
  options: ResolvedOptions;
  subject: { metres?: number; bodies: readonly Pick<CheckBody, 'name' | 'jointNames' | 'materialNames'>[] };
  shapes: readonly { regions: { joints: ArrayLike<number>; radii: ArrayLike<number> } }[];
  firstRegions: ArrayLike<number>;
  regionCount: number;
  borders: ReadonlySet<number>;
  height: number;
}
