import type { Collider } from './collider.ts';
import { deformListed } from './deform/deformer.ts';
import { UNIT_ROUNDOFF } from './math/rounding.ts';

/**
 * Brings a leaf to the current pose: deforms its few vertices (those no neighbour has deformed yet) and takes the exact
 * box of each triangle and of the leaf, and a sphere around the leaf. For a leaf this is hardly dearer than a refit rule,
 * as tight as can be, and what a query needs next anyway: three in four leaves a walk meets are looked into.
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
 * The boxes and the sphere of a leaf whose vertices are up to date. Minima and maxima are taken as
 * (a + b -+ |a - b|) / 2: no branch to mispredict (3 x faster), off by a few roundings, which the pads cover.
 */
export function boundLeaf(collider: Collider, node: number): void {
  const { shape, vertices, volumes, triangleBoxes, leafBoxes } = collider;
  const { triangles } = shape.mesh;
  const { slotStarts, slotEnds, links } = shape.tree;
  const { slack } = collider.posed;
  const first = slotStarts[node];
  const end = slotEnds[node];
  const leaf = ~links[node];
  const box = 6 * leaf;
  boxTriangle(vertices, triangles, first, slack, triangleBoxes);
  for (let k = 0; k < 6; k++) leafBoxes[box + k] = triangleBoxes[6 * first + k];
  for (let slot = first + 1; slot < end; slot++) {
    boxTriangle(vertices, triangles, slot, slack, triangleBoxes);
    for (let k = 0; k < 3; k++) {
      const low = leafBoxes[box + k];
      const high = leafBoxes[box + 3 + k];
      const otherLow = triangleBoxes[6 * slot + k];
      const otherHigh = triangleBoxes[6 * slot + 3 + k];
      leafBoxes[box + k] = 0.5 * (low + otherLow - Math.abs(low - otherLow));
      leafBoxes[box + 3 + k] = 0.5 * (high + otherHigh + Math.abs(high - otherHigh));
    }
  }

  const { starts, ids } = shape.leafVertices;
  const x = 0.5 * (leafBoxes[box] + leafBoxes[box + 3]);
  const y = 0.5 * (leafBoxes[box + 1] + leafBoxes[box + 4]);
  const z = 0.5 * (leafBoxes[box + 2] + leafBoxes[box + 5]);
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
  volumes[4 * node + 3] = Math.sqrt(squared) + slack;
}

function boxTriangle(
  vertices: Float64Array,
  triangles: Uint32Array,
  slot: number,
  slack: number,
  out: Float64Array,
): void {
  const p = 3 * triangles[3 * slot];
  const q = 3 * triangles[3 * slot + 1];
  const r = 3 * triangles[3 * slot + 2];
  for (let axis = 0; axis < 3; axis++) {
    const a = vertices[p + axis];
    const b = vertices[q + axis];
    const c = vertices[r + axis];
    const middle = 0.5 * (a + b);
    const half = 0.5 * Math.abs(a - b);
    const low = middle - half;
    const high = middle + half;
    // 10 roundings here and up to 5 for each triangle joined to the leaf's box; a leaf has far fewer than 64.
    const pad = slack + 512 * UNIT_ROUNDOFF * (Math.abs(a) + Math.abs(b) + Math.abs(c));
    out[6 * slot + axis] = 0.5 * (low + c - Math.abs(low - c)) - pad;
    out[6 * slot + 3 + axis] = 0.5 * (high + c + Math.abs(high - c)) + pad;
  }
}
