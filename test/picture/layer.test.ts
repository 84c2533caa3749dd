import { describe, expect, it } from 'vitest';
import { createView } from '../../picture/camera.ts';
import { drawCurve } from '../../picture/draw-curve.ts';
import { drawLayer } from '../../picture/layer.ts';
import { shadeLayer } from '../../picture/shade-layer.ts';
import type { Surface, SurfaceMaterial } from '../../picture/surface.ts';
import { chooseLevel, createTexture, sampleTexture } from '../../picture/texture.ts';

const PLAIN: SurfaceMaterial = {
  color: [1, 1, 1, 1],
  texture: null,
  alpha: 'opaque',
  cutoff: 0.5,
  isDoubleSided: true,
  isUnlit: true,
};

/** Two columns: left red, right blue, 64 x 64 pixels; the right one may be transparent. */
function makeColumns(alpha = 255) {
  const rgba = Uint8Array.from({ length: 4 * 64 * 64 }, (_, k) => {
    const isLeft = (k >> 2) % 64 < 32;
    return [isLeft ? 255 : 0, 0, isLeft ? 0 : 255, isLeft ? 255 : alpha][k % 4];
  });
  return createTexture({ width: 64, height: 64, rgba }, ['repeat', 'repeat']);
}

/** A square in the plane z = `z`, from -1 to 1, or one that leans far back from its left side to its right. */
function makeSquare(material: Partial<SurfaceMaterial>, z = 0, back = z): Surface {
  return {
    positions: Float64Array.of(-1, -1, z, 1, -1, back, 1, 1, back, -1, 1, z),
    triangles: Uint32Array.of(0, 1, 2, 0, 2, 3),
    corners: Uint32Array.of(0, 1, 2, 0, 2, 3),
    uvs: Float32Array.of(0, 1, 1, 1, 1, 0, 0, 0),
    colors: null,
    materials: [{ ...PLAIN, ...material }],
    materialOfTriangle: Uint32Array.of(0, 0),
    isMirrored: false,
  };
}

const view = createView({ eye: [0, 0, 8], target: [0, 0, 0], fieldOfView: 24 }, 80, 60);

function paint(surfaces: Surface[]): { layer: ReturnType<typeof drawLayer>; at: (x: number, y: number) => number[] } {
  const layer = drawLayer(view, surfaces);
  const rgb = new Float32Array(3 * 80 * 60).fill(0.5);
  const parts = surfaces.map(({ triangles }) => new Uint8Array(triangles.length / 3));
  shadeLayer(view, surfaces, layer, { parts, colors: [], share: 0 }, rgb);
  return { layer, at: (x, y) => [...rgb.subarray(3 * (80 * y + x), 3 * (80 * y + x) + 3)] };
}

