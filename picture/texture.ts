/** An image with its smaller versions, each half the one before, down to one pixel. */
export interface Texture {
  levels: TextureLevel[];
  wrap: readonly [TextureWrap, TextureWrap];
}

export type TextureWrap = 'repeat' | 'mirror' | 'clamp';

export interface TextureLevel {
  width: number;
  height: number;
  /** Four bytes a pixel, rows from the top. */
  rgba: Uint8Array;
}

export function createTexture(image: TextureLevel, wrap: Texture['wrap']): Texture {
  const levels = [image];
  for (let level = image; level.width > 1 || level.height > 1; levels.push(level)) level = halveLevel(level);
  return { levels, wrap };
}

function halveLevel({ width, height, rgba }: TextureLevel): TextureLevel {
  const [w, h] = [Math.max(1, width >> 1), Math.max(1, height >> 1)];
  const out = new Uint8Array(4 * w * h);
  for (let y = 0; y < h; y++) {
    const rows = [Math.min(height - 1, 2 * y) * width, Math.min(height - 1, 2 * y + 1) * width];
    for (let x = 0; x < w; x++) {
      const columns = [Math.min(width - 1, 2 * x), Math.min(width - 1, 2 * x + 1)];
      for (let c = 0; c < 4; c++) {
        let sum = 2;
        for (const row of rows) for (const column of columns) sum += rgba[4 * (row + column) + c];
        out[4 * (y * w + x) + c] = sum >> 2;
      }
    }
  }
  return { width: w, height: h, rgba: out };
}

/** Which level has about one pixel of its own for `area`, in pixels of the whole image. */
export function chooseLevel({ levels }: Texture, area: number): number {
  const level = Math.round(0.5 * Math.log2(Math.max(1, area)));
  return Math.min(levels.length - 1, Number.isFinite(level) ? level : levels.length - 1);
}

/** Writes red, green, blue and how opaque, in 0..1, between the four pixels around a place; (0, 0) is the upper left corner. */
export function sampleTexture({ levels, wrap }: Texture, level: number, u: number, v: number, out: Float64Array): void {
  const { width, height, rgba } = levels[level];
  const x = u * width - 0.5;
  const y = v * height - 0.5;
  const left = Math.floor(x);
  const top = Math.floor(y);
  const right = x - left;
  const below = y - top;
  const x0 = wrapAt(left, width, wrap[0]);
  const x1 = wrapAt(left + 1, width, wrap[0]);
  const y0 = width * wrapAt(top, height, wrap[1]);
  const y1 = width * wrapAt(top + 1, height, wrap[1]);
  for (let c = 0; c < 4; c++) {
    const above = (1 - right) * rgba[4 * (y0 + x0) + c] + right * rgba[4 * (y0 + x1) + c];
    const under = (1 - right) * rgba[4 * (y1 + x0) + c] + right * rgba[4 * (y1 + x1) + c];
    out[c] = ((1 - below) * above + below * under) / 255;
  }
}

function wrapAt(k: number, size: number, wrap: TextureWrap): number {
  if (wrap === 'clamp') return Math.min(size - 1, Math.max(0, k));
  const period = wrap === 'mirror' ? 2 * size : size;
  const within = ((k % period) + period) % period;
  return within < size ? within : period - 1 - within;
}
