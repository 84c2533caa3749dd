import type { RegionName } from '../findings/report.ts';
import type { ResolvedOptions } from './options.ts';
import type { RegionTree } from './region-tree.ts';
import type { CheckBody } from './subject.ts';
import type { Undrawn } from './undrawn.ts';

/** As much of a `CheckPlan` as turns what was seen into findings: names and sizes, no surfaces. */
export interface NamedPlan {
  options: ResolvedOptions;
  subject: {
    metres?: number;
    measured?: readonly number[];
    bodies: readonly Pick<CheckBody, 'name' | 'jointNames' | 'materialNames'>[];
  };
  shapes: readonly { regions: { joints: ArrayLike<number> } }[];
  firstRegions: ArrayLike<number>;
  regionCount: number;
  borders: ReadonlySet<number>;
  tree: RegionTree;
  alternates: readonly number[];
  props: readonly number[];
  trunk: readonly number[];
  stubs: readonly number[];
  undrawn: readonly (Undrawn | null)[];
  height: number;
  radii: ArrayLike<number>;
  thickness: ArrayLike<number>;
}

export function bodyOfRegion({ firstRegions, shapes }: NamedPlan, region: number): number {
  let b = 0;
  while (b + 1 < shapes.length && firstRegions[b + 1] <= region) b++;
  return b;
}

export function nameRegion(plan: NamedPlan, region: number): RegionName {
  const b = bodyOfRegion(plan, region);
  const { name, jointNames } = plan.subject.bodies[b];
  return { body: name, joint: jointNames[plan.shapes[b].regions.joints[region - plan.firstRegions[b]]] ?? name };
}
