import type * as three from 'three';
import { Box3, Sphere } from 'three';
import { type Collider, refitNode } from '../collider.ts';
import { stretchOf } from '../math/matrix34.ts';
import { boxNode } from '../query/bounds/outermost.ts';
import { boundsOf } from '../query/bounds/posed-bounds.ts';
import { poseLocally } from './local-collider.ts';
import { heldCollider } from './mesh-collider.ts';
import { type Bounded, boundByThree, skinnedBox, skinnedSphere } from './own-methods.ts';
import { isSkinned } from './read-geometry.ts';
import { encloseBoxes } from './sphere-around-boxes.ts';
import { topNodes } from './top-nodes.ts';
import { warnOnce } from './warn-once.ts';

/**
 * Takes the place of `SkinnedMesh.computeBoundingBox`, and does the same for morphed meshes: sets `this.boundingBox`, in local
 * space, to the smallest box around the mesh as it is posed now. It contains every vertex of a triangle, rounding included,
 * and nothing more but rounding. Meshes without a `boundsTree` are left to three.js; so are those whose tree cannot answer, with
 * one warning, as in `acceleratedRaycast`. Cost: 50 to 150 us, growing as the logarithm of the mesh. The collider of the mesh
 * is not moved.
 */
export function computeBoundingBox(this: three.Mesh): void {
  const collider = heldCollider(this);
  if (collider) boundSafely(this, collider, 'box');
  else if (isSkinned(this)) skinnedBox.call(this);
  else this.geometry.computeBoundingBox();
}

/**
 * Takes the place of `SkinnedMesh.computeBoundingSphere`, and does the same for morphed meshes: sets `this.boundingSphere`, in
 * local space, to a sphere around the mesh as it is posed now. It contains every vertex of a triangle, rounding included, and
 * is no larger than the one three.js computes, on average over characters in motion; at most 7 % was seen. This is what
 * three.js culls by: called once a frame, `frustumCulled` can stay on. Meshes without a `boundsTree` are left to three.js; so are
 * those whose tree cannot answer, with one warning, as in `acceleratedRaycast`.
 * Cost: 10 to 20 us with 56 bones, whatever the size of the mesh. The collider of the mesh is not moved.
 */
export function computeBoundingSphere(this: three.Mesh): void {
  const collider = heldCollider(this);
  if (collider) boundSafely(this, collider, 'sphere');
  else if (isSkinned(this)) skinnedSphere.call(this);
  else this.geometry.computeBoundingSphere();
}

function boundSafely(mesh: three.Mesh, collider: Collider, kind: 'box' | 'sphere'): void {
  try {
    boundByTree(mesh, collider, kind);
  } catch (error) {
    warnOnce(mesh, error);
    boundByThree(mesh, kind);
  }
}

/** Sets the bounds of a mesh from its tree; throws if the mesh cannot be posed, and has changed nothing then. */
export function boundByTree(mesh: three.Mesh, own: Collider, kind: 'box' | 'sphere'): void {
  const caller = kind === 'box' ? 'computeBoundingBox' : 'computeBoundingSphere';
  const { collider, slack } = poseLocally(mesh, own, caller);
  if (kind === 'box') setBox(mesh, collider, slack);
  else setSphere(mesh, collider, slack);
}

function setBox(mesh: three.Mesh, collider: Collider, slack: number): void {
  const bounded = mesh as Bounded;
  const { low, high } = boundsOf(collider, { tight: true });
  bounded.boundingBox ??= new Box3();
  bounded.boundingBox.min.fromArray(low);
  bounded.boundingBox.max.fromArray(high);
  bounded.boundingBox.expandByScalar(slack);
}

function setSphere(mesh: three.Mesh, collider: Collider, slack: number): void {
  const bounded = mesh as Bounded;
  const nodes = topNodes(collider.shape);
  const box = new Float64Array(6);
  const boxes = new Float64Array(6 * nodes.length);
  const center = new Float64Array(3);
  nodes.forEach((node, k) => {
    refitNode(collider, node);
    boxNode(collider, node, box);
    boxes.set(box, 6 * k);
  });
  bounded.boundingSphere ??= new Sphere();
  const radius = encloseBoxes(boxes, nodes.length, center);
  bounded.boundingSphere.center.fromArray(center);
  bounded.boundingSphere.radius = (radius + slack) * missedByShear(mesh.matrixWorld);
}

/**
 * To take a sphere to the world, three.js multiplies its radius by the longest axis of the matrix. Where a scale sits above
 * a rotation, the matrix shears and lengthens other vectors more: by this factor at most, which is 1 for all other matrices.
 */
function missedByShear(matrix: three.Matrix4): number {
  const longest = matrix.getMaxScaleOnAxis();
  return longest > 0 ? (stretchOf(matrix.elements, 4, 1) / longest) * (1 + 1e-14) : 1;
}
