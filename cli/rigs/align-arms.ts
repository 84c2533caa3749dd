import type { Part } from './bone-name.ts';
import type { Frame } from './node-frames.ts';
import type { Person } from './person.ts';
import type { Rig } from './rig.ts';
import {
  directionOf,
  NO_ROTATION,
  type Rotation,
  subtract,
  turnBoth,
  turnTo,
  turnVector,
  type Vector,
} from './vectors.ts';

/** What an arm is made of, from the shoulder on, and where each ends. */
const ARM: readonly [Part, Part][] = [
  ['upper arm', 'lower arm'],
  ['lower arm', 'hand'],
];

/**
 * How joints of a person have to be turned, in the world, so that both arms point as those of the set at rest: by node; without any, the node stays as it rests. What hangs
 * on an arm is turned with it. Some people rest with their arms held out, others with arms half or all the way down: turned from there as the set is from its rest, an
 * elbow would end in the belly. Hands and fingers keep how they are held by the arm. Legs are left: all stand on them, and feet that are flat stay so.
 */
export function alignArms(
  person: Person,
  rig: Pick<Rig, 'order' | 'holders'>,
  frames: readonly Frame[],
  framesOfSet: readonly Frame[],
  sources: ReadonlyMap<number, number>,
  facing: Rotation,
): Rotation[] {
  const ends = new Map<number, number>();
  for (const [part, next] of ARM) {
    for (const { node, side } of person.bones.filter(bone => bone.part === part && bone.number === 0)) {
      const end = person.bones.find(bone => bone.part === next && bone.side === side && bone.number === 0);
      if (end) ends.set(node, end.node);
    }
  }
  const turns: Rotation[] = [];
  for (const n of rig.order) {
    const holder = rig.holders[n];
    turns[n] = holder < 0 ? NO_ROTATION : turns[holder];
    const end = ends.get(n);
    const [from, to] = [sources.get(n), end === undefined ? undefined : sources.get(end)];
    if (end === undefined || from === undefined || to === undefined) continue;
    const own = alongOf(frames, n, end);
    const wanted = alongOf(framesOfSet, from, to);
    if (own && wanted) turns[n] = turnBoth(turnTo(turnVector(turns[n], own), turnVector(facing, wanted)), turns[n]);
  }
  return turns;
}

function alongOf(frames: readonly Frame[], from: number, to: number): Vector | null {
  return directionOf(subtract(frames[to].origin, frames[from].origin));
}
