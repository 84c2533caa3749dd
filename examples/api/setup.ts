import assert from 'node:assert/strict';
import { setUp } from '../../src/setup.ts';

export async function setUpQueries(): Promise<void> {
  // #region set-up
  const { isCompiled, reason } = await setUp(); // while other things load
  if (!isCompiled) console.warn(`Pairs are found in JavaScript: ${reason}`);

  const without = await setUp({ compiled: false }); // for a page whose content policy forbids it
  assert.equal(without.isCompiled, false);
  await setUp({ mostBytes: 2 ** 26 }); // where memory is dear: bodies that find no room are asked about in JavaScript
  assert.equal((await setUp()).isCompiled, true);
  // #endregion set-up
}
