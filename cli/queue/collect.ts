import { setTimeout } from 'node:timers/promises';
import { reportFailure } from '../../src/check/findings/write-report.ts';
import type { AssetReport } from '../../src/check/index.ts';
import { forEachAtOnce } from '../pool/for-each-at-once.ts';
import { createOutcome, giveUp, type Outcome, reportOutcome } from '../pool/outcome.ts';
import { insist } from '../store/patience.ts';
import { DamagedError, fetchJson } from '../store/store.ts';
import { keyOfStretch } from '../units/assemble.ts';
import { asksForSummary } from '../units/unit.ts';
import { isUnitOutcome } from '../units/validate.ts';
import { sealUnit } from './deliver.ts';
import { type Desk, type StoredRun, sendRun } from './enqueue.ts';
import { listRunUnits, type RunUnit, type UnitOutcome, unitField } from './run-record.ts';
import { countNoted, forgetUnits, readTable, type UnitNote } from './run-table.ts';

/** Milliseconds between two looks at how much is done. */
const PAUSE = 250;
/** If nothing was done for so long, it is seen to that all jobs are still there; then for twice as long, up to the longest. */
const FIRST_SILENCE = 5000;
const LONGEST_SILENCE = 60_000;
/** Outcomes that are read at a time. */
const AT_ONCE = 16;
/** A unit whose outcome cannot be used is done again so often. */
const MOST_REPEATS = 3;

/** What is known of a run by whoever waits for it. */
interface Collected {
  outcomes: Outcome[];
  /** Units that nothing was taken of yet. */
  left: RunUnit[];
  repeats: Map<string, number>;
}

/**
 * Waits for the units of a run and makes the report of what became of them: the same bytes as a check on one machine. What Redis
 * has lost is sent again, and what the store has damaged is done again. If `stop` is aborted meanwhile, even while Redis is away,
 * clips whose units are not done say so.
 */
export async function collectRun(
  run: StoredRun,
  desk: Desk,
  stop: AbortSignal,
  onProgress: (done: number, total: number) => void,
): Promise<{ assets: AssetReport[]; outcomes: Outcome[] }> {
  const { record } = run;
  const units = listRunUnits(run.name, record);
  const all: Collected = {
    outcomes: record.assets.map(({ name, hash, size }) => ({ ...createOutcome(name), hash, size: size ?? null })),
    left: units,
    repeats: new Map(),
  };
  const stopped = new Promise<void>(resolve => {
    stop.addEventListener('abort', () => resolve(), { once: true });
  });
  while (all.left.length > 0 && !stop.aborted) {
    await Promise.race([untilNoted(run, desk, units.length, stop, onProgress), stopped]);
    const taken = takeNoted(run, desk, all);
    await (stop.aborted ? Promise.race([taken, setTimeout(1000)]) : Promise.race([taken, stopped]));
    if (all.left.length === 0 || stop.aborted) break;
    await sendRun(run, desk);
    await setTimeout(PAUSE);
  }
  for (const unit of all.left) giveUpAll(unit, 'the check was stopped before', all.outcomes[unit.asset]);
  const assets = record.assets.map(({ name, error }, k) =>
    error === undefined ? reportOutcome(all.outcomes[k], record.options) : reportFailure(name, error),
  );
  return { assets, outcomes: all.outcomes };
}

/** Until all units are noted. */
async function untilNoted(
  run: StoredRun,
  desk: Desk,
  total: number,
  stop: AbortSignal,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  let known = -1;
  let since = performance.now();
  let silence = FIRST_SILENCE;
  while (!stop.aborted) {
    const noted = await insist(() => countNoted(desk.connection.redis, run.name), desk.patience);
    if (noted !== null && noted >= total) return onProgress(total, total);
    if (noted === null)
      await sendRun(run, desk); // Redis has lost it
    else if (noted !== known) {
      known = noted;
      since = performance.now();
      silence = FIRST_SILENCE;
      onProgress(noted, total);
    } else if (performance.now() - since > silence) {
      since = performance.now();
      silence = Math.min(2 * silence, LONGEST_SILENCE);
      await sendRun(run, desk);
    }
    await setTimeout(PAUSE);
  }
}

/** Takes what is noted, and has what cannot be used done again, a few times. */
async function takeNoted(run: StoredRun, desk: Desk, all: Collected): Promise<void> {
  const { redis } = desk.connection;
  const table = await insist(() => readTable(redis, run.name), desk.patience);
  const isTaken = new Set<RunUnit>();
  const useless: string[] = [];
  await forEachAtOnce(all.left, AT_ONCE, async unit => {
    const field = unitField(unit);
    const note = table?.units.get(field);
    if (!note) return;
    const outcome = all.outcomes[unit.asset];
    const found = await fetchOutcome(unit, outcome.hash, note, desk);
    if (typeof found !== 'string') takeOutcome(unit, found, outcome);
    else {
      const repeats = (all.repeats.get(field) ?? 0) + 1;
      all.repeats.set(field, repeats);
      if (repeats <= MOST_REPEATS) {
        useless.push(field);
        return;
      }
      giveUpAll(unit, found, outcome);
    }
    isTaken.add(unit);
  });
  all.left = all.left.filter(unit => !isTaken.has(unit));
  await insist(() => forgetUnits(redis, run.name, useless), desk.patience);
}

/** What became of a unit, or why that cannot be used. It is taken only for what it was made for. */
async function fetchOutcome(
  unit: RunUnit,
  hash: string,
  note: UnitNote,
  { store, key, patience }: Desk,
): Promise<UnitOutcome | string> {
  if (sealUnit(key, unit.run, unitField(unit), note) !== note.seal) return 'its result has not the right seal';
  try {
    const value = await insist(
      () => fetchJson(store, note.hash),
      patience,
      error => error instanceof DamagedError,
    );
    if (value === null) return 'its result is no longer in the store';
    if (!isUnitOutcome(value)) return 'what its worker has stored is no result';
    return value.hash === hash ? value : 'its result is of another asset';
  } catch (error) {
    return error instanceof DamagedError ? 'its result was damaged in the store' : (error as Error).message;
  }
}

function takeOutcome(unit: RunUnit, found: UnitOutcome, outcome: Outcome): void {
  outcome.error ??= found.error;
  if (unit.pieces.some(asksForSummary)) outcome.planSummary = found.planSummary;
  for (const key of unit.pieces.flatMap(({ stretches }) => stretches.map(keyOfStretch))) {
    if (Object.hasOwn(found.results, key)) outcome.results.set(key, found.results[key]);
    else outcome.failures.set(key, found.failures[key] ?? 'its worker stored no result');
  }
}

function giveUpAll({ pieces }: RunUnit, why: string, outcome: Outcome): void {
  for (const piece of pieces) giveUp(piece, why, outcome);
}
