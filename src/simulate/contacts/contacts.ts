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

/** Adds a contact of node `i` of body `a` with node, or triangle, `j` of `b`. */
function appendContact(contacts: Contacts, a: number, i: number, b: number, j: number): number {
  if (4 * contacts.count === contacts.sides.length) {
    const sides = new Int32Array(2 * contacts.sides.length);
    sides.set(contacts.sides);
    contacts.sides = sides;
    const places = new Float64Array(2 * contacts.places.length);
    places.set(contacts.places);
    contacts.places = places;
  }
  const { sides } = contacts;
  const s = 4 * contacts.count;
  sides[s] = a;
  sides[s + 1] = i;
  sides[s + 2] = b;
  sides[s + 3] = j;
  return contacts.count++;
}

/** Adds the contact of two proxies, or of one with the ground (`b` and `j` are -1), whose spheres are of this step. */
export function addContact({ bodies, contacts, options }: World, a: number, i: number, b: number, j: number): void {
  const contact = appendContact(contacts, a, i, b, j);
  const { places } = contacts;
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
  const contact = appendContact(contacts, body, node, side, triangle);
  const { places } = contacts;
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
  const { sides } = lastContacts;
  const contact = appendContact(
    contacts,
    sides[4 * last],
    sides[4 * last + 1],
    sides[4 * last + 2],
    sides[4 * last + 3],
  );
  for (let k = 0; k < PLACE_SIZE; k++) {
    contacts.places[PLACE_SIZE * contact + k] = lastContacts.places[PLACE_SIZE * last + k];
  }
}
