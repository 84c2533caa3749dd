import { moveSpheres } from '../../src/simulate/body/move-spheres.ts';
import type { World } from '../../src/simulate/index.ts';
import type { DrawnVolumes } from '../protocol.ts';
import type { Group } from './world-groups.ts';

/**
 * The spheres of one level of every body. Those that the last step moved are fresh; `first` is the number that step began
 * with. All are moved once more to be drawn, in memory that the next step needs and that is put back.
 */
export function drawSpheres(world: World, groups: readonly Group[], level: number, first: number): DrawnVolumes[] {
  const { bodies } = world;
  return groups.map(({ shape, bodies: members }, body): DrawnVolumes => {
    const nodes = listLevel(shape.tree.links, level);
    const data = new Float32Array(4 * nodes.length * members.length);
    const isFresh = new Uint8Array(nodes.length * members.length);
    const { spheres } = bodies;
    const room = 4 * shape.tree.links.length;
    const before = spheres.data.slice(0, room);
    members.forEach((member, instance) => {
      moveSpheres(world, member);
      nodes.forEach((node, k) => {
        const at = instance * nodes.length + k;
        for (let i = 0; i < 4; i++) data[4 * at + i] = spheres.data[4 * node + i];
        isFresh[at] = spheres.numbers[member][node >> 1] >= first ? 1 : 0;
      });
    });
    spheres.data.set(before);
    return { body, shape: 'sphere', data, isFresh };
  });
}

/** The nodes of a level, and those that end above it. Children come after their parent; node 1 is none. */
function listLevel(links: Int32Array, level: number): number[] {
  const levels = new Int32Array(links.length);
  const nodes: number[] = [];
  for (let node = 0; node < links.length; node++) {
    if (node === 1) continue;
    if (links[node] >= 0) levels[links[node]] = levels[links[node] + 1] = levels[node] + 1;
    if (levels[node] === level || (levels[node] < level && links[node] < 0)) nodes.push(node);
  }
  return nodes;
}
