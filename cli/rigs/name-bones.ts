import type { GltfAsset } from '../../src/gltf/index.ts';
import { readBoneName } from './bone-name.ts';

/** Files with more nodes are none of a character; what is done with rigs takes time with the square of their number. */
export const MOST_NODES = 5000;

/**
 * What each node is called as a bone: as the file says (`boneNames`, by node: then the others are none), else by its own name. Nodes
 * of meshes are often called like the part they show, and are no bones if joints elsewhere move them, or if there is a bone for it.
 */
export function nameBones(
  { nodes, bodies }: Pick<GltfAsset, 'nodes' | 'bodies'>,
  boneNames: ReadonlyMap<number, string> | null,
): string[] {
  if (nodes.names.length > MOST_NODES) {
    throw new Error(`it has ${nodes.names.length} nodes; rigs of more than ${MOST_NODES} are not given clips`);
  }
  if (boneNames) return nodes.names.map((_, n) => boneNames.get(n) ?? '');
  const joints = new Set(bodies.flatMap(body => [...body.joints]));
  const carriers = new Set(nodes.parents);
  const shown = new Set(bodies.map(({ node }) => node).filter(node => !joints.has(node) || !carriers.has(node)));
  const partOf = (n: number): string => {
    const bone = readBoneName(nodes.names[n]);
    return bone ? `${bone.side} ${bone.part}` : '';
  };
  const known = new Set(nodes.names.map((_, n) => (shown.has(n) ? '' : partOf(n))));
  const isNoBone = (n: number): boolean => {
    const parent = nodes.parents[n];
    return !joints.has(n) || known.has(partOf(n)) || (parent >= 0 && !shown.has(parent) && partOf(parent) !== '');
  };
  return nodes.names.map((name, n) => (shown.has(n) && isNoBone(n) ? '' : name));
}
