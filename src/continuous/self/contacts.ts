/**
 * Pairs of features that meet, or may meet, during a step: a growing list. Entry i is a vertex and a triangle, or two
 * edges, the lower first. Which pairs are in it does not depend on how they were found, but their order does.
 */
export interface Contacts {
  count: number;
  /** 1 for two edges, 0 for a vertex and a triangle. */
  areEdges: Uint8Array;
  /** 1 if the test could not decide; such a pair counts as a contact. */
  areUndecided: Uint8Array;
  /** 1 if the vertex is of the second of two bodies and the triangle of the first. */
  areTurned: Uint8Array;
  first: Uint32Array;
  second: Uint32Array;
  /** Nothing of the pair touches before this time. */
  times: Float64Array;
  /** Where: see `Impact`. */
  places: Float64Array;
  /** The least of the times; Infinity if there is none. */
  earliest: number;
  /** Keeps only pairs that may be the first to meet: those of a time up to `latest`. */
  onlyFirst: boolean;
  /** If only the first are kept: by this time something certainly touches; Infinity: nothing is certain. */
  latest: number;
}

export function createContacts(): Contacts {
  return {
    count: 0,
    areEdges: new Uint8Array(16),
    areUndecided: new Uint8Array(16),
    areTurned: new Uint8Array(16),
    first: new Uint32Array(16),
    second: new Uint32Array(16),
    times: new Float64Array(16),
    places: new Float64Array(32),
    earliest: Infinity,
    onlyFirst: false,
    latest: Infinity,
  };
}

/** Empties the list for the next search; memory that a crowded step took is given back. */
export function clearContacts(contacts: Contacts, onlyFirst = false): void {
  contacts.count = 0;
  contacts.earliest = Infinity;
  contacts.onlyFirst = onlyFirst;
  contacts.latest = Infinity;
  if (contacts.first.length > MOST_KEPT) resize(contacts, MOST_KEPT);
}

const MOST_KEPT = 4096;

export function addContact(
  contacts: Contacts,
  areEdges: boolean,
  first: number,
  second: number,
  impact: { state: string; time: number; latest: number; u: number; v: number },
  isTurned = false,
): void {
  if (contacts.onlyFirst) {
    if (impact.time > contacts.latest) return;
    if (impact.latest < contacts.latest) contacts.latest = impact.latest;
  }
  if (contacts.count === contacts.first.length) makeRoom(contacts);
  const i = contacts.count++;
  contacts.areEdges[i] = areEdges ? 1 : 0;
  contacts.areUndecided[i] = impact.state === 'undecided' ? 1 : 0;
  contacts.areTurned[i] = isTurned ? 1 : 0;
  contacts.first[i] = first;
  contacts.second[i] = second;
  contacts.times[i] = impact.time;
  contacts.places[2 * i] = impact.u;
  contacts.places[2 * i + 1] = impact.v;
  if (impact.time < contacts.earliest) contacts.earliest = impact.time;
}

/** Takes out the pairs that meet only after `latest`. */
export function dropLater(contacts: Contacts): void {
  const { areEdges, areUndecided, areTurned, first, second, times, places } = contacts;
  let kept = 0;
  for (let i = 0; i < contacts.count; i++) {
    if (times[i] > contacts.latest) continue;
    areEdges[kept] = areEdges[i];
    areUndecided[kept] = areUndecided[i];
    areTurned[kept] = areTurned[i];
    first[kept] = first[i];
    second[kept] = second[i];
    times[kept] = times[i];
    places[2 * kept] = places[2 * i];
    places[2 * kept + 1] = places[2 * i + 1];
    kept++;
  }
  contacts.count = kept;
}

function makeRoom(contacts: Contacts): void {
  if (contacts.onlyFirst) dropLater(contacts);
  if (2 * contacts.count >= contacts.first.length) resize(contacts, 2 * contacts.first.length);
}

function resize(contacts: Contacts, room: number): void {
  const { count, areEdges, areUndecided, areTurned, first, second, times, places } = contacts;
  contacts.areEdges = copyInto(new Uint8Array(room), areEdges, count);
  contacts.areUndecided = copyInto(new Uint8Array(room), areUndecided, count);
  contacts.areTurned = copyInto(new Uint8Array(room), areTurned, count);
  contacts.first = copyInto(new Uint32Array(room), first, count);
  contacts.second = copyInto(new Uint32Array(room), second, count);
  contacts.times = copyInto(new Float64Array(room), times, count);
  contacts.places = copyInto(new Float64Array(2 * room), places, 2 * count);
}

function copyInto<T extends Uint8Array | Uint32Array | Float64Array>(target: T, from: T, count: number): T {
  target.set(from.subarray(0, count));
  return target;
}
