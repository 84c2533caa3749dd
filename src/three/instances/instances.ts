import type * as three from 'three';
import { Matrix4 } from 'three';
import { type Collider, createCollider, setPose } from '../../collider.ts';
import type { TreeOptions } from '../bounds-tree.ts';
import type { Look } from '../face-order.ts';
import { updateObject, writeRows } from '../joints-of-mesh.ts';
import { nameOf } from '../name-of.ts';
import { type BoxTree, createBoxTree, refreshTree } from './box-tree.ts';
import { checkPart, createPart, type Part } from './part.ts';
import { geometryOf, type ManyMesh, readInstances } from './read-instances.ts';

/**
 * What `accelerate` gives for an `InstancedMesh` or a `BatchedMesh`.
 * @example
 * {@includeCode ../../../examples/api/three.ts#instances}
 */
export interface InstanceColliders {
  /**
   * The collider of one instance, by its `instanceId` or `batchId`, where it is now, for queries of the core. The same one each time: ask again for the
   * next frame. Throws if there is no such instance, or none that is drawn.
   */
  at(instance: number): Collider;
}

/** What is known of a mesh that draws many. */
export interface Instances extends InstanceColliders {
  mesh: ManyMesh;
  options: TreeOptions;
  parts: Map<number, Part>;
  /** What was read last: where the mesh stood, where in it each instance stood, and the geometry of each, -1: not drawn. */
  world: Matrix4;
  matrices: Float32Array;
  geometries: Int32Array;
  /** Their boxes in the world. */
  tree: BoxTree;
  /** Colliders of instances that somebody has asked for. */
  asked: Map<number, Collider>;
  /** Room: where an instance stands in the world. */
  place: Matrix4;
  rows: Float64Array;
}

const KEY = Symbol('poseclash instances');

interface Holder extends three.Mesh {
  [KEY]?: Instances | null;
}

export function heldInstances(mesh: three.Object3D): Instances | null {
  return (mesh as Holder)[KEY] ?? null;
}

/** Keeps with the mesh what is known of it; null: forgets it. */
export function holdInstances(mesh: three.Mesh, instances: Instances | null): void {
  Object.defineProperty(mesh, KEY, { configurable: true, enumerable: false, writable: true, value: instances });
}

export function createInstances(mesh: ManyMesh, options: TreeOptions): Instances {
  const instances: Instances = {
    mesh,
    options,
    parts: new Map(),
    world: new Matrix4(),
    matrices: new Float32Array(0),
    geometries: new Int32Array(0),
    tree: createBoxTree(0),
    asked: new Map(),
    place: new Matrix4(),
    rows: new Float64Array(12),
    at(instance) {
      followInstances(instances, 'at');
      checkDrawn(instances, instance);
      const { shape } = partOf(instances, instance, 'at', 'samples');
      let collider = instances.asked.get(instance);
      if (collider?.shape !== shape) {
        collider = createCollider(shape);
        instances.asked.set(instance, collider);
      }
      return putAt(instances, instance, collider, 'at');
    },
  };
  return instances;
}

function checkDrawn({ mesh, tree, geometries }: Instances, instance: number): void {
  if (instance in geometries && tree.boxes[6 * instance] !== Infinity) return;
  throw new Error(
    `at: ${nameOf(mesh)} draws no instance ${instance}; give an instanceId below its count, or a batchId that is visible.`,
  );
}

/**
 * Finds out where all instances are now. Nothing has to be told: the matrices themselves are compared with those that were read last. Shapes of geometries that
 * are drawn for the first time are built. Throws if one has become another. Cost: O(instances), a few ns for each that has not moved.
 */
export function followInstances(instances: Instances, caller: string): void {
  const { mesh, world } = instances;
  updateAbove(mesh);
  const { count, matrices, infos } = readInstances(mesh, caller);
  if (count !== instances.tree.count) makeRoom(instances, count);
  if (!world.equals(mesh.matrixWorld)) instances.geometries.fill(UNREAD);
  world.copy(mesh.matrixWorld);
  const { tree, geometries } = instances;
  const [now, before] = wordsOf(matrices, instances.matrices);
  const perInstance = now === matrices ? 16 : 8;
  for (let instance = 0; instance < count; instance++) {
    const geometry = infos === null ? 0 : geometryOf(mesh, infos[instance]);
    if (geometry === geometries[instance]) {
      let k = perInstance * instance;
      const end = k + perInstance;
      while (k < end && now[k] === before[k]) k++;
      if (k === end) continue;
    }
    tree.pending++; // before what may throw: the next to ask goes on from here
    geometries[instance] = UNREAD;
    for (let k = 16 * instance; k < 16 * instance + 16; k++) instances.matrices[k] = matrices[k];
    boxInstance(instances, instance, geometry);
    geometries[instance] = geometry;
  }
  if (tree.pending > 0) refreshTree(tree);
  checkParts(instances, caller);
}

