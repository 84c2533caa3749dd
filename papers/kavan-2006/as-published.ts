import type { Collider } from '../../src/collider.ts';
import { buildCornerRecords, type CornerRecords, type CornerRule } from './corner-records.ts';

/**
 * From now on the spheres of the collider follow its pose by a rule of the papers: queries are as ever, and ask it of every
 * inner node they meet. Leaves are still bounded from their vertices, as the triangles under them are wanted next; the paper refits
 * those too. Colliders of one shape can share records.
 */
export function refitAsPublished(
  collider: Collider,
  rule: CornerRule,
  records: CornerRecords = cornersOf(collider),
): void {
  if (collider.shape.volumeKind !== 'sphere') {
    throw new Error(`refitAsPublished: the volumes are '${collider.shape.volumeKind}'; the papers have spheres.`);
  }
  const list = new Float64Array(8 * records.maxList);
  collider.rule = (_records, deformer, posed, node, _scratch, out) => {
    rule(records, deformer, posed, node, list, out, 4 * node);
  };
}

export function cornersOf({ shape }: Collider): CornerRecords {
  return buildCornerRecords(shape.mesh, shape.deformer, shape.tree.slotStarts, shape.tree.slotEnds);
}
