import { writeBox } from './bounds/box.ts';
import { DOP_DIRECTIONS } from './bounds/dop.ts';
import type { Collider } from './collider.ts';
import { deformListed } from './deform/deformer.ts';

/**
 * Brings a leaf to the current pose: deforms its few vertices (those no neighbour has deformed yet) and takes the exact
 * box of each triangle and of the leaf, and the leaf's volume. For a leaf this is hardly dearer than a refit rule,
 * as tight as can be, and what a query needs next anyway: four in five leaves a walk meets are looked into.
 */
export function poseLeaf(collider: Collider, node: number): void {
  const { shape, posed, vertices, vertexEpochs } = collider;
  const { starts, ids } = shape.leafVertices;
  const leaf = ~shape.tree.links[node];
  collider.verticesDeformed += deformListed(
    shape.deformer,
    shape.mesh.positions,
    posed,
    ids,
    starts[leaf],
    starts[leaf + 1],
    vertices,
    vertexEpochs,
  );
  boundLeaf(collider, node);
}

/**
 * The boxes and the volume of a leaf whose vertices are up to date. Minima and maxima are taken as
 * (a + b -+ |a - b|) / 2: no branch to mispredict, off by a few roundings, which the pad covers.
 */
export function boundLeaf(collider: Collider, node: number): void {
  const { shape, vertices, volumes, triangleBoxes: boxes, leafBoxes } = collider;
  const { triangles } = shape.mesh;
  const { pad } = collider.posed;
  const first = shape.tree.slotStarts[node];
  const end = shape.tree.slotEnds[node];
  const start = 3 * triangles[3 * first];
  let lowX = vertices[start];
  let lowY = vertices[start + 1];
  let lowZ = vertices[start + 2];
  let highX = lowX;
  let highY = lowY;
  let highZ = lowZ;
  for (let slot = first; slot < end; slot++) {
    const p = 3 * triangles[3 * slot];
    const q = 3 * triangles[3 * slot + 1];
    const r = 3 * triangles[3 * slot + 2];
    const o = 6 * slot;
    const sumX = 0.5 * (vertices[p] + vertices[q]);
    const sumY = 0.5 * (vertices[p + 1] + vertices[q + 1]);
    const sumZ = 0.5 * (vertices[p + 2] + vertices[q + 2]);
    const halfX = 0.5 * Math.abs(vertices[p] - vertices[q]);
    const halfY = 0.5 * Math.abs(vertices[p + 1] - vertices[q + 1]);
    const halfZ = 0.5 * Math.abs(vertices[p + 2] - vertices[q + 2]);
    const x = vertices[r];
    const y = vertices[r + 1];
    const z = vertices[r + 2];
    const boxLowX = 0.5 * (sumX - halfX + x - Math.abs(sumX - halfX - x));
    const boxLowY = 0.5 * (sumY - halfY + y - Math.abs(sumY - halfY - y));
    const boxLowZ = 0.5 * (sumZ - halfZ + z - Math.abs(sumZ - halfZ - z));
    const boxHighX = 0.5 * (sumX + halfX + x + Math.abs(sumX + halfX - x));
    const boxHighY = 0.5 * (sumY + halfY + y + Math.abs(sumY + halfY - y));
    const boxHighZ = 0.5 * (sumZ + halfZ + z + Math.abs(sumZ + halfZ - z));
    boxes[o] = boxLowX - pad;
    boxes[o + 1] = boxLowY - pad;
    boxes[o + 2] = boxLowZ - pad;
    boxes[o + 3] = boxHighX + pad;
    boxes[o + 4] = boxHighY + pad;
    boxes[o + 5] = boxHighZ + pad;
    lowX = 0.5 * (lowX + boxLowX - Math.abs(lowX - boxLowX));
    lowY = 0.5 * (lowY + boxLowY - Math.abs(lowY - boxLowY));
    lowZ = 0.5 * (lowZ + boxLowZ - Math.abs(lowZ - boxLowZ));
    highX = 0.5 * (highX + boxHighX + Math.abs(highX - boxHighX));
    highY = 0.5 * (highY + boxHighY + Math.abs(highY - boxHighY));
    highZ = 0.5 * (highZ + boxHighZ + Math.abs(highZ - boxHighZ));
  }
  const leaf = ~shape.tree.links[node];
  leafBoxes[6 * leaf] = lowX - pad;
  leafBoxes[6 * leaf + 1] = lowY - pad;
  leafBoxes[6 * leaf + 2] = lowZ - pad;
  leafBoxes[6 * leaf + 3] = highX + pad;
  leafBoxes[6 * leaf + 4] = highY + pad;
  leafBoxes[6 * leaf + 5] = highZ + pad;

  switch (shape.volumeKind) {
    case 'box':
      if (shape.deformer.skinning === 'rigid') boxLocally(collider, node);
      else writeBox(lowX, lowY, lowZ, highX, highY, highZ, 2 * pad, volumes, 6 * node);
      return;
    case 'dop':
      slabLeaf(collider, node);
      return;
    default:
      encloseLeaf(collider, node, 0.5 * (lowX + highX), 0.5 * (lowY + highY), 0.5 * (lowZ + highZ));
  }
}