/** What is known of a mesh that draws many, as it is now; made if nothing was. For queries that throw: a matrix of no numbers is refused. */
export function instancesNow(mesh: ManyMesh, caller: string): Instances {
  const held = heldInstances(mesh);
  const instances = held ?? createInstances(mesh, {});
  followInstances(instances, caller);
  if (!held) holdInstances(mesh, instances);
  const { boxes, nodes } = instances.tree;
  if (!nodes.subarray(0, 6).some(Number.isNaN)) return instances;
  const instance = Math.floor(boxes.findIndex(Number.isNaN) / 6);
  throw new Error(`${caller}: instance ${instance} of ${nameOf(mesh)} is nowhere (NaN); give it a place, or hide it.`);
}

/** The geometry of an instance whose box is not known. */
const UNREAD = -2;

function makeRoom(instances: Instances, count: number): void {
  instances.matrices = new Float32Array(16 * count);
  instances.geometries = new Int32Array(count).fill(UNREAD);
  instances.tree = createBoxTree(count);
}

/** Both lists by two numbers at a time, which are compared in half the time: that they are no numbers does not matter. As they are where they lie unevenly. */
function wordsOf(now: ArrayLike<number>, before: Float32Array): [ArrayLike<number>, ArrayLike<number>] {
  if (!(now instanceof Float32Array) || now.byteOffset % 8 !== 0) return [now, before];
  const words = ({ buffer, byteOffset, length }: Float32Array): Float64Array =>
    new Float64Array(buffer, byteOffset, length >> 1);
  return [words(now), words(before)];
}

/** Refuses geometries that are drawn and have become others; those that are not drawn any more are forgotten. */
function checkParts({ mesh, parts, geometries }: Instances, caller: string): void {
  for (const [geometry, part] of parts) {
    try {
      checkPart(part, mesh, geometry, caller, 'marks');
    } catch (error) {
      if (geometries.includes(geometry)) throw error;
      parts.delete(geometry);
    }
  }
}

/** World matrices of the mesh and of all above it. */
function updateAbove(object: three.Object3D): void {
  if (object.parent) updateAbove(object.parent);
  updateObject(object);
}

/** Writes the box of an instance in the world: around that of its geometry, and wide enough for rounding. What has no size is nowhere. */
function boxInstance(instances: Instances, instance: number, geometry: number): void {
  const { tree, mesh, parts, options, matrices } = instances;
  const { boxes } = tree;
  const o = 6 * instance;
  if (geometry < 0 || hasNoSize(matrices, 16 * instance)) {
    boxes.fill(Infinity, o, o + 3).fill(-Infinity, o + 3, o + 6);
    return;
  }
  let part = parts.get(geometry);
  if (!part) {
    part = createPart(mesh, geometry, options);
    parts.set(geometry, part);
  }
  const { box } = part;
  const { elements: m } = placeOf(instances, instance);
  for (let axis = 0; axis < 3; axis++) {
    let middle = m[12 + axis];
    let half = 0;
    let size = Math.abs(middle);
    for (let k = 0; k < 3; k++) {
      const factor = m[4 * k + axis];
      middle += 0.5 * factor * (box[k] + box[3 + k]);
      half += 0.5 * Math.abs(factor) * (box[3 + k] - box[k]);
      size += Math.abs(factor) * (Math.abs(box[k]) + Math.abs(box[3 + k]));
    }
    half += 2 ** -46 * size;
    boxes[o + axis] = middle - half;
    boxes[o + 3 + axis] = middle + half;
  }
}

function hasNoSize(m: Float32Array, o: number): boolean {
  for (let k = 0; k < 11; k++) if (k % 4 !== 3 && m[o + k] !== 0) return false;
  return true;
}

/** The part that an instance has, with its faces in the order they have now, as far as `look` finds out. */
export function partOf({ mesh, parts, geometries }: Instances, instance: number, caller: string, look: Look): Part {
  const geometry = geometries[instance];
  const part = parts.get(geometry)!;
  checkPart(part, mesh, geometry, caller, look);
  return part;
}

/** Where an instance stands in the world, as three.js multiplies it. Valid until the next call. */
export function placeOf({ place, matrices, world }: Instances, instance: number): Matrix4 {
  return place.fromArray(matrices, 16 * instance).premultiply(world);
}

/** The collider of an instance, where it is now: that of its geometry in this mesh, which is somewhere else once another is asked for. */
export function placedAt(instances: Instances, instance: number, caller: string): Collider {
  const part = partOf(instances, instance, caller, 'samples');
  return putAt(instances, instance, part.placed, caller);
}

export function putAt(instances: Instances, instance: number, collider: Collider, caller: string): Collider {
  const { mesh, rows } = instances;
  const { jointMatrices } = collider;
  writeRows(placeOf(instances, instance), rows, 0);
  if (rows.every((x, k) => x === jointMatrices[k])) return collider;
  try {
    setPose(collider, { jointMatrices: rows });
  } catch (error) {
    const reason = (error as Error).message.replace(/^setPose: /, '');
    throw new Error(`${caller}: instance ${instance} of ${nameOf(mesh)} cannot be placed: ${reason}`, { cause: error });
  }
  return collider;
}
