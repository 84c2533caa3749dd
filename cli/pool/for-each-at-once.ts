import { setTimeout } from 'node:timers/promises';

/**
 * Calls `visit` for each item, for at most `most` of them at a time; for one at a time in the first `alone` milliseconds. Items that are
 * added meanwhile are visited too.
 */
export async function forEachAtOnce<Item>(
  items: readonly Item[],
  most: number,
  visit: (item: Item, index: number) => Promise<void>,
  alone = 0,
): Promise<void> {
  let next = 0;
  const walk = async (): Promise<void> => {
    while (next < items.length) {
      const index = next++;
      await visit(items[index], index);
    }
  };
  const isDone = new AbortController();
  const walkFirst = async (): Promise<void> => {
    await walk();
    isDone.abort();
  };
  const walkLater = async (): Promise<void> => {
    if (alone > 0) await setTimeout(alone, null, { signal: isDone.signal, ref: false }).catch(() => {});
    await walk();
  };
  const count = Math.min(most, items.length);
  await Promise.all(Array.from({ length: count }, (_, k) => (k === 0 ? walkFirst() : walkLater())));
}
