import { joinObservations, type Observations, type SeenChange } from '../../src/check/scan/observe-clip.ts';

export interface Run {
  start: number;
  end: number;
  /** Null: this stretch was not watched. */
  seen: Observations | null;
}

/**
 * What was seen of a clip of which stretches are missing. Whatever touches where something is missing begins or ceases to
 * there, so that no finding reaches over what nobody looked at. `gap`: as in `joinObservations`.
 */
export function joinWithGaps(runs: readonly Run[], gap: number): Observations {
  const parts: Observations[] = [];
  for (let k = 0; k < runs.length; k++) {
    const { seen, start, end } = runs[k];
    if (!seen) continue;
    const opened = k > 0 && !runs[k - 1].seen ? listUnopened(runs, k, start) : [];
    const closed = k + 1 < runs.length && !runs[k + 1].seen ? listUnclosed(runs, k, end) : [];
    parts.push({ ...seen, changes: [...opened, ...seen.changes, ...closed] });
  }
  return joinObservations(parts, gap);
}

interface Sides {
  regionA: number;
  regionB: number;
}

/** The regions that touch in the run that starts here without having begun to. */
function listUnopened(runs: readonly Run[], k: number, time: number): SeenChange[] {
  const first = new Map<string, { sides: Sides; begins: boolean }>();
  for (let at = k; at < runs.length && runs[at].seen; at++) {
    for (const { sides, kind } of listEvents(runs[at].seen!)) {
      const key = `${sides.regionA},${sides.regionB}`;
      if (!first.has(key)) first.set(key, { sides, begins: kind === 'begin' || kind === 'graze' });
    }
  }
  return [...first.values()].filter(({ begins }) => !begins).map(({ sides }) => ({ kind: 'begin', time, ...sides }));
}

/** The regions that touch in the run that ends here and do not cease to. */
function listUnclosed(runs: readonly Run[], k: number, time: number): SeenChange[] {
  let from = k;
  while (from > 0 && runs[from - 1].seen) from--;
  const last = new Map<string, { sides: Sides; ends: boolean }>();
  for (let at = from; at <= k; at++) {
    for (const { sides, kind } of listEvents(runs[at].seen!)) {
      last.set(`${sides.regionA},${sides.regionB}`, { sides, ends: kind === 'end' || kind === 'graze' });
    }
  }
  return [...last.values()].filter(({ ends }) => !ends).map(({ sides }) => ({ kind: 'end', time, ...sides }));
}

/** Contacts and changes in order of time; where both are at once, what begins is before and what ends is after. */
function listEvents({ contacts, changes }: Observations) {
  const events = [
    ...contacts.map(({ time, regionA, regionB }) => ({ time, rank: 1, kind: 'contact', sides: { regionA, regionB } })),
    ...changes.map(({ time, regionA, regionB, kind }) => ({
      time,
      rank: kind === 'begin' ? 0 : 2,
      kind: kind as string,
      sides: { regionA, regionB },
    })),
  ];
  return events.sort((p, q) => p.time - q.time || p.rank - q.rank);
}
