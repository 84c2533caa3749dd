/** A growing list of triangle pairs: two numbers each. */
export interface PairList {
  data: Uint32Array;
  length: number;
}

export function createPairList(): PairList {
  return { data: new Uint32Array(64), length: 0 };
}

export function addPair(list: PairList, a: number, b: number): void {
  if (list.length === list.data.length) {
    const larger = new Uint32Array(2 * list.data.length);
    larger.set(list.data);
    list.data = larger;
  }
  list.data[list.length] = a;
  list.data[list.length + 1] = b;
  list.length += 2;
}
