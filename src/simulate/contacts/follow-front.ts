import { refitSpheres } from '../body/refit-family.ts';
import { placeFamily } from '../body/step-spheres.ts';
import type { World } from '../world.ts';
import { addContact } from './contacts.ts';
import { ENCOUNTER_SIZE, type Encounters, FRONT_END, FRONT_LIMIT, FRONT_START } from './encounters.ts';

/**
 * Where descents through pairs of trees have ended: pairs of nodes whose spheres are apart, and pairs of proxies that
 * touch. Each pair of bodies has a run of entries with some room behind it; what bodies that have parted leave is
 * reclaimed by `compactFronts`.
 */
export interface Fronts {
  /** How many entries are in use or lost. */
  used: number;
  /** Two for each entry. */
  nodes: Int32Array;
  /** How far the bodies may have come nearer in all (see `Encounters`) until the entry must be tested again. */
  expiries: Float32Array;
}

export function createFronts(): Fronts {
  return { used: 0, nodes: new Int32Array(512), expiries: new Float32Array(256) };
}

/** Touching proxies are tested in every step, and so is what was not tested yet. */
const AT_ONCE = -1;

/** Makes a float64 smaller than itself when it is rounded to float32. */
const DOWNWARD = 1 - 2 ** -22;

/** The room a front begins with. */
const FIRST_ROOM = 16;

/**
 * Finds all touching pairs of proxies of bodies `a` and `b` by testing what has expired in their front; one that is empty begins
 * anew with the roots. Entries whose nodes overlap are replaced by pairs with the children of the larger node. `e` is where
 * the record of the encounter begins, `travel` how far the bodies can have come nearer since the front began.
 *
 * Why nothing is missed: an entry is only replaced by entries that cover all proxies below it, so any two proxies are
 * always below one entry. An entry that is not tested had a gap between its spheres when it was tested last; they hold the
 * proxies below them, and since then these have come nearer, growth included, by less than the gap: no two of
 * them touch. (`refreshBody` bounds the travel and its rounding.)
 *
 * Fronts are due to [LiChen1998]; [James2004], 5, suggests them for trees like these. Letting entries rest as long as
 * their gap allows is what makes it pay.
 */
export function followFront(world: World, a: number, b: number, e: number, travel: number): void {
  const { bodies, fronts } = world;
  const { records } = world.encounters;
  const { data: spheres, numbers, first } = bodies.spheres;
  const linksA = bodies.shapes[a].tree.links;
  const linksB = bodies.shapes[b].tree.links;
  const numbersA = numbers[a];
  const numbersB = numbers[b];
  const rounding = 16 * (bodies.pads[a] + bodies.pads[b]);
  if (records[e + FRONT_START] === records[e + FRONT_END]) beginFront(fronts, records, e);
  let { nodes, expiries } = fronts;
  let end = records[e + FRONT_END];
  let limit = records[e + FRONT_LIMIT];
  let tests = 0;
  for (let k = records[e + FRONT_START]; k < end; k++) {
    if (expiries[k] > travel) continue;
    const i = nodes[2 * k];
    const j = nodes[2 * k + 1];
    const numberA = numbersA[i >> 1];
    const numberB = numbersB[j >> 1];
    const s = (numberA >= first ? 8 * (numberA - first) : moveFamily(world, a, i >> 1)) + 4 * (i & 1);
    const t = (numberB >= first ? 8 * (numberB - first) : moveFamily(world, b, j >> 1)) + 4 * (j & 1);
    const dx = spheres[s] - spheres[t];
    const dy = spheres[s + 1] - spheres[t + 1];
    const dz = spheres[s + 2] - spheres[t + 2];
    const radiusA = spheres[s + 3];
    const radiusB = spheres[t + 3];
    const reach = radiusA + radiusB;
    const square = dx * dx + dy * dy + dz * dz;
    tests++;
    if (square > reach * reach) {
      expiries[k] = (travel + Math.sqrt(square) - reach - rounding) * DOWNWARD;
      continue;
    }
    const childA = linksA[i];
    const childB = linksB[j];
    expiries[k] = AT_ONCE;
    if (childA < 0 && childB < 0) {
      addContact(world, a, i, b, j);
      continue;
    }
    if (end === limit) {
      records[e + FRONT_END] = end;
      k += enlargeFront(fronts, records, e);
      ({ nodes, expiries } = fronts);
      end = records[e + FRONT_END];
      limit = records[e + FRONT_LIMIT];
    }
    // One of the two pairs takes the place of this one and is tested next, the other goes to the end.
    const isA = childB < 0 || (childA >= 0 && radiusA >= radiusB);
    nodes[2 * k] = isA ? childA : i;
    nodes[2 * k + 1] = isA ? j : childB;
    nodes[2 * end] = isA ? childA + 1 : i;
    nodes[2 * end + 1] = isA ? j : childB + 1;
    expiries[end++] = AT_ONCE;
    k--;
  }
  records[e + FRONT_END] = end;
  world.stats.sphereTests += tests;
}

