import { countOf, indexOf, type JsonObject, objectOf, objectsOf, refuse } from './json.ts';

/** Numbers in one element, by accessor type. */
const sizes: Record<string, number> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };

export const FLOAT = 5126;
const componentBytes: Record<number, number> = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, [FLOAT]: 4 };

/** A run of equal elements in a buffer view. */
export interface ElementRun {
  /** The buffer view, or -1: no data. */
  view: number;
  offset: number;
  componentType: number;
  type: string;
  size: number;
  count: number;
  bytesPerElement: number;
}

/** An accessor as the file declares it: elements, or zeros, and elements that replace some of them. */
export interface AccessorDef extends ElementRun {
  where: string;
  normalized: boolean;
  sparse: { indices: ElementRun; values: ElementRun } | null;
}

/** The accessors of the file, and those of them that are wanted. */
export interface AccessorTable {
  json: JsonObject[];
  viewCount: number;
  wanted: Map<number, AccessorDef>;
}

export function createAccessorTable(json: JsonObject): AccessorTable {
  return {
    json: objectsOf(json, 'accessors', ''),
    viewCount: objectsOf(json, 'bufferViews', '').length,
    wanted: new Map(),
  };
}

/**
 * Marks an accessor as wanted and returns what it declares, if `type` and `components` (a list of component types) are
 * what its user, named by `where`, can read. The data is neither there nor checked yet.
 */
export function want(
  table: AccessorTable,
  index: number,
  type: string,
  components: readonly number[],
  where: string,
): AccessorDef {
  const def = table.wanted.get(index) ?? readAccessor(table, index);
  if (def.type !== type) refuse(`${def.where}.type, used as ${where},`, def.type, `it must be ${type}`);
  if (!components.includes(def.componentType)) {
    const need = `it must be ${components.join(' or ')}`;
    refuse(`${def.where}.componentType, used as ${where},`, def.componentType, need);
  }
  table.wanted.set(index, def);
  return def;
}

function readAccessor(table: AccessorTable, index: number): AccessorDef {
  const where = `accessors[${index}]`;
  const json = table.json[index];
  const run = readRun(json, json, json.type, countOf(json, 'count', where), table.viewCount, where);
  const normalized = json.normalized ?? false;
  if (typeof normalized !== 'boolean') refuse(`${where}.normalized`, normalized, 'it must be true or false');
  return Object.assign(run, { where, normalized, sparse: readSparse(json, run, table.viewCount, where) });
}

function readSparse(json: JsonObject, run: ElementRun, viewCount: number, where: string): AccessorDef['sparse'] {
  const sparse = objectOf(json, 'sparse', where);
  if (!sparse) return null;
  const count = countOf(sparse, 'count', `${where}.sparse`);
  if (count > run.count) refuse(`${where}.sparse.count`, count, `the accessor has only ${run.count} elements`);
  const partOf = (key: string, types: JsonObject, type: string): ElementRun => {
    const part = objectOf(sparse, key, `${where}.sparse`) ?? {};
    const read = readRun(part, types === json ? json : part, type, count, viewCount, `${where}.sparse.${key}`);
    if (read.view < 0) refuse(`${where}.sparse.${key}.bufferView`, undefined, 'it must say where the data is');
    return read;
  };
  const indices = partOf('indices', {}, 'SCALAR');
  if (![5121, 5123, 5125].includes(indices.componentType)) {
    refuse(`${where}.sparse.indices.componentType`, indices.componentType, 'it must be 5121, 5123 or 5125');
  }
  return { indices, values: partOf('values', json, run.type) };
}

function readRun(
  place: JsonObject,
  kind: JsonObject,
  type: unknown,
  count: number,
  viewCount: number,
  where: string,
): ElementRun {
  const componentType = countOf(kind, 'componentType', where);
  const bytes = componentBytes[componentType];
  if (bytes === undefined) refuse(`${where}.componentType`, componentType, 'glTF 2.0 has 5120 to 5123, 5125 and 5126');
  const size = typeof type === 'string' && Object.hasOwn(sizes, type) ? sizes[type] : 0;
  if (size === 0) refuse(`${where}.type`, type, `only ${Object.keys(sizes).join(', ')} are read`);
  return {
    view: indexOf(place, 'bufferView', viewCount, where),
    offset: countOf(place, 'byteOffset', where, 0),
    componentType,
    type: type as string,
    size,
    count,
    bytesPerElement: bytes * size,
  };
}
