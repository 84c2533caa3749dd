import type * as three from 'three';
import { type Collider, createCollider, openCollider } from '../collider.ts';
import type { Shape } from '../shape.ts';
import { shapeInOrder } from './face-order.ts';
import { updateWorld, writeJoints, writeWeights } from './joints-of-mesh.ts';
import { type Link, linkOf } from './link.ts';
import { checkOrigin } from './origin.ts';
import { checkFit, takePose } from './sync-pose.ts';

interface LocalCollider {
  collider: Collider;
  /** Vertices may be this far from where three.js has them. */
  slack: number;
}

const colliders = new WeakMap<Shape, Collider>();

/**
 * A collider like `own`, that of the mesh, posed as the mesh is now, but in its local space, where three.js wants bounds. There is
 * one for each shape, and it is valid until the next call: `own` stays in the world, and what it knows, fresh.
 */
export function poseLocally(mesh: three.Mesh, own: Collider, caller: string): LocalCollider {
  const link = linkOf(mesh, caller);
  checkFit(own.shape, link, mesh, caller);
  checkOrigin(own, link, mesh, caller);
  own.shape = shapeInOrder(own.shape, mesh, caller, 'marks');
  const { shape } = own;
  updateWorld(link, mesh);
  writeJoints(link, mesh, 'local');
  writeWeights(link, mesh);
  let collider = colliders.get(shape);
  if (!collider) {
    collider = createCollider(shape);
    openCollider(collider);
    colliders.set(shape, collider);
  }
  takePose(collider, link, mesh, caller);
  return { collider, slack: slackOf(link, mesh, collider) };
}

/**
 * The CPU side of three.js goes to the world and back, this does not: places differ by
 * some roundings of numbers as large as the mesh is far from the origin, in its own units; five hundred are above what a
 * dozen products of matrices can lose. And weights that do not sum to 1 scale a vertex that is drawn by their sum.
 */
function slackOf({ sumError }: Link, mesh: three.Mesh, { posed }: Collider): number {
  const offset = offsetOf((mesh as Partial<three.SkinnedMesh>).bindMatrixInverse);
  return 2 ** -44 * (posed.magnitude + offset) + sumError * posed.magnitude;
}

function offsetOf(matrix: three.Matrix4 | undefined): number {
  if (!matrix) return 0;
  const { elements: m } = matrix;
  return Math.abs(m[12]) + Math.abs(m[13]) + Math.abs(m[14]);
}
