import { createHash } from 'node:crypto';

/** What was answered at one moment, as numbers and words in an order that is promised, and how many things it names. */
export interface Answer {
  count: number;
  /** Said in front of its hash: two answers with other labels are known to differ, and how. */
  label?: string;
  parts: (string | readonly number[] | Float64Array | Uint32Array)[];
}

/** Twelve digits of a hash over the bits of all numbers. 0 and -0 are the same answer; every NaN is. */
export function digest(parts: Answer['parts']): string {
  const hash = createHash('sha256');
  for (const part of parts) {
    if (typeof part === 'string') hash.update(part);
    else if (part instanceof Uint32Array) hash.update(bytesOf(part));
    else hash.update(bytesOf(Float64Array.from(part, x => (x === 0 ? 0 : x))));
    hash.update('|');
  }
  return hash.digest('hex').slice(0, 12);
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array | Float64Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** A list of pairs in ascending order. Those of a surface with itself (`isSelf`) have the lower triangle first. */
export function sortPairs(pairs: Uint32Array, isSelf = false): Uint32Array {
  const keys = Float64Array.from({ length: pairs.length / 2 }, (_, k) => {
    const [one, other] = [pairs[2 * k], pairs[2 * k + 1]];
    const isTurned = isSelf && other < one;
    return isTurned ? other * 2 ** 26 + one : one * 2 ** 26 + other;
  }).sort();
  const sorted = new Uint32Array(pairs.length);
  keys.forEach((key, k) => {
    sorted[2 * k] = Math.floor(key / 2 ** 26);
    sorted[2 * k + 1] = key % 2 ** 26;
  });
  return sorted;
}
