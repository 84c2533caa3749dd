import { encloseSpheres, encloseTwoSpheres } from '../../bounds/sphere.ts';
import type { Collider } from '../../collider.ts';
import { deformAll } from '../../deform/deformer.ts';

/**
 * The baseline of the papers, after [Brown2001]: deforms every vertex, encloses every leaf, and enclosed spheres level by
 * level up to the root (children come after their parents, so one reverse scan does it). Everything is then up to date
 * and queries run as ever, with nothing left to refit. Cost: O(vertices + nodes) per pose, whatever is asked.
 */
export function refitBottomUp(collider: Collider): void {
  const { shape, posed, volumes, vertices } = collider;
  const { tree } = shape;
  const { links, ends } = tree;
  deformAll(shape.deformer, shape.mesh.positions, posed, vertices);
  const siblings = new Float64Array(4 * Math.max(2, tree.maxArity));
  for (let node = links.length - 1; node >= 0; node--) {
    const first = links[node];
    if (first < 0) encloseLeaf(collider, node);
    else if (ends[node] - first === 2) encloseTwoSpheres(volumes, 4 * first, volumes, 4 * node);
    else {
      siblings.set(volumes.subarray(4 * first, 4 * ends[node]));
      encloseSpheres(siblings, ends[node] - first, volumes, 4 * node);
    }
    volumes[4 * node + 3] += posed.slack;
  }
  collider.vertexEpochs.fill(posed.epoch);
  collider.leafEpochs.fill(posed.epoch);
  collider.volumeEpochs.fill(posed.epoch);
}

/** Boxes the vertices of a leaf and puts a sphere around them, centred in the box. */
function encloseLeaf(collider: Collider, node: number): void {
  const { vertices, volumes, leafBoxes, shape } = collider;
  const { triangles } = shape.mesh;
  const from = 3 * shape.tree.slotStarts[node];
  const to = 3 * shape.tree.slotEnds[node];
  let lowX = Infinity;
  let lowY = Infinity;
  let lowZ = Infinity;
  let highX = -Infinity;
  let highY = -Infinity;
  let highZ = -Infinity;
  for (let corner = from; corner < to; corner++) {
    const v = 3 * triangles[corner];
    const x = vertices[v];
    const y = vertices[v + 1];
    const z = vertices[v + 2];
    if (x < lowX) lowX = x;
    if (y < lowY) lowY = y;
    if (z < lowZ) lowZ = z;
    if (x > highX) highX = x;
    if (y > highY) highY = y;
    if (z > highZ) highZ = z;
  }
  const box = 6 * ~shape.tree.links[node];
  leafBoxes[box] = lowX;
  leafBoxes[box + 1] = lowY;
  leafBoxes[box + 2] = lowZ;
  leafBoxes[box + 3] = highX;
  leafBoxes[box + 4] = highY;
  leafBoxes[box + 5] = highZ;
  const cx = 0.5 * (lowX + highX);
  const cy = 0.5 * (lowY + highY);
  const cz = 0.5 * (lowZ + highZ);
  let squared = 0;
  for (let corner = from; corner < to; corner++) {
    const v = 3 * triangles[corner];
    const dx = vertices[v] - cx;
    const dy = vertices[v + 1] - cy;
    const dz = vertices[v + 2] - cz;
    const distance = dx * dx + dy * dy + dz * dz;
    if (!(distance <= squared)) squared = distance;
  }
  volumes[4 * node] = cx;
  volumes[4 * node + 1] = cy;
  volumes[4 * node + 2] = cz;
  volumes[4 * node + 3] = Math.sqrt(squared);
}
