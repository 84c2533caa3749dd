import type { Collider } from '../../collider.ts';
import type { PairList } from './pair-list.ts';

/**
 * Makes the order of pairs found by a walk one that depends on the current poses only. A walk goes by the volumes it meets,
 * and those of modal deformers remember earlier poses (refit/modal.ts): where one takes part, pairs are put in ascending
 * order. Cost there: some 0.1 us a pair, a few percent of finding it; elsewhere nothing.
 */
export function settleOrder(a: Collider, b: Collider, { data, length }: PairList): void {
  if (a.shape.deformer.kind !== 'modal' && b.shape.deformer.kind !== 'modal') return;
  const count = b.shape.triangleOrder.length;
  const keys = new Float64Array(length / 2); // whole numbers below 2^53: more pairs than memory can hold
  for (let k = 0; k < keys.length; k++) keys[k] = count * data[2 * k] + data[2 * k + 1];
  keys.sort();
  for (let k = 0; k < keys.length; k++) {
    data[2 * k] = Math.floor(keys[k] / count);
    data[2 * k + 1] = keys[k] % count;
  }
}
