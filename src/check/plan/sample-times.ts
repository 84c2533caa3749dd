import type { CheckClip } from './subject.ts';

/**
 * The times a clip is looked at: its key times, and between two of them as many evenly spaced ones as it takes for no gap to be
 * longer than a frame. Keys nearer together than a thousandth of a frame count as one. Always the start and the end;
 * at most `most` times, from the start.
 */
export function listSampleTimes(clip: CheckClip, fps: number, most: number): { times: Float64Array; isCut: boolean } {
  const { start, end, keyTimes } = clip;
  const frame = 1 / fps;
  const nodes = [start];
  for (const time of keyTimes ?? []) {
    if (time - nodes[nodes.length - 1] > 1e-3 * frame && end - time > 1e-3 * frame) nodes.push(time);
    if (nodes.length > most) break;
  }
  if (end > start) nodes.push(end);
  const times = [start];
  for (let k = 1; k < nodes.length && times.length < most; k++) {
    const gap = nodes[k] - nodes[k - 1];
    const parts = Math.max(1, Math.ceil(gap / frame - 1e-6));
    for (let part = 1; part <= parts && times.length < most; part++) {
      times.push(part === parts ? nodes[k] : nodes[k - 1] + (gap * part) / parts);
    }
  }
  return { times: Float64Array.from(times), isCut: times[times.length - 1] !== nodes[nodes.length - 1] };
}
