import type { Rig } from './rig.ts';

/** Joints in a row, each hanging on the one before, none of which carries anything else. */
export interface Limb {
  nodes: number[];
  /** The joint it hangs on, or -1. */
  holder: number;
  /** It has so little of the surface that no report would tell it by itself. */
  isSmall: boolean;
}

/** Limbs with less than this share of the vertices are small. */
const SMALL = 0.02;

/**
 * The joints of a rig that may be bent, as limbs. Joints that carry no vertex of their own and only one other joint are left out: they
 * would do what that one does.
 */
export function findLimbs(
  { holders, order, children, vertices, below, isMovable }: Rig,
  mayBend: (node: number) => boolean,
): Limb[] {
  const isJoint = order.map(() => false);
  const total = vertices.reduce((sum, list) => sum + list.length, 0);
  for (const n of order) {
    const carried = children[n].filter(child => below[child] > 0).length;
    isJoint[n] = isMovable[n] && (vertices[n].length > 0 || carried > 1) && mayBend(n);
  }
  const nextOf = new Map<number, number[]>();
  const holderOf = new Map<number, number>();
  for (const n of order) {
    if (!isJoint[n]) continue;
    let holder = holders[n];
    while (holder >= 0 && !isJoint[holder]) holder = holders[holder];
    holderOf.set(n, holder);
    if (holder >= 0) nextOf.set(holder, [...(nextOf.get(holder) ?? []), n]);
  }
  const isFirst = (n: number): boolean => {
    const holder = holderOf.get(n)!;
    return holder < 0 || nextOf.get(holder)!.length > 1;
  };
  return order
    .filter(n => isJoint[n] && isFirst(n))
    .map(first => {
      const nodes = [first];
      for (let next = nextOf.get(first); next?.length === 1; next = nextOf.get(next[0])) nodes.push(next[0]);
      return { nodes, holder: holderOf.get(first)!, isSmall: below[first] < SMALL * total };
    });
}
