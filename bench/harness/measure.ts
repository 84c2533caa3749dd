/** One way of doing a job: `run` does it for all steps once. */
export interface Contender {
  run(): void;
}

/**
 * Runs all contenders in turn, round after round, so that whatever slows the machine slows them alike. Returns for each
 * the median time of one `run`, in ms. The first rounds warm up and do not count.
 */
export function measureInterleaved(contenders: readonly Contender[], rounds: number, warmUp = 3): number[] {
  const times: number[][] = contenders.map(() => []);
  for (let round = -warmUp; round < rounds; round++) {
    contenders.forEach((contender, c) => {
      const start = performance.now();
      contender.run();
      if (round >= 0) times[c].push(performance.now() - start);
    });
  }
  return times.map(median);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : 0.5 * (sorted[middle - 1] + sorted[middle]);
}

/** A hash of an answer that does not depend on the order of its pairs (FNV over each pair, summed). */
export function hashPairs(pairs: Uint32Array): number {
  let sum = 0;
  for (let k = 0; k < pairs.length; k += 2) {
    let hash = Math.imul(0x811c9dc5 ^ pairs[k], 0x01000193);
    hash = Math.imul(hash ^ (pairs[k] >>> 16), 0x01000193);
    hash = Math.imul(hash ^ pairs[k + 1], 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 13) ^ (pairs[k + 1] >>> 16), 0x5bd1e995);
    sum = (sum + (hash >>> 0)) >>> 0;
  }
  return sum;
}

/** Folds the answers of many steps, in order, into one short text. */
export function foldHashes(hashes: readonly number[]): string {
  let folded = 0x811c9dc5;
  for (const hash of hashes) folded = Math.imul(folded ^ hash, 0x01000193) ^ (hash >>> 15);
  return (folded >>> 0).toString(16).padStart(8, '0');
}

/** A hash of numbers, in order and to the last bit. */
export function hashNumbers(numbers: ArrayLike<number>): string {
  return foldHashes(Array.from(new Int32Array(Float64Array.from(numbers).buffer)));
}

/** The hash of what all contenders answered. Throws if one has answered nothing, or otherwise than the first: they are not to be compared. */
export function sameAnswers(what: string, contenders: readonly { name: string; hash: string }[]): string {
  const [{ name: first, hash }] = contenders;
  for (const other of contenders) {
    if (other.hash === '') throw new Error(`${what}: '${other.name}' has no hash of its answers.`);
    if (other.hash !== hash) throw new Error(`${what}: '${first}' and '${other.name}' answer differently.`);
  }
  return hash;
}

/**
 * Throws unless a switch shows in what was counted with it on and off: two contenders that did the same work compare
 * nothing, however their times fall.
 */
export function proveSwitch(what: string, on: number, off: number): void {
  if (Number.isFinite(on) && Number.isFinite(off) && on !== off) return;
  throw new Error(`${what}: on or off, ${on} and ${off} were counted; the switch does nothing.`);
}

/** The longest side of the box around some vertices. */
export function longestSide(positions: ArrayLike<number>): number {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let k = 0; k < positions.length; k++) {
    low[k % 3] = Math.min(low[k % 3], positions[k]);
    high[k % 3] = Math.max(high[k % 3], positions[k]);
  }
  return Math.max(...high.map((x, axis) => x - low[axis]));
}
