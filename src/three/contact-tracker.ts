import type * as three from 'three';
import type { Collider } from '../collider.ts';
import { sayValue } from '../math/say-value.ts';
import { checkDistance } from '../query/check-input.ts';
import { touchesAgain } from '../query/pairs/touches.ts';
import { findNearestPair as findNearestOfColliders } from '../query/probe/nearest-pair.ts';
import type { Shape } from '../shape.ts';
import { createLastHit, type LastHit } from '../workspace.ts';
import { addBodies, type Bodies, colliderOf, createBodies, findCloseBodies } from './bodies.ts';

/** Two objects that touch: one record, the same from the update in which that begins to the one in which it ends. */
export interface Contact {
  a: three.Object3D;
  b: three.Object3D;
  /** Where `a` or `b` is itself a mesh that draws many: which instance, as `instanceId` or `batchId` of a hit. Each has contacts of its own. */
  instanceA?: number;
  instanceB?: number;
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
 * against the other meshes of that one. Of an `InstancedMesh` or a `BatchedMesh` in the list each instance has contacts of its own; instances of one mesh are not held against
 * each other. Cost of an update: O(bones) for each mesh, a broad phase, and `touches` for
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
    listed: [],
    contacts: new Map(),
    updates: 0,
    touching: [],
    fresh: new Map(),
    hit: createLastHit(),
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
  /** Objects by number, in the order in which they were first met, and before the instances of each: at 1 + instance. */
  numbers: WeakMap<three.Object3D, number[]>;
  count: number;
  /** The number of each object in the list: there are more pairs than objects. */
  listed: number[];
  /** By the numbers of both: what touched at the last update that was not broken off. */
  contacts: Map<number, Held>;
  /** How many updates were begun; what touches in this one, and of that, what did not before. */
  updates: number;
  touching: Held[];
  fresh: Map<number, Held>;
  /** Nowhere: for the next two that did not touch before. */
  hit: LastHit;
}

/** A contact, and where the two touched last. */
interface Held {
  contact: Contact;
  key: number;
  hit: LastHit;
  /** The shapes that this is a place of: an object may have several, or have got another. */
  shapeA: Shape;
  shapeB: Shape;
  /** The update in which it was found to touch last. */
  seen: number;
}

/** Lists in `touching` the pairs that touch now; contacts that are known keep their record. Takes no memory for these. */
function findTouching(state: State, objects: readonly three.Object3D[], options: ContactOptions): void {
  const { bodies, contacts, listed, touching, fresh } = state;
  const { release = 0, isWanted } = options;
  const update = ++state.updates;
  touching.length = 0;
  if (fresh.size > 0) fresh.clear();
  bodies.count = 0;
  for (let k = 0; k < objects.length; k++) {
    const what = objects[k]?.isObject3D === true ? '' : `object ${k}`;
    addBodies(bodies, objects[k], k, what, 'update');
    listed[k] = numberOf(state, objects[k], -1);
  }
  const close = findCloseBodies(bodies, release, 'tightest');
  for (let k = 0; k < close.length; k += 4) {
    const ownerA = bodies.owners[close[k]];
    const ownerB = bodies.owners[close[k + 2]];
    const a = objects[ownerA];
    const b = objects[ownerB];
    const instanceA = bodies.meshes[close[k]] === a ? close[k + 1] : -1;
    const instanceB = bodies.meshes[close[k + 2]] === b ? close[k + 3] : -1;
    const key = keyOf(numberOfBody(state, ownerA, a, instanceA), numberOfBody(state, ownerB, b, instanceB));
    const held = contacts.get(key);
    if (a === b || held?.seen === update || fresh.has(key) || isWanted?.(a, b) === false) continue;
    const one = colliderOf(bodies, close[k], close[k + 1], 'update');
    const other = colliderOf(bodies, close[k + 2], close[k + 3], 'update');
    if (held === undefined) {
      const { hit } = state;
      if (!touchesAgain(one, other, hit)) continue;
      const contact = describe(a, b, instanceA, instanceB);
      const found = { contact, key, hit, shapeA: one.shape, shapeB: other.shape, seen: update };
      state.hit = createLastHit();
      fresh.set(key, found);
      touching.push(found);
    } else {
      if (!(release > 0 ? areWithin(one, other, release) : touchesAgain(one, other, hitOf(held, one, other)))) continue;
      held.seen = update;
      touching.push(held);
    }
  }
}

function describe(a: three.Object3D, b: three.Object3D, instanceA: number, instanceB: number): Contact {
  return { a, b, ...(instanceA >= 0 && { instanceA }), ...(instanceB >= 0 && { instanceB }) };
}

/** Where to look first: where these two touched last. */
function hitOf(held: Held, one: Collider, other: Collider): LastHit {
  if (held.shapeA !== one.shape || held.shapeB !== other.shape) {
    held.hit.leafA = -1;
    held.shapeA = one.shape;
    held.shapeB = other.shape;
  }
  return held.hit;
}

/** Fills the lists by what touched before and what does now, which is known from then on. */
function compare({ contacts, touching, fresh, updates }: State, { begun, ongoing, ended }: ContactChanges): void {
  begun.length = ended.length = 0;
  let known = 0;
  for (const held of touching) {
    if (contacts.has(held.key)) ongoing[known++] = held.contact;
    else begun.push(held.contact);
  }
  ongoing.length = known; // and not emptied before: it would take its memory anew
  for (const held of contacts.values()) {
    if (held.seen === updates) continue;
    ended.push(held.contact);
    contacts.delete(held.key);
  }
  for (const held of fresh.values()) contacts.set(held.key, held);
}

/** The same whichever of the two is listed first: its place in a triangle. Exact below 2^26 objects; small for small numbers, so that a map takes no memory to look it up. */
function keyOf(one: number, other: number): number {
  const high = Math.max(one, other);
  return (high * (high + 1)) / 2 + Math.min(one, other);
}

/** As `numberOf`, of what an update has in its list. */
function numberOfBody(state: State, owner: number, object: three.Object3D, instance: number): number {
  return instance < 0 ? state.listed[owner] : numberOf(state, object, instance);
}

/** Of an object, or of an instance of it (-1: it is one). */
function numberOf(state: State, object: three.Object3D, instance: number): number {
  let numbers = state.numbers.get(object);
  if (numbers === undefined) {
    numbers = [];
    state.numbers.set(object, numbers);
  }
  const known = numbers[1 + instance];
  if (known !== undefined) return known;
  numbers[1 + instance] = state.count;
  return state.count++;
}

function areWithin(one: Collider, other: Collider, maxDistance: number): boolean {
  return findNearestOfColliders(one, other, { maxDistance }) !== null;
}
