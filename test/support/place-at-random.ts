import type { Random } from '../../src/math/random.ts';

/** What has a place and a turn, of three.js or of Babylon.js. */
interface Placed {
  position: Settable;
  rotation: Settable;
}

interface Settable {
  set(x: number, y: number, z: number): unknown;
}

/** A number between -1 and 1. */
export const angle = (random: Random): number => 2 * random() - 1;

/** Puts a mesh anywhere near what it hangs from, and that anywhere. */
export function placeAtRandom(parent: Placed, mesh: Placed, random: Random): void {
  parent.position.set(3 * angle(random), 3 * angle(random), 3 * angle(random));
  parent.rotation.set(3 * angle(random), 3 * angle(random), 3 * angle(random));
  mesh.rotation.set(angle(random), angle(random), angle(random));
  mesh.position.set(angle(random), angle(random), angle(random));
}
