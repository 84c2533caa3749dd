/** The mean of 2 x 2 pixels, in the 8 bits of a screen: a picture drawn at twice its size has smooth edges afterwards. */
export function halve(rgb: Float32Array, fullWidth: number, fullHeight: number): Uint8Array {
  const width = fullWidth / 2;
  const height = fullHeight / 2;
  const out = new Uint8Array(3 * width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let k = 0; k < 3; k++) {
        const p = 3 * (2 * y * fullWidth + 2 * x) + k;
        const sum = rgb[p] + rgb[p + 3] + rgb[p + 3 * fullWidth] + rgb[p + 3 * fullWidth + 3];
        out[3 * (y * width + x) + k] = Math.round(255 * Math.min(1, sum / 4));
      }
    }
  }
  return out;
}
