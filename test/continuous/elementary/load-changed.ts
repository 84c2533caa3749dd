import type * as elementary from '../../../src/continuous/elementary/index.ts';
import { type Change, createLoader, readChanges } from '../../support/load-changed.ts';

export { readChanges };
export type Elementary = typeof elementary;

/** The elementary tests, changed in one place of one file of their folder. */
export function loadChanged(change?: Change): Elementary {
  const folder = 'continuous/elementary/';
  const load = createLoader(change && { ...change, file: folder + change.file });
  return load<Elementary>(`${folder}index.ts`);
}
