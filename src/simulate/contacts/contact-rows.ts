import type { Bodies } from '../body/bodies.ts';
import { shiftStart } from '../body/body-shape.ts';
import type { World } from '../world.ts';
import { PLACE_SIZE, SURFACE_VELOCITY } from './contacts.ts';

/** All that the solver reads of the chosen contacts of a step that can move something. */
export interface ContactRows {
  count: number;
  /** Rows from this one on are with colliders and the ground. */
  groundStart: number;
  /** Three for each: the two bodies (below 0 for colliders and the ground) and the number among the chosen contacts. */
  sides: Int32Array;
  /** `ROW_SIZE` for each; see the offsets below. */
  data: Float64Array;
  /** How far each mode of either body shifts each contact along its normal: `mostModes` for each body. */
  shifts: Float32Array;
}

export function createContactRows(): ContactRows {
  return {
    count: 0,
    groundStart: 0,
    sides: new Int32Array(0),
    data: new Float64Array(0),
    shifts: new Float32Array(0),
  };
}

/** The speed along the normal that must be reached, and the depth. */
export const TARGET = 0;
export const DEPTH = 1;
/** The two inverse masses; 0 for what cannot move. */
export const MASS_A = 2;
export const MASS_B = 3;
/** How much faster a unit push along the normal makes the contact by bending the bodies, if they yield. */
export const BENDING_A = 4;
export const BENDING_B = 5;
/**
 * The normal and the two directions across it, `AXIS_SIZE` numbers each: direction (3), moment of a unit push about
 * either body (3, 3), the spin it gives either (3, 3), the speed it gives the contact of rigid bodies (1), how fast a collider moves
 * that way (1).
 */
export const NORMAL = 6;
export const SURFACE_SPEED = 16;
export const AXIS_SIZE = 17;
export const ROW_SIZE = NORMAL + 3 * AXIS_SIZE;

/** Prepares all chosen contacts with a body that can move, those with colliders and the ground last. */
export function prepareRows(world: World): void {
  const { rows, chosen, contacts, mostModes, bodies } = world;
  const { sides } = contacts;
  if (rows.sides.length < 3 * chosen.count) {
    rows.sides = new Int32Array(6 * chosen.count);
    rows.data = new Float64Array(2 * ROW_SIZE * chosen.count);
  }
  if (rows.shifts.length < 2 * mostModes * chosen.count) rows.shifts = new Float32Array(4 * mostModes * chosen.count);
  rows.count = 0;
  for (let pass = 0; pass < 2; pass++) {
    rows.groundStart = rows.count;
    for (let n = 0; n < chosen.count; n++) {
      const contact = 4 * chosen.contacts[n];
      const a = sides[contact];
      const b = sides[contact + 2];
      if (b < 0 !== pass > 0 || !(canMove(bodies, a) || canMove(bodies, b))) continue;
      const row = rows.count++;
      rows.sides[3 * row] = a;
      rows.sides[3 * row + 1] = b;
      rows.sides[3 * row + 2] = n;
      prepareRow(world, row, chosen.contacts[n]);
    }
  }
}

function canMove({ still, inverseMasses }: Bodies, body: number): boolean {
  return body >= 0 && still[body] === 0 && inverseMasses[body] > 0;
}

