import { posedPositions } from '../../src/collider.ts';
import { nearestOfTriangle } from '../../src/query/elementary/point-triangle.ts';
import { PLACE_SIZE } from '../../src/simulate/contacts/contacts.ts';
import { reachToCollider } from '../../src/simulate/contacts/meet-colliders.ts';
import type { World } from '../../src/simulate/index.ts';
import { listSpheres, moveAllSpheres } from './list-spheres.ts';

/** A contact of a body with a collider: who with whom, and normal, point, depth and velocity of the surface. */
export interface FaceContact {
  name: string;
  numbers: number[];
}

const byName = (a: FaceContact, b: FaceContact): number => (a.name < b.name ? -1 : 1);

/** Those a world has found. */
export function listFaceContacts({ contacts }: World): FaceContact[] {
  return Array.from({ length: contacts.count }, (_, c) => c)
    .filter(c => contacts.sides[4 * c + 2] < -1)
    .map(c => ({
      name: contacts.sides.subarray(4 * c, 4 * c + 4).join(),
      numbers: [...contacts.places.subarray(PLACE_SIZE * c, PLACE_SIZE * c + PLACE_SIZE)],
    }))
    .sort(byName);
}

interface Near {
  triangle: number;
  squared: number;
  point: number[];
  velocity: number[];
}

const dot = (u: number[], v: number[]): number => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
const minus = (u: number[], v: number[]): number[] => u.map((x, k) => x - v[k]);
const length = (u: number[]): number => Math.sqrt(dot(u, u));

/**
 * The same by brute force, written down once more from the definition: every proxy against every posed triangle, no tree, no volume.
 * Bodies that are asleep are left out where the collider stands: their contacts are kept as they were.
 */
export function faceContactsByForce(world: World): FaceContact[] {
  const { bodies, colliders, options } = world;
  const found: FaceContact[] = [];
  for (let body = 0; body < bodies.count; body++) moveAllSpheres(world, body);
  colliders.forEach((collider, c) => {
    const [at, then] = [posedPositions(collider.start), posedPositions(collider.end)];
    const { triangleOrder, vertexOrder, mesh } = collider.start.shape;
    const corners = new Uint32Array(mesh.triangles.length);
    triangleOrder.forEach((triangle, slot) => {
      for (let k = 0; k < 3; k++) corners[3 * triangle + k] = 3 * vertexOrder[mesh.triangles[3 * slot + k]];
    });
    const boxes = boxTriangles(at, corners);
    const nearest = new Float64Array(4);
    for (let body = 0; body < bodies.count; body++) {
      if (bodies.inverseMasses[body] === 0 || (bodies.still[body] === 1 && !collider.isMoving)) continue;
      const reach = reachToCollider(world, body, collider);
      const spheres = listSpheres(world, body);
      for (const node of bodies.shapes[body].tree.proxyNodes) {
        const center = Float64Array.from(spheres.subarray(4 * node, 4 * node + 3));
        const radius = spheres[4 * node + 3];
        const near: Near[] = [];
        for (let t = 0; t < corners.length; t += 3) {
          if (isFar(boxes, 2 * t, center, radius + reach)) continue;
          nearestOfTriangle(center, 0, at, corners[t], corners[t + 1], corners[t + 2], nearest, 0);
          if (!(Math.sqrt(nearest[3]) <= radius + reach)) continue;
          const blend = (positions: Float64Array, k: number): number =>
            nearest[0] * positions[corners[t] + k] +
            nearest[1] * positions[corners[t + 1] + k] +
            nearest[2] * positions[corners[t + 2] + k];
          const point = [0, 1, 2].map(k => blend(at, k));
          const velocity = [0, 1, 2].map(k => (collider.isMoving ? (blend(then, k) - point[k]) / options.timeStep : 0));
          near.push({ triangle: t / 3, squared: nearest[3], point, velocity });
        }
        for (const { triangle, squared, point, velocity } of leaveOutHidden(near, [...center])) {
          const distance = Math.sqrt(squared);
          const depth = radius - distance;
          if (depth < 0 && -depth > approachByForce(world, body, point, velocity)) continue;
          const normal = minus([...center], point).map(x => x / distance);
          found.push({
            name: [body, node, -2 - c, triangle].join(),
            numbers: [...normal, ...point, depth, ...velocity],
          });
        }
      }
    }
  });
  return found.sort(byName);
}

/** Of near triangles those whose point rises by more than a fifth over the planes of all nearer ones that are kept. */
function leaveOutHidden(near: Near[], center: number[]): Near[] {
  const kept: Near[] = [];
  for (const face of near.sort((a, b) => a.squared - b.squared || a.triangle - b.triangle)) {
    const isHidden = kept.some(({ point, squared }) => {
      const way = minus(face.point, point);
      return !(dot(way, minus(center, point)) / Math.sqrt(squared) > 0.2 * length(way));
    });
    if (!isHidden) kept.push(face);
  }
  return kept;
}

function approachByForce({ bodies, options }: World, body: number, point: number[], velocity: number[]): number {
  const of = (array: Float64Array): number[] => [...array.subarray(3 * body, 3 * body + 3)];
  const [wx, wy, wz] = of(bodies.spins);
  const [x, y, z] = minus(point, of(bodies.positions));
  const own = of(bodies.velocities).map((v, k) => v + [wy * z - wz * y, wz * x - wx * z, wx * y - wy * x][k]);
  let speed = length(minus(own, velocity)) + Math.abs(options.gravity) * options.timeStep + bodies.pushes[body];
  for (let j = 0; j < bodies.modeCounts[body]; j++) {
    speed += Math.abs(bodies.rates[bodies.modeStarts[body] + j]) * bodies.shapes[body].liveliness[j];
  }
  return speed * options.timeStep;
}

function boxTriangles(at: Float64Array, corners: Uint32Array): Float64Array {
  const boxes = new Float64Array(2 * corners.length);
  for (let t = 0; t < corners.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const values = [at[corners[t] + k], at[corners[t + 1] + k], at[corners[t + 2] + k]];
      boxes[2 * t + k] = Math.min(...values) - 1e-9;
      boxes[2 * t + 3 + k] = Math.max(...values) + 1e-9;
    }
  }
  return boxes;
}

function isFar(boxes: Float64Array, o: number, center: Float64Array, far: number): boolean {
  return (
    boxes[o] - center[0] > far ||
    center[0] - boxes[o + 3] > far ||
    boxes[o + 1] - center[1] > far ||
    center[1] - boxes[o + 4] > far ||
    boxes[o + 2] - center[2] > far ||
    center[2] - boxes[o + 5] > far
  );
}
