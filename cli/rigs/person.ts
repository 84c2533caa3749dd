import type { Part, Side } from './bone-name.ts';
import type { Bone } from './find-bones.ts';
import type { Frame } from './node-frames.ts';
import { acrossOf, add, angleBetween, cross, directionOf, meanOf, scale, subtract, type Vector } from './vectors.ts';

/** Which way a person looks: directions of length 1, square to each other. */
export interface Facing {
  up: Vector;
  left: Vector;
  forward: Vector;
}

export interface Person extends Facing {
  bones: Bone[];
}

/**
 * A person, if these bones are of one: with two arms and two legs, and upright, the legs pointing away from where the shoulders
 * are. Animals whose joints are called like those of people are none: their knees go the other way.
 */
export function findPerson(bones: Bone[], frames: readonly Frame[]): Person | null {
  const at = (part: Part, side: Side): Vector | null => {
    const found = bones.filter(bone => bone.part === part && bone.side === side && bone.number === 0);
    return found.length > 0 ? meanOf(found.map(({ node }) => frames[node].origin)) : null;
  };
  const both = (part: Part): [Vector, Vector] | null => {
    const [left, right] = [at(part, 'left'), at(part, 'right')];
    return left && right && [left, right];
  };
  const arms = both('upper arm');
  const hips = both('upper leg');
  const knees = both('lower leg');
  if (!arms || !hips || !knees) return null;
  const trunk = directionOf(subtract(meanOf(arms), meanOf(hips)));
  const legs = directionOf(subtract(meanOf(both('foot') ?? knees), meanOf(hips)));
  const across = add(subtract(arms[0], arms[1]), subtract(hips[0], hips[1]));
  if (!trunk || !legs || angleBetween(trunk, scale(legs, -1)) > MOST_STOOP) return null;
  const left = acrossOf(across, trunk);
  return left && { bones, up: trunk, left, forward: cross(left, trunk) };
}

/** Degrees between trunk and legs up to which someone stands. */
const MOST_STOOP = 40;

/**
 * What feet and hands hang on that do not hang on the limb they end, as where inverse kinematics puts them: by node, the lower leg
 * or the lower arm of their side.
 */
export function findLimbEnds({ bones }: Person, parents: Int32Array): Map<number, number> {
  const ends = new Map<number, number>();
  for (const { part, side, node, number } of bones) {
    const limb = part === 'foot' ? 'lower leg' : part === 'hand' ? 'lower arm' : null;
    const holder = bones.find(bone => bone.part === limb && bone.side === side && bone.number === 0)?.node;
    if (holder === undefined || number > 0) continue;
    let hangs = false;
    for (let a = node; a >= 0; a = parents[a]) hangs ||= a === holder;
    if (!hangs) ends.set(node, holder);
  }
  return ends;
}
