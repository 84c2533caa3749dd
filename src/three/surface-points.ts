import type * as three from 'three';
import { Vector3 } from 'three';
import { createRandom } from '../math/random.ts';
import { sayValue } from '../math/say-value.ts';
import { nameOf } from './name-of.ts';

/** A place on a mesh that goes along when the mesh bends: three vertices and their shares. Every hit of a raycaster is one. */
export interface SurfacePoint {
  object: three.Object3D;
  face?: Pick<three.Face, 'a' | 'b' | 'c'> | null;
  barycoord?: three.Vector3 | null;
}

/** What GLTFLoader gives: its parser knows of which mesh of the file each object was made. */
export interface LoadedGltf {
  scene: three.Object3D;
  parser: { associations: Map<unknown, { meshes?: number; primitives?: number }> };
}

export interface SampleOptions {
  /** The same seed gives the same points. 1 unless told. */
  seed?: number;
  /** An attribute of the geometry by whose first number areas are multiplied, mean of three corners: where it is 0 there are no points. */
  weight?: string;
}

/**
 * Where a place on a mesh is now, in the world, as three.js poses its vertices: bones and morph targets included. `normal`, if given, gets
 * the direction in which the posed triangle faces; 0 0 0 if it has no area. World matrices must be up to date. Cost: three vertices.
 * @example
 * {@includeCode ../../examples/api/three.ts#surface-points}
 */
export function pointOnSurface(point: SurfacePoint, target: three.Vector3, normal?: three.Vector3): three.Vector3 {
  const { mesh, vertices, shares } = readPoint(point, 'pointOnSurface');
  const [p, q, r] = vertices.map(v => placeVertex(mesh, v, new Vector3()));
  target.set(0, 0, 0).addScaledVector(p, shares.x).addScaledVector(q, shares.y).addScaledVector(r, shares.z);
  if (normal) {
    normal.crossVectors(q.sub(p), r.sub(p)).normalize();
    if (mesh.matrixWorld.determinant() < 0) normal.negate(); // a mirror turns triangles around
  }
  return target;
}

/**
 * Points spread evenly over the surface as it is posed now, by area: each falls on a triangle with the chance of its share of the whole, and
 * anywhere on it alike. They stay on the skin when it moves on (`pointOnSurface`). Cost: O(vertices), then O(log triangles) for each point.
 * @example
 * {@includeCode ../../examples/api/three.ts#surface-points}
 */
export function sampleSurface(
  mesh: three.Mesh,
  count: number,
  { seed = 1, weight }: SampleOptions = {},
): SurfacePoint[] {
  if (mesh?.isMesh !== true) throw new Error(`sampleSurface: mesh is ${sayValue(mesh)}; give a mesh.`);
  if (!Number.isInteger(count) || count < 0)
    throw new Error(`sampleSurface: count is ${sayValue(count)}; give a whole number, 0 or more.`);
  const faces = listFaces(mesh);
  const sums = sumAreas(mesh, faces, weight);
  const total = sums.at(-1) ?? 0;
  if (count > 0 && !(total > 0 && total < Infinity))
    throw new Error(`sampleSurface: ${nameOf(mesh)} has no area to put points on, or places that are no numbers.`);
  const random = createRandom(seed);
  return Array.from({ length: count }, () => {
    const f = 3 * findAbove(sums, total * random());
    // Evenly over a triangle: the square root makes up for its getting narrower (Turk 1990).
    const [root, share] = [Math.sqrt(random()), random()];
    const barycoord = new Vector3(1 - root, root * (1 - share), root * share);
    return { object: mesh, face: { a: faces[f], b: faces[f + 1], c: faces[f + 2] }, barycoord };
  });
}

/**
 * The place that a `data-surface` of <model-viewer> names: 'mesh primitive a b c p q r', numbers of the file, three vertices and their
 * shares. On the first object made of that mesh.
 * @example
 * {@includeCode ../../examples/api/three.ts#surface-points}
 */
