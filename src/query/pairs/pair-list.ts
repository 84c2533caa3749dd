/** A growing list of triangle pairs: two numbers each. */
export interface PairList {
  data: Uint32Array;
  length: number;
}

const NOTHING = new Uint32Array(0);

/** Takes no memory before the first pair: most queries find none. */
export function createPairList(): PairList {
  return { data: NOTHING, length: 0 };
}

export function addPair(list: PairList, a: number, b: number): void {
  if (list.length === list.data.length) {
    const larger = new Uint32Array(Math.max(64, 2 * list.data.length));
    larger.set(list.data);
    list.data = larger;
  }
  list.data[list.length] = a;
  list.data[list.length + 1] = b;
  list.length += 2;
}

/** Adds pairs that follow one another from `from[start]` on: `count` numbers. */
export function addPairs(list: PairList, from: Uint32Array, start: number, count: number): void {
  const needed = list.length + count;
  if (needed > list.data.length) {
    const larger = new Uint32Array(Math.max(64, needed, 2 * list.data.length));
    larger.set(list.data);
    list.data = larger;
  }
  const { data, length } = list;
  for (let k = 0; k < count; k++) data[length + k] = from[start + k];
  list.length = needed;
}

/** Takes out of a list all pairs but those that are to be kept; the others stay in their order. */
export function keepPairs(list: PairList, isKept: (a: number, b: number) => boolean): void {
  const { data } = list;
  let kept = 0;
  for (let k = 0; k < list.length; k += 2) {
    if (!isKept(data[k], data[k + 1])) continue;
    data[kept] = data[k];
    data[kept + 1] = data[k + 1];
    kept += 2;
  }
  list.length = kept;
}

/** The pairs as an array of their own; of no pairs always the same, in which nothing can be changed. */
export function copyPairs(list: PairList): Uint32Array {
  return list.length === 0 ? NOTHING : list.data.slice(0, list.length);
}
