import type * as three from 'three';
import { type AsyncShapeOptions, createShapeAsync } from '../build/create-shape-async.ts';
import type { Collider } from '../collider.ts';
import type { Shape } from '../shape.ts';
import { accelerate } from './accelerate.ts';
import { keepInClones } from './clone-accelerated.ts';
import { type Building, forgetShape, knownShape, shareShape } from './collider-of-mesh.ts';
import { shapeInOrder } from './face-order.ts';
import { accelerateInstances, listStandIns } from './instances/accelerate.ts';
import type { InstanceColliders } from './instances/instances.ts';
import { drawsMany } from './instances/read-instances.ts';
import { nameOf } from './name-of.ts';
import { readGeometry } from './read-geometry.ts';
import { weldMesh } from './shape-of-mesh.ts';
import { isFresh, stampOf } from './stamp.ts';

/** Those of `createShapeAsync`: what is read of the mesh is always handed to the worker. */
export type AsyncTreeOptions = Omit<AsyncShapeOptions, 'transfer'>;

/** A geometry that is changed each time its shape is ready will not come to rest. */
const MOST_BUILDS = 4;

/**
 * As `accelerate`, with the shape built in a worker (`createShapeAsync`): until it is there, three.js answers for the mesh by its own
 * methods, and nothing of the mesh is touched. Meshes that share a geometry share the build, unless it has a signal. The page only
 * reads and welds the geometry, looks whether it is still the same, and makes the collider, each in a task of its own, below 1 us for each triangle.
 *
 * The mesh may be posed, moved and changed meanwhile. A geometry that has changed, or is another, is built anew, which is tried four
 * times; one that is disposed of ends the build: the promise is rejected with an `AbortError`, as by `signal`.
 * @example
 * {@includeCode ../../examples/api/three.ts#accelerate-async}
 */
export function accelerateAsync(
  mesh: three.InstancedMesh | three.BatchedMesh,
  options?: AsyncTreeOptions,
): Promise<InstanceColliders>;
export function accelerateAsync(mesh: three.Mesh, options?: AsyncTreeOptions): Promise<Collider>;
export async function accelerateAsync(
  mesh: three.Mesh,
  options: AsyncTreeOptions = {},
): Promise<Collider | InstanceColliders> {
  if (!drawsMany(mesh)) return accelerate(mesh, { shape: await buildShape(mesh, options) });
  const shapes = new Map<number, Shape>();
  for (const [geometry, standIn] of listStandIns(mesh, 'accelerateAsync')) {
    shapes.set(geometry, await buildShape(standIn, options));
  }
  const { signal: _, progress: __, ...rest } = options; // for what is drawn later
  const instances = accelerateInstances(mesh, rest, shapes);
  keepInClones(mesh);
  return instances;
}

/** The shape of a mesh as it is when the promise is settled, built in a worker: what `accelerateAsync` waits for. */
export async function buildShape(mesh: three.Mesh, options: AsyncTreeOptions): Promise<Shape> {
  for (let build = 0; build < MOST_BUILDS; build++) {
    const shape = await (knownShape(mesh, options) ?? shareBuild(mesh, options));
    options.signal?.throwIfAborted();
    if (shape !== null && knownShape(mesh, options) === shape) return shape;
  }
  throw new Error(
    `accelerateAsync: the geometry of ${nameOf(mesh)} changes while its shape is built; call it when it is done.`,
  );
}

/** Builds, for all meshes with this geometry: one that may be broken off is for its mesh alone. */
function shareBuild(mesh: three.Mesh, options: AsyncTreeOptions): Building {
  const built = buildAside(mesh, options);
  if (options.signal) return built;
  const { geometry } = mesh;
  shareShape(mesh, options, built);
  const forget = (): void => forgetShape(geometry, built);
  built.then(shape => shape ?? forget(), forget);
  return built;
}

/** The shape of the mesh as it is now, shared; null if its geometry has changed meanwhile. */
async function buildAside(mesh: three.Mesh, options: AsyncTreeOptions): Promise<Shape | null> {
  const { geometry } = mesh;
  const ending = new AbortController();
  const { signal } = ending;
  const onDispose = (): void =>
    ending.abort(new DOMException(`accelerateAsync: the geometry of ${nameOf(mesh)} was disposed of.`, 'AbortError'));
  const onAbort = (): void => ending.abort(options.signal!.reason);
  options.signal?.throwIfAborted();
  options.signal?.addEventListener('abort', onAbort);
  geometry.addEventListener('dispose', onDispose);
  try {
    const stamp = stampOf(mesh);
    const read = readGeometry(mesh, 'accelerateAsync');
    await nextTask();
    const given = weldMesh(mesh, read);
    await nextTask();
    const shape = await createShapeAsync(...given, { ...options, signal, transfer: true });
    if (mesh.geometry !== geometry || !isFresh(stamp, mesh)) return null;
    const inOrder = tryOrder(shape, mesh);
    if (inOrder) shareShape(mesh, options, inOrder);
    await nextTask();
    return inOrder;
  } finally {
    geometry.removeEventListener('dispose', onDispose);
    options.signal?.removeEventListener('abort', onAbort);
  }
}

/** Null if the faces are no longer those that were read. */
function tryOrder(shape: Shape, mesh: three.Mesh): Shape | null {
  try {
    return shapeInOrder(shape, mesh, 'accelerateAsync', 'all');
  } catch {
    return null;
  }
}

/** Lets the page draw and answer before it goes on. */
function nextTask(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve));
}
