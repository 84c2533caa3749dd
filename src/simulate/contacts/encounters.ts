/**
 * All pairs of near bodies of one step, in the order they were looked at, and what the next step wants to know of them:
 * where their front, their contacts and the contacts that were solved begin and end. The ground counts as body -1, colliders as those below.
 */
export interface Encounters {
  count: number;
  /** `ENCOUNTER_SIZE` for each; see the offsets below. */
  records: Int32Array;
  /** How far the two bodies of each can have come nearer since their trees were walked from the roots (m). */
  travels: Float64Array;
  /** Encounters by bodies: a hash table without chains, a power of two long, of number + 1; 0 is empty. */
  table: Int32Array;
}

export function createEncounters(): Encounters {
  return {
    count: 0,
    records: new Int32Array(64 * ENCOUNTER_SIZE),
    travels: new Float64Array(64),
    table: new Int32Array(256),
  };
}

export const ENCOUNTER_SIZE = 11;
export const BODY_A = 0;
export const BODY_B = 1;
export const FRONT_START = 2;
export const FRONT_END = 3;
/** Where the room for the front ends. */
export const FRONT_LIMIT = 10;
/** How long the front was when the trees were walked from the roots, and how many steps ago that was. */
export const FRONT_BASE = 4;
export const FRONT_AGE = 5;
export const CONTACT_START = 6;
export const CONTACT_END = 7;
/** Of the contacts that were solved. */
export const CHOSEN_START = 8;
export const CHOSEN_END = 9;

/** What collider `c` counts as where a body is named, and back: below 0 is what no contact moves. */
export function colliderSide(c: number): number {
  return -2 - c;
}

export function clearEncounters(encounters: Encounters): void {
  encounters.count = 0;
  encounters.table.fill(0);
}

/** Adds an encounter with nothing known of it and returns where its record begins. Each pair may be added once. */
export function addEncounter(encounters: Encounters, a: number, b: number): number {
  const number = encounters.count++;
  if (ENCOUNTER_SIZE * encounters.count > encounters.records.length) enlarge(encounters);
  const { records } = encounters;
  const o = ENCOUNTER_SIZE * number;
  records.fill(0, o, o + ENCOUNTER_SIZE);
  records[o + BODY_A] = a;
  records[o + BODY_B] = b;
  encounters.travels[number] = 0;
  enter(encounters, number);
  return o;
}

/** Where the record of two bodies begins, or -1 if they did not meet. */
export function findEncounter({ table, records }: Encounters, a: number, b: number): number {
  const mask = table.length - 1;
  for (let place = hashPair(a, b) & mask; table[place] !== 0; place = (place + 1) & mask) {
    const o = ENCOUNTER_SIZE * (table[place] - 1);
    if (records[o + BODY_A] === a && records[o + BODY_B] === b) return o;
  }
  return -1;
}

function enter({ table, records }: Encounters, number: number): void {
  const mask = table.length - 1;
  const o = ENCOUNTER_SIZE * number;
  let place = hashPair(records[o + BODY_A], records[o + BODY_B]) & mask;
  while (table[place] !== 0) place = (place + 1) & mask;
  table[place] = number + 1;
}

function hashPair(a: number, b: number): number {
  let hash = Math.imul(a, 0x9e3779b1) ^ Math.imul(b + 1, 0x85ebca6b);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}

/** Doubles the room; the table stays at most half full, so that searches are short and end. */
function enlarge(encounters: Encounters): void {
  const records = new Int32Array(2 * encounters.records.length);
  records.set(encounters.records);
  const travels = new Float64Array(2 * encounters.travels.length);
  travels.set(encounters.travels);
  const table = new Int32Array(2 * encounters.table.length);
  Object.assign(encounters, { records, travels, table });
  for (let number = 0; number < encounters.count - 1; number++) enter(encounters, number);
}
