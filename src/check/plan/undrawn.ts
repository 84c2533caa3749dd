import type { CheckPlan } from './plan.ts';

/** Why a part is not drawn: its node is invisible, or its material is fully transparent. */
export type Undrawn = 'node' | 'material';

/** For each region why nothing of it is drawn; null if something is. */
export function findUndrawn({ subject, shapes }: Pick<CheckPlan, 'subject' | 'shapes'>): (Undrawn | null)[] {
  return subject.bodies.flatMap(({ isInvisible, transparentMaterials = [], materialOfTriangle }, b) => {
    const { order, regions } = shapes[b];
    const isDrawn = new Uint8Array(regions.joints.length);
    const areTransparent = new Set(transparentMaterials);
    order.forEach((triangle, slot) => {
      if (!areTransparent.has(materialOfTriangle?.[triangle] ?? 0)) isDrawn[regions.regionOfTriangle[slot]] = 1;
    });
    return Array.from(isDrawn, drawn => (isInvisible ? 'node' : drawn === 0 ? 'material' : null));
  });
}
