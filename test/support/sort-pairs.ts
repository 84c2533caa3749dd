/** Pairs in an order of their own, as 'a b' strings: for comparing answers as sets, duplicates included. */
export function sortPairs(pairs: Uint32Array): string[] {
  const keys: string[] = [];
  for (let k = 0; k < pairs.length; k += 2) keys.push(`${pairs[k]} ${pairs[k + 1]}`);
  return keys.sort();
}
