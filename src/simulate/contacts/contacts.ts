import { sphereStart } from '../body/step-spheres.ts';
import type { World } from '../world.ts';

/** What touches in one step, and may touch before it ends; contacts of one pair of bodies lie together. */
export interface Contacts {
  count: number;
  /**
   * Four for each: body and node of its proxy, the other body and node; -1 and -1 for the ground; for a collider its side
   * (`colliderSide`) and the triangle, numbered as in the mesh given to `createShape`.
   */
  sides: Int32Array;
  /**
   * `PLACE_SIZE` for each: the normal toward the first body (3), the middle of the overlap or the nearest point of the collider (3), the
   * depth (1), which is below 0 if there is a gap; the velocity of a collider there (3).
   */
  places: Float64Array;
}

export const PLACE_SIZE = 10;
/** Where a place has the velocity of a collider; 0 of all else, which has its own. */
export const SURFACE_VELOCITY = 7;

export function createContacts(): Contacts {
  return { count: 0, sides: new Int32Array(4 * 1024), places: new Float64Array(PLACE_SIZE * 1024) };
}

function appendContact(contacts: Contacts): number {
  if (4 * contacts.count === contacts.sides.length) {
    const sides = new Int32Array(2 * contacts.sides.length);
    sides.set(contacts.sides);
    contacts.sides = sides;
    const places = new Float64Array(2 * contacts.places.length);
    places.set(contacts.places);
    contacts.places = places;
  }
  return contacts.count++;
}

/** Adds the contact of two proxies, or of one with the ground (`b` and `j` are -1), whose spheres are of this step. */
export function addContact({ bodies, contacts, options }: World, a: number, i: number, b: number, j: number): void {
  const contact = appendContact(contacts);
  const { sides, places } = contacts;
  sides[4 * contact] = a;
  sides[4 * contact + 1] = i;
  sides[4 * contact + 2] = b;
  sides[4 * contact + 3] = j;
  const spheres = bodies.spheres.data;
  const s = sphereStart(bodies.spheres, a, i);
  let x = 0;
  let y = 1;
  let z = 0;
  let depth = spheres[s + 3];
  let inward = depth;
  if (b >= 0) {
    const t = sphereStart(bodies.spheres, b, j);
    x = spheres[s] - spheres[t];
    y = spheres[s + 1] - spheres[t + 1];
    z = spheres[s + 2] - spheres[t + 2];
    const distance = Math.sqrt(x * x + y * y + z * z);
    depth += spheres[t + 3] - distance;
    if (distance > 0) {
      x /= distance;
      y /= distance;
      z /= distance;
    } else y = 1;
    inward -= 0.5 * depth;
  } else depth += (options.ground === 'none' ? 0 : options.ground) - spheres[s + 1];
  const o = PLACE_SIZE * contact;
  places[o] = x;
  places[o + 1] = y;
  places[o + 2] = z;
  places[o + 3] = spheres[s] - inward * x;
  places[o + 4] = spheres[s + 1] - inward * y;
  places[o + 5] = spheres[s + 2] - inward * z;
  places[o + 6] = depth;
  places.fill(0, o + SURFACE_VELOCITY, o + PLACE_SIZE);
}

/** Adds the contact of a proxy with a triangle of a collider: at the point, along the normal and with the velocity in `world.faces`. */
export function addFaceContact(
  { contacts, faces }: World,
  body: number,
  node: number,
  side: number,
  triangle: number,
  depth: number,
): void {
  const contact = appendContact(contacts);
  const { sides, places } = contacts;
  sides[4 * contact] = body;
  sides[4 * contact + 1] = node;
  sides[4 * contact + 2] = side;
  sides[4 * contact + 3] = triangle;
  const o = PLACE_SIZE * contact;
  for (let axis = 0; axis < 3; axis++) {
    places[o + axis] = faces.normal[axis];
    places[o + 3 + axis] = faces.point[axis];
    places[o + SURFACE_VELOCITY + axis] = faces.velocity[axis];
  }
  places[o + 6] = depth;
}

/** Takes a contact of the last step over as it is. */
export function keepContact({ contacts, lastContacts }: World, last: number): void {
  const contact = appendContact(contacts);
  for (let k = 0; k < 4; k++) contacts.sides[4 * contact + k] = lastContacts.sides[4 * last + k];
  for (let k = 0; k < PLACE_SIZE; k++) {
    contacts.places[PLACE_SIZE * contact + k] = lastContacts.places[PLACE_SIZE * last + k];
  }
}
