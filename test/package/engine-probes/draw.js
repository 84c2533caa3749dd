/** Numbers that look random and are the same in every engine and run. */
export function createNumbers(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** What a probe has found: how many rays hit, and in what the two differ. */
export function createTally() {
  return { rays: 0, hits: 0, wrong: [] };
}

/** Takes down what one ray has hit by the tree and by the engine itself: the name of the object, the face, and how far away. */
export function compare(tally, mine, own, size) {
  tally.rays++;
  if (own) tally.hits++;
  if (!mine && !own) return;
  const isSame = mine && own && mine.object === own.object && mine.face === own.face;
  if (isSame && Math.abs(mine.distance - own.distance) <= 1e-5 * size) return;
  tally.wrong.push(`ray ${tally.rays}: ${JSON.stringify(mine)} and not ${JSON.stringify(own)}`);
}
