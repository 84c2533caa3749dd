/** Calls `visit` for each item, for at most `most` of them at a time. Items that are added meanwhile are visited too. */
export async function forEachAtOnce<Item>(
  items: readonly Item[],
  most: number,
  visit: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const walk = async (): Promise<void> => {
    while (next < items.length) {
      const index = next++;
      await visit(items[index], index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, walk));
}
