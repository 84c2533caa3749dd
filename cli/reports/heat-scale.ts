/** The colours of depth, from nothing to the deepest of an asset, evenly spaced; as a screen shows them. */
export const HEAT_STOPS: readonly string[] = ['#ffe680', '#ffb02e', '#f4511e', '#c2103c', '#6a0f66'];
/** What is not deep at all. */
export const CLAY = '#c8ccd2';

/** The colour of a share of the greatest depth, in linear light as glTF wants it; null for what is not deep at all. */
export function toLinearColor(share: number): [number, number, number] {
  if (!(share > 0)) return toLinear(CLAY);
  const at = Math.min(1, share) * (HEAT_STOPS.length - 1);
  const k = Math.min(Math.floor(at), HEAT_STOPS.length - 2);
  const [from, to] = [toLinear(HEAT_STOPS[k]), toLinear(HEAT_STOPS[k + 1])];
  return [0, 1, 2].map(c => from[c] + (at - k) * (to[c] - from[c])) as [number, number, number];
}

function toLinear(hex: string): [number, number, number] {
  const channels = [1, 3, 5].map(o => Number.parseInt(hex.slice(o, o + 2), 16) / 255);
  return channels.map(c => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)) as [number, number, number];
}
