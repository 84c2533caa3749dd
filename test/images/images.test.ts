import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decodeImage } from '../../cli/images/decode-image.ts';
import { encodeImage } from '../../cli/images/encode-image.ts';
import { type Image, scaleDown, scaleToFit } from '../../cli/images/image.ts';
import { encodePng } from '../../picture/png.ts';
import { createRandom } from '../../src/math/random.ts';

/** A PNG of some kind, by the book: `at(x, y)` gives the numbers of a pixel as they are stored. */
function makePng(
  { width, height, bits, kind, isInterlaced = false, filter = 0, chunks = [] as [string, number[]][] }: PngKind,
  at: (x: number, y: number) => number[],
): Uint8Array {
  const passes = isInterlaced ? '0088,4088,0448,2044,0224,1022,0112'.split(',') : ['0011'];
  const rows: number[] = [];
  const channels = [1, 0, 3, 1, 2, 0, 4][kind];
  const step = Math.max(1, (channels * bits) >> 3);
  for (const pass of passes) {
    const [x0, y0, dx, dy] = [...pass].map(Number);
    let above: number[] = [];
    if (x0 >= width) continue;
    for (let y = y0; y < height; y += dy) {
      let text = '';
      for (let x = x0; x < width; x += dx) for (const n of at(x, y)) text += n.toString(2).padStart(bits, '0');
      const line = (text.match(/.{1,8}/g) ?? []).map(byte => Number.parseInt(byte.padEnd(8, '0'), 2));
      const filters = [
        () => 0,
        (k: number) => line[k - step] ?? 0,
        (k: number) => above[k] ?? 0,
        (k: number) => ((line[k - step] ?? 0) + (above[k] ?? 0)) >> 1,
        (k: number) => {
          const [a, b, c] = [line[k - step] ?? 0, above[k] ?? 0, k < step ? 0 : (above[k - step] ?? 0)];
          const p = a + b - c;
          return [a, b, c].sort((m, n) => Math.abs(p - m) - Math.abs(p - n))[0]; // stable: a, then b, then c
        },
      ];
      const own = filter === 5 ? y % 5 : filter;
      rows.push(own, ...line.map((byte, k) => (byte - filters[own](k)) & 255));
      above = line;
    }
  }
  const size = (n: number): number[] => [n >>> 24, (n >> 16) & 255, (n >> 8) & 255, n & 255];
  const chunk = (name: string, body: readonly number[]): number[] => [
    ...size(body.length),
    ...Buffer.from(name),
    ...body,
    ...size(0),
  ];
  return Uint8Array.from([
    ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    ...chunk('IHDR', [...size(width), ...size(height), bits, kind, 0, 0, Number(isInterlaced)]),
    ...chunks.flatMap(([name, body]) => chunk(name, body)),
    ...chunk('IDAT', [...deflateSync(Uint8Array.from(rows))]),
    ...chunk('IEND', []),
  ]);
}

interface PngKind {
  width: number;
  height: number;
  bits: number;
  kind: number;
  isInterlaced?: boolean;
  filter?: number;
  chunks?: [string, number[]][];
}

const GREY = 0;
const RGB = 2;
const PALETTE = 3;

function pixelOf({ width, rgba }: Image, x: number, y: number): number[] {
  return [...rgba.subarray(4 * (y * width + x), 4 * (y * width + x) + 4)];
}

const kinds: [kind: number, bits: number][] = [
  ...[1, 2, 4, 8, 16].map((bits): [number, number] => [0, bits]),
  ...[8, 16].flatMap((bits): [number, number][] => [2, 4, 6].map(kind => [kind, bits])),
];

