import { areNeighbours } from '../continuous/self/culling.ts';
import { createRestPose } from '../deform/training-poses.ts';
import { setInstant } from './body-motion.ts';
import type { CheckedShape } from './checked-shape.ts';
import type { CheckPlan } from './plan.ts';
import { createStage, gatherNear, searchStep } from './search-step.ts';

/** For two bodies (or twice one), the slots of the second that each slot of the first touches at rest. */
export type RestContacts = Map<number, number[]>;

/**
 * What touches before any clip plays: bodies against themselves as their meshes were made and as the scene rests, bodies
 * against each other as the scene rests. Fills `plan.rest`.
 */
export function findRestContacts(plan: CheckPlan): void {
  const { shapes, subject } = plan;
  const stage = createStage(plan, 1, false);
  const makings = shapes.map(({ deformer }, b) => ({
    jointMatrices: createRestPose(deformer.sets.jointCount),
    weights: subject.rest[b].weights,
  }));
  for (const [poses, selfOnly] of [
    [makings, true],
    [subject.rest, false],
  ] as const) {
    stage.motions.forEach((motion, b) => {
      setInstant(motion, 0, poses[b]);
    });
    gatherNear(stage, 1);
    for (const { bodyA, bodyB, touching } of searchStep(stage, { from: 0, to: 0 }).values()) {
      if (selfOnly && bodyA !== bodyB) continue;
      for (let k = 0; k < touching.length; k += 2) addContact(plan, bodyA, touching[k], bodyB, touching[k + 1]);
    }
  }
}

function addContact(plan: CheckPlan, bodyA: number, slotA: number, bodyB: number, slotB: number): void {
  const key = bodyA * plan.shapes.length + bodyB;
  let contacts = plan.rest.get(key);
  if (!contacts) plan.rest.set(key, (contacts = new Map()));
  addTo(contacts, slotA, slotB);
  if (bodyA === bodyB) addTo(contacts, slotB, slotA);
}

function addTo(contacts: RestContacts, from: number, to: number): void {
  const list = contacts.get(from);
  if (!list) contacts.set(from, [to]);
  else if (!list.includes(to)) list.push(to);
}

/**
 * Whether two triangles touch at rest, or are next to such a pair on both sides: surfaces that lie in each other at rest slide
 * a little when they bend.
 */
export function isKnownAtRest(plan: CheckPlan, bodyA: number, slotA: number, bodyB: number, slotB: number): boolean {
  // Few slots touch anything at rest: most questions end here.
  const contacts = plan.rest.get(bodyA * plan.shapes.length + bodyB);
  if (!contacts || !listNearRest(plan, bodyA, bodyB)![slotA]) return false;
  const { mesh, topology } = plan.shapes[bodyA];
  const { vertexStarts, trianglesOfVertex } = topology;
  if (isNextToAny(plan.shapes[bodyB], contacts.get(slotA) ?? [], slotB)) return true;
  for (let corner = 3 * slotA; corner < 3 * slotA + 3; corner++) {
    const v = mesh.triangles[corner];
    for (let k = vertexStarts[v]; k < vertexStarts[v + 1]; k++) {
      if (isNextToAny(plan.shapes[bodyB], contacts.get(trianglesOfVertex[k]) ?? [], slotB)) return true;
    }
  }
  return false;
}

const nearRest = new WeakMap<CheckPlan, Map<number, Uint8Array>>();

/** 1 for slots of a body that touch the other at rest, and those next to them; null if there are none. */
export function listNearRest(plan: CheckPlan, body: number, other: number): Uint8Array | null {
  const { shapes, rest } = plan;
  const isFirst = body <= other;
  const contacts = rest.get(isFirst ? body * shapes.length + other : other * shapes.length + body);
  if (!contacts) return null;
  let lists = nearRest.get(plan);
  if (!lists) nearRest.set(plan, (lists = new Map()));
  const key = body * shapes.length + other;
  const known = lists.get(key);
  if (known) return known;
  const { mesh, topology } = shapes[body];
  const { vertexStarts, trianglesOfVertex } = topology;
  const near = new Uint8Array(mesh.triangles.length / 3);
  for (const slot of isFirst ? contacts.keys() : [...contacts.values()].flat()) {
    for (const v of mesh.triangles.subarray(3 * slot, 3 * slot + 3)) {
      for (let k = vertexStarts[v]; k < vertexStarts[v + 1]; k++) near[trianglesOfVertex[k]] = 1;
    }
  }
  lists.set(key, near);
  return near;
}

function isNextToAny({ mesh }: CheckedShape, slots: readonly number[], slot: number): boolean {
  return slots.some(other => other === slot || areNeighbours(mesh.triangles, other, slot));
}