/** A sphere about (x, y, z). */
function encloseLeaf(collider: Collider, node: number, x: number, y: number, z: number): void {
  const { shape, vertices, volumes } = collider;
  const { starts, ids } = shape.leafVertices;
  const leaf = ~shape.tree.links[node];
  let squared = 0;
  for (let k = starts[leaf]; k < starts[leaf + 1]; k++) {
    const v = 3 * ids[k];
    const dx = vertices[v] - x;
    const dy = vertices[v + 1] - y;
    const dz = vertices[v + 2] - z;
    const distance = dx * dx + dy * dy + dz * dz;
    squared = 0.5 * (squared + distance + Math.abs(squared - distance));
  }
  volumes[4 * node] = x;
  volumes[4 * node + 1] = y;
  volumes[4 * node + 2] = z;
  volumes[4 * node + 3] = Math.sqrt(squared) * (1 + 1e-14) + collider.posed.slack;
}

/** A box in the frame of the mesh, around the vertices as they are before the only joint moves them. */
function boxLocally(collider: Collider, node: number): void {
  const { shape, posed, volumes } = collider;
  const { starts, ids } = shape.leafVertices;
  const leaf = ~shape.tree.links[node];
  const local = shape.deformer.displacements.count > 0 ? posed.displaced : shape.mesh.positions;
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (let k = starts[leaf]; k < starts[leaf + 1]; k++) {
      const x = local[3 * ids[k] + axis];
      low = Math.min(low, x);
      high = Math.max(high, x);
    }
    volumes[6 * node + axis] = 0.5 * (low + high);
    volumes[6 * node + 3 + axis] = 0.5 * (high - low) + posed.localSlack;
  }
}

function slabLeaf(collider: Collider, node: number): void {
  const { shape, posed, vertices, volumes } = collider;
  const { starts, ids } = shape.leafVertices;
  const leaf = ~shape.tree.links[node];
  const { slabs } = shape;
  for (let s = 0; s < slabs; s++) {
    const x = DOP_DIRECTIONS[3 * s];
    const y = DOP_DIRECTIONS[3 * s + 1];
    const z = DOP_DIRECTIONS[3 * s + 2];
    let low = Infinity;
    let high = -Infinity;
    for (let k = starts[leaf]; k < starts[leaf + 1]; k++) {
      const v = 3 * ids[k];
      const product = vertices[v] * x + vertices[v + 1] * y + vertices[v + 2] * z;
      low = Math.min(low, product);
      high = Math.max(high, product);
    }
    volumes[2 * (slabs * node + s)] = low - 2 * posed.pad;
    volumes[2 * (slabs * node + s) + 1] = high + 2 * posed.pad;
  }
}
