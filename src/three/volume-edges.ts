import { DOP_DIRECTIONS } from '../bounds/dop.ts';
import { volumeSize } from '../bounds/volumes.ts';
import { boxFrame, type Collider, openCollider, refitNode } from '../collider.ts';
import { transformPoint } from '../math/matrix34.ts';
import { boxNode } from '../query/bounds/outermost.ts';

/** Straight pieces of each of the three circles a sphere is drawn with. */
const CIRCLE = 32;

/**
 * Line segments, in the world, that show the posed volumes of these nodes: both ends of each, 3 numbers each. Boxes and
 * k-DOPs by their edges, spheres by three circles. Refits the nodes, and does not mark them as fresh.
 */
export function edgesOfVolumes(collider: Collider, nodes: Iterable<number>): number[] {
  const { volumeKind, slabs } = collider.shape;
  const size = volumeSize(volumeKind, slabs);
  const edges: number[] = [];
  openCollider(collider);
  for (const node of nodes) {
    refitNode(collider, node);
    const volume = collider.volumes.subarray(size * node, size * (node + 1));
    if (volumeKind === 'box') addBox(volume, boxFrame(collider), edges);
    else if (volumeKind === 'dop') addDop(collider, node, volume, edges);
    else addSphere(volume, edges);
  }
  return edges;
}

function addBox(box: Float64Array, frame: Float64Array | null, edges: number[]): void {
  const corner = new Float64Array(3);
  const addCorner = (bits: number): void => {
    for (let axis = 0; axis < 3; axis++) corner[axis] = box[axis] + (bits & (1 << axis) ? 1 : -1) * box[3 + axis];
    if (frame) transformPoint(frame, 0, corner[0], corner[1], corner[2], corner, 0);
    edges.push(...corner);
  };
  for (let axis = 0; axis < 3; axis++) {
    for (let bits = 0; bits < 8; bits++) {
      if (bits & (1 << axis)) continue;
      addCorner(bits);
      addCorner(bits | (1 << axis));
    }
  }
}

function addSphere([x, y, z, radius]: Float64Array, edges: number[]): void {
  const middle = [x, y, z];
  for (let axis = 0; axis < 3; axis++) {
    for (let k = 0; k < 2 * CIRCLE; k++) {
      const angle = (2 * Math.PI * Math.floor((k + 1) / 2)) / CIRCLE; // 0, 1, 1, 2, 2, 3 ...
      const point = [...middle];
      point[(axis + 1) % 3] += radius * Math.cos(angle);
      point[(axis + 2) % 3] += radius * Math.sin(angle);
      edges.push(...point);
    }
  }
}

type Point = [number, number, number];

/** The edges of each face: a large square in its plane, cut by the planes of all other faces. */
function addDop(collider: Collider, node: number, dop: Float64Array, edges: number[]): void {
  const box = new Float64Array(6);
  boxNode(collider, node, box);
  const reach = 4 * Math.hypot(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
  const middle: Point = [0.5 * (box[0] + box[3]), 0.5 * (box[1] + box[4]), 0.5 * (box[2] + box[5])];
  const planes = Array.from(dop, (limit, k) => {
    const s = 3 * (k >> 1);
    const sign = k % 2 === 0 ? -1 : 1;
    const normal: Point = [sign * DOP_DIRECTIONS[s], sign * DOP_DIRECTIONS[s + 1], sign * DOP_DIRECTIONS[s + 2]];
    return { normal, limit: sign * limit };
  });
  planes.forEach(({ normal, limit }, face) => {
    let polygon = squareIn(normal, limit, middle, reach);
    planes.forEach((other, o) => {
      if (o !== face) polygon = cut(polygon, other.normal, other.limit);
    });
    polygon.forEach((point, k) => {
      edges.push(...point, ...polygon[(k + 1) % polygon.length]);
    });
  });
}

function dot(a: Point, b: Point): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** A square in the plane normal * p = limit, about the point nearest to `middle`. */
function squareIn(normal: Point, limit: number, middle: Point, reach: number): Point[] {
  const step = (limit - dot(normal, middle)) / dot(normal, normal);
  const least = normal.reduce((best, x, axis) => (Math.abs(x) < Math.abs(normal[best]) ? axis : best), 0);
  const helper: Point = [0, 0, 0];
  helper[least] = 1;
  const u = cross(normal, helper);
  const v = cross(normal, u);
  const [us, vs] = [u, v].map(w => reach / Math.sqrt(dot(w, w)));
  return [
    [1, 1],
    [-1, 1],
    [-1, -1],
    [1, -1],
  ].map(([i, j]) => middle.map((m, axis) => m + step * normal[axis] + i * us * u[axis] + j * vs * v[axis]) as Point);
}

function cross(a: Point, b: Point): Point {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** What of a convex polygon is on the near side of a plane. */
function cut(polygon: readonly Point[], normal: Point, limit: number): Point[] {
  const kept: Point[] = [];
  polygon.forEach((point, k) => {
    const next = polygon[(k + 1) % polygon.length];
    const above = dot(normal, point) - limit;
    const nextAbove = dot(normal, next) - limit;
    if (above <= 0) kept.push(point);
    if (above * nextAbove < 0) {
      const share = above / (above - nextAbove);
      kept.push(point.map((x, axis) => x + share * (next[axis] - x)) as Point);
    }
  });
  return kept.length > 2 ? kept : [];
}
