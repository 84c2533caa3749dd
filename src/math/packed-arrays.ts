/**
 * Records kept in one buffer: 16 bytes (magic, version, length of the header in bytes, checksum of all that follows), a
 * header in JSON, then arrays, each at a multiple of 8 bytes after it. The header names an array by [type, byte offset,
 * length].
 */
export interface PackedFormat {
  magic: number;
  version: number;
  /** What errors say: who reads, what, and what to do about data that cannot be read. */
  reader: string;
  noun: string;
  cure: string;
}

const arrayTypes = { Float64Array, Float32Array, Int32Array, Uint32Array, Uint16Array, Uint8Array };
export type PackedArray = [type: keyof typeof arrayTypes, offset: number, length: number];

const PREFIX = 16;

/**
 * Writes to one buffer, which workers can share if that is asked for, what `write` makes the header of; for an array it is told to
 * `pack`, it gets what the header is to say of it.
 */
export function writePacked(
  { magic, version }: PackedFormat,
  write: (pack: (array: ArrayBufferView) => PackedArray) => string,
  isShared = false,
): ArrayBuffer | SharedArrayBuffer {
  const parts: { offset: number; bytes: Uint8Array }[] = [];
  let size = 0;
  const headerText = write(view => {
    const array = view as Float64Array;
    const offset = size;
    parts.push({ offset, bytes: new Uint8Array(array.buffer, array.byteOffset, array.byteLength) });
    size += roundUp(array.byteLength);
    return [array.constructor.name as PackedArray[0], offset, array.length];
  });
  const header = new TextEncoder().encode(headerText);
  const start = roundUp(PREFIX + header.length);
  const buffer = isShared ? new SharedArrayBuffer(start + size) : new ArrayBuffer(start + size);
  const target = new Uint8Array(buffer);
  target.set(header, PREFIX);
  for (const { offset, bytes } of parts) target.set(bytes, start + offset);
  new Uint32Array(buffer, 0, 4).set([magic, version, header.length, checksum(buffer)]);
  return buffer;
}

/** What is in a buffer: its header, and its arrays as views of it; null if they are not inside. */
export interface Packed {
  headerText: string;
  view(array: PackedArray): unknown;
}

/** Refuses data that is cut off, damaged or foreign; the checksum guards against accidents, not against forgery. */
export function readPacked(
  buffer: ArrayBuffer | SharedArrayBuffer,
  { magic, version, reader, noun, cure }: PackedFormat,
): Packed {
  const { byteLength } = buffer;
  if (byteLength < PREFIX || byteLength % 4 !== 0) {
    throw new Error(`${reader}: ${byteLength} bytes are not a saved ${noun}; the data is cut off.`);
  }
  const [begin, written, headerLength, sum] = new Uint32Array(buffer, 0, 4);
  if (begin !== magic) {
    throw new Error(`${reader}: begins with ${begin.toString(16)}; not a ${noun} saved on a machine like this one.`);
  }
  if (written !== version) throw new Error(`${reader}: version ${written}, this library reads ${version}; ${cure}.`);
  const start = roundUp(PREFIX + headerLength);
  if (start > byteLength || checksum(buffer) !== sum) {
    throw new Error(`${reader}: the checksum of ${byteLength} bytes is wrong; the data is cut off or damaged.`);
  }
  const header = new Uint8Array(headerLength);
  header.set(new Uint8Array(buffer, PREFIX, headerLength)); // decoders do not read shared memory
  const view = ([type, offset, length]: PackedArray): unknown => {
    const TypedArray = arrayTypes[type];
    if (!TypedArray || !(offset >= 0)) return null;
    if (!(start + offset + length * TypedArray.BYTES_PER_ELEMENT <= byteLength)) return null;
    return new TypedArray(buffer as ArrayBuffer, start + offset, length);
  };
  return { headerText: new TextDecoder().decode(header), view };
}

/** One step of a checksum after FNV-1a. It can be undone, so one changed word always changes the sum. */
export function mix(sum: number, word: number): number {
  const mixed = Math.imul(sum ^ word, 0x01000193);
  return mixed ^ (mixed >>> 15);
}

/** Mixes all 32-bit words after the prefix. About 2 ns per word. */
function checksum(buffer: ArrayBuffer | SharedArrayBuffer): number {
  const words = new Uint32Array(buffer, PREFIX);
  let sum = 0x811c9dc5;
  for (let k = 0; k < words.length; k++) sum = mix(sum, words[k]);
  return sum >>> 0;
}

function roundUp(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}