/** Moves the two spheres of a family to this step and returns where they begin. */
export function moveFamily(world: World, body: number, family: number): number {
  const { bodies } = world;
  const s = placeFamily(bodies.spheres, body, family);
  refitSpheres(bodies, body, family, s);
  world.stats.sphereUpdates += 2;
  return s;
}

/** A front of one entry, the roots, behind all others. */
function beginFront(fronts: Fronts, records: Int32Array, e: number): void {
  const start = fronts.used;
  makeRoom(fronts, start + FIRST_ROOM);
  fronts.used = start + FIRST_ROOM;
  fronts.nodes[2 * start] = fronts.nodes[2 * start + 1] = 0;
  fronts.expiries[start] = AT_ONCE;
  records[e + FRONT_START] = start;
  records[e + FRONT_END] = start + 1;
  records[e + FRONT_LIMIT] = start + FIRST_ROOM;
}

/** Doubles the room of a front, behind all others if there is none behind it, and returns by how much it was shifted. */
function enlargeFront(fronts: Fronts, records: Int32Array, e: number): number {
  const start = records[e + FRONT_START];
  const end = records[e + FRONT_END];
  const isLast = records[e + FRONT_LIMIT] === fronts.used;
  const shift = isLast ? 0 : fronts.used - start;
  const limit = start + shift + 2 * (end - start);
  makeRoom(fronts, limit);
  if (!isLast) moveFront(fronts, start, end, shift);
  records[e + FRONT_START] = start + shift;
  records[e + FRONT_END] = end + shift;
  records[e + FRONT_LIMIT] = fronts.used = limit;
  return shift;
}

function moveFront({ nodes, expiries }: Fronts, start: number, end: number, shift: number): void {
  nodes.copyWithin(2 * (start + shift), 2 * start, 2 * end);
  expiries.copyWithin(start + shift, start, end);
}

function makeRoom(fronts: Fronts, needed: number): void {
  if (fronts.expiries.length >= needed) return;
  const nodes = new Int32Array(4 * needed);
  nodes.set(fronts.nodes);
  const expiries = new Float32Array(2 * needed);
  expiries.set(fronts.expiries);
  fronts.nodes = nodes;
  fronts.expiries = expiries;
}

/** Moves the fronts of all encounters together once three of four entries are lost or spare. */
export function compactFronts(fronts: Fronts, { records, count }: Encounters): void {
  let needed = 0;
  for (let e = 0; e < ENCOUNTER_SIZE * count; e += ENCOUNTER_SIZE)
    needed += records[e + FRONT_END] - records[e + FRONT_START];
  if (fronts.used < 4 * needed + 4096) return;
  const { nodes, expiries } = fronts;
  fronts.nodes = new Int32Array(nodes.length);
  fronts.expiries = new Float32Array(expiries.length);
  fronts.used = 0;
  for (let e = 0; e < ENCOUNTER_SIZE * count; e += ENCOUNTER_SIZE) {
    const start = records[e + FRONT_START];
    const end = records[e + FRONT_END];
    if (start === end) continue;
    fronts.nodes.set(nodes.subarray(2 * start, 2 * end), 2 * fronts.used);
    fronts.expiries.set(expiries.subarray(start, end), fronts.used);
    records[e + FRONT_START] = fronts.used;
    fronts.used += end - start;
    records[e + FRONT_END] = records[e + FRONT_LIMIT] = fronts.used;
  }
}
