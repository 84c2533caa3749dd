/** Pixels, rows from the top, four bytes each: red, green, blue as a screen shows them, and how opaque. */
export interface Image {
  width: number;
  height: number;
  rgba: Uint8Array;
}

/** Larger images are not decoded: 8192 x 8192, which takes half a gigabyte for a moment. */
export const MOST_PIXELS = 2 ** 26;

export function isOpaque({ rgba }: Image): boolean {
  for (let o = 3; o < rgba.length; o += 4) if (rgba[o] < 255) return false;
  return true;
}

/** The image with no side longer than `most`, and as it is if none is. */
export function scaleToFit(image: Image, most: number): Image {
  const factor = Math.min(1, most / Math.max(image.width, image.height));
  if (factor === 1) return image;
  const fit = (side: number): number => Math.max(1, Math.round(factor * side));
  return scaleDown(image, fit(image.width), fit(image.height));
}

/**
 * The mean of the pixels that each new pixel covers, those it covers in part by that part. Colours are weighed by how opaque
 * they are, so that what is cut out leaves no rim. Cost: 20 ns for each pixel of the image.
 */
export function scaleDown({ width, height, rgba }: Image, newWidth: number, newHeight: number): Image {
  const out = new Uint8Array(4 * newWidth * newHeight);
  const columns = shareOut(width, newWidth);
  const rows = shareOut(height, newHeight);
  const sums = new Float64Array(4 * newWidth);
  for (let y = 0; y < newHeight; y++) {
    sums.fill(0);
    let area = 0;
    for (let row = rows.first[y]; row <= rows.last[y]; row++) {
      const tall = coverOf(rows, y, row);
      area += tall;
      for (let x = 0; x < newWidth; x++) {
        for (let column = columns.first[x]; column <= columns.last[x]; column++) {
          const o = 4 * (row * width + column);
          const part = tall * coverOf(columns, x, column);
          const opaque = part * rgba[o + 3];
          sums[4 * x] += opaque * rgba[o];
          sums[4 * x + 1] += opaque * rgba[o + 1];
          sums[4 * x + 2] += opaque * rgba[o + 2];
          sums[4 * x + 3] += opaque;
        }
      }
    }
    const covered = (area * width) / newWidth;
    for (let x = 0; x < newWidth; x++) {
      const o = 4 * (y * newWidth + x);
      const opaque = sums[4 * x + 3];
      for (let c = 0; c < 3; c++) out[o + c] = opaque > 0 ? Math.round(sums[4 * x + c] / opaque) : 0;
      out[o + 3] = Math.round(opaque / covered);
    }
  }
  return { width: newWidth, height: newHeight, rgba: out };
}

/** Which old pixels each new one covers along an axis. */
interface Shares {
  size: number;
  first: Uint32Array;
  last: Uint32Array;
}

function shareOut(from: number, to: number): Shares {
  const size = from / to;
  const first = Uint32Array.from({ length: to }, (_, k) => Math.min(from - 1, Math.floor(k * size)));
  const last = first.map((begin, k) => Math.max(begin, Math.min(from, Math.ceil((k + 1) * size)) - 1));
  return { size, first, last };
}

/** How much of an old pixel a new one covers, at most 1. */
function coverOf({ size }: Shares, to: number, from: number): number {
  return Math.max(0, Math.min(from + 1, (to + 1) * size) - Math.max(from, to * size));
}
