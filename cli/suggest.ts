/** The one of `names` that a mistyped word most likely means, or undefined if none is near. */
export function suggest(word: string, names: readonly string[]): string | undefined {
  const distances = names.map(name => countEdits(word.toLowerCase(), name.toLowerCase()));
  const least = Math.min(...distances);
  return least <= Math.max(1, word.length / 3) ? names[distances.indexOf(least)] : undefined;
}

/** How many letters must be added, dropped or changed to make one word the other. */
function countEdits(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, k) => k);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const change = one[i - 1] === other[j - 1] ? 0 : 1;
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + change));
    }
    row = next;
  }
  return row[other.length];
}
