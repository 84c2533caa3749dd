import type { Counters } from './protocol.ts';

/** Vertices moved and volumes refitted, both ways: does not depend on the machine, as time does. */
export function workRatio({ vertices, allVertices, refits, allVolumes }: Counters): number {
  return (allVertices + allVolumes) / Math.max(1, vertices + refits);
}

/**
 * A surface beside itself is near itself everywhere, and on its way from frame to frame all of it moves: there the work that is
 * saved is in tests, and only time can tell.
 */
export function sayRatio(work: number, time: number): [number: string, words: string] {
  if (work >= 1.05) return [`${sayFactor(work)}×`, 'less work than moving everything'];
  if (time >= 1.05) return [`${sayFactor(time)}×`, 'faster than testing everything'];
  return ['All', 'of it had to move: here, everything is near something'];
}

function sayFactor(factor: number): string {
  return factor < 10 ? factor.toFixed(1) : sayCount(Math.round(factor));
}

export function sayCount(count: number): string {
  return count.toLocaleString('en');
}

/** Two digits that matter: 0.034, 0.42, 4.2, 42. */
export function sayTime(milliseconds: number): string {
  if (!Number.isFinite(milliseconds)) return '–';
  if (milliseconds <= 0) return '0';
  const digits = Math.max(0, Math.min(3, 1 - Math.floor(Math.log10(milliseconds))));
  return milliseconds.toFixed(digits);
}
