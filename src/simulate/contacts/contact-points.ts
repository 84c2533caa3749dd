import type { World } from '../world.ts';
import { PLACE_SIZE } from './contacts.ts';

/**
 * Where the last step found contact: three numbers for each, the middle of the overlap.
 * @example
 * {@includeCode ../../../examples/api/simulate.ts#world}
 */
export function contactPoints({ contacts }: World): Float64Array {
  const out = new Float64Array(3 * contacts.count);
  for (let c = 0; c < contacts.count; c++) {
    for (let axis = 0; axis < 3; axis++) out[3 * c + axis] = contacts.places[PLACE_SIZE * c + 3 + axis];
  }
  return out;
}
