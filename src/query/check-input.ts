import { LARGEST } from '../math/rounding.ts';
import { sayValue } from '../math/say-value.ts';
import type { QueryOptions } from './query-options.ts';
import type { Stats } from './stats.ts';
import { checkLimit, type QueryLimit } from './walk/budget.ts';

/** Refuses what is not three numbers that can be computed with. */
export function checkPoint(point: ArrayLike<number>, what: string, caller: string): void {
  if (point?.length !== 3) {
    throw new Error(`${caller}: ${what} has ${sayCount(point)} numbers; give three (x, y, z).`);
  }
  for (let axis = 0; axis < 3; axis++) {
    const value = point[axis];
    if (!(typeof value === 'number' && Math.abs(value) < LARGEST)) {
      throw new Error(
        `${caller}: ${'xyz'[axis]} of ${what} is ${sayValue(value)}; give numbers that are finite and below ${LARGEST}.`,
      );
    }
  }
}

/** Refuses what is not a distance; Infinity is one. */
export function checkDistance(distance: number, what: string, caller: string): void {
  if (!(typeof distance === 'number' && distance >= 0)) {
    throw new Error(`${caller}: ${what} is ${sayValue(distance)}; give a distance of 0 or more.`);
  }
}

/** Refuses what is not the number of a triangle. */
export function checkTriangle(triangle: number, count: number, caller: string): void {
  if (!(Number.isInteger(triangle) && triangle >= 0 && triangle < count)) {
    throw new Error(`${caller}: there is no triangle ${sayValue(triangle)}; triangles go from 0 to ${count - 1}.`);
  }
}

/** Refuses barycentric coordinates that do not name a point of the triangle's plane; rounding is no reason to. */
export function checkBarycentrics(barycentrics: ArrayLike<number>, caller: string): void {
  if (barycentrics?.length !== 3) {
    throw new Error(`${caller}: barycentrics has ${sayCount(barycentrics)} numbers; give one for each corner.`);
  }
  for (let corner = 0; corner < 3; corner++) {
    const share: unknown = barycentrics[corner];
    if (typeof share !== 'number') {
      throw new Error(`${caller}: barycentric coordinate ${corner} is ${sayValue(share)}; give a number.`);
    }
  }
  const sum = barycentrics[0] + barycentrics[1] + barycentrics[2];
  if (!(Math.abs(sum - 1) < 1e-6)) {
    throw new Error(`${caller}: barycentrics sum to ${sum}; divide them by their sum.`);
  }
}

/** Refuses what are no options, and a record of counts in their place. */
export function checkOptions(options: QueryOptions & { into?: unknown; limit?: QueryLimit }, caller: string): void {
  if (typeof options !== 'object' || options === null) {
    throw new Error(`${caller}: options is ${sayValue(options)}; give a record such as { stats }, or leave it out.`);
  }
  if ('volumeTests' in options) throw new Error(`${caller}: counts are asked for by an option; give { stats }.`);
  checkStats(options.stats, caller);
  if (options.limit !== undefined) checkLimit(options.limit, caller);
}

/** Refuses what cannot be counted in. Nothing given is fine. */
function checkStats(stats: Stats | undefined, caller: string): void {
  if (stats !== undefined && typeof stats?.volumeTests !== 'number') {
    throw new Error(
      `${caller}: stats is ${sayValue(stats)}; give a record made by createStats (poseclash/debug), or leave it out.`,
    );
  }
}

/** Refuses a record for an answer if `vector`, one of its vectors, has no room for one. */
export function checkTarget(vector: Float64Array | undefined, caller: string): void {
  if (vector?.length !== 3) {
    throw new Error(
      `${caller}: into has no room for the answer; give an earlier answer of ${caller}, or leave it out.`,
    );
  }
}

function sayCount(list: ArrayLike<number> | null | undefined): string {
  return typeof list?.length === 'number' ? `${list.length}` : 'no';
}
