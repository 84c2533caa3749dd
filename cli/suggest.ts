/** The one of `names` that a mistyped word most likely means, or undefined if none is near. */
export function suggest(word: string, names: readonly string[]): string | undefined {
  const distances = names.map(name => countEdits(word.toLowerCase(), name.toLowerCase()));
  const least = Math.min(...distances);
  return least <= Math.max(1, word.length / 3) ? names[distances.indexOf(least)] : undefined;
}

/** How many letters must be added, dropped, changed or swapped with the next to make one word the other. */
function countEdits(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, k) => k);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const change = one[i - 1] === other[j - 1] ? 0 : 1;
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const swapped = isSwap ? before[j - 2] + 1 : Infinity;
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + change, swapped));
    }
    before = row;
    row = next;
  }
  return row[other.length];
}