describe('decodeImage', () => {
  it.each(kinds)('PNG of colour kind %i with %i bits, straight and interlaced, with every filter', (kind, bits) => {
    const random = createRandom(kind + 10 * bits);
    const channels = [1, 0, 3, 1, 2, 0, 4][kind];
    for (const [width, height] of [
      [1, 1],
      [5, 3],
      [13, 17],
    ]) {
      const stored = Array.from({ length: width * height }, () =>
        Array.from({ length: channels }, () => Math.floor(random() * 2 ** bits)),
      );
      for (const isInterlaced of [false, true]) {
        for (let filter = 0; filter < 6; filter++) {
          const png = makePng({ width, height, bits, kind, isInterlaced, filter }, (x, y) => stored[y * width + x]);
          const image = decodeImage(png);
          expect([image.width, image.height]).toEqual([width, height]);
          const toByte = (n: number): number => (bits === 16 ? n >> 8 : Math.floor((255 * n) / (2 ** bits - 1)));
          for (let p = 0; p < stored.length; p++) {
            const shown = stored[p].map(toByte);
            const [r, g, b] = channels < 3 ? [shown[0], shown[0], shown[0]] : shown;
            const alpha = channels % 2 === 0 ? shown[channels - 1] : 255;
            expect(pixelOf(image, p % width, Math.floor(p / width))).toEqual([r, g, b, alpha]);
          }
        }
      }
    }
  });

  it('PNG with a palette, of which entries may be transparent, and with one transparent colour', () => {
    const chunks: [string, number[]][] = [
      ['PLTE', [255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 9, 9]],
      ['tRNS', [255, 128]],
    ];
    for (const bits of [2, 4, 8]) {
      const image = decodeImage(makePng({ width: 4, height: 1, bits, kind: PALETTE, chunks }, x => [x]));
      expect([0, 1, 2, 3].map(x => pixelOf(image, x, 0))).toEqual([
        [255, 0, 0, 255],
        [0, 255, 0, 128],
        [0, 0, 255, 255],
        [9, 9, 9, 255],
      ]);
    }
    const key: [string, number[]][] = [['tRNS', [0, 7, 0, 8, 0, 9]]];
    const keyed = decodeImage(makePng({ width: 2, height: 1, bits: 8, kind: RGB, chunks: key }, x => [7, 8, 9 + x]));
    expect([pixelOf(keyed, 0, 0)[3], pixelOf(keyed, 1, 0)[3]]).toEqual([0, 255]);
  });

  it('refuses what is huge, cut off or damaged, in words, and makes no room for it', () => {
    const png = makePng({ width: 20, height: 20, bits: 8, kind: GREY }, (x, y) => [x * y]);
    const huge = png.slice();
    new DataView(huge.buffer).setUint32(16, 2 ** 31);
    expect(() => decodeImage(huge)).toThrow('it has 2147483648 x 20 pixels, more than are read');
    const wide = png.slice();
    new DataView(wide.buffer).setUint32(16, 60000);
    expect(() => decodeImage(wide)).toThrow(/cut off/);
    for (let length = 0; length < png.length - 12; length++) {
      expect(() => decodeImage(png.subarray(0, length))).toThrow(/cut off|neither|damaged|palette/);
    }
    const { bytes } = encodeImage(makeNoise(40, 40, 255));
    const jpeg = decodeImage(bytes);
    expect(jpeg.width).toBe(40);
    for (const length of [2, 20, 200, 700]) {
      expect(() => decodeImage(bytes.subarray(0, length))).toThrow(/cannot be decoded/);
    }
    expect(() => decodeImage(Uint8Array.of(1, 2, 3))).toThrow('it is neither PNG nor JPEG');
    const random = createRandom(5);
    for (let round = 0; round < 300; round++) {
      const broken = (round % 2 ? png : bytes).slice();
      for (let k = 0; k < 4; k++) broken[8 + Math.floor(random() * (broken.length - 8))] = Math.floor(256 * random());
      try {
        const { width, height, rgba } = decodeImage(broken);
        expect(rgba.length).toBe(4 * width * height);
      } catch (error) {
        expect((error as Error).message).toMatch(/^it/);
      }
    }
  });
});

function makeNoise(width: number, height: number, alpha: number): Image {
  const random = createRandom(3);
  const rgba = Uint8Array.from({ length: 4 * width * height }, (_, k) => (k % 4 === 3 ? alpha : 256 * random()));
  return { width, height, rgba };
}

describe('encodeImage', () => {
  it('a PNG comes back as it was, with and without transparency', () => {
    for (const alpha of [255, 100]) {
      const image = makeNoise(31, 17, alpha);
      const pixels = alpha < 255 ? image.rgba : image.rgba.filter((_, k) => k % 4 < 3);
      expect(decodeImage(encodePng(pixels, 31, 17))).toEqual(image);
    }
    const clear = encodeImage(makeNoise(31, 17, 100));
    expect(clear.mime).toBe('image/png');
  });

  it('takes the smaller of PNG and JPEG: JPEG for noise, PNG for plain areas', () => {
    const noise = makeNoise(64, 64, 255);
    expect(encodeImage(noise).mime).toBe('image/jpeg');
    const plain = { ...noise, rgba: noise.rgba.map((_, k) => (k % 4 === 3 ? 255 : k < 8000 ? 40 : 90)) };
    expect(encodeImage(plain).mime).toBe('image/png');
    expect(encodeImage(noise)).toEqual(encodeImage(noise));
  });
});

describe('scaleDown', () => {
  it('gives the mean of what a pixel covers, whole or in part', () => {
    const rgba = Uint8Array.from([0, 0, 0, 255, 90, 0, 0, 255, 240, 0, 0, 255]);
    const half = scaleDown({ width: 3, height: 1, rgba }, 2, 1);
    expect([pixelOf(half, 0, 0)[0], pixelOf(half, 1, 0)[0]]).toEqual([30, 190]);
  });

  it('keeps the mean of an image at any size, and no side longer than asked', () => {
    const image = makeNoise(97, 41, 255);
    const mean = ({ rgba }: Image): number => rgba.reduce((sum, x) => sum + x, 0) / rgba.length;
    for (const most of [96, 50, 33, 7, 1]) {
      const small = scaleToFit(image, most);
      expect(Math.max(small.width, small.height)).toBe(most);
      expect(Math.abs(mean(small) - mean(image))).toBeLessThan(1);
    }
    expect(scaleToFit(image, 200)).toBe(image);
  });

  it('what is transparent lends no colour to what is not', () => {
    const rgba = Uint8Array.from([10, 20, 30, 255, 255, 255, 255, 0]);
    expect(pixelOf(scaleDown({ width: 2, height: 1, rgba }, 1, 1), 0, 0)).toEqual([10, 20, 30, 128]);
  });
});
