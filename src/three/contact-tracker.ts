import type * as three from 'three';
import type { Collider } from '../collider.ts';
import { sayValue } from '../math/say-value.ts';
import { checkDistance } from '../query/check-input.ts';
import { type LastHit, touchesAgain } from '../query/pairs/touches.ts';
import { findNearestPair as findNearestOfColliders } from '../query/probe/nearest-pair.ts';
import type { Shape } from '../shape.ts';
import { addBodies, type Bodies, createBodies, findCloseBodies } from './bodies.ts';

/** Two objects that touch: one record, the same from the update in which that begins to the one in which it ends. */
export interface Contact {
  a: three.Object3D;
  b: three.Object3D;
}

/** What an update has found. The same three lists each time, filled anew: copy what you keep. */
export interface ContactChanges {
  /** Touch now, and did not before. */
  begun: Contact[];
  /** Touch now, and did before. */
  ongoing: Contact[];
  /** Did before, and do not now. */
  ended: Contact[];
}

/** Tells, frame by frame, which objects begin and cease to touch. */
export interface ContactTracker {
  /** What is watched; change the list as you like between updates. Contacts of what is taken out, or is not visible, end. */
  objects: three.Object3D[];
  /**
   * Compares what touches now, as all is posed now, with what did at the last update. Throws where `touches` does; then nothing
   * has changed, and the next update compares with the same.
   */
  update(): ContactChanges;
}

export interface ContactOptions {
  /** A contact that has begun ends only when the two are farther apart than this: what trembles does not end it. 0 by default. */
  release?: number;
  /** Which pairs are asked for; all by default. */
  isWanted?: (a: three.Object3D, b: three.Object3D) => boolean;
}

/**
 * Watches which of some objects touch: meshes, or whole characters. Call `update` once a frame. An object below another is held
 * against the other meshes of that one. Cost of an update: O(bones) for each mesh, a broad phase, and `touches` for
 * pairs whose bounds meet; memory is taken for contacts that begin.
 * @example
 * {@includeCode ../../examples/api/three.ts#contacts}
 */
export function createContactTracker(objects: readonly three.Object3D[], options: ContactOptions = {}): ContactTracker {
  if (!Array.isArray(objects)) {
    throw new Error(`createContactTracker: objects is ${sayValue(objects)}; give a list of objects.`);
  }
  checkDistance(options.release ?? 0, 'release', 'createContactTracker');
  const state: State = {
    bodies: createBodies(),
    numbers: new WeakMap(),
    count: 0,
    contacts: new Map(),
    touching: new Map(),
  };
  const changes: ContactChanges = { begun: [], ongoing: [], ended: [] };
  const tracker: ContactTracker = {
    objects: [...objects],
    update() {
      findTouching(state, tracker.objects, options);
      compare(state, changes);
      return changes;
    },
  };
  return tracker;
}

interface State {
  bodies: Bodies;
  /** Objects by number, in the order in which they were first met. */
  numbers: WeakMap<three.Object3D, number>;
  count: number;
  /** By the numbers of both: what touched at the last update that was not broken off, and what touches now. */
  contacts: Map<number, Held>;
  touching: Map<number, Held>;
}

/** A contact, and where the two touched last: in which leaves of which colliders. */
interface Held {
  contact: Contact;
  hit: BodyHit;
}

interface BodyHit extends LastHit {
  one: Collider;
  other: Collider;
  /** What the leaves are of: a collider may have got another. */
  shapeA: Shape;
  shapeB: Shape;
}

/** Lists in `touching` the pairs that touch now; contacts that are known keep their record. */
function findTouching(state: State, objects: readonly three.Object3D[], options: ContactOptions): void {
  const { bodies, contacts, touching } = state;
  const { release = 0, isWanted } = options;
  touching.clear();
  bodies.count = 0;
  for (let k = 0; k < objects.length; k++) addBodies(bodies, objects[k], k, `object ${k}`, 'update');
  const close = findCloseBodies(bodies, release);
  for (let k = 0; k < close.length; k += 2) {
    const a = objects[bodies.owners[close[k]]];
    const b = objects[bodies.owners[close[k + 1]]];
    const key = keyOf(state, a, b);
    if (a === b || touching.has(key) || isWanted?.(a, b) === false) continue;
    const held = contacts.get(key);
    const hit = hitOf(held, bodies.colliders[close[k]], bodies.colliders[close[k + 1]]);
    if (held !== undefined && release > 0 ? !areWithin(hit, release) : !touchesAgain(hit.one, hit.other, hit)) continue;
    if (held === undefined) touching.set(key, { contact: { a, b }, hit });
    else {
      held.hit = hit;
      touching.set(key, held);
    }
  }
}

/** Where to look first: where these two touched last. */
function hitOf(held: Held | undefined, one: Collider, other: Collider): BodyHit {
  const hit = held?.hit;
  if (hit?.one === one && hit.other === other && hit.shapeA === one.shape && hit.shapeB === other.shape) return hit;
  return { one, other, shapeA: one.shape, shapeB: other.shape, leafA: -1, leafB: -1 };
}

/** Fills the lists by what touched before and what does now, which is known from then on. */
function compare(state: State, { begun, ongoing, ended }: ContactChanges): void {
  const { contacts, touching } = state;
  begun.length = ongoing.length = ended.length = 0;
  for (const [key, { contact }] of touching) (contacts.has(key) ? ongoing : begun).push(contact);
  for (const [key, { contact }] of contacts) if (!touching.has(key)) ended.push(contact);
  state.contacts = touching;
  state.touching = contacts;
}

/** The same whichever of the two is listed first. Exact below 2^26 objects. */
function keyOf(state: State, a: three.Object3D, b: three.Object3D): number {
  const one = numberOf(state, a);
  const other = numberOf(state, b);
  return Math.min(one, other) * 2 ** 26 + Math.max(one, other);
}

function numberOf(state: State, object: three.Object3D): number {
  const known = state.numbers.get(object);
  if (known !== undefined) return known;
  state.numbers.set(object, state.count);
  return state.count++;
}

function areWithin({ one, other }: BodyHit, maxDistance: number): boolean {
  return findNearestOfColliders(one, other, { maxDistance }) !== null;
}
