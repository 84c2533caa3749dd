import type { World } from '../world.ts';

/**
 * Writes the numbers of the bodies that may be seen to `out`, ascending, and returns how many there are. `planes` has
 * four numbers (x, y, z, d) for each: seen is what has x * px + y * py + z * pz + d >= 0 for all planes; they need no
 * unit length. Uses the root spheres, which hold the bodies as they are bent now: nothing seen is left out, a little
 * unseen may be kept.
 */
export function cullBodies(world: World, planes: Float64Array, out: Uint32Array): number {
  const { bodies } = world;
  if (planes.length % 4 !== 0) {
    throw new Error(`cullBodies: planes has ${planes.length} numbers; give four (x, y, z, d) for each plane.`);
  }
  if (out.length < bodies.count) {
    throw new Error(`cullBodies: out has room for ${out.length} bodies; the world has ${bodies.count}.`);
  }
  let count = 0;
  for (let body = 0; body < bodies.count; body++) {
    const [x, y, z, radius] = bodies.roots.subarray(4 * body, 4 * body + 4);
    let isSeen = true;
    for (let o = 0; o < planes.length && isSeen; o += 4) {
      const length = Math.sqrt(planes[o] ** 2 + planes[o + 1] ** 2 + planes[o + 2] ** 2);
      const height = planes[o] * x + planes[o + 1] * y + planes[o + 2] * z + planes[o + 3];
      isSeen = !(height < -radius * length);
    }
    if (isSeen) out[count++] = body;
  }
  return count;
}
