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
  first: Uint32Array;
  second: Uint32Array;
  /** Nothing of the pair touches before this time. */
  times: Float64Array;
  /** Where: see `Impact`. */
  places: Float64Array;
  /** The least of the times; Infinity if there is none. */
  earliest: number;
}

export function createContacts(): Contacts {
  return {
    count: 0,
    areEdges: new Uint8Array(16),
    areUndecided: new Uint8Array(16),
    first: new Uint32Array(16),
    second: new Uint32Array(16),
    times: new Float64Array(16),
    places: new Float64Array(32),
    earliest: Infinity,
  };
}

export function clearContacts(contacts: Contacts): void {
  contacts.count = 0;
  contacts.earliest = Infinity;
}

export function addContact(
  contacts: Contacts,
  areEdges: boolean,
  first: number,
  second: number,
  impact: { state: string; time: number; u: number; v: number },
): void {
  const i = contacts.count++;
  if (i === contacts.first.length) grow(contacts);
  contacts.areEdges[i] = areEdges ? 1 : 0;
  contacts.areUndecided[i] = impact.state === 'undecided' ? 1 : 0;
  contacts.first[i] = first;
  contacts.second[i] = second;
  contacts.times[i] = impact.time;
  contacts.places[2 * i] = impact.u;
  contacts.places[2 * i + 1] = impact.v;
  if (impact.time < contacts.earliest) contacts.earliest = impact.time;
}

function grow(contacts: Contacts): void {
  const { areEdges, areUndecided, first, second, times, places } = contacts;
  const room = 2 * first.length;
  contacts.areEdges = new Uint8Array(room);
  contacts.areEdges.set(areEdges);
  contacts.areUndecided = new Uint8Array(room);
  contacts.areUndecided.set(areUndecided);
  contacts.first = new Uint32Array(room);
  contacts.first.set(first);
  contacts.second = new Uint32Array(room);
  contacts.second.set(second);
  contacts.times = new Float64Array(room);
  contacts.times.set(times);
  contacts.places = new Float64Array(2 * room);
  contacts.places.set(places);
}
