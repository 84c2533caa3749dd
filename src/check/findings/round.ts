/** To six digits: what engines may compute differently in the last ones is not in the report. */
export function round(x: number): number {
  return Number(x.toPrecision(6));
}
