/** Numbers beyond this could overflow when multiplied and squared. */
const LARGEST = 1e70;

/** Refuses what is not three numbers that can be computed with. */
export function checkPoint(point: ArrayLike<number>, what: string, caller: string): void {
  if (point?.length !== 3) {
    throw new Error(`${caller}: ${what} has ${point?.length ?? 'no'} numbers; give three (x, y, z).`);
  }
  for (let axis = 0; axis < 3; axis++) {
    if (!(Math.abs(point[axis]) < LARGEST)) {
      throw new Error(
        `${caller}: ${'xyz'[axis]} of ${what} is ${point[axis]}; give numbers that are finite and below ${LARGEST}.`,
      );
    }
  }
}

/** Refuses what is not a distance; Infinity is one. */
export function checkDistance(distance: number, what: string, caller: string): void {
  if (!(distance >= 0)) throw new Error(`${caller}: ${what} is ${distance}; give a distance of 0 or more.`);
}

/** Refuses what is not the number of a triangle. */
export function checkTriangle(triangle: number, count: number, caller: string): void {
  if (!(Number.isInteger(triangle) && triangle >= 0 && triangle < count)) {
    throw new Error(`${caller}: there is no triangle ${triangle}; triangles go from 0 to ${count - 1}.`);
  }
}

/** Refuses barycentric coordinates that do not name a point of the triangle's plane; rounding is no reason to. */
export function checkBarycentrics(barycentrics: ArrayLike<number>, caller: string): void {
  if (barycentrics?.length !== 3) {
    throw new Error(`${caller}: barycentrics has ${barycentrics?.length ?? 'no'} numbers; give one for each corner.`);
  }
  const sum = barycentrics[0] + barycentrics[1] + barycentrics[2];
  if (!(Math.abs(sum - 1) < 1e-6)) {
    throw new Error(`${caller}: barycentrics sum to ${sum}; divide them by their sum.`);
  }
}
