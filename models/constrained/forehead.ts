/**
 * The forehead of the dog whose skull `createSkull` is, as a height over (x, z): a dome between the ears that falls off
 * to the sides, to the back, and in a step to the muzzle; a brow over each eye. Lengths are in skull lengths.
 */
export function foreheadHeight(x: number, z: number): number {
  const dome = 0.312 - 1.7 * x * x - 0.55 * (z - 0.34) ** 2;
  const step = 0.045 / (1 + Math.exp(-(z - 0.515) / 0.02));
  const brow = 0.02 * Math.exp(-(((Math.abs(x) - 0.085) / 0.04) ** 2) - ((z - 0.425) / 0.035) ** 2);
  return dome - step + brow;
}
