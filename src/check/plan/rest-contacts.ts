import { createRestPose } from '../../deform/training-poses.ts';
import { keepPairs, type PairList } from '../../query/pairs/pair-list.ts';
import { isLeftOut, type LeftOut } from '../../self/left-out.ts';
import { poseBody } from '../scan/body-motion.ts';
import { closeScanWindow, createScanWindow, gatherNear, searchStep } from '../scan/search-step.ts';
import type { CheckedShape } from './checked-shape.ts';
import type { Limbs } from './limbs.ts';
import type { CheckPlan } from './plan.ts';

/** What touches at rest of two bodies, or of one twice. */
export interface RestContacts {
  /** The slots of the second that each slot of the first touches; of one body with itself, kept both ways. */
  touching: Map<number, number[]>;
  /** What `isKnownAtRest` tells: slots of the first with slots of the second. */
  known: LeftOut;
  /** 1 for slots of the first, and of the second, that touch the other, and for those next to them. */
  nearA: Uint8Array;
  nearB: Uint8Array;
}

/** A plan without its rest contacts: everything they are found with. */
export type UnrestedPlan = Omit<CheckPlan, 'rest' | 'tree' | 'alternates' | keyof Limbs | 'props'>;

/** What follows from rest contacts, or is not needed to find them. */
const UNKNOWN = {
  tree: { nodes: [], parents: [] },
  alternates: [],
  props: [],
  trunk: [],
  stubs: [],
  thickness: new Float64Array(),
};

/**
 * What touches before any clip plays: bodies against themselves as their meshes were made and as the scene rests, bodies
 * against each other as the scene rests. By number of the first body x count of bodies + number of the second.
 *
 * A search leaves out what is next to a rest contact, so both searches are made with a plan that has none, and what is derived from the
 * contacts only when all are there.
 */
export function findRestContacts(plan: UnrestedPlan): Map<number, RestContacts> {
  const { shapes, subject } = plan;
  const scan = createScanWindow({ ...plan, ...UNKNOWN, rest: new Map() }, 1, false);
  const makings = shapes.map(({ deformer }, b) => ({
    jointMatrices: createRestPose(deformer.sets.jointCount),
    weights: subject.rest[b].weights,
  }));
  const found = new Map<number, Map<number, Set<number>>>();
  for (const [poses, selfOnly] of [
    [makings, true],
    [subject.rest, false],
  ] as const) {
    scan.motions.forEach((motion, b) => {
      poseBody(motion, 0, poses[b]);
    });
    gatherNear(scan, 1);
    for (const { bodyA, bodyB, touching } of searchStep(scan, { from: 0, to: 0 }).values()) {
      if (selfOnly && bodyA !== bodyB) continue;
      const key = bodyA * shapes.length + bodyB;
      let contacts = found.get(key);
      if (!contacts) found.set(key, (contacts = new Map()));
      for (let k = 0; k < touching.length; k += 2) {
        addTo(contacts, touching[k], touching[k + 1]);
        if (bodyA === bodyB) addTo(contacts, touching[k + 1], touching[k]);
      }
    }
  }
  closeScanWindow(scan);
  return new Map([...found].map(([key, touching]) => [key, completeContacts(shapes, key, touching)]));
}

function addTo(contacts: Map<number, Set<number>>, from: number, to: number): void {
  const others = contacts.get(from);
  if (others) others.add(to);
  else contacts.set(from, new Set([to]));
}

function completeContacts(
  shapes: readonly CheckedShape[],
  key: number,
  found: ReadonlyMap<number, Set<number>>,
): RestContacts {
  const touching = new Map([...found].map(([slot, others]) => [slot, [...others]]));
  const shapeA = shapes[Math.floor(key / shapes.length)];
  const shapeB = shapes[key % shapes.length];
  const nearA = markNear(shapeA, touching.keys());
  return {
    touching,
    known: listKnown(shapeA, shapeB, touching, nearA),
    nearA,
    nearB: markNear(shapeB, listTouched(touching)),
  };
}

