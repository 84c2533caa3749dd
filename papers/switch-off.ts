import { type Collider, openCollider } from '../src/collider.ts';
import { MEMORY_SIZE, WAY } from '../src/refit/modal.ts';

/*
 * What benches turn off, to see what it gains. A collider takes its memory when it is opened, which the first query does: each
 * switch opens it first, or the query would undo it. Benches count what a switch changes (`proveSwitch`).
 */

/** Every update of a vibrating body in full: nothing is remembered from pose to pose. */
export function forgetMemory(collider: Collider): void {
  openCollider(collider);
  collider.posed.memory = new Float64Array(0);
}

/** Makes every volume look stale at every visit: an epoch read beyond the end is never the current one. */
export function forgetEpochs(collider: Collider): void {
  openCollider(collider);
  collider.volumeEpochs = new Int32Array(0);
}

/** How many volumes of a vibrating body are remembered from an earlier pose than the current one. */
export function countKept(collider: Collider): number {
  const { links } = collider.shape.tree;
  let kept = 0;
  for (let node = 0; node < links.length; node++) if (links[node] >= 0 && isKept(collider, node)) kept++;
  return kept;
}

/** Whether the volume of a node is that of an earlier pose, enlarged. */
export function isKept({ posed }: Collider, node: number): boolean {
  const o = MEMORY_SIZE * node;
  return posed.memory[o + 3] > 0 && posed.memory[o + WAY] < posed.travelled;
}
