import * as three from 'three';
import { setPoints } from './points.ts';
import type { DrawnBody, DrawnPose } from './protocol.ts';

/**
 * A place to pull at. Pulling it turns the joint above it, as one bends an elbow by moving a hand; the ends of limbs have a
 * handle some way out, which turns the last joint.
 */
export interface Handle {
  body: number;
  /** The joint that turns. */
  turns: number;
  /** The joint that carries this place, and the place at rest. */
  carrier: number;
  rest: [number, number, number];
  /** Where it is now; written by `placeHandles`. */
  place: three.Vector3;
  /** Where the joint that turns is now. */
  pivot: three.Vector3;
}

export function listHandles(bodies: readonly DrawnBody[]): Handle[] {
  return bodies.flatMap((drawn, body) => (drawn.instances === 1 ? handlesOf(drawn, body) : []));
}

function handlesOf({ jointParents, jointPoints }: DrawnBody, body: number): Handle[] {
  const pointOf = (joint: number): [number, number, number] => [
    jointPoints[3 * joint],
    jointPoints[3 * joint + 1],
    jointPoints[3 * joint + 2],
  ];
  const add = (turns: number, carrier: number, rest: Handle['rest']): void => {
    handles.push({ body, turns, carrier, rest, place: new three.Vector3(), pivot: new three.Vector3() });
  };
  const handles: Handle[] = [];
  jointParents.forEach((parent, joint) => {
    if (parent < 0) return;
    const rest = pointOf(joint);
    const above = pointOf(parent);
    const length = Math.hypot(...rest.map((x, axis) => x - above[axis]));
    if (length === 0) return;
    add(parent, joint, rest);
    if (jointParents.includes(joint)) return;
    const end = rest.map((x, axis) => x + 0.7 * (x - above[axis])) as [number, number, number];
    add(joint, joint, end);
  });
  return handles;
}

/** Moves handles with the pose. */
export function placeHandles(
  handles: readonly Handle[],
  bodies: readonly DrawnBody[],
  poses: readonly DrawnPose[],
): void {
  for (const { body, turns, carrier, rest, place, pivot } of handles) {
    const { jointMatrices } = poses[body];
    carry(jointMatrices, carrier, rest, 0, place);
    carry(jointMatrices, turns, bodies[body].jointPoints, 3 * turns, pivot);
  }
}

function carry(m: Float32Array, joint: number, points: ArrayLike<number>, at: number, out: three.Vector3): void {
  const o = 12 * joint;
  const [x, y, z] = [points[at], points[at + 1], points[at + 2]];
  out.set(
    m[o] * x + m[o + 1] * y + m[o + 2] * z + m[o + 3],
    m[o + 4] * x + m[o + 5] * y + m[o + 6] * z + m[o + 7],
    m[o + 8] * x + m[o + 9] * y + m[o + 10] * z + m[o + 11],
  );
}

/** Bones as lines and handles as dots, seen through the bodies. */
export interface HandleLayer {
  object: three.Group;
  show(handles: readonly Handle[]): void;
}

export function createHandleLayer(dot: three.Texture): HandleLayer {
  const common = { depthTest: false, transparent: true };
  const dots = new three.Points(
    new three.BufferGeometry(),
    new three.PointsMaterial({ ...common, color: 0xffc928, size: 15, sizeAttenuation: false, map: dot }),
  );
  const bones = new three.LineSegments(
    new three.BufferGeometry(),
    new three.LineBasicMaterial({ ...common, color: 0xffc928, opacity: 0.8 }),
  );
  const object = new three.Group();
  object.add(bones, dots);
  for (const child of object.children) {
    child.frustumCulled = false;
    child.renderOrder = 10;
  }
  return {
    object,
    show(handles) {
      object.visible = handles.length > 0;
      if (!object.visible) return;
      setPoints(dots.geometry, listPlaces(handles.map(({ place }) => place)));
      setPoints(bones.geometry, listPlaces(handles.flatMap(({ pivot, place }) => [pivot, place])));
    },
  };
}

function listPlaces(points: readonly three.Vector3[]): Float32Array {
  return Float32Array.from(points.flatMap(point => point.toArray()));
}
