import * as three from 'three';

/** Colours that differ from one number to the next: hues a golden angle apart. -1 is grey: in no cluster. */
export function clusterColor(cluster: number): number {
  if (cluster < 0) return 0x9aa3ae;
  const hue = (0.61803398875 * cluster + 0.08) % 1;
  return new three.Color().setHSL(hue, 0.55, cluster % 2 === 0 ? 0.6 : 0.48).getHex();
}
