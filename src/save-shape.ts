import { sayValue } from './math/say-value.ts';
import { checkMesh } from './mesh/mesh.ts';
import { createRecords } from './refit/records.ts';
import { checkShape, type Shape } from './shape.ts';
import { validateTree } from './tree/validate.ts';

/**
 * A saved shape: 16 bytes (magic, version, length of the header in bytes, checksum of all that follows), the header as
 * JSON, then all arrays, each at a multiple of 8 bytes. The header keeps the fields of the shape by path (`tree.links`):
 * numbers and strings as they are, arrays as [type, byte offset, length].
 */
const MAGIC = 0x50434c53; // 'PCLS'
const VERSION = 2;
const PREFIX = 16;

const arrayTypes = { Float64Array, Float32Array, Int32Array, Uint32Array };
type ArrayType = keyof typeof arrayTypes;
type Field = number | string | [type: ArrayType, offset: number, length: number];

/**
 * Writes the shape to one buffer, for a file, a cache or (with `shared`) for workers, which then read the very same
 * memory: posing and querying write to colliders only.
 * @example
 * {@includeCode ../examples/api/shapes.ts#save}
 */
export function saveShape(shape: Shape, options: { shared: true }): SharedArrayBuffer;
export function saveShape(shape: Shape, options?: { shared?: false }): ArrayBuffer;
export function saveShape(shape: Shape, options: { shared?: boolean } = {}): ArrayBuffer | SharedArrayBuffer {
  checkShape(shape, 'saveShape');
  const fields: Record<string, Field> = {};
  const arrays: { offset: number; array: Float64Array }[] = [];
  let size = 0;
  const gather = (record: object, path: string): void => {
    for (const [key, value] of Object.entries(record)) {
      if (path + key === 'records.values' || path + key === 'records.displaced') continue; // a second view; of instances only
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
  const bytes = new Uint8Array(buffer);
  bytes.set(header, PREFIX);
  for (const { offset, array } of arrays) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), start + offset);
  }
  new Uint32Array(buffer, 0, 4).set([MAGIC, VERSION, header.length, checksum(buffer)]);
  return buffer;
}

/**
 * Reads a saved shape in place: its arrays are views of `buffer`, nothing is copied. Refuses data that is cut off, damaged
 * or foreign. The checksum guards against accidents, not against forgery: load only shapes you trust.
 * @example
 * {@includeCode ../examples/api/shapes.ts#save}
 */
export function loadShape(buffer: ArrayBuffer | SharedArrayBuffer): Shape {
  if (!(buffer instanceof ArrayBuffer || isShared(buffer))) {
    throw new Error(`loadShape: the buffer is ${sayValue(buffer)}; give what saveShape returned, an ArrayBuffer.`);
  }
  if (buffer.byteLength < PREFIX || buffer.byteLength % 4 !== 0) {
    throw new Error(`loadShape: ${buffer.byteLength} bytes are not a saved shape; the data is cut off.`);
  }
  const [magic, version, headerLength, sum] = new Uint32Array(buffer, 0, 4);
  if (magic !== MAGIC) {
    throw new Error(`loadShape: begins with ${magic.toString(16)}; not a shape saved on a machine like this one.`);
  }
  if (version !== VERSION) {
    throw new Error(`loadShape: version ${version}, this library reads ${VERSION}; save the shape again.`);
  }
  const start = roundUp(PREFIX + headerLength);
  if (start > buffer.byteLength || checksum(buffer) !== sum) {
    throw new Error(`loadShape: the checksum of ${buffer.byteLength} bytes is wrong; the data is cut off or damaged.`);
  }
  const fields = new Map(Object.entries(readHeader(buffer, headerLength)));
  const text = (path: string): string => take(fields, path, 'string') as string;
  const number = (path: string): number => take(fields, path, 'number') as number;
  const array = <T>(path: string): T =>
    viewArray(buffer, start, path, take(fields, path, 'object') as [ArrayType, number, number]) as T;
  const shape: Shape = {
    volumeKind: text('volumeKind') as Shape['volumeKind'],
    slabs: number('slabs'),
    mesh: { positions: array('mesh.positions'), triangles: array('mesh.triangles') },
    triangleOrder: array('triangleOrder'),
    vertexOrder: array('vertexOrder'),
    deformer: {
      kind: text('deformer.kind') as Shape['deformer']['kind'],
      skinning: text('deformer.skinning') as Shape['deformer']['skinning'],
      sets: {
        jointCount: number('deformer.sets.jointCount'),
        maxInfluences: number('deformer.sets.maxInfluences'),
        starts: array('deformer.sets.starts'),
        joints: array('deformer.sets.joints'),
        setOfVertex: array('deformer.sets.setOfVertex'),
        weightStarts: array('deformer.sets.weightStarts'),
        weights: array('deformer.sets.weights'),
      },
      references: array('deformer.references'),
      paths: {
        starts: array('deformer.paths.starts'),
        edges: array('deformer.paths.edges'),
        distances: array('deformer.paths.distances'),
        parents: array('deformer.paths.parents'),
        junctions: array('deformer.paths.junctions'),
      },
      displacements: {
        count: number('deformer.displacements.count'),
        starts: array('deformer.displacements.starts'),
        fields: array('deformer.displacements.fields'),
        offsets: array('deformer.displacements.offsets'),
        reaches: array('deformer.displacements.reaches'),
      },
      inBetweens: number('deformer.inBetweens'),
      reach: number('deformer.reach'),
    },
    tree: {
      links: array('tree.links'),
      ends: array('tree.ends'),
      slotStarts: array('tree.slotStarts'),
      slotEnds: array('tree.slotEnds'),
      leafCount: number('tree.leafCount'),
      depth: number('tree.depth'),
      maxArity: number('tree.maxArity'),
      maxLeafSize: number('tree.maxLeafSize'),
    },
    leafVertices: { starts: array('leafVertices.starts'), ids: array('leafVertices.ids') },
    records: createRecords(
      array('records.words'),
      array('records.starts'),
      number('records.maxGroups'),
      array('records.memberStarts'),
      array('records.members'),
      number('records.slabs'),
      { joints: array('records.shared.joints'), boxes: array('records.shared.boxes') },
      number('records.longest'),
    ),
  };
  checkMesh(shape.mesh, 'loadShape');
  validateTree(shape.tree, shape.triangleOrder.length, 'loadShape');
  return shape;
}

/** Some browsers have no shared memory unless the page asks for it. */
function isShared(buffer: unknown): buffer is SharedArrayBuffer {
  return typeof SharedArrayBuffer === 'function' && buffer instanceof SharedArrayBuffer;
}

function take(fields: Map<string, Field>, path: string, type: string): Field {
  const field = fields.get(path);
  if (typeof field !== type) throw new Error(`loadShape: ${path} is missing; save the shape again with this library.`);
  return field as Field;
}

/** Mixes all 32-bit words after the prefix (after FNV-1a). About 2 ns per word. */
function checksum(buffer: ArrayBuffer | SharedArrayBuffer): number {
  const words = new Uint32Array(buffer, PREFIX);
  let sum = 0x811c9dc5;
  for (let k = 0; k < words.length; k++) {
    sum = Math.imul(sum ^ words[k], 0x01000193);
    sum ^= sum >>> 15; // each step can be undone, so one changed word always changes the sum
  }
  return sum >>> 0;
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