describe('drawLayer and shadeLayer', () => {
  it('a texture lies on its surface as the eye sees it, not as the picture divides it', () => {
    const { at } = paint([makeSquare({ texture: makeColumns() })]);
    expect([at(30, 30)[0] > 0.5, at(30, 30)[2]]).toEqual([true, 0]);
    expect([at(50, 30)[0], at(50, 30)[2] > 0.5]).toEqual([0, true]);
    // Leaning back, the half that is farther takes less of the picture: the seam is right of the middle between both sides.
    const leaning = paint([makeSquare({ texture: makeColumns() }, 3, -5)]);
    const row = Array.from({ length: 80 }, (_, x) => leaning.at(x, 30));
    const red = row.filter(([r, , b]) => r > 0.5 && b < 0.1).length;
    const blue = row.filter(([r, , b]) => b > 0.5 && r < 0.1).length;
    expect(red).toBeGreaterThan(1.8 * blue);
    expect(blue).toBeGreaterThan(0);
  });

  it('what is cut out shows what is behind; half transparent shows half of it', () => {
    const behind = makeSquare({ color: [0, 1, 0, 1] }, -1);
    const cut = paint([makeSquare({ texture: makeColumns(0), alpha: 'mask' }), behind]);
    expect([cut.layer.surface[80 * 30 + 30], cut.layer.surface[80 * 30 + 50]]).toEqual([0, 1]);
    const half = paint([makeSquare({ color: [1, 1, 1, 0.5], alpha: 'blend' }), behind]);
    const inner = half.layer.surface.filter((_, p) => Math.abs((p % 80) - 39.5) < 12 && Math.abs(p / 80 - 30) < 12);
    const front = inner.filter(s => s === 0).length;
    const back = inner.filter(s => s === 1).length;
    expect(front / (front + back)).toBeCloseTo(0.5, 1);
  });

  it('the back of a surface with one side is not there, unless a pose has turned it inside out', () => {
    const square = makeSquare({ isDoubleSided: false });
    const turned = { ...square, triangles: Uint32Array.of(0, 2, 1, 0, 3, 2) };
    const isSeen = (surface: Surface): boolean => drawLayer(view, [surface]).surface[80 * 30 + 40] === 0;
    expect([isSeen(square), isSeen(turned), isSeen({ ...turned, isMirrored: true })]).toEqual([true, false, true]);
  });

  it('multiplies vertex colours with the material', () => {
    const square = makeSquare({ color: [1, 0.5, 1, 1] });
    const { at } = paint([{ ...square, colors: new Uint8Array(16).map((_, k) => [255, 255, 0, 255][k % 4]) }]);
    const [r, g, b] = at(40, 30);
    expect([g / r, b]).toEqual([expect.closeTo(0.5, 5), 0]);
  });
});

describe('drawCurve', () => {
  it('is whole where it is seen, dashed and faint where it is hidden', () => {
    const style = { color: [1, 0, 0], halo: [1, 1, 1], radius: 2, rim: 1, bias: 0.01 } as const;
    const layer = drawLayer(view, [makeSquare({}, 0)]);
    const countRed = (z: number): number => {
      const rgb = new Float32Array(3 * 80 * 60).fill(0);
      drawCurve(view, layer, Float64Array.of(-0.8, 0, z, 0.8, 0, z), style, rgb);
      return rgb.filter((x, k) => k % 3 === 0 && x > 0.9).length;
    };
    expect(countRed(0.001)).toBeGreaterThan(80);
    expect(countRed(-0.5)).toBe(0);
    const rgb = new Float32Array(3 * 80 * 60).fill(0);
    drawCurve(view, layer, Float64Array.of(-0.8, 0, -0.5, 0.8, 0, -0.5), style, rgb);
    const middle = Array.from({ length: 20 }, (_, k) => rgb[3 * (80 * 30 + 30 + k)]);
    expect([Math.max(...middle) > 0.5, Math.min(...middle)]).toEqual([true, 0]);
  });
});

describe('sampleTexture', () => {
  it('mixes neighbours, and goes on beyond the image as told', () => {
    const rgba = Uint8Array.of(0, 0, 0, 255, 255, 255, 255, 255);
    const out = new Float64Array(4);
    const at = (wrap: 'repeat' | 'mirror' | 'clamp', u: number): number => {
      sampleTexture(createTexture({ width: 2, height: 1, rgba }, [wrap, wrap]), 0, u, 0.5, out);
      return out[0];
    };
    expect([at('clamp', 0.25), at('clamp', 0.5), at('clamp', 0.75)]).toEqual([0, 0.5, 1]);
    expect([at('repeat', 1.25), at('mirror', 1.25), at('clamp', 1.25), at('repeat', -0.75)]).toEqual([0, 1, 1, 0]);
  });

  it('smaller versions keep the mean, and a level shows about pixel by pixel', () => {
    const { levels, wrap } = makeColumns();
    expect(levels.map(({ width }) => width)).toEqual([64, 32, 16, 8, 4, 2, 1]);
    expect([...levels[6].rgba]).toEqual([128, 0, 128, 255]);
    expect([0.1, 1, 4, 16, 1e9, NaN].map(area => chooseLevel({ levels, wrap }, area))).toEqual([0, 0, 1, 2, 6, 6]);
  });
});