function* listTouched(touching: ReadonlyMap<number, readonly number[]>): Iterable<number> {
  for (const others of touching.values()) yield* others;
}

/** Calls what is around a slot: itself, and all triangles with a vertex of it; some of them several times. */
function forEachAround({ mesh, topology }: CheckedShape, slot: number, call: (slot: number) => void): void {
  const { vertexStarts, trianglesOfVertex } = topology;
  for (let corner = 3 * slot; corner < 3 * slot + 3; corner++) {
    const v = mesh.triangles[corner];
    for (let k = vertexStarts[v]; k < vertexStarts[v + 1]; k++) call(trianglesOfVertex[k]);
  }
}

function markNear(shape: CheckedShape, slots: Iterable<number>): Uint8Array {
  const near = new Uint8Array(shape.mesh.triangles.length / 3);
  for (const slot of slots) {
    forEachAround(shape, slot, around => {
      near[around] = 1;
    });
  }
  return near;
}

/** For each slot of the first all slots of the second that are around one which touches one around it. */
function listKnown(
  shapeA: CheckedShape,
  shapeB: CheckedShape,
  touching: ReadonlyMap<number, readonly number[]>,
  nearA: Uint8Array,
): LeftOut {
  const starts = new Uint32Array(nearA.length + 1);
  const known: number[] = [];
  const stamps = new Uint32Array(shapeB.mesh.triangles.length / 3);
  const touched = new Uint32Array(stamps.length);
  for (let slot = 0; slot < nearA.length; slot++) {
    const own: number[] = [];
    const addAround = (other: number): void => {
      if (stamps[other] === slot + 1) return;
      stamps[other] = slot + 1;
      own.push(other);
    };
    if (nearA[slot]) {
      forEachAround(shapeA, slot, around => {
        for (const other of touching.get(around) ?? []) {
          if (touched[other] === slot + 1) continue;
          touched[other] = slot + 1;
          forEachAround(shapeB, other, addAround);
        }
      });
    }
    for (const other of own.sort((p, q) => p - q)) known.push(other);
    starts[slot + 1] = known.length;
  }
  return { starts, others: Uint32Array.from(known) };
}

/**
 * Whether two triangles touch at rest, or are next to such a pair on both sides: surfaces that lie in each other at rest slide
 * a little when they bend.
 */
export function isKnownAtRest(plan: CheckPlan, bodyA: number, slotA: number, bodyB: number, slotB: number): boolean {
  const contacts = plan.rest.get(bodyA * plan.shapes.length + bodyB);
  return contacts !== undefined && isLeftOut(contacts.known, slotA, slotB);
}

/** The same for all pairs of two bodies; null if none of them is. */
export function knownAtRest(
  plan: CheckPlan,
  bodyA: number,
  bodyB: number,
): ((slotA: number, slotB: number) => boolean) | null {
  const contacts = plan.rest.get(bodyA * plan.shapes.length + bodyB);
  return contacts ? (slotA, slotB) => isLeftOut(contacts.known, slotA, slotB) : null;
}

/** Takes the pairs of two bodies that are known at rest out of a list. Most of what is near may be: parts that lie in each other. */
export function leaveOutKnown(plan: CheckPlan, bodyA: number, bodyB: number, list: PairList): void {
  const isKnown = knownAtRest(plan, bodyA, bodyB);
  if (isKnown) keepPairs(list, (slotA, slotB) => !isKnown(slotA, slotB));
}

/** 1 for slots of a body that touch the other at rest, and those next to them; null if there are none. */
export function listNearRest({ shapes, rest }: CheckPlan, body: number, other: number): Uint8Array | null {
  const isFirst = body <= other;
  const contacts = rest.get(isFirst ? body * shapes.length + other : other * shapes.length + body);
  return contacts ? (isFirst ? contacts.nearA : contacts.nearB) : null;
}
