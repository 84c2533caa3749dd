import type { Bounds, Placement } from './protocol.ts';

/** As its file has it. */
export const UNMOVED: Placement = { at: [0, 0, 0], size: 1 };

/** A box after its content was sized about the origin, then moved. */
export function placeBounds(bounds: Bounds, { at, size }: Placement): Bounds {
  return bounds.map((x, k) => size * x + at[k % 3]) as Bounds;
}

/** The box around both. */
export function joinBounds(a: Bounds, b: Bounds): Bounds {
  return a.map((x, k) => (k < 3 ? Math.min(x, b[k]) : Math.max(x, b[k]))) as Bounds;
}

/** How much of the wider one is left free between two. */
const GAP = 0.15;

/** The second to the right of the first, whatever they do in their boxes; as high as its file has it, and as far back. */
export function placeBeside(first: Bounds, second: Bounds, size: number): Placement {
  const sized = placeBounds(second, { at: [0, 0, 0], size });
  const gap = GAP * Math.max(first[3] - first[0], sized[3] - sized[0]);
  return { at: [first[3] + gap - sized[0], 0, (first[2] + first[5] - sized[2] - sized[5]) / 2], size };
}

/** How far the second can be moved each way: all around the first, from anywhere. */
export function reachOf(first: Bounds, second: Bounds, size: number): number {
  const sized = placeBounds(second, { at: [0, 0, 0], size });
  const beside = placeBeside(first, second, size);
  const spans = [0, 1, 2].map(axis => first[3 + axis] - first[axis] + sized[3 + axis] - sized[axis]);
  return Math.max(...spans, ...beside.at.map(x => 1.5 * Math.abs(x)));
}
