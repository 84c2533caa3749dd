/** Points that move evenly and straight: the one at offset k from `start[k..k+2]` at time 0 to `end[k..k+2]` at 1. */
export interface LinearMotion {
  start: Float64Array;
  end: Float64Array;
}
