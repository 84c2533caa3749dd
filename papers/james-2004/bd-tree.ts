import { encloseMinimally } from '../../src/bounds/miniball.ts';
import { type Collider, createCollider } from '../../src/collider.ts';
import { createDeformer, type DeformerSource, reorderDeformer } from '../../src/deform/deformer.ts';
import { STRETCH } from '../../src/deform/posed-joints.ts';
import type { Mesh } from '../../src/mesh/mesh.ts';
import { renumber } from '../../src/mesh/renumber.ts';
import { buildFieldRecords } from '../../src/refit/build-field-records.ts';
import { createNodeFields, gatherNode } from '../../src/refit/node-fields.ts';
import { createNoSharedBoxes, createRecords } from '../../src/refit/records.ts';
import type { RefitRule } from '../../src/refit/rules.ts';
import type { Shape } from '../../src/shape.ts';
import { buildBinaryTree } from '../../src/tree/build.ts';
import { splitAtMedian } from '../../src/tree/build-minimal-spheres.ts';
import { listLeafVertices } from '../../src/tree/leaf-vertices.ts';

/** The system of [James2004]: a binary tree of spheres over single triangles, and what moves each sphere with the modes. */
export interface BdTree {
  shape: Shape;
  /**
   * For each node, from `stride * node` on: its sphere at rest; then for each mode the mean displacement of its vertices and
   * how far they stray from it (Eq. 4 to 7); then the largest norm of a vertex's displacements (Eq. 11).
   */
  numbers: Float64Array;
  stride: number;
  modes: number;
}

/**
 * Builds the tree as [Quinlan1994] does (halved at the median along the longest side, to one triangle; 2F - 1 spheres), each sphere wrapped
 * tightly around its points at rest, and the published numbers of every node. Cost: O(vertices * modes * depth).
 */
export function createBdTree(mesh: Mesh, modes: readonly Float64Array[]): BdTree {
  const shape = createBinaryShape(mesh, modes);
  const { links, slotStarts, slotEnds } = shape.tree;
  const stride = 5 + 4 * modes.length;
  const numbers = new Float64Array(stride * links.length);
  const fields = createNodeFields(shape.mesh, shape.deformer);
  for (let node = 0; node < links.length; node++) {
    gatherNode(fields, shape.mesh, shape.deformer, 3 * slotStarts[node], 3 * slotEnds[node]);
    const { count, points, ids } = fields;
    const o = stride * node;
    for (let i = 0; i < count; i++) ids[i] = i;
    encloseMinimally(points, ids, 0, count, numbers, o);
    const squares = new Float64Array(count);
    for (let mode = 0; mode < modes.length; mode++) {
      const from = 3 * (mode + 1) * count;
      const mean = [0, 0, 0];
      for (let k = 0; k < 3 * count; k++) mean[k % 3] += points[from + k] / count;
      let stray = 0;
      for (let i = 0; i < count; i++) {
        const [x, y, z] = points.subarray(from + 3 * i, from + 3 * i + 3);
        stray = Math.max(stray, Math.hypot(x - mean[0], y - mean[1], z - mean[2]));
        squares[i] += x * x + y * y + z * z;
      }
      numbers.set([...mean, stray], o + 4 + 4 * mode);
    }
    numbers[o + stride - 1] = Math.sqrt(squares.reduce((most, square) => Math.max(most, square), 0));
  }
  return { shape, numbers, stride, modes: modes.length };
}

/** A shape with that tree; its records are empty, as `refitByBdTree` reads none. */
export function createBinaryShape(mesh: Mesh, modes: readonly Float64Array[]): Shape {
  const { positions, triangles } = mesh;
  const { tree, order } = buildBinaryTree(triangles.length / 3, 1, (ids, from, to) =>
    splitAtMedian(positions, triangles, ids, from, to),
  );
  const { mesh: ordered, vertexOrder } = renumber(mesh, order);
  const source: DeformerSource = modes.length > 0 ? { kind: 'modal', modes: [...modes] } : { kind: 'rigid' };
  const deformer = reorderDeformer(createDeformer(source, mesh, 'createBdTree'), vertexOrder);
  const none = createNoSharedBoxes();
  const starts = new Uint32Array(tree.links.length);
  return {
    volumeKind: 'sphere',
    slabs: 0,
    mesh: ordered,
    triangleOrder: order,
    vertexOrder,
    deformer,
    tree,
    leafVertices: listLeafVertices(tree, ordered.triangles, vertexOrder.length),
    records: createRecords(new Int32Array(0), starts, 2, new Uint32Array(1), new Uint32Array(0), 0, none, 0),
  };
}

/** The same tree with our records and rule: centres of the smallest balls in place of means. */
export function createOursOnBdTree({ shape }: BdTree): Collider {
  const { mesh, deformer, tree } = shape;
  const vertices = { ids: new Uint32Array(0), starts: new Uint32Array(0), ends: new Uint32Array(0) }; // those of triangles are read
  const records = buildFieldRecords({ mesh, deformer, tree, vertices, extents: 1, slabs: 0 });
  return createCollider({ ...shape, records });
}

/** An instance whose inner spheres follow the modes as published; its leaves are bounded from their vertices, as in ours. */
export function createBdCollider(bd: BdTree): Collider {
  const collider = createCollider(bd.shape);
  collider.rule = refitByBdTree(bd);
  return collider;
}

/**
 * Eq. 5 and 7: the centre moves with the mean displacement of each mode, the radius grows by how far vertices stray from it. Mean centres are sound,
 * and looser than ours, which are those of the smallest balls.
 */
export function refitByBdTree({ numbers, stride, modes }: BdTree): RefitRule {
  return (_records, _deformer, posed, node, _scratch, out) => {
    const { weights, joints: m, slack } = posed;
    let o = stride * node;
    let x = numbers[o];
    let y = numbers[o + 1];
    let z = numbers[o + 2];
    let radius = numbers[o + 3];
    o += 4;
    for (let mode = 0; mode < modes; mode++, o += 4) {
      const weight = weights[mode];
      x += weight * numbers[o];
      y += weight * numbers[o + 1];
      z += weight * numbers[o + 2];
      radius += Math.abs(weight) * numbers[o + 3];
    }
    out[4 * node] = m[0] * x + m[1] * y + m[2] * z + m[3];
    out[4 * node + 1] = m[4] * x + m[5] * y + m[6] * z + m[7];
    out[4 * node + 2] = m[8] * x + m[9] * y + m[10] * z + m[11];
    out[4 * node + 3] = m[STRETCH] * radius * (1 + 1e-14) + slack;
  };
}
