import { reportFailure } from '../../src/check/findings/write-report.ts';
import type { AssetReport } from '../../src/check/index.ts';
import type { ResolvedOptions } from '../../src/check/plan/options.ts';
import type { PlanSummary } from '../../src/check/plan/plan-summary.ts';
import { assembleAsset, keyOfStretch } from '../units/assemble.ts';
import type { AssetSize } from '../units/asset-size.ts';
import { asksForSummary, type StretchResult, type TimedOut, type Unit } from '../units/unit.ts';
import type { Answer } from './task.ts';

/** What became of an asset, or of some of its units: it grows with each answer. */
export interface Outcome {
  name: string;
  /** Of its bytes; empty if they could not be read. */
  hash: string;
  size: AssetSize | null;
  planSummary: PlanSummary | null;
  /** By `keyOfStretch`: what was seen, or why there is nothing. */
  results: Map<string, StretchResult>;
  failures: Map<string, string>;
  /** Why the asset as a whole could not be checked. */
  error: string | null;
  /** Something is missing because nothing more was to be begun. */
  wasStopped: boolean;
  /** Something took longer than it may: trying again would too. */
  hasTimedOut: boolean;
  /** How many there are to do, and how many were known already. */
  units: number;
  fromCache: number;
}

export function createOutcome(name: string): Outcome {
  const nothing = { hash: '', size: null, planSummary: null, results: new Map(), failures: new Map(), error: null };
  return { name, ...nothing, wasStopped: false, hasTimedOut: false, units: 0, fromCache: 0 };
}

/**
 * Adds what became of a unit. Returns what is still to be done of it, as units: both halves if workers died of it, as one of its
 * stretches kills them and the others can still be had; what comes after the stretch that took too long.
 */
export function takeAnswer<Some extends Pick<Unit, 'stretches'>>(unit: Some, answer: Answer, outcome: Outcome): Some[] {
  const { stretches } = unit;
  if ('result' in answer) {
    if (answer.isKnown) outcome.fromCache++;
    outcome.planSummary ??= answer.result.planSummary ?? null;
    keepResults(unit, answer.result.stretches, outcome);
    return [];
  }
  if ('timedOut' in answer) return takeTimedOut(unit, answer.timedOut, outcome);
  if ('died' in answer && answer.isOverdue) outcome.hasTimedOut = true;
  if ('died' in answer && stretches.length > 1) {
    const middle = stretches.length >> 1;
    return [stretches.slice(0, middle), stretches.slice(middle)].map(half => ({ ...unit, stretches: half }));
  }
  if ('died' in answer) giveUp(unit, answer.died, outcome);
  else if ('stopped' in answer) {
    outcome.wasStopped = true;
    giveUp(unit, answer.stopped, outcome);
  } else outcome.error ??= sayFailure(answer);
  return [];
}

/**
 * Keeps what was done in time. The stretch that was cut off has a whole limit for itself before it is given up: others may have used
 * up this one. All after it are done as a unit of their own.
 */
function takeTimedOut<Some extends Pick<Unit, 'stretches'>>(unit: Some, timedOut: TimedOut, outcome: Outcome): Some[] {
  outcome.hasTimedOut = true;
  const { seconds, done } = timedOut;
  if (done === null) {
    outcome.error ??= sayFailure({ timedOut });
    return [];
  }
  keepResults(unit, done, outcome);
  const rest = unit.stretches.slice(done.length);
  if (done.length === 0) giveUp({ stretches: rest.splice(0, 1) }, `it took more than ${sayLimit(seconds)}`, outcome);
  return rest.length > 0 ? [{ ...unit, stretches: rest }] : [];
}

/** Results of the first stretches of a unit, or of all. */
function keepResults(
  { stretches }: Pick<Unit, 'stretches'>,
  results: readonly StretchResult[],
  outcome: Outcome,
): void {
  results.forEach((result, k) => {
    outcome.results.set(keyOfStretch(stretches[k]), result);
  });
}

/** There will be no result of this unit; without the summary of its plan, nothing can be told of an asset. */
export function giveUp(unit: Pick<Unit, 'stretches'>, why: string, outcome: Outcome): void {
  if (asksForSummary(unit)) outcome.error ??= `not checked: ${why}`;
  for (const stretch of unit.stretches) outcome.failures.set(keyOfStretch(stretch), why);
}

/** Why an asset could not be checked, if that was the answer. */
export function sayFailure(answer: Answer): string {
  if ('timedOut' in answer) {
    return `not checked: it could not be made ready within ${sayLimit(answer.timedOut.seconds)}`;
  }
  if ('died' in answer) return `not checked: ${answer.died}`;
  if ('stopped' in answer) return `not checked: ${answer.stopped}`;
  return 'error' in answer ? answer.error : 'there is no answer';
}

function sayLimit(seconds: number): string {
  return `${seconds} s (--unit-limit)`;
}

/** The report of an asset all of whose units were taken or given up. Never throws, so that the others go on. */
export function reportOutcome(outcome: Outcome, options: ResolvedOptions): AssetReport {
  const { name, error, size, planSummary, results, failures } = outcome;
  if (error !== null || !size || !planSummary) {
    return reportFailure(name, error ?? 'not checked: the summary of its plan is missing');
  }
  try {
    return assembleAsset(name, { size, planSummary, results, failures }, options);
  } catch (cause) {
    return reportFailure(name, (cause as Error).message);
  }
}
