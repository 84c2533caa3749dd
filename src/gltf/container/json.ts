/** An object of the file's JSON, of which nothing is known yet. */
export type JsonObject = { readonly [key: string]: unknown };

/**
 * The only way values leave the JSON: each of these functions returns what it says or throws an error that names the
 * place (`nodes[3].children`), the value found there and what would be right. Absent values give `undefined`, -1 or an
 * empty list, as said.
 */
export function refuse(where: string, value: unknown, need: string): never {
  throw new Error(`readGltf: ${where} is ${show(value)}; ${need}.`);
}

export function show(value: unknown): string {
  if (value === undefined) return 'missing';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

export function toObject(value: unknown, where: string): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(where, value, 'it must be an object');
  return value as JsonObject;
}

/** The object under a key, or undefined. */
export function objectOf(owner: JsonObject, key: string, where: string): JsonObject | undefined {
  return owner[key] === undefined ? undefined : toObject(owner[key], join(where, key));
}

/** The list under a key, or an empty one. */
export function listOf(owner: JsonObject, key: string, where: string): readonly unknown[] {
  const value = owner[key];
  if (value === undefined) return [];
  if (!Array.isArray(value)) refuse(join(where, key), value, 'it must be a list');
  return value;
}

export function objectsOf(owner: JsonObject, key: string, where: string): JsonObject[] {
  return listOf(owner, key, where).map((value, k) => toObject(value, `${join(where, key)}[${k}]`));
}

/** An index below `count`, or -1 if absent. */
export function indexOf(owner: JsonObject, key: string, count: number, where: string): number {
  return owner[key] === undefined ? -1 : toIndex(owner[key], count, join(where, key));
}

export function toIndex(value: unknown, count: number, where: string): number {
  if (!isCount(value)) refuse(where, value, 'it must be an index');
  if (value >= count)
    refuse(where, value, count === 0 ? 'the file has none of these' : `it must be an index from 0 to ${count - 1}`);
  return value;
}

export function indicesOf(owner: JsonObject, key: string, count: number, where: string): number[] {
  return listOf(owner, key, where).map((value, k) => toIndex(value, count, `${join(where, key)}[${k}]`));
}

/** A whole number from 0 up; `absent` if it is not there. */
export function countOf(owner: JsonObject, key: string, where: string, absent?: number): number {
  const value = owner[key] ?? absent;
  if (!isCount(value)) refuse(join(where, key), value, 'it must be a whole number from 0 up');
  return value;
}

/** `length` finite numbers, or undefined. */
export function numbersOf(owner: JsonObject, key: string, length: number, where: string): number[] | undefined {
  if (owner[key] === undefined) return undefined;
  const list = listOf(owner, key, where);
  if (list.length !== length) {
    refuse(join(where, key), `${list.length} long`, `it must have ${length} numbers`);
  }
  list.forEach((value, k) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) {
      refuse(`${join(where, key)}[${k}]`, value, 'it must be a finite number');
    }
  });
  return list as number[];
}

export function nameOf(owner: JsonObject, absent: string): string {
  return typeof owner.name === 'string' && owner.name !== '' ? owner.name : absent;
}

export function stringsOf(owner: JsonObject, key: string, where: string): string[] {
  return listOf(owner, key, where).map((value, k) => {
    if (typeof value !== 'string') refuse(`${join(where, key)}[${k}]`, value, 'it must be a text');
    return value;
  });
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function join(where: string, key: string): string {
  return where === '' ? key : `${where}.${key}`;
}