export function readSurface({ scene, parser }: LoadedGltf, text: string): SurfacePoint {
  const numbers = String(text).trim().split(/\s+/).map(Number);
  const [mesh, primitive, a, b, c, ...shares] = numbers;
  const isRight = numbers.length === 8 && numbers.slice(0, 5).every(n => Number.isInteger(n) && n >= 0);
  if (!isRight || !shares.every(Number.isFinite))
    throw new Error(
      `readSurface: ${sayValue(text)} is no surface; give mesh, primitive, three vertices and three shares, such as '0 0 4 5 6 0.2 0.3 0.5'.`,
    );
  let found: three.Object3D | null = null;
  scene.traverse(object => {
    const made = parser.associations.get(object);
    if (made?.meshes === mesh && (made.primitives ?? 0) === primitive && (object as three.Mesh).isMesh)
      found ??= object;
  });
  if (!found) throw new Error(`readSurface: nothing in the scene is of mesh ${mesh}, primitive ${primitive}.`);
  const point = { object: found, face: { a, b, c }, barycoord: new Vector3(...shares) };
  readPoint(point, 'readSurface');
  return point;
}

/**
 * The `data-surface` of a place, such as a hit of a raycaster, as <model-viewer> reads it: shares have three digits, of which the last is
 * what the others leave of 1.
 * @example
 * {@includeCode ../../examples/api/three.ts#surface-points}
 */
export function writeSurface({ parser }: LoadedGltf, point: SurfacePoint): string {
  const { mesh, vertices, shares } = readPoint(point, 'writeSurface');
  const made = parser.associations.get(mesh);
  if (made?.meshes === undefined)
    throw new Error(
      `writeSurface: ${nameOf(mesh)} is of no mesh of the file; was it cloned? Give the one that was loaded.`,
    );
  const [p, q] = [Math.round(1000 * shares.x), Math.round(1000 * shares.y)];
  const digits = [p, q, 1000 - p - q].map(share => (share / 1000).toFixed(3));
  return [made.meshes, made.primitives ?? 0, ...vertices, ...digits].join(' ');
}

interface ReadPoint {
  mesh: three.Mesh;
  vertices: [number, number, number];
  shares: three.Vector3;
}

function readPoint({ object, face, barycoord }: SurfacePoint, caller: string): ReadPoint {
  const mesh = object as three.Mesh;
  if (mesh?.isMesh !== true || !face || !barycoord)
    throw new Error(`${caller}: give a place on a mesh, with object, face and barycoord, as hits of a raycaster have.`);
  const vertices: [number, number, number] = [face.a, face.b, face.c];
  const { count } = mesh.geometry.attributes.position;
  for (const v of vertices) {
    if (!(Number.isInteger(v) && v >= 0 && v < count))
      throw new Error(`${caller}: there is no vertex ${sayValue(v)}; ${nameOf(mesh)} has ${count}.`);
  }
  return { mesh, vertices, shares: barycoord };
}

function placeVertex(mesh: three.Mesh, vertex: number, target: three.Vector3): three.Vector3 {
  return mesh.getVertexPosition(vertex, target).applyMatrix4(mesh.matrixWorld);
}

/** Three vertices for each triangle; what is not drawn is left out. */
function listFaces({ geometry: { index, attributes, drawRange } }: three.Mesh): Uint32Array {
  const end = Math.min(index?.count ?? attributes.position.count, drawRange.start + drawRange.count);
  const length = Math.max(0, 3 * Math.floor((end - drawRange.start) / 3));
  return Uint32Array.from({ length }, (_, k) => (index ? index.getX(drawRange.start + k) : drawRange.start + k));
}

/** The areas of all triangles up to and with each. */
function sumAreas(mesh: three.Mesh, faces: Uint32Array, weight: string | undefined): Float64Array {
  const { attributes } = mesh.geometry;
  const weights = weight === undefined ? null : attributes[weight];
  if (weights === undefined) throw new Error(`sampleSurface: ${nameOf(mesh)} has no attribute ${sayValue(weight)}.`);
  const places = Array.from({ length: attributes.position.count }, (_, v) => placeVertex(mesh, v, new Vector3()));
  const sums = new Float64Array(faces.length / 3);
  let sum = 0;
  for (let f = 0; f < faces.length; f += 3) {
    const [a, b, c] = faces.subarray(f, f + 3);
    const side = places[b].clone().sub(places[a]);
    const area = 0.5 * side.cross(places[c].clone().sub(places[a])).length();
    sum += area * (weights ? Math.max(0, (weights.getX(a) + weights.getX(b) + weights.getX(c)) / 3) : 1);
    sums[f / 3] = sum;
  }
  return sums;
}

/** The first whose sum is above `value`: never one without area. */
function findAbove(sums: Float64Array, value: number): number {
  let [low, high] = [0, sums.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sums[middle] > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
