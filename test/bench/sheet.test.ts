import { describe, expect, it } from 'vitest';
import { chooseSides, lookAt } from '../../bench/triage/sheet/choose-sides.ts';
import { drawSheet, HEAD, SHEET } from '../../bench/triage/sheet/draw-sheet.ts';
import { decodeImage } from '../../cli/images/decode-image.ts';
import type { Surface } from '../../picture/surface.ts';

type Point = [number, number, number];

/** A square of two triangles. If it has one side, it is seen from where `u` to `v` goes around against the clock, and through from behind. */
function makeSquare(u: Point, v: Point, isDoubleSided = false): Surface {
  const corner = (s: number, t: number): number[] => u.map((x, axis) => s * x + t * v[axis]);
  return {
    positions: Float64Array.from([corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)].flat()),
    triangles: Uint32Array.of(0, 1, 2, 0, 2, 3),
    corners: Uint32Array.of(0, 1, 2, 0, 2, 3),
    uvs: null,
    colors: null,
    materials: [
      { color: [0.2, 0.7, 0.2, 1], texture: null, alpha: 'opaque', cutoff: 0.5, isDoubleSided, isUnlit: true },
    ],
    materialOfTriangle: Uint32Array.of(0, 0),
    isMirrored: false,
  };
}

const CONTACT = { center: [0, 0, 0] as Point, radius: 0.3 };
const FIGURE = { center: [0, 0, 0] as Point, radius: 1.5 };
const dot = (p: readonly number[], q: readonly number[]): number => p.reduce((sum, x, axis) => sum + x * q[axis], 0);

describe('chooseSides', () => {
  it('looks from two sides that are well apart at the front of what a line lies on, and not through its back', () => {
    for (let k = 0; k < 8; k++) {
      const [c, s] = [Math.cos((k * Math.PI) / 4), Math.sin((k * Math.PI) / 4)];
      const [across, front]: Point[] = [
        [c, 0, -s],
        [s, 0, c],
      ];
      const line = [-0.3, 0.3].flatMap(x => across.map((at, axis) => x * at + 0.05 * front[axis]));
      const square = makeSquare(across, [0, 1, 0]);
      const [first, second] = chooseSides([square], Float64Array.from(line), CONTACT, FIGURE, 2);
      expect([dot(first, front) > 0, dot(second, front) > 0]).toEqual([true, true]);
      expect(dot(first, second)).toBeLessThan(Math.cos((50 * Math.PI) / 180));
    }
  });

  it('of what is seen from nowhere, looks from the front and from a right angle to that', () => {
    const [first, second] = chooseSides([], new Float64Array(), CONTACT, FIGURE, 2);
    expect([first[2] > 0.5, Math.abs(first[0] * second[0] + first[2] * second[2]) < 1e-12]).toEqual([true, true]);
    expect([Math.hypot(...first), Math.hypot(...second)].map(x => x.toFixed(9))).toEqual([
      '1.000000000',
      '1.000000000',
    ]);
  });
});

describe('lookAt', () => {
  it('from outside of the figure, wherever the contact is and however small, and shows as much of it', () => {
    for (const radius of [0, 0.01, 0.3]) {
      const looks = [
        [0, 0, 0],
        [0, 0, -1.4],
      ].map(center => lookAt({ center: center as Point, radius }, FIGURE, 2, [0, 0, 1]));
      for (const { camera, shown } of looks) {
        expect(Math.hypot(...camera.eye)).toBeGreaterThanOrEqual(FIGURE.radius);
        const away = Math.hypot(...camera.eye.map((x, axis) => x - camera.target[axis]));
        expect(away * Math.sin((camera.fieldOfView! * Math.PI) / 360)).toBeCloseTo(shown, 9);
      }
      expect(looks[0].shown).toBe(looks[1].shown);
    }
  });
});

describe('drawSheet', () => {
  it('leaves room for words, shows the file as it looks, and both parts in colours below', () => {
    const surfaces = [makeSquare([1, 0, 0], [0, 1, 0], true), makeSquare([1, 0, 0], [0, 0, 1], true)];
    const sheet = {
      surfaces,
      parts: [Uint8Array.of(1, 1), Uint8Array.of(2, 2)],
      curve: Float64Array.of(-1, 0, 0, 1, 0, 0),
      contact: { center: [0, 0, 0] as Point, radius: 1 },
      figure: FIGURE,
      size: 2,
    };
    const { width, height, rgba } = decodeImage(drawSheet(sheet));
    expect([width, height]).toEqual([SHEET.width, SHEET.height]);
    const count = (top: number, bottom: number, isLike: (r: number, g: number, b: number) => boolean): number => {
      let found = 0;
      for (let o = 4 * width * top; o < 4 * width * bottom; o += 4) {
        if (isLike(rgba[o], rgba[o + 1], rgba[o + 2])) found++;
      }
      return found;
    };
    const middle = HEAD + (height - HEAD) / 2;
    expect(count(0, HEAD, (r, g, b) => r + g + b < 3 * 255)).toBe(0);
    const isGreen = (r: number, g: number, b: number): boolean => g > 1.5 * r && g > 1.5 * b;
    const isOrange = (r: number, _: number, b: number): boolean => r > 1.7 * b && r > 80;
    const isBlue = (r: number, _: number, b: number): boolean => b > 1.5 * r && b > 80;
    expect(count(HEAD, middle, isGreen)).toBeGreaterThan(5000);
    expect([isOrange, isBlue].map(isLike => count(HEAD, middle, isLike))).toEqual([0, 0]);
    expect(count(middle, height, isOrange)).toBeGreaterThan(1000);
    expect(count(middle, height, isBlue)).toBeGreaterThan(1000);
  });
});
