import { createRestPose } from '../../deform/training-poses.ts';
import { areNeighbours } from '../../mesh/neighbours.ts';
import { setInstant } from '../scan/body-motion.ts';
import { createStage, gatherNear, searchStep } from '../scan/search-step.ts';
import type { CheckedShape } from './checked-shape.ts';
import type { CheckPlan } from './plan.ts';

/** What touches at rest of two bodies, or of one twice. */
export interface RestContacts {
  /** The slots of the second that each slot of the first touches; of one body with itself, kept both ways. */
  touching: Map<number, number[]>;
  /** 1 for slots of the first, and of the second, that touch the other, and for those next to them. */
  nearA: Uint8Array;
  nearB: Uint8Array;
}

/** A plan without its rest contacts: everything they are found with. */
export type UnrestedPlan = Omit<CheckPlan, 'rest'>;

/**
 * What touches before any clip plays: bodies against themselves as their meshes were made and as the scene rests, bodies
 * against each other as the scene rests. By number of the first body x count of bodies + number of the second.
 *
 * A search leaves out what is next to a rest contact, so both searches are made with a plan that has none, and what is derived from the
 * contacts only when all are there.
 */
export function findRestContacts(plan: UnrestedPlan): Map<number, RestContacts> {
  const { shapes, subject } = plan;
  const stage = createStage({ ...plan, rest: new Map() }, 1, false);
  const makings = shapes.map(({ deformer }, b) => ({
    jointMatrices: createRestPose(deformer.sets.jointCount),
    weights: subject.rest[b].weights,
  }));
  const found = new Map<number, Map<number, Set<number>>>();
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
      const key = bodyA * shapes.length + bodyB;
      let contacts = found.get(key);
      if (!contacts) found.set(key, (contacts = new Map()));
      for (let k = 0; k < touching.length; k += 2) {
        addTo(contacts, touching[k], touching[k + 1]);
        if (bodyA === bodyB) addTo(contacts, touching[k + 1], touching[k]);
      }
    }
  }
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
  return {
    touching,
    nearA: markNear(shapes[Math.floor(key / shapes.length)], touching.keys()),
    nearB: markNear(shapes[key % shapes.length], [...touching.values()].flat()),
  };
}

function markNear({ mesh, topology }: CheckedShape, slots: Iterable<number>): Uint8Array {
  const { vertexStarts, trianglesOfVertex } = topology;
  const near = new Uint8Array(mesh.triangles.length / 3);
  for (const slot of slots) {
    for (const v of mesh.triangles.subarray(3 * slot, 3 * slot + 3)) {
      for (let k = vertexStarts[v]; k < vertexStarts[v + 1]; k++) near[trianglesOfVertex[k]] = 1;
    }
  }
  return near;
}

/**
 * Whether two triangles touch at rest, or are next to such a pair on both sides: surfaces that lie in each other at rest slide
 * a little when they bend.
 */
export function isKnownAtRest(plan: CheckPlan, bodyA: number, slotA: number, bodyB: number, slotB: number): boolean {
  // Few slots touch anything at rest: most questions end here.
  const contacts = plan.rest.get(bodyA * plan.shapes.length + bodyB);
  if (!contacts?.nearA[slotA]) return false;
  const { touching } = contacts;
  const { mesh, topology } = plan.shapes[bodyA];
  const { vertexStarts, trianglesOfVertex } = topology;
  if (isNextToAny(plan.shapes[bodyB], touching.get(slotA) ?? [], slotB)) return true;
  for (let corner = 3 * slotA; corner < 3 * slotA + 3; corner++) {
    const v = mesh.triangles[corner];
    for (let k = vertexStarts[v]; k < vertexStarts[v + 1]; k++) {
      if (isNextToAny(plan.shapes[bodyB], touching.get(trianglesOfVertex[k]) ?? [], slotB)) return true;
    }
  }
  return false;
}

/** 1 for slots of a body that touch the other at rest, and those next to them; null if there are none. */
export function listNearRest({ shapes, rest }: CheckPlan, body: number, other: number): Uint8Array | null {
  const isFirst = body <= other;
  const contacts = rest.get(isFirst ? body * shapes.length + other : other * shapes.length + body);
  return contacts ? (isFirst ? contacts.nearA : contacts.nearB) : null;
}

function isNextToAny({ mesh }: CheckedShape, slots: readonly number[], slot: number): boolean {
  return slots.some(other => other === slot || areNeighbours(mesh.triangles, other, slot));
}
