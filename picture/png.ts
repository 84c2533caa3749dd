import { deflateSync } from 'node:zlib';

/** An 8-bit picture as the bytes of a PNG file: three numbers a pixel, or four with how opaque it is. */
export function encodePng(pixels: Uint8Array, width: number, height: number): Uint8Array {
  const channels = pixels.length / (width * height);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, channels === 4 ? 6 : 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    encodeChunk('IHDR', header),
    encodeChunk('IDAT', deflateSync(filterRows(pixels, channels * width, channels), { level: 6 })),
    encodeChunk('IEND', new Uint8Array(0)),
  ]);
}

/** Each row as it is, or as what it differs from the pixel before, or from the row above: whichever leaves the least. */
function filterRows(pixels: Uint8Array, size: number, channels: number): Uint8Array {
  const height = pixels.length / size;
  const out = new Uint8Array(height * (1 + size));
  const tries = [new Uint8Array(size), new Uint8Array(size), new Uint8Array(size)];
  for (let y = 0; y < height; y++) {
    const row = size * y;
    const sums = [0, 0, 0];
    for (let k = 0; k < size; k++) {
      const value = pixels[row + k];
      const before = k < channels ? 0 : pixels[row + k - channels];
      const above = y === 0 ? 0 : pixels[row + k - size];
      for (let filter = 0; filter < 3; filter++) {
        const left = (value - (filter === 1 ? before : filter === 2 ? above : 0)) & 255;
        tries[filter][k] = left;
        sums[filter] += left < 128 ? left : 256 - left;
      }
    }
    const best = sums.indexOf(Math.min(...sums));
    out[y * (1 + size)] = best;
    out.set(tries[best], y * (1 + size) + 1);
  }
  return out;
}

function encodeChunk(type: string, data: Uint8Array): Buffer {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  chunk.set(data, 8);
  chunk.writeUInt32BE(checksum(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}

/** The cyclic redundancy check of PNG (polynomial 0xedb88320), bit by bit: pictures are small. */
function checksum(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
