import type { Counters } from './protocol.ts';

/** A figure in large letters and what it is a figure of. */
export type Headline = [figure: string, words: string];

/** Vertices moved and volumes refitted, both ways: does not depend on the machine, as time does. NaN if nothing was done. */
export function workRatio({ vertices, allVertices, refits, allVolumes }: Counters): number {
  return vertices + refits > 0 ? (allVertices + allVolumes) / (vertices + refits) : Number.NaN;
}

/** Tests of volumes and of triangles, both ways; NaN where everything was not tested for this frame. */
function testRatio(counters: Counters): number {
  const { volumeTests, triangleTests, linearVolumeTests, linearTriangleTests } = counters;
  return (linearVolumeTests + linearTriangleTests) / (volumeTests + triangleTests);
}

/**
 * The one thing to know of a frame. Bodies so far apart that no vertex was needed would make a ratio of thousands, which says
 * how far apart they are and nothing of the method: there the count itself is told. A surface beside itself is near itself
 * everywhere, and on its way from frame to frame all of it moves: there the work that is saved is in tests, and only time can
 * tell. `times` is how often the time of moving everything is that of poseclash, NaN if unknown: then tests are told.
 */
export function sayHeadline(counters: Counters, contacts: number, times: number): Headline {
  const { vertices, allVertices, refits, allVolumes } = counters;
  if (allVertices + allVolumes === 0) return ['–', 'nothing is asked about the first frame: there is none before it'];
  if (allVertices > 0 && vertices === 0 && contacts === 0) {
    return ['No vertex', `moved: ${sayCount(refits)} of ${sayCount(allVolumes)} volumes told that nothing touches`];
  }
  const work = workRatio(counters);
  if (work >= 1.05 && (vertices < allVertices || allVertices === 0)) {
    return [`${sayFactor(work)}×`, `fewer ${allVertices > 0 ? 'vertices and volumes' : 'balls'} moved than all`];
  }
  if (times >= 1.05) return [`${sayFactor(times)}×`, 'faster than moving and testing everything'];
  const tests = testRatio(counters);
  if (Number.isNaN(times) && tests >= 1.05) return [`${sayFactor(tests)}×`, 'fewer tests than of everything'];
  return ['All', 'of it had to move for this answer'];
}

function sayFactor(factor: number): string {
  return factor < 10 ? factor.toFixed(1) : sayCount(Math.round(factor));
}

export function sayMoved(vertices: number, volumes: number): string {
  return `moved ${sayCount(vertices)} vertices and ${sayCount(volumes)} volumes`;
}

/** Whether moving everything came to the same answer, where that was asked for this frame. */
export function sayFound({ linearContacts }: Counters, contacts: number): string {
  if (Number.isNaN(linearContacts)) return '';
  return linearContacts === contacts ? ', and found the same' : `, and found ${sayCount(linearContacts)}`;
}

export function sayCount(count: number): string {
  if (Number.isNaN(count)) return '–';
  return count.toLocaleString('en');
}

/** Two digits that matter: 0.034, 0.42, 4.2, 42; of what is shorter than the clock can tell, only that. */
export function sayTime(milliseconds: number, finest: number): string {
  if (!Number.isFinite(milliseconds)) return '–';
  if (milliseconds < finest) return `< ${sayTime(finest, 0)}`;
  const digits = Math.max(0, Math.min(3, 1 - Math.floor(Math.log10(Number(milliseconds.toPrecision(2))))));
  return milliseconds.toFixed(digits);
}
