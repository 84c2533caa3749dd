import { type Collider, checkCollider, posedPositions } from '../../collider.ts';
import { checkDistance, checkPoint } from '../check-input.ts';
import { nearestOfTriangle } from '../elementary/point-triangle.ts';
import { aimRay, createAimedRay, HIT_SIZE, meetTriangle } from '../elementary/ray-triangle.ts';
import { NEAREST_SIZE, SQUARED, triangleDistance } from '../elementary/triangle-distance.ts';
import { addPair, createPairList } from '../pairs/pair-list.ts';
import { checkRay, type Ray, type RayOptions } from './cast-ray.ts';
import type { NearestPair } from './nearest-pair.ts';
import type { NearestPoint } from './nearest-point.ts';

/*
 * The oracles of rays and distances: each deforms whole meshes and looks at every triangle, or pair of triangles. No
 * tree, no bounding volume, no memory of earlier poses. Answers are in ascending order of triangles.
 */

/** A hit as `castRayByBruteForce` tells it; `facing` is 1 for the front and -1 for the back. */
export interface PlainHit {
  triangle: number;
  distance: number;
  barycentrics: Float64Array;
  facing: number;
}

/**
 * All triangles a ray hits.
 * @example
 * {@includeCode ../../../examples/api/one-body.ts#rays}
 */
export function castRayByBruteForce(collider: Collider, ray: Ray, options: RayOptions = {}): PlainHit[] {
  checkRay(collider, ray, options, 'castRayByBruteForce');
  const { near = 0, far = Infinity, side = 'both' } = options;
  const positions = posedPositions(collider);
  const aimed = createAimedRay();
  aimed.points.set(Float64Array.from(ray.origin));
  aimRay(aimed, ray.direction[0], ray.direction[1], ray.direction[2]);
  const hits: PlainHit[] = [];
  const corners = sourceCorners(collider);
  const hit = new Float64Array(HIT_SIZE);
  for (let t = 0; t < corners.length / 3; t++) {
    const facing = meetTriangle(aimed, positions, corners[3 * t], corners[3 * t + 1], corners[3 * t + 2], hit);
    if (facing === 0 || (side === 'front' && facing < 0) || (side === 'back' && facing > 0)) continue;
    if (hit[0] >= near && hit[0] <= far) {
      hits.push({ triangle: t, distance: hit[0], barycentrics: hit.slice(1), facing });
    }
  }
  return hits;
}

/**
 * The nearest point of a surface, or null if it is farther than `maxDistance`.
 * @example
 * {@includeCode ../../../examples/api/one-body.ts#nearness}
 */
export function findNearestPointByBruteForce(
  collider: Collider,
  point: ArrayLike<number>,
  maxDistance = Infinity,
): NearestPoint | null {
  checkCollider(collider, 'the collider', 'findNearestPointByBruteForce');
  checkPoint(point, 'the point', 'findNearestPointByBruteForce');
  checkDistance(maxDistance, 'maxDistance', 'findNearestPointByBruteForce');
  const positions = posedPositions(collider);
  const corners = sourceCorners(collider);
  const own = Float64Array.from(point);
  const barycentrics = new Float64Array(4);
  let best: NearestPoint | null = null;
  for (let t = 0; t < corners.length / 3; t++) {
    const [a, b, c] = corners.subarray(3 * t, 3 * t + 3);
    nearestOfTriangle(own, 0, positions, a, b, c, barycentrics, 0);
    const distance = Math.sqrt(barycentrics[3]);
    if (distance > maxDistance || (best && distance >= best.distance)) continue;
    const place = [0, 1, 2].map(
      axis =>
        barycentrics[0] * positions[a + axis] +
        barycentrics[1] * positions[b + axis] +
        barycentrics[2] * positions[c + axis],
    );
    best = { distance, triangle: t, barycentrics: barycentrics.slice(0, 3), point: Float64Array.from(place) };
  }
  return best;
}

/**
 * The nearest points of two surfaces.
 * @example
 * {@includeCode ../../../examples/api/one-body.ts#nearness}
 */
export function findNearestPairByBruteForce(a: Collider, b: Collider): NearestPair {
  checkCollider(a, 'a', 'findNearestPairByBruteForce');
  checkCollider(b, 'b', 'findNearestPairByBruteForce');
  const best: NearestPair = {
    distance: Infinity,
    pointA: new Float64Array(3),
    pointB: new Float64Array(3),
    triangleA: -1,
    triangleB: -1,
  };
  measurePairs(a, b, (triangleA, triangleB, distance, points) => {
    if (distance >= best.distance) return;
    best.distance = distance;
    best.triangleA = triangleA;
    best.triangleB = triangleB;
    best.pointA.set(points.subarray(0, 3));
    best.pointB.set(points.subarray(3, 6));
  });
  return best;
}

/**
 * All pairs of triangles at most `maxDistance` apart.
 * @example
 * {@includeCode ../../../examples/api/one-body.ts#nearness}
 */
export function findPairsWithinByBruteForce(a: Collider, b: Collider, maxDistance: number): Uint32Array {
  checkCollider(a, 'a', 'findPairsWithinByBruteForce');
  checkCollider(b, 'b', 'findPairsWithinByBruteForce');
  checkDistance(maxDistance, 'the distance', 'findPairsWithinByBruteForce');
  const pairs = createPairList();
  measurePairs(a, b, (triangleA, triangleB, distance) => {
    if (distance <= maxDistance) addPair(pairs, triangleA, triangleB);
  });
  return pairs.data.slice(0, pairs.length);
}

function measurePairs(
  a: Collider,
  b: Collider,
  report: (triangleA: number, triangleB: number, distance: number, points: Float64Array) => void,
): void {
  const positionsA = posedPositions(a);
  const positionsB = posedPositions(b);
  const cornersA = sourceCorners(a);
  const cornersB = sourceCorners(b);
  const points = new Float64Array(NEAREST_SIZE);
  for (let i = 0; i < cornersA.length; i += 3) {
    for (let j = 0; j < cornersB.length; j += 3) {
      const [a0, a1, a2] = cornersA.subarray(i, i + 3);
      const [b0, b1, b2] = cornersB.subarray(j, j + 3);
      triangleDistance(positionsA, a0, a1, a2, positionsB, b0, b1, b2, points);
      report(i / 3, j / 3, Math.sqrt(points[SQUARED]), points);
    }
  }
}

/** For each triangle as it was given to `createShape`, where its corners begin in `posedPositions`. */
function sourceCorners(collider: Collider): Uint32Array {
  const { mesh, triangleOrder, vertexOrder } = collider.shape;
  const corners = new Uint32Array(mesh.triangles.length);
  for (let slot = 0; slot < triangleOrder.length; slot++) {
    for (let corner = 0; corner < 3; corner++) {
      corners[3 * triangleOrder[slot] + corner] = 3 * vertexOrder[mesh.triangles[3 * slot + corner]];
    }
  }
  return corners;
}
