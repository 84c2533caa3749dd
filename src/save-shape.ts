import { checkMesh } from './mesh/mesh.ts';
import { createRecords } from './refit/records.ts';
import type { Shape } from './shape.ts';
import { validateTree } from './tree/validate.ts';

/**
 * A saved shape: 16 bytes (magic, version, length of the header in bytes, 0), the header as JSON, then all arrays, each at
 * a multiple of 8 bytes. The header keeps the fields of the shape by path (`tree.links`): numbers and strings as they
 * are, arrays as [type, byte offset, length].
 */
const MAGIC = 0x50434c53; // 'PCLS'
const VERSION = 1;
const PREFIX = 16;

const arrayTypes = { Float64Array, Float32Array, Int32Array, Uint32Array };
type ArrayType = keyof typeof arrayTypes;
type Field = number | string | [type: ArrayType, offset: number, length: number];

/**
 * Writes the shape to one buffer, for a file, a cache or (with `shared`) for workers, which then read the very same
 * memory: posing and querying write to colliders only.
 */
export function saveShape(shape: Shape, options: { shared: true }): SharedArrayBuffer;
export function saveShape(shape: Shape, options?: { shared?: false }): ArrayBuffer;
export function saveShape(shape: Shape, options: { shared?: boolean } = {}): ArrayBuffer | SharedArrayBuffer {
  const fields: Record<string, Field> = {};
  const arrays: { offset: number; array: Float64Array }[] = [];
  let size = 0;
  const gather = (record: object, path: string): void => {
    for (const [key, value] of Object.entries(record)) {
      if (path + key === 'records.values') continue; // a second view of records.words
      if (ArrayBuffer.isView(value)) {
        const array = value as Float64Array;
        fields[path + key] = [array.constructor.name as ArrayType, size, array.length];
        arrays.push({ offset: size, array });
        size += roundUp(array.byteLength);
      } else if (typeof value === 'object') gather(value, `${path}${key}.`);
      else fields[path + key] = value;
    }
  };
  gather(shape, '');
  const header = new TextEncoder().encode(JSON.stringify(fields));
  const start = roundUp(PREFIX + header.length);
  const buffer = options.shared ? new SharedArrayBuffer(start + size) : new ArrayBuffer(start + size);
  new Uint32Array(buffer, 0, 4).set([MAGIC, VERSION, header.length, 0]);
  const bytes = new Uint8Array(buffer);
  bytes.set(header, PREFIX);
  for (const { offset, array } of arrays) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), start + offset);
  }
  return buffer;
}

/** Reads a saved shape in place: its arrays are views of `buffer`, nothing is copied. Refuses damaged or foreign data. */
export function loadShape(buffer: ArrayBuffer | SharedArrayBuffer): Shape {
  if (buffer.byteLength < PREFIX) throw new Error(`loadShape: ${buffer.byteLength} bytes; a saved shape has more.`);
  const [magic, version, headerLength] = new Uint32Array(buffer, 0, 4);
  if (magic !== MAGIC)
    throw new Error(`loadShape: begins with ${magic.toString(16)}; not a shape saved on a machine like this one.`);
  if (version !== VERSION)
    throw new Error(`loadShape: version ${version}, this library reads ${VERSION}; save the shape again.`);
  const start = roundUp(PREFIX + headerLength);
  if (start > buffer.byteLength) throw new Error(`loadShape: cut off in the header, at byte ${buffer.byteLength}.`);

  const shape: Record<string, unknown> = {};
  for (const [path, field] of Object.entries(readHeader(buffer, headerLength))) {
    const keys = path.split('.');
    let record = shape;
    for (const key of keys.slice(0, -1)) record = (record[key] ??= {}) as Record<string, unknown>;
    record[keys[keys.length - 1]] = Array.isArray(field) ? viewArray(buffer, start, path, field) : field;
  }
  const loaded = shape as unknown as Shape;
  checkLoaded(loaded);
  loaded.records = createRecords(loaded.records.words, loaded.records.starts, loaded.records.maxGroups);
  return loaded;
}

function roundUp(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}

function readHeader(buffer: ArrayBuffer | SharedArrayBuffer, length: number): Record<string, Field> {
  const bytes = new Uint8Array(length);
  bytes.set(new Uint8Array(buffer, PREFIX, length)); // decoders do not read shared memory
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new Error('loadShape: the header is damaged; save the shape again.');
  }
}

function viewArray(
  buffer: ArrayBuffer | SharedArrayBuffer,
  start: number,
  path: string,
  [type, offset, length]: [ArrayType, number, number],
): unknown {
  const TypedArray = arrayTypes[type];
  if (!TypedArray || !(offset >= 0) || !(start + offset + length * TypedArray.BYTES_PER_ELEMENT <= buffer.byteLength)) {
    throw new Error(
      `loadShape: ${path} reaches beyond the ${buffer.byteLength} bytes given; the data is cut off or damaged.`,
    );
  }
  return new TypedArray(buffer as ArrayBuffer, start + offset, length);
}

/** What queries rely on without looking: indices in range, one entry per vertex, triangle and node. */
function checkLoaded(shape: Shape): void {
  const { mesh, tree, deformer, records, triangleOrder, vertexOrder } = shape;
  const fail = (what: string): never => {
    throw new Error(`loadShape: ${what}; the data is damaged, save the shape again.`);
  };
  if (!mesh || !tree || !records || !deformer?.sets || !triangleOrder || !vertexOrder) {
    throw new Error('loadShape: parts of the shape are missing; save the shape again.');
  }
  checkMesh(mesh, 'loadShape');
  validateTree(tree, mesh.triangles.length / 3, 'loadShape');
  const { sets } = deformer;
  const vertices = mesh.positions.length / 3;
  if (
    vertexOrder.length !== vertices ||
    sets.setOfVertex.length !== vertices ||
    sets.weightStarts.length !== vertices
  ) {
    fail(`${vertices} vertices do not fit ${vertexOrder.length} numbers and ${sets.setOfVertex.length} joint-sets`);
  }
  if (triangleOrder.length !== mesh.triangles.length / 3)
    fail(`${triangleOrder.length} triangle numbers do not fit the mesh`);
  if (records.starts.length !== tree.links.length)
    fail(`${records.starts.length} records do not fit ${tree.links.length} nodes`);
  const setCount = sets.starts.length - 1;
  if (sets.setOfVertex.some(set => set >= setCount)) fail('a vertex names a joint-set that is not there');
  if (sets.joints.some(joint => joint >= sets.jointCount)) fail('a joint-set names a joint that is not there');
}
