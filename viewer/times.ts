/** Milliseconds of one frame; the second is NaN if it was not measured. */
type Row = readonly [ours: number, linear: number];

/** Times jump about; what is written is the middle one of so many. */
const MIDDLE_OF = 9;

/** Fewer frames than this tell more of what else the machine did than of the two methods. */
const FEWEST = 3;

/** The frames timed last, and of those with both times the last too: the slower may be measured only now and then. */
export interface Times {
  frames: readonly Row[];
  measured: readonly Row[];
}

export const NO_TIMES: Times = { frames: [], measured: [] };

export function addTimes({ frames, measured }: Times, row: Row): Times {
  const isMeasured = row.every(Number.isFinite);
  return {
    frames: [...frames, row].slice(-MIDDLE_OF),
    measured: isMeasured ? [...measured, row].slice(-MIDDLE_OF) : measured,
  };
}

/**
 * What to write: the middle times, and how often the second is the first, of frames where both were measured. A ratio of
 * what the clock can hardly tell from nothing (`finest`, in ms), or of very few frames, is none: NaN.
 */
export function summarise(
  { frames, measured }: Times,
  finest: number,
): { ours: number; linear: number; ratio: number } {
  const isEnough = measured.length >= FEWEST && measured.every(([ours]) => ours >= 10 * finest);
  return {
    ours: middleOf(frames.map(([ours]) => ours)),
    linear: middleOf(measured.map(([, linear]) => linear)),
    ratio: isEnough ? middleOf(measured.map(([ours, linear]) => linear / ours)) : Number.NaN,
  };
}

function middleOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted.length === 0 ? Number.NaN : sorted[sorted.length >> 1];
}

/** The smallest time that `now` tells from none, in ms: browsers make their clocks coarse. Waits for it to move on. */
export function finestTime(now: () => number): number {
  const starts = [now()];
  while (starts.length < 4) {
    const next = now();
    if (next > starts[starts.length - 1]) starts.push(next);
  }
  return Math.min(...starts.slice(1).map((next, k) => next - starts[k]));
}
