import type { Collider } from '../../collider.ts';
import { nearestOfTriangle } from '../../query/elementary/point-triangle.ts';
import { poseTriangle } from '../../query/probe/pose-vertices.ts';
import { writeNormal, writePoint } from '../../query/surface/surface-point.ts';
import { slotOfTriangle } from '../../query/surface/triangle-slots.ts';
import type { World } from '../world.ts';
import { addFaceContact } from './contacts.ts';
import { colliderSide } from './encounters.ts';
import { moveFamily } from './follow-front.ts';

/** Triangles near a body, and which of them are near its nodes: room for a descent. */
export interface NearFaces {
  /** Each by slot and by number, and a ball around it (4). */
  slots: Uint32Array;
  numbers: Uint32Array;
  balls: Float64Array;
  /** Faces (places in the lists above) that are near a node, behind them those near its child, and so on. */
  list: Uint32Array;
  /** Of those near a proxy, for each entry of the list: barycentric coordinates of the point nearest to its centre, and the squared distance (4); the point (3). */
  nearest: Float64Array;
  points: Float64Array;
  /** Whether an entry is still to be looked at. */
  isOpen: Uint8Array;
  /** The centre of a node; barycentric coordinates, a point, a velocity and a normal. */
  center: Float64Array;
  shares: Float64Array;
  point: Float64Array;
  velocity: Float64Array;
  normal: Float64Array;
}

/** A face is hidden by a nearer one unless its point rises over the plane through the nearer point by this share of the way to it. */
const RISES = 0.2;

export function createNearFaces(): NearFaces {
  return {
    slots: new Uint32Array(256),
    numbers: new Uint32Array(256),
    balls: new Float64Array(4 * 256),
    list: new Uint32Array(256),
    nearest: new Float64Array(4 * 256),
    points: new Float64Array(3 * 256),
    isOpen: new Uint8Array(256),
    center: new Float64Array(3),
    shares: new Float64Array(3),
    point: new Float64Array(3),
    velocity: new Float64Array(3),
    normal: new Float64Array(3),
  };
}

/** One body and one collider: what a descent carries about. */
interface Descent {
  world: World;
  body: number;
  /** The number of the collider; as it is at the beginning and at the end of the step. */
  c: number;
  start: Collider;
  end: Collider;
  reach: number;
  slack: number;
}

/**
 * Adds the contacts of a body with those of the listed triangles of collider `c` that its proxies reach. Goes down the tree of the body
 * and takes along what each node reaches. A node holds its proxies, so nothing is lost on the way; inner nodes are wider by `slack`,
 * which is more than rounding takes from a distance.
 */
export function findFaceContacts(
  world: World,
  body: number,
  c: number,
  triangles: Uint32Array,
  reach: number,
  slack: number,
): void {
  const { start, end } = world.colliders[c];
  const { faces } = world;
  if (faces.slots.length < triangles.length) {
    faces.slots = new Uint32Array(2 * triangles.length);
    faces.numbers = new Uint32Array(2 * triangles.length);
    faces.balls = new Float64Array(8 * triangles.length);
  }
  reserve(faces, triangles.length);
  for (let face = 0; face < triangles.length; face++) {
    const slot = slotOfTriangle(start.shape, triangles[face], 'stepWorld');
    poseTriangle(start, slot);
    faces.slots[face] = slot;
    faces.numbers[face] = triangles[face];
    faces.list[face] = face;
    writeBall(start, slot, faces.balls, 4 * face);
  }
  descend({ world, body, c, start, end, reach, slack }, 0, 0, triangles.length);
}

