import { checksumSide, mix, type Side } from '../motion/side.ts';
import type { Table } from './table.ts';

/**
 * A saved table: 16 bytes (magic, version, length of the header in bytes, checksum of all that follows), the table as
 * JSON, then its arrays, each at a multiple of 8 bytes; in the JSON an array is { array: [type, byte offset, length] }.
 */
const MAGIC = 0x50435442; // 'PCTB'
const VERSION = 1;
const PREFIX = 16;

const arrayTypes = { Float64Array, Float32Array, Uint32Array, Uint16Array, Uint8Array, Int32Array };
type ArrayType = keyof typeof arrayTypes;
type SavedArray = { array: [type: ArrayType, offset: number, length: number] };

/**
 * Writes the table to one buffer, for a file or another thread. It names the meshes it is for by their checksums.
 * @example
 * {@includeCode ../../../examples/api/tabulated.ts#pairs}
 */
export function saveTable(table: Table): ArrayBuffer {
  const arrays: { offset: number; bytes: Uint8Array }[] = [];
  let size = 0;
  const text = JSON.stringify(table, (_, value) => {
    if (!ArrayBuffer.isView(value)) return value;
    const array = value as Float64Array;
    const saved: SavedArray = { array: [array.constructor.name as ArrayType, size, array.length] };
    arrays.push({ offset: size, bytes: new Uint8Array(array.buffer, array.byteOffset, array.byteLength) });
    size += roundUp(array.byteLength);
    return saved;
  });
  const header = new TextEncoder().encode(text);
  const start = roundUp(PREFIX + header.length);
  const buffer = new ArrayBuffer(start + size);
  const bytes = new Uint8Array(buffer);
  bytes.set(header, PREFIX);
  for (const { offset, bytes: source } of arrays) bytes.set(source, start + offset);
  new Uint32Array(buffer, 0, 4).set([MAGIC, VERSION, header.length, checksum(buffer)]);
  return buffer;
}

/**
 * Reads a saved table; its arrays are views of `buffer`. Refuses data that is cut off, damaged or foreign, and a table
 * that was made for other meshes (or deformers) than these. The checksums guard against accidents, not against forgery.
 * @example
 * {@includeCode ../../../examples/api/tabulated.ts#pairs}
 */
export function loadTable(buffer: ArrayBuffer, sideA: Side, sideB: Side): Table {
  if (buffer.byteLength < PREFIX || buffer.byteLength % 8 !== 0) {
    throw new Error(`loadTable: ${buffer.byteLength} bytes are not a saved table; the data is cut off.`);
  }
  const [magic, version, headerLength, sum] = new Uint32Array(buffer, 0, 4);
  if (magic !== MAGIC) {
    throw new Error(`loadTable: begins with ${magic.toString(16)}; not a table saved on a machine like this one.`);
  }
  if (version !== VERSION) {
    throw new Error(`loadTable: version ${version}, this library reads ${VERSION}; make the table again.`);
  }
  const start = roundUp(PREFIX + headerLength);
  if (start > buffer.byteLength || checksum(buffer) !== sum) {
    throw new Error(`loadTable: the checksum of ${buffer.byteLength} bytes is wrong; the data is cut off or damaged.`);
  }
  const text = new TextDecoder().decode(new Uint8Array(buffer, PREFIX, headerLength));
  const table: Table = JSON.parse(text, (_, value) => (isSavedArray(value) ? viewArray(buffer, start, value) : value));
  checkSide(table.a.spheres.checksum, sideA, 'a');
  checkSide(table.b.spheres.checksum, sideB, 'b');
  return table;
}

function isSavedArray(value: unknown): value is SavedArray {
  return typeof value === 'object' && value !== null && Array.isArray((value as SavedArray).array);
}

function viewArray(buffer: ArrayBuffer, start: number, { array: [type, offset, length] }: SavedArray): unknown {
  const TypedArray = arrayTypes[type];
  if (!TypedArray || !(offset >= 0) || !(start + offset + length * TypedArray.BYTES_PER_ELEMENT <= buffer.byteLength)) {
    throw new Error(`loadTable: an array reaches beyond the ${buffer.byteLength} bytes given; make the table again.`);
  }
  return new TypedArray(buffer, start + offset, length);
}

function checkSide(expected: number, side: Side, name: string): void {
  const given = checksumSide(side);
  if (given === expected) return;
  throw new Error(
    `loadTable: the table was made for another side ${name} (checksum ${expected}, given ${given}); ` +
      'load it for the mesh and deformer it was made for, or make it again.',
  );
}

function checksum(buffer: ArrayBuffer): number {
  const words = new Uint32Array(buffer, PREFIX);
  let sum = 0x811c9dc5;
  for (let k = 0; k < words.length; k++) sum = mix(sum, words[k]);
  return sum >>> 0;
}

function roundUp(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}
