import type { World } from '../world.ts';
import { refitSpheres } from './refit-family.ts';

/**
 * Moves all spheres of a body with all modes, asked for or not. For measuring; `stepWorld` moves those it meets.
 */
export function moveSpheres(world: World, body: number): void {
  const families = world.bodies.shapes[body].tree.links.length >> 1;
  for (let family = 0; family < families; family++) refitSpheres(world.bodies, body, family, 8 * family);
}
