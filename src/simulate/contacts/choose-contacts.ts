import type { World } from '../world.ts';
import { PLACE_SIZE } from './contacts.ts';
import { BODY_B, CHOSEN_END, CHOSEN_START, CONTACT_END, CONTACT_START } from './encounters.ts';

/** The contacts that are solved, and what they pushed with. */
export interface Chosen {
  count: number;
  /** The number of each contact in `Contacts`. */
  contacts: Int32Array;
  /** Its two nodes: what tells it in the next step. */
  nodes: Int32Array;
  /** Four for each: the push along the normal (N s), and the vector of the push across it. */
  pushes: Float64Array;
  /** Room for choosing: how far each contact is from those chosen so far, and whether the last step chose it. */
  separations: Float64Array;
  wereChosen: Uint8Array;
}

export function createChosen(): Chosen {
  return {
    count: 0,
    contacts: new Int32Array(256),
    nodes: new Int32Array(512),
    pushes: new Float64Array(1024),
    separations: new Float64Array(64),
    wereChosen: new Uint8Array(64),
  };
}

/**
 * At most so many contacts are chosen between two bodies: three hold a rigid one, more let it bend. With the ground all
 * count that are not at one spot: nothing may go through it.
 */
const MOST = 8;
const MOST_WITH_GROUND = 24;

/** Contacts of two bodies that are nearer to each other than this (m) count as one if their normals are alike. */
const APART = 0.015;

/** How far apart (m) two contacts count that are at one point and have opposite normals. */
const TURN = 0.2;

/** More than the square of any distance (m^2). */
const FAR = 1e12;

/**
 * Chooses which contacts of an encounter are solved: the deepest, then those the last step chose, then the others,
 * always the one that is farthest from those chosen already, in place and in direction. What stays chosen begins with
 * the push it had. Reducing contacts and remembering their pushes is what most engines do; many contacts at one spot
 * only ask for one push again and again. Cost: a distance for each contact and each chosen one.
 */
export function chooseContacts(world: World, encounter: number, last: number): void {
  const { chosen, contacts, encounters } = world;
  const { records } = encounters;
  const from = records[encounter + CONTACT_START];
  const to = records[encounter + CONTACT_END];
  const start = chosen.count;
  records[encounter + CHOSEN_START] = records[encounter + CHOSEN_END] = start;
  if (from === to) return;
  const { places, sides } = contacts;
  markLastChosen(world, from, to, last);
  const { separations, wereChosen } = chosen;
  let best = from;
  for (let c = from + 1; c < to; c++) {
    if (places[PLACE_SIZE * c + 6] > places[PLACE_SIZE * best + 6]) best = c;
  }
  const most = records[encounter + BODY_B] < 0 ? MOST_WITH_GROUND : MOST;
  for (let n = 0; n < most && best >= 0; n++) {
    addChosen(chosen, best, sides[4 * best + 1], sides[4 * best + 3]);
    const o = PLACE_SIZE * best;
    best = -1;
    let farthest = 0;
    for (let c = from; c < to; c++) {
      const p = PLACE_SIZE * c;
      const x = places[p + 3] - places[o + 3];
      const y = places[p + 4] - places[o + 4];
      const z = places[p + 5] - places[o + 5];
      const alike = places[p] * places[o] + places[p + 1] * places[o + 1] + places[p + 2] * places[o + 2];
      const apart = x * x + y * y + z * z + (0.5 - 0.5 * alike) * TURN * TURN;
      const separation = Math.min(apart, separations[c - from]);
      separations[c - from] = separation;
      if (separation < APART * APART) continue;
      const score = wereChosen[c - from] === 1 ? separation + FAR : separation;
      if (score <= farthest) continue;
      farthest = score;
      best = c;
    }
  }
  records[encounter + CHOSEN_END] = chosen.count;
  if (last >= 0) rememberPushes(world, start, last);
}

function markLastChosen(
  { chosen, contacts, lastChosen, lastEncounters }: World,
  from: number,
  to: number,
  last: number,
) {
  if (chosen.separations.length < to - from) {
    chosen.separations = new Float64Array(2 * (to - from));
    chosen.wereChosen = new Uint8Array(2 * (to - from));
  }
  chosen.separations.fill(FAR, 0, to - from);
  chosen.wereChosen.fill(0, 0, to - from);
  if (last < 0) return;
  const end = lastEncounters.records[last + CHOSEN_END];
  for (let m = lastEncounters.records[last + CHOSEN_START]; m < end; m++) {
    for (let c = from; c < to; c++) {
      const isSame =
        contacts.sides[4 * c + 1] === lastChosen.nodes[2 * m] &&
        contacts.sides[4 * c + 3] === lastChosen.nodes[2 * m + 1];
      if (isSame) chosen.wereChosen[c - from] = 1;
    }
  }
}

/**
 * Gives the contacts from `start` on the pushes of the same two nodes; then what is left to those that share one node,
 * for a contact that slides goes on to the next proxy. What was given is gone.
 */
function rememberPushes({ chosen, lastChosen, lastEncounters }: World, start: number, last: number): void {
  const from = lastEncounters.records[last + CHOSEN_START];
  const to = lastEncounters.records[last + CHOSEN_END];
  for (let shared = 2; shared > 0; shared--) {
    for (let n = start; n < chosen.count; n++) {
      for (let m = from; m < to && chosen.pushes[4 * n] === 0; m++) {
        if (lastChosen.pushes[4 * m] === 0) continue;
        const first = lastChosen.nodes[2 * m] === chosen.nodes[2 * n] ? 1 : 0;
        const second = lastChosen.nodes[2 * m + 1] === chosen.nodes[2 * n + 1] ? 1 : 0;
        if (first + second < shared) continue;
        for (let k = 0; k < 4; k++) chosen.pushes[4 * n + k] = lastChosen.pushes[4 * m + k];
        lastChosen.pushes[4 * m] = 0;
      }
    }
  }
}

/** Takes what was chosen over as it is; `shift` is by how much the numbers of the contacts have changed. */
export function keepChosen({ chosen, lastChosen }: World, last: number, shift: number): void {
  const { contacts, nodes, pushes } = lastChosen;
  const n = addChosen(chosen, contacts[last] + shift, nodes[2 * last], nodes[2 * last + 1]);
  for (let k = 0; k < 4; k++) chosen.pushes[4 * n + k] = pushes[4 * last + k];
}

function addChosen(chosen: Chosen, contact: number, i: number, j: number): number {
  const n = chosen.count++;
  if (n === chosen.contacts.length) {
    const { contacts, nodes, pushes } = chosen;
    chosen.contacts = new Int32Array(2 * contacts.length);
    chosen.contacts.set(contacts);
    chosen.nodes = new Int32Array(2 * nodes.length);
    chosen.nodes.set(nodes);
    chosen.pushes = new Float64Array(2 * pushes.length);
    chosen.pushes.set(pushes);
  }
  chosen.contacts[n] = contact;
  chosen.nodes[2 * n] = i;
  chosen.nodes[2 * n + 1] = j;
  for (let k = 4 * n; k < 4 * n + 4; k++) chosen.pushes[k] = 0;
  return n;
}
