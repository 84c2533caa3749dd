import type { GltfNodes } from '../../src/gltf/index.ts';
import { type Part, readBoneName, type Side } from './bone-name.ts';

/** A bone of a person: the joint at which it begins, and the others that are called the same below it. */
export interface Bone {
  part: Part;
  side: Side;
  /** Of a finger, its name and how many joints of it come before; '' and 0 for others. */
  finger: string;
  /** How many bones of this part and side (of this finger) come before it: vertebrae, phalanges. */
  number: number;
  node: number;
}

/** Parts with several joints one after the other that all bend. Of others the first does, and the rest twist or stretch with it. */
const CHAINS: readonly Part[] = ['spine', 'neck', 'finger', 'thumb'];
const MIDDLE: readonly Part[] = ['hips', 'spine', 'neck', 'head', 'jaw'];

/**
 * Which nodes are which bones, by their names (`names`, which are those of the nodes or what the file says they are). Names that
 * only say 'arm' or 'leg' are told apart by what is above and below them: the first of a chain is the upper one.
 */
export function findBones({ parents, order }: GltfNodes, names: readonly string[]): Bone[] {
  const read = names.map(name => readBoneName(name));
  const above = (n: number): number[] => {
    const list: number[] = [];
    for (let a = parents[n]; a >= 0; a = parents[a]) list.push(a);
    return list;
  };
  // What is below a node is told by its name alone here: the loop goes from the root outward.
  const partsBelow = names.map(() => new Set<string>());
  read.forEach((bone, m) => {
    if (bone) for (const a of above(m)) partsBelow[a].add(`${bone.side} ${bone.part}`);
  });
  const hasBelow = (n: number, part: Part, side: Side): boolean => partsBelow[n].has(`${side} ${part}`);
  const hasOther = (n: number, part: Part, side: Side): boolean =>
    read.some((bone, m) => m !== n && bone !== null && bone.part === part && bone.side === side);
  for (const n of order) {
    const bone = read[n];
    if (bone?.part !== 'arm' && bone?.part !== 'leg') continue;
    const limb: Part[] =
      bone.part === 'arm' ? ['upper arm', 'lower arm', 'hand'] : ['upper leg', 'lower leg', 'foot', 'toes'];
    const known = above(n).map(a => (read[a]?.side === bone.side ? limb.indexOf(read[a].part) : -1));
    const next = Math.max(-1, ...known) + 1;
    // 'leg' above a 'lower leg' that says so is the upper one, whatever else is above it.
    const first = limb.findIndex(part => hasBelow(n, part, bone.side));
    const at = first > 0 ? Math.min(next, first - 1) : next;
    // A mesh may be called 'leg' too, of which the joint is the lower one: what carries nothing is none where another says that it is.
    const isOther = !parents.includes(n) && hasOther(n, limb[at], bone.side);
    read[n] = at < limb.length && first !== 0 && !isOther ? { ...bone, part: limb[at] } : null;
  }
  const bones: Bone[] = [];
  for (const n of order) {
    const bone = read[n];
    if (!bone || (MIDDLE.includes(bone.part) ? bone.side !== '' : bone.side === '')) continue;
    const number = above(n).filter(a => {
      const other = read[a];
      return other?.part === bone.part && other.side === bone.side && other.finger === bone.finger;
    }).length;
    if (number === 0 || CHAINS.includes(bone.part)) bones.push({ ...bone, number, node: n });
  }
  return bones;
}
