import { cornerBoxesStayApart, cornerBoxesTouch } from '../../bounds/corner-boxes.ts';

/**
 * Boxes at both ends of a step, low corner then high corner. In between, what they hold stays between the lines from the
 * start to the end of each side, as all vertices move in straight lines.
 */
export interface MovingBoxes {
  start: Float64Array;
  end: Float64Array;
}

/**
 * Whether two moving boxes are apart along one axis during the whole step: the first stays above the second. A side moves
 * evenly, so it does if it is at both ends. Only places at equal times are compared, so what both have in common of
 * their motion does not matter; swept boxes, unions of both ends, would grow by it.
 */
export function boxesStayApart(a: MovingBoxes, i: number, b: MovingBoxes, j: number): boolean {
  return cornerBoxesStayApart(a.start, a.end, i, b.start, b.end, j);
}

export function boxesOverlapAtStart(a: MovingBoxes, i: number, b: MovingBoxes, j: number): boolean {
  return cornerBoxesTouch(a.start, i, b.start, j);
}

/**
 * Whether two moving boxes, apart along an axis at the start, stay so up to the time `until` (0 to 1). The gap of two
 * sides goes evenly from `before` to `after`, so it is above 0 as long as before (1 - t) + after t is. That has a handful
 * of relative roundings, counted against it as 2^-48 of what closes the gap; 1e-290 covers underflow.
 */
export function boxesStayApartUntil(until: number, a: MovingBoxes, i: number, b: MovingBoxes, j: number): boolean {
  const p = a.start;
  const q = a.end;
  const r = b.start;
  const s = b.end;
  const left = 1 - until;
  const gone = until * (1 + 2 ** -48);
  for (let axis = 0; axis < 3; axis++) {
    const above = p[i + axis] - r[j + 3 + axis];
    if (above > 0 && above * left + (q[i + axis] - s[j + 3 + axis]) * gone > 1e-290) return true;
    const below = r[j + axis] - p[i + 3 + axis];
    if (below > 0 && below * left + (s[j + axis] - q[i + 3 + axis]) * gone > 1e-290) return true;
  }
  return false;
}