function prepareRow(world: World, row: number, contact: number): void {
  const { rows, contacts, bodies, mostModes } = world;
  const { data } = rows;
  const { places, sides } = contacts;
  const a = sides[4 * contact];
  const b = sides[4 * contact + 2];
  const o = ROW_SIZE * row;
  const p = PLACE_SIZE * contact;
  const depth = places[p + 6];
  data[o + TARGET] = Math.min(0, depth / world.options.timeStep);
  data[o + DEPTH] = depth;
  data[o + MASS_A] = canMove(bodies, a) ? bodies.inverseMasses[a] : 0;
  data[o + MASS_B] = canMove(bodies, b) ? bodies.inverseMasses[b] : 0;
  const n = o + NORMAL;
  const x = places[p];
  const y = places[p + 1];
  const z = places[p + 2];
  // Any direction across the normal: the axis it is least along, made square to it.
  const isFlat = Math.abs(y) < 0.6;
  const length = isFlat ? Math.sqrt(x * x + z * z) : Math.sqrt(y * y + z * z);
  const tx = isFlat ? z / length : 0;
  const ty = isFlat ? 0 : z / length;
  const tz = isFlat ? -x / length : -y / length;
  const wx = y * tz - z * ty;
  const wy = z * tx - x * tz;
  const wz = x * ty - y * tx;
  prepareAxis(world, a, b, o, n, x, y, z, p);
  prepareAxis(world, a, b, o, n + AXIS_SIZE, tx, ty, tz, p);
  prepareAxis(world, a, b, o, n + 2 * AXIS_SIZE, wx, wy, wz, p);
  const k = 2 * row * mostModes;
  data[o + BENDING_A] = prepareModes(world, a, sides[4 * contact + 1], x, y, z, k);
  data[o + BENDING_B] = b < 0 ? 0 : prepareModes(world, b, sides[4 * contact + 3], x, y, z, k + mostModes);
}

function prepareAxis(
  { bodies, rows, contacts }: World,
  a: number,
  b: number,
  o: number,
  axis: number,
  x: number,
  y: number,
  z: number,
  place: number,
): void {
  const { positions, inverseInertias } = bodies;
  const { data } = rows;
  const { places } = contacts;
  data[axis] = x;
  data[axis + 1] = y;
  data[axis + 2] = z;
  let speed = data[o + MASS_A] + data[o + MASS_B];
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? a : b;
    const m = axis + 3 + 3 * side;
    if (body < 0) {
      data[m] = data[m + 1] = data[m + 2] = data[m + 6] = data[m + 7] = data[m + 8] = 0;
      continue;
    }
    const rx = places[place + 3] - positions[3 * body];
    const ry = places[place + 4] - positions[3 * body + 1];
    const rz = places[place + 5] - positions[3 * body + 2];
    const mx = ry * z - rz * y;
    const my = rz * x - rx * z;
    const mz = rx * y - ry * x;
    data[m] = mx;
    data[m + 1] = my;
    data[m + 2] = mz;
    const isMoved = data[o + MASS_A + side] > 0;
    const s = 6 * body;
    data[m + 6] = isMoved ? inverseInertias[s] * mx + inverseInertias[s + 1] * my + inverseInertias[s + 2] * mz : 0;
    data[m + 7] = isMoved ? inverseInertias[s + 1] * mx + inverseInertias[s + 3] * my + inverseInertias[s + 4] * mz : 0;
    data[m + 8] = isMoved ? inverseInertias[s + 2] * mx + inverseInertias[s + 4] * my + inverseInertias[s + 5] * mz : 0;
    speed += data[m + 6] * mx + data[m + 7] * my + data[m + 8] * mz;
  }
  data[axis + 15] = speed;
  const v = place + SURFACE_VELOCITY;
  data[axis + SURFACE_SPEED] = places[v] * x + places[v + 1] * y + places[v + 2] * z;
}

/** Writes how each mode shifts proxy `node` along the normal, and returns how a unit push along it moves it by all. */
function prepareModes(
  { bodies, rows }: World,
  body: number,
  node: number,
  normalX: number,
  normalY: number,
  normalZ: number,
  k: number,
): number {
  const { shifts } = rows;
  const { rotations } = bodies;
  const { records, modes } = bodies.shapes[body];
  const { pushed } = bodies.responses[body];
  const count = bodies.modeCounts[body];
  const m = 9 * body;
  const x = rotations[m] * normalX + rotations[m + 3] * normalY + rotations[m + 6] * normalZ;
  const y = rotations[m + 1] * normalX + rotations[m + 4] * normalY + rotations[m + 7] * normalZ;
  const z = rotations[m + 2] * normalX + rotations[m + 5] * normalY + rotations[m + 8] * normalZ;
  let bending = 0;
  for (let j = 0, r = shiftStart(modes, node); j < count; j++, r += 8) {
    const shift = x * records[r] + y * records[r + 1] + z * records[r + 2];
    shifts[k + j] = shift;
    bending += pushed[j] * shift * shift;
  }
  return bending;
}
