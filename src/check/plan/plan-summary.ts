import type { AssetReport } from '../findings/report.ts';
import { reportAsset } from '../findings/write-report.ts';
import type { NamedPlan } from './named-plan.ts';
import type { ResolvedOptions } from './options.ts';
import type { CheckPlan } from './plan.ts';
import type { RegionTree } from './region-tree.ts';
import type { Undrawn } from './undrawn.ts';

/**
 * What a report says of a subject besides its clips, and what turns observations into findings: plain data, so that a report
 * can be written where neither the file nor its surfaces are. The name of the subject is not in it.
 */
export interface PlanSummary {
  asset: Omit<AssetReport, 'name' | 'clips' | 'issues'>;
  /** As computed; the report rounds it. */
  height: number;
  radii: number[];
  thickness: number[];
  bodies: { name: string; materialNames: string[]; regionNames: string[] }[];
  borders: number[];
  tree: RegionTree;
  alternates: number[];
  props: number[];
  trunk: number[];
  stubs: number[];
  undrawn: (Undrawn | null)[];
  /** The bodies of the file that is held against another, if there are two. */
  measured?: readonly number[];
}

/**
 * What of a plan is needed to report on it: plain data, which can be sent or stored.
 */
export function summarisePlan(plan: CheckPlan): PlanSummary {
  const { name: _, clips: __, issues: ___, ...asset } = reportAsset(plan, []);
  return {
    asset,
    height: plan.height,
    radii: [...plan.radii],
    thickness: [...plan.thickness],
    bodies: plan.subject.bodies.map(({ name, jointNames, materialNames }, b) => {
      const { joints } = plan.shapes[b].regions;
      const regionNames = Array.from(joints, joint => jointNames[joint] ?? name);
      return { name, materialNames: [...materialNames], regionNames };
    }),
    borders: [...plan.borders],
    tree: plan.tree,
    alternates: plan.alternates,
    props: plan.props,
    trunk: plan.trunk,
    stubs: plan.stubs,
    undrawn: plan.undrawn,
    ...(plan.subject.measured && { measured: plan.subject.measured }),
  };
}

/**
 * For `reportClip`: gives the same findings as the plan that the summary is of.
 */
export function planOfSummary(
  {
    asset,
    height,
    radii,
    thickness,
    bodies,
    borders,
    tree,
    alternates,
    props,
    trunk,
    stubs,
    undrawn,
    measured,
  }: PlanSummary,
  options: ResolvedOptions,
): NamedPlan {
  const firstRegions = [0];
  for (const { regionNames } of bodies) firstRegions.push(firstRegions[firstRegions.length - 1] + regionNames.length);
  return {
    options,
    subject: {
      metres: asset.metres,
      measured,
      bodies: bodies.map(({ name, materialNames, regionNames }) => ({ name, materialNames, jointNames: regionNames })),
    },
    shapes: bodies.map(({ regionNames }) => ({ regions: { joints: [...regionNames.keys()] } })),
    firstRegions,
    regionCount: firstRegions[bodies.length],
    borders: new Set(borders),
    tree,
    alternates,
    props,
    trunk,
    stubs,
    undrawn,
    height,
    radii,
    thickness,
  };
}
