import { inflateSync } from 'node:zlib';
import { type Image, MOST_PIXELS } from './image.ts';

/** What the header says. */
interface Header {
  width: number;
  height: number;
  bits: number;
  kind: ColorKind;
  isInterlaced: boolean;
}

/** What the numbers of a pixel stand for as it is stored, how many there are, and the bits that each may have. */
interface ColorKind {
  colors: 'grey' | 'rgb' | 'palette';
  channels: number;
  bits: number[];
}

const KINDS: Record<number, ColorKind> = {
  0: { colors: 'grey', channels: 1, bits: [1, 2, 4, 8, 16] },
  2: { colors: 'rgb', channels: 3, bits: [8, 16] },
  3: { colors: 'palette', channels: 1, bits: [1, 2, 4, 8] },
  4: { colors: 'grey', channels: 2, bits: [8, 16] },
  6: { colors: 'rgb', channels: 4, bits: [8, 16] },
};

/** The first pixel and the steps of each pass of an interlaced image. */
const PASSES = [
  { x: 0, y: 0, dx: 8, dy: 8 },
  { x: 4, y: 0, dx: 8, dy: 8 },
  { x: 0, y: 4, dx: 4, dy: 8 },
  { x: 2, y: 0, dx: 4, dy: 4 },
  { x: 0, y: 2, dx: 2, dy: 4 },
  { x: 1, y: 0, dx: 2, dy: 2 },
  { x: 0, y: 1, dx: 1, dy: 2 },
];
const ONE_PASS = [{ x: 0, y: 0, dx: 1, dy: 1 }];

/**
 * Decodes every kind of PNG; of 16 bits the upper eight are kept, and colour profiles are not looked at. Throws where
 * the bytes are no PNG, cut off or damaged, or stand for more than `MOST_PIXELS`; memory is bounded by those.
 * Checksums are not checked: what is wrong shows.
 */
export function decodePng(bytes: Uint8Array): Image {
  const { header, palette, transparent, data } = readChunks(bytes);
  const { width, height, kind, bits, isInterlaced } = header;
  const { channels } = kind;
  const passes = isInterlaced ? PASSES : ONE_PASS;
  const sizes = passes.map(({ x, y, dx, dy }) => {
    const [columns, rows] = [Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)];
    return columns > 0 && rows > 0 ? [columns, rows] : [0, 0];
  });
  const bytesPerRow = (columns: number): number => Math.ceil((columns * channels * bits) / 8);
  const length = sizes.reduce((sum, [columns, rows]) => sum + rows * (1 + bytesPerRow(columns)), 0);
  const packed = inflate(data, length);
  const rgba = new Uint8Array(4 * width * height);
  const step = Math.max(1, (channels * bits) >> 3);
  let at = 0;
  passes.forEach(({ x, y, dx, dy }, p) => {
    const [columns, rows] = sizes[p];
    const size = bytesPerRow(columns);
    let above: Uint8Array = new Uint8Array(size);
    for (let row = 0; row < rows; row++) {
      const line = packed.subarray(at + 1, at + 1 + size);
      unfilter(packed[at], line, above, step);
      const first = (y + row * dy) * width + x;
      writeRow(header, line, columns, palette, transparent, rgba, first, dx);
      above = line;
      at += 1 + size;
    }
  });
  return { width, height, rgba };
}

function readChunks(bytes: Uint8Array) {
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let header: Header | null = null;
  let palette: Uint8Array | null = null;
  let transparent: Uint8Array | null = null;
  const parts: Uint8Array[] = [];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = words.getUint32(at);
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (length > bytes.length - at - 12) throw new Error('it is cut off');
    const body = bytes.subarray(at + 8, at + 8 + length);
    if (name === 'IHDR') header = readHeader(body);
    if (name === 'PLTE') palette = body;
    if (name === 'tRNS') transparent = body;
    if (name === 'IDAT') parts.push(body);
    if (name === 'IEND') break;
    at += 12 + length;
  }
  if (!header || parts.length === 0) throw new Error('it is cut off');
  if (header.kind.colors === 'palette' && !palette) throw new Error('it has no palette');
  return { header, palette, transparent, data: Buffer.concat(parts) };
}

