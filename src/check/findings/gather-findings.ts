import type { NamedPlan } from '../plan/named-plan.ts';
import { keyOf } from '../plan/plan.ts';
import type { ClipSpan } from '../plan/subject.ts';
import type { Measured, Observations, SeenChange, SeenContact } from '../scan/observe-clip.ts';

/** A contact of two regions over time, in numbers: what a `Finding` is made from. */
export interface ContactSpan {
  regionA: number;
  regionB: number;
  start: number;
  end: number;
  /** The worst of the samples within; null if none shows the contact. */
  worst: WorstContact | null;
  isCrease: boolean;
}

type WorstContact = SeenContact & { measured: Measured };

/**
 * Joins what was seen of a clip to spans: from when two regions begin to touch to when they cease to. Spans of the same regions
 * less than `gap` apart are one, over the seam of a clip that loops too: such a span ends after the clip, by as much as it reaches into its
 * beginning. In order of time, then of regions.
 */
export function gatherSpans(clip: ClipSpan, seen: Observations, gap: number): ContactSpan[] {
  return listHistories(seen)
    .flatMap(history => {
      const spans = joinNear(listSpans(history, clip), gap);
      return seen.loops ? joinEnds(spans, clip, gap) : spans;
    })
    .sort((p, q) => p.start - q.start || p.regionA - q.regionA || p.regionB - q.regionB);
}

/**
 * The worst contacts of the spans of a stretch, joined by the same `gap` as those of the whole clip: the worst of these are among them, since what is joined in the
 * stretch is joined in the clip too. So nothing else needs to be told of other contacts.
 */
export function listWorstContacts(
  seen: Pick<Observations, 'contacts' | 'changes'>,
  gap: number,
): ReadonlySet<SeenContact> {
  const spans = listHistories(seen).flatMap(history =>
    joinNear(listSpans(history, { start: -Infinity, end: Infinity }), gap),
  );
  return new Set(spans.flatMap(({ worst }) => (worst ? [worst] : [])));
}

function listHistories({ contacts, changes }: Pick<Observations, 'contacts' | 'changes'>): History[] {
  const histories = new Map<string, History>();
  const historyOf = ({ regionA, regionB }: { regionA: number; regionB: number }): History => {
    const key = `${regionA} ${regionB}`;
    let history = histories.get(key);
    if (!history) histories.set(key, (history = { regionA, regionB, contacts: [], changes: [] }));
    return history;
  };
  for (const contact of contacts) historyOf(contact).contacts.push(contact);
  for (const change of changes) historyOf(change).changes.push(change);
  return [...histories.values()];
}

/** All that was seen of two regions, in order of time. */
interface History {
  regionA: number;
  regionB: number;
  contacts: SeenContact[];
  changes: SeenChange[];
}

/** What touches without having begun to has done so from the start; what does not cease to, until the end. */
function listSpans(
  { regionA, regionB, contacts, changes }: History,
  clip: Pick<ClipSpan, 'start' | 'end'>,
): ContactSpan[] {
  const spans: ContactSpan[] = [];
  let open: ContactSpan | null = null;
  let next = 0;
  const begin = (start: number): ContactSpan => {
    const span: ContactSpan = { regionA, regionB, start, end: clip.end, worst: null, isCrease: true };
    spans.push(span);
    return span;
  };
  const takeContacts = (isBefore: (time: number) => boolean): void => {
    for (; next < contacts.length && isBefore(contacts[next].time); next++) {
      open ??= begin(clip.start);
      addContact(open, contacts[next]);
    }
  };
  for (const { kind, time } of changes) {
    takeContacts(kind === 'end' ? t => t <= time : t => t < time);
    if (kind !== 'end') open ??= begin(time);
    if (open && kind !== 'begin') open.end = Math.max(open.start, time);
    if (kind !== 'begin') open = null;
  }
  takeContacts(() => true);
  return spans;
}

function addContact(span: ContactSpan, contact: SeenContact): void {
  span.isCrease &&= contact.isCrease;
  if (isMeasured(contact)) takeWorse(span, contact);
}

/** What is not measured is not worse than another contact of the span that is. */
function isMeasured(contact: SeenContact): contact is WorstContact {
  return contact.measured !== undefined;
}

function takeWorse(span: ContactSpan, contact: WorstContact): void {
  if (!span.worst || isWorse(contact.measured, span.worst.measured)) span.worst = contact;
}

/** Deeper; if equally deep, of more area; if equal, earlier. */
export function isWorse(one: Measured, other: Measured): boolean {
  return one.depth !== other.depth ? one.depth > other.depth : one.area > other.area;
}

function joinNear(spans: ContactSpan[], gap: number): ContactSpan[] {
  const joined: ContactSpan[] = [];
  for (const span of spans) {
    const last = joined[joined.length - 1];
    if (!last || span.start - last.end >= gap) joined.push({ ...span });
    else joinTo(last, span, span.end);
  }
  return joined;
}

/** Joins the last of some spans of the same regions with the first, if one goes on as the other where the clip begins again. */
function joinEnds(spans: ContactSpan[], { start, end }: ClipSpan, gap: number): ContactSpan[] {
  const [first, ...others] = spans;
  const last = others[others.length - 1];
  if (!last || end - last.end + (first.start - start) >= gap) return spans;
  joinTo(last, first, end + (first.end - start));
  return others;
}

function joinTo(span: ContactSpan, other: ContactSpan, end: number): void {
  span.end = end;
  span.isCrease &&= other.isCrease;
  if (other.worst) takeWorse(span, other.worst);
}

/**
 * Numbers the contacts that spans are part of: spans of one class that overlap in time, of which one side is the same region and the other
 * sides are the same or border on each other, are of one contact. Numbers count from 1, in the order of the spans. `round`: how long a clip that
 * loops takes, else 0.
 */
export function numberContacts(plan: NamedPlan, spans: readonly ContactSpan[], round: number): number[] {
  const areNext = (p: number, q: number): boolean => p === q || plan.borders.has(keyOf(plan, p, q));
  const leaders = spans.map((_, k) => k);
  const leaderOf = (k: number): number => (leaders[k] === k ? k : (leaders[k] = leaderOf(leaders[k])));
  for (let k = 0; k < spans.length; k++) {
    const p = spans[k];
    for (let l = 0; l < k; l++) {
      const q = spans[l];
      if (p.isCrease !== q.isCrease || !overlap(p, q, round)) continue;
      const areOne =
        (areNext(p.regionA, q.regionA) && areNext(p.regionB, q.regionB)) ||
        (areNext(p.regionA, q.regionB) && areNext(p.regionB, q.regionA));
      if (areOne) leaders[leaderOf(k)] = leaderOf(l);
    }
  }
  const numbers = new Map<number, number>();
  return spans.map((_, k) => {
    const leader = leaderOf(k);
    if (!numbers.has(leader)) numbers.set(leader, numbers.size + 1);
    return numbers.get(leader)!;
  });
}

/** Whether two spans are at the same time, or one is when the clip has begun again. */
function overlap(p: ContactSpan, q: ContactSpan, round: number): boolean {
  return [0, round, -round].some(shift => p.start + shift <= q.end && q.start <= p.end + shift);
}
