import {
  boundsOf,
  type Collider,
  castRay,
  createCollider,
  createShape,
  type DeformerSource,
  jointsAt,
  type Mesh,
  type ShapeOptions,
  setPose,
} from '../../src/index.ts';
import { createBounds } from '../../src/query/bounds/posed-bounds.ts';
import { createRayHit } from '../../src/query/probe/cast-ray.ts';
import { rotationCenters } from '../../src/query/surface/rotation-centers.ts';
import type { DrawnBody, DrawnPose, JointTurn } from '../protocol.ts';
import { drawBody, type Looks } from './draw-body.ts';
import type { OpenedReply, PickReply } from './opened.ts';
import { turnJoint } from './turn-joints.ts';

/** A body that is posed by a few numbers, and queried. */
export interface Actor {
  body: DrawnBody;
  collider: Collider;
  /** The pose at hand: joints take rest space to the world, for bodies without a skin too. */
  jointMatrices: Float64Array;
  weights: Float64Array;
}

/** All bodies of a scene and how they move. */
export interface Cast {
  actors: Actor[];
  steps: number;
  stepsPerSecond: number;
  /** Writes the poses of all actors at a step. */
  writePoses(step: number): void;
  /** Turns joints by hand on top of that. By default those of the actor's own skeleton. */
  turnJoints?(turns: readonly JointTurn[]): void;
}

export function createActor(mesh: Mesh, source: DeformerSource, looks: Looks, options: ShapeOptions = {}): Actor {
  const shape = createShape(mesh, source, options);
  return actFor(drawBody(mesh, source, shape, looks), createCollider(shape));
}

/** Another one of the same kind. */
export function doubleActor({ body, collider }: Actor, name: string, color: number): Actor {
  return actFor({ ...body, name, color }, createCollider(collider.shape));
}

export function actFor(body: DrawnBody, collider: Collider): Actor {
  const { jointMatrices, weights } = collider;
  return { body, collider, jointMatrices: jointMatrices.slice(), weights: weights.slice() };
}

/** Brings everybody to a step. Moves no vertex and no volume: that is left to queries. */
export function poseCast(cast: Cast, step: number, turns: readonly JointTurn[]): void {
  writeCast(cast, step, turns);
  for (const { collider, jointMatrices, weights } of cast.actors) setPose(collider, { jointMatrices, weights });
}

/** Writes the poses of a step, turns included, and gives them to no collider yet. */
export function writeCast(cast: Cast, step: number, turns: readonly JointTurn[]): void {
  cast.writePoses(step);
  if (cast.turnJoints) cast.turnJoints(turns);
  else turnOwnJoints(cast, turns);
}

function turnOwnJoints({ actors }: Cast, turns: readonly JointTurn[]): void {
  for (const { body, joint, turn } of turns) {
    const actor = actors[body];
    if (!actor || joint >= actor.body.jointParents.length) continue;
    const { jointParents: parents, jointPoints: points } = actor.body;
    turnJoint({ parents, points }, joint, turn, actor.jointMatrices);
  }
}

export function drawPoses({ actors }: Cast): DrawnPose[] {
  return actors.map(({ collider, jointMatrices, weights }) => ({
    jointMatrices: Float32Array.from(jointMatrices),
    weights: Float32Array.from(weights),
    centers: Float32Array.from(rotationCenters(collider)),
  }));
}

/** The first surface on a ray, and the joint it follows most. */
export function pickActor({ actors }: Cast, origin: readonly number[], direction: readonly number[]): PickReply {
  let picked: PickReply = { kind: 'missed' };
  let nearest = Infinity;
  actors.forEach(({ collider, body }, number) => {
    const hit = castRay(collider, { origin, direction }, { far: nearest, into: createRayHit() });
    if (!hit) return;
    nearest = hit.distance;
    const { joint, weight } = jointsAt(collider, hit.triangle, hit.barycentrics)[0];
    const [x, y, z] = hit.point;
    picked = {
      kind: 'picked',
      body: number,
      triangle: hit.triangle,
      point: [x, y, z],
      distance: hit.distance,
      joint,
      jointName: body.jointNames[joint] ?? '',
      share: weight,
    };
  });
  return picked;
}

/** How many steps are looked at to find how much room a scene takes. */
const LOOKS = 16;

/** A box around everybody, seen at some steps spread over all. */
export function boundCast(cast: Cast): OpenedReply['bounds'] {
  const box: OpenedReply['bounds'] = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  const target = createBounds();
  const count = Math.min(LOOKS, cast.steps);
  for (let k = 0; k < count; k++) {
    poseCast(cast, count === 1 ? 0 : Math.round((k * (cast.steps - 1)) / (count - 1)), []);
    for (const { collider } of cast.actors) {
      const { low, high } = boundsOf(collider, { into: target, tight: true });
      for (let axis = 0; axis < 3; axis++) {
        box[axis] = Math.min(box[axis], low[axis]);
        box[3 + axis] = Math.max(box[3 + axis], high[axis]);
      }
    }
  }
  return box;
}