/** A ball that holds a posed triangle: about the mean of its corners. */
function writeBall({ vertices, shape }: Collider, slot: number, balls: Float64Array, o: number): void {
  const { triangles } = shape.mesh;
  let square = 0;
  for (let axis = 0; axis < 3; axis++) {
    let sum = 0;
    for (let corner = 3 * slot; corner < 3 * slot + 3; corner++) sum += vertices[3 * triangles[corner] + axis];
    balls[o + axis] = sum / 3;
  }
  for (let corner = 3 * slot; corner < 3 * slot + 3; corner++) {
    const v = 3 * triangles[corner];
    const x = vertices[v] - balls[o];
    const y = vertices[v + 1] - balls[o + 1];
    const z = vertices[v + 2] - balls[o + 2];
    square = Math.max(square, x * x + y * y + z * z);
  }
  balls[o + 3] = Math.sqrt(square);
}

/** Looks at the entries `from..to)` of the list for a node and what is below it. */
function descend(descent: Descent, node: number, from: number, to: number): void {
  const end = keepNear(descent, node, from, to);
  if (end === to) return;
  const child = descent.world.bodies.shapes[descent.body].tree.links[node];
  if (child < 0) addFaces(descent, node, to, end);
  else {
    descend(descent, child, to, end);
    descend(descent, child + 1, to, end);
  }
}

/**
 * Copies those of the entries `from..to)` that a node reaches behind them, and returns where they end. Balls decide first; triangles
 * are measured for proxies, and where the ball is so large beside the node that it says little.
 */
function keepNear({ world, body, start, reach, slack }: Descent, node: number, from: number, to: number): number {
  const { bodies, faces } = world;
  reserve(faces, 2 * to - from);
  const { slots, balls, list, nearest, center } = faces;
  const { data: spheres, numbers: moved, first } = bodies.spheres;
  const number = moved[body][node >> 1];
  const s = (number >= first ? 8 * (number - first) : moveFamily(world, body, node >> 1)) + 4 * (node & 1);
  for (let axis = 0; axis < 3; axis++) center[axis] = spheres[s + axis];
  const isProxy = bodies.shapes[body].tree.links[node] < 0;
  const far = spheres[s + 3] + reach + (isProxy ? 0 : slack);
  const { vertices, shape } = start;
  const { triangles } = shape.mesh;
  let end = to;
  for (let k = from; k < to; k++) {
    const face = list[k];
    const x = balls[4 * face] - center[0];
    const y = balls[4 * face + 1] - center[1];
    const z = balls[4 * face + 2] - center[2];
    const radius = balls[4 * face + 3];
    const most = far + slack + radius;
    if (x * x + y * y + z * z > most * most) continue;
    if (isProxy || radius > far) {
      const t = 3 * slots[face];
      const o = 4 * end;
      nearestOfTriangle(center, 0, vertices, 3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2], nearest, o);
      world.stats.triangleTests++;
      if (Math.sqrt(nearest[o + 3]) > far) continue;
    }
    list[end++] = face;
  }
  return end;
}

/**
 * Adds contacts of a proxy with the faces in `from..to)` of the list, which it reaches: with the nearest; then with the nearest of those whose point
 * rises over the plane that holds the proxy off the first; and so on. So a flat floor of many triangles is one contact, straight up,
 * for an edge between two of them can hold nothing off that the floor does not; a corner of two walls is two. (Convex pieces of free
 * space are cut out by nearest points and their planes in the same way.) Of faces equally near, that of the lowest number is nearest.
 */
function addFaces(descent: Descent, node: number, from: number, to: number): void {
  const { faces } = descent.world;
  const { vertices, shape } = descent.start;
  const { triangles } = shape.mesh;
  const { slots, list, nearest, points, isOpen, center, shares, point, normal } = faces;
  for (let k = from; k < to; k++) {
    const t = 3 * slots[list[k]];
    isOpen[k] = 1;
    for (let corner = 0; corner < 3; corner++) shares[corner] = nearest[4 * k + corner];
    writePoint(vertices, 3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2], shares, point);
    for (let axis = 0; axis < 3; axis++) points[3 * k + axis] = point[axis];
  }
  for (let best = findNearest(faces, from, to); best >= 0; best = findNearest(faces, from, to)) {
    const o = 3 * best;
    const distance = Math.sqrt(nearest[4 * best + 3]);
    if (distance > 0) for (let axis = 0; axis < 3; axis++) normal[axis] = (center[axis] - points[o + axis]) / distance;
    else {
      const t = 3 * slots[list[best]];
      writeNormal(vertices, 3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2], normal);
      if (normal.every(value => value === 0)) normal[1] = 1; // of a triangle without area any will do
    }
    addFace(descent, node, best, distance);
    isOpen[best] = 0;
    for (let k = from; k < to; k++) {
      const p = 3 * k;
      const x = points[p] - points[o];
      const y = points[p + 1] - points[o + 1];
      const z = points[p + 2] - points[o + 2];
      const rise = x * normal[0] + y * normal[1] + z * normal[2];
      if (!(rise > RISES * Math.sqrt(x * x + y * y + z * z))) isOpen[k] = 0;
    }
  }
}