function readHeader(body: Uint8Array): Header {
  if (body.length < 13) throw new Error('its header is cut off');
  const words = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const [width, height] = [words.getUint32(0), words.getUint32(4)];
  const [bits, number, , , interlace] = body.subarray(8, 13);
  const kind = KINDS[number];
  if (!kind?.bits.includes(bits) || interlace > 1) throw new Error('its header is damaged');
  if (width === 0 || height === 0) throw new Error('it has no pixels');
  if (width * height > MOST_PIXELS) throw new Error(`it has ${width} x ${height} pixels, more than are read`);
  return { width, height, bits, kind, isInterlaced: interlace === 1 };
}

function inflate(data: Uint8Array, length: number): Uint8Array {
  let packed: Uint8Array;
  try {
    packed = inflateSync(data, { maxOutputLength: length + 1024 });
  } catch (error) {
    throw new Error(`its data is damaged (${(error as Error).message})`);
  }
  if (packed.length < length) throw new Error('it is cut off');
  return packed;
}

/** Undoes the filter of a row; `step` is how many bytes before a byte the same number of the pixel before it is. */
function unfilter(filter: number, line: Uint8Array, above: Uint8Array, step: number): void {
  switch (filter) {
    case 0:
      return;
    case 1:
      for (let k = step; k < line.length; k++) line[k] += line[k - step];
      return;
    case 2:
      for (let k = 0; k < line.length; k++) line[k] += above[k];
      return;
    case 3:
      for (let k = 0; k < line.length; k++) line[k] += ((k < step ? 0 : line[k - step]) + above[k]) >> 1;
      return;
    case 4:
      for (let k = 0; k < line.length; k++) {
        const left = k < step ? 0 : line[k - step];
        const corner = k < step ? 0 : above[k - step];
        line[k] += choosePaeth(left, above[k], corner);
      }
      return;
    default:
      throw new Error('its data is damaged (a row has no known filter)');
  }
}

/** Which of three neighbours is nearest to left + above - corner. */
function choosePaeth(left: number, above: number, corner: number): number {
  const toLeft = Math.abs(above - corner);
  const toAbove = Math.abs(left - corner);
  const toCorner = Math.abs(left + above - 2 * corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

/** Writes a row of pixels to every `step`-th pixel from `first` on. */
function writeRow(
  { bits, kind: { colors, channels } }: Header,
  line: Uint8Array,
  columns: number,
  palette: Uint8Array | null,
  transparent: Uint8Array | null,
  rgba: Uint8Array,
  first: number,
  step: number,
): void {
  const most = 2 ** Math.min(8, bits) - 1;
  const keyed = transparent && colors !== 'palette' ? readKey(transparent, channels) : null;
  for (let x = 0; x < columns; x++) {
    const o = 4 * (first + x * step);
    if (colors === 'palette') {
      const entry = numberAt(line, x, bits);
      for (let c = 0; c < 3; c++) rgba[o + c] = palette![3 * entry + c] ?? 0;
      rgba[o + 3] = transparent?.[entry] ?? 255;
      continue;
    }
    for (let c = 0; c < 3; c++) {
      rgba[o + c] = (255 * upperAt(line, x * channels + (colors === 'grey' ? 0 : c), bits)) / most;
    }
    const hasAlpha = channels % 2 === 0;
    rgba[o + 3] = hasAlpha ? upperAt(line, (x + 1) * channels - 1, bits) : 255;
    if (keyed?.every((key, c) => numberAt(line, x * channels + c, bits) === key)) rgba[o + 3] = 0;
  }
}

/** The one colour that is transparent, as numbers of 16 bits. */
function readKey(transparent: Uint8Array, channels: number): number[] | null {
  if (transparent.length < 2 * channels) return null;
  return Array.from({ length: channels }, (_, c) => 256 * transparent[2 * c] + transparent[2 * c + 1]);
}

/** A number of a row, whole. */
function numberAt(line: Uint8Array, index: number, bits: number): number {
  if (bits === 8) return line[index];
  if (bits === 16) return 256 * line[2 * index] + line[2 * index + 1];
  const bit = index * bits;
  return (line[bit >> 3] >> (8 - bits - (bit & 7))) & (2 ** bits - 1);
}

/** The same, of 16 bits only the upper eight. */
function upperAt(line: Uint8Array, index: number, bits: number): number {
  return bits === 16 ? line[2 * index] : numberAt(line, index, bits);
}
