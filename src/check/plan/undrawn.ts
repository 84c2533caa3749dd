import type { CheckPlan } from './plan.ts';
import type { CheckBody } from './subject.ts';

/** Why a part is not drawn: its node is invisible, or its material is fully transparent. */
export type Undrawn = 'node' | 'material';

type Drawn = Pick<CheckPlan, 'subject' | 'shapes'>;

/** What is less opaque is seen through: visors, bubbles, windows. */
const HALF = 0.5;

/** For each region why nothing of it is drawn; null if something is. */
export function findUndrawn({ subject, shapes }: Drawn): (Undrawn | null)[] {
  return subject.bodies.flatMap((body, b) => {
    const { order, regions } = shapes[b];
    const isDrawn = new Uint8Array(regions.joints.length);
    order.forEach((triangle, slot) => {
      if (opacityOf(body, triangle) > 0) isDrawn[regions.regionOfTriangle[slot]] = 1;
    });
    return Array.from(isDrawn, drawn => (body.isInvisible ? 'node' : drawn === 0 ? 'material' : null));
  });
}

/** For each body 1 for the slots that hide nothing behind them: what is seen through, or not drawn. Null if all hide. */
export function findSeenThrough({ subject, shapes }: Drawn): (Uint8Array | null)[] {
  return subject.bodies.map((body, b) => {
    const slots = Uint8Array.from(shapes[b].order, triangle =>
      body.isInvisible || opacityOf(body, triangle) < HALF ? 1 : 0,
    );
    return slots.includes(1) ? slots : null;
  });
}

function opacityOf({ opacities, materialOfTriangle }: CheckBody, triangle: number): number {
  return opacities?.[materialOfTriangle?.[triangle] ?? 0] ?? 1;
}