function findNearest({ numbers, list, nearest, isOpen }: NearFaces, from: number, to: number): number {
  let best = -1;
  for (let k = from; k < to; k++) {
    if (isOpen[k] === 0) continue;
    const lead = best < 0 ? -1 : nearest[4 * k + 3] - nearest[4 * best + 3];
    if (lead < 0 || (lead === 0 && numbers[list[k]] < numbers[list[best]])) best = k;
  }
  return best;
}

/** Adds the contact with one face, unless the two are too slow to meet before the step ends. */
function addFace({ world, body, c, end }: Descent, node: number, entry: number, distance: number): void {
  const { bodies, faces, options } = world;
  const { nearest, points, slots, numbers, list, shares, point, velocity } = faces;
  const face = list[entry];
  for (let axis = 0; axis < 3; axis++) {
    point[axis] = points[3 * entry + axis];
    shares[axis] = nearest[4 * entry + axis];
    velocity[axis] = 0;
  }
  if (world.colliders[c].isMoving) {
    const t = 3 * slots[face];
    poseTriangle(end, slots[face]);
    const { triangles } = end.shape.mesh;
    writePoint(end.vertices, 3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2], shares, velocity);
    for (let axis = 0; axis < 3; axis++) velocity[axis] = (velocity[axis] - point[axis]) / options.timeStep;
  }
  const s = 8 * (bodies.spheres.numbers[body][node >> 1] - bodies.spheres.first) + 4 * (node & 1);
  const depth = bodies.spheres.data[s + 3] - distance;
  if (depth < 0 && -depth > approach(world, body)) return;
  addFaceContact(world, body, node, colliderSide(c), numbers[face], depth);
}

/** How far a body and a face can come together in a step: by the velocities where they are nearest, and what may push the body. */
function approach({ bodies, faces, options }: World, body: number): number {
  const { velocities, spins, positions, rates, pushes } = bodies;
  const { point, velocity } = faces;
  const p = 3 * body;
  const x = point[0] - positions[p];
  const y = point[1] - positions[p + 1];
  const z = point[2] - positions[p + 2];
  const vx = velocities[p] + spins[p + 1] * z - spins[p + 2] * y - velocity[0];
  const vy = velocities[p + 1] + spins[p + 2] * x - spins[p] * z - velocity[1];
  const vz = velocities[p + 2] + spins[p] * y - spins[p + 1] * x - velocity[2];
  let speed = Math.sqrt(vx * vx + vy * vy + vz * vz) + Math.abs(options.gravity) * options.timeStep + pushes[body];
  const { liveliness } = bodies.shapes[body];
  const start = bodies.modeStarts[body];
  for (let j = 0; j < bodies.modeCounts[body]; j++) speed += Math.abs(rates[start + j]) * liveliness[j];
  return speed * options.timeStep;
}

function reserve(faces: NearFaces, needed: number): void {
  if (faces.list.length >= needed) return;
  const { list } = faces;
  faces.list = new Uint32Array(2 * needed);
  faces.list.set(list);
  faces.nearest = new Float64Array(2 * 4 * needed);
  faces.points = new Float64Array(2 * 3 * needed);
  faces.isOpen = new Uint8Array(2 * needed);
}
