import type { CheckedShape } from './checked-shape.ts';
import { listAbove } from './holders.ts';
import type { RegionTree } from './region-tree.ts';
import type { CheckSubject } from './subject.ts';

/**
 * What is held or worn: bodies that move as one piece, carry nothing, and hang on a joint that a body with a skin follows. Their regions, ascending. Where no body has a skin,
 * all are parts of a machine.
 */
export function findProps({
  subject,
  shapes,
  firstRegions,
  tree,
}: {
  subject: CheckSubject;
  shapes: readonly CheckedShape[];
  firstRegions: ArrayLike<number>;
  tree: RegionTree;
}): number[] {
  const { nodes, parents } = tree;
  const bodies = shapes.flatMap(({ regions }, b) => Array.from(regions.joints, () => b));
  const isRigid = (region: number): boolean => subject.bodies[bodies[region]].source.kind === 'rigid';
  const skinned = new Set(nodes.filter((_, region) => !isRigid(region)));
  const carrying = new Set(parents);
  return [...nodes.keys()].filter(region => {
    const b = bodies[region];
    const isAlone = isRigid(region) && firstRegions[b + 1] - firstRegions[b] === 1 && !carrying.has(nodes[region]);
    const [, ...above] = listAbove(parents, nodes[region]);
    const holder = above.find(node => nodes.includes(node));
    return isAlone && holder !== undefined && skinned.has(holder);
  });
}
