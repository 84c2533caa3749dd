import { sphereStart } from '../../src/simulate/body/step-spheres.ts';
import { moveFamily } from '../../src/simulate/contacts/follow-front.ts';
import type { World } from '../../src/simulate/index.ts';

/** Moves all spheres of a body that this step has not moved yet. */
export function moveAllSpheres(world: World, body: number): void {
  const { spheres, shapes } = world.bodies;
  for (let node = 0; node < shapes[body].tree.links.length; node++) {
    if (sphereStart(spheres, body, node) < 0) moveFamily(world, body, node >> 1);
  }
}

/** The spheres of all nodes of a body, four numbers each; all must have been moved in this step. */
export function listSpheres({ bodies }: World, body: number): Float32Array {
  const out = new Float32Array(4 * bodies.shapes[body].tree.links.length);
  for (let node = 0; node < out.length / 4; node++) {
    const s = sphereStart(bodies.spheres, body, node);
    if (!(s >= 0)) throw new Error(`node ${node} of body ${body} was not moved`);
    out.set(bodies.spheres.data.subarray(s, s + 4), 4 * node);
  }
  return out;
}
