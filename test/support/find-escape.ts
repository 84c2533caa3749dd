import { DOP_DIRECTIONS } from '../../src/bounds/dop.ts';
import { boxFrame } from '../../src/collider.ts';
import { type Collider, posedPositions } from '../../src/index.ts';
import { posedVolumes } from '../../src/query/bounds/posed-volumes.ts';

/**
 * Refits every node of a posed collider and looks for a posed vertex outside the volume of a node it is under. Returns
 * how far the worst one is outside (0 or less: none). A NaN anywhere counts as outside. Boxes that are kept in the frame
 * of the mesh are asked for their reach along the normals of their faces, in world space.
 */
export function findWorstEscape(collider: Collider): number {
  const { tree, mesh, vertexOrder } = collider.shape;
  const vertices = posedPositions(collider);
  const volumes = posedVolumes(collider);
  const outside = escapeOf(collider);
  const lastNodes = new Int32Array(vertices.length / 3).fill(-1); // a vertex is looked at once for each node
  let worst = -Infinity;
  for (let node = 0; node < tree.links.length; node++) {
    for (let corner = 3 * tree.slotStarts[node]; corner < 3 * tree.slotEnds[node]; corner++) {
      const vertex = vertexOrder[mesh.triangles[corner]];
      if (lastNodes[vertex] === node) continue;
      lastNodes[vertex] = node;
      const v = 3 * vertex;
      const beyond = outside(volumes, node, vertices[v], vertices[v + 1], vertices[v + 2]);
      if (Number.isNaN(beyond)) return Infinity;
      if (beyond > worst) worst = beyond;
    }
  }
  return worst;
}

type Escape = (volumes: Float64Array, node: number, x: number, y: number, z: number) => number;

function escapeOf(collider: Collider): Escape {
  const { volumeKind, slabs } = collider.shape;
  if (volumeKind === 'sphere') return escapeSphere;
  if (volumeKind === 'dop') return (volumes, node, x, y, z) => escapeDop(volumes, slabs, node, x, y, z);
  const frame = boxFrame(collider);
  if (!frame) return escapeBox;
  const slack = 100 * 2 ** -53 * collider.posed.magnitude; // placing a point rounds
  const normals = [0, 1, 2].map(axis => faceNormal(frame, axis));
  return (volumes, node, x, y, z) => {
    let worst = -Infinity;
    for (const normal of normals) worst = Math.max(worst, escapeFace(frame, normal, volumes, 6 * node, [x, y, z]));
    return worst - slack;
  };
}

function escapeSphere(volumes: Float64Array, node: number, x: number, y: number, z: number): number {
  const s = 4 * node;
  return Math.hypot(x - volumes[s], y - volumes[s + 1], z - volumes[s + 2]) - volumes[s + 3];
}

function escapeDop(volumes: Float64Array, slabs: number, node: number, x: number, y: number, z: number): number {
  let worst = -Infinity;
  for (let s = 0; s < slabs; s++) {
    const product = x * DOP_DIRECTIONS[3 * s] + y * DOP_DIRECTIONS[3 * s + 1] + z * DOP_DIRECTIONS[3 * s + 2];
    const at = 2 * (slabs * node + s);
    worst = Math.max(worst, volumes[at] - product, product - volumes[at + 1]);
  }
  return worst;
}

function escapeBox(volumes: Float64Array, node: number, x: number, y: number, z: number): number {
  const b = 6 * node;
  return Math.max(
    Math.abs(x - volumes[b]) - volumes[b + 3],
    Math.abs(y - volumes[b + 1]) - volumes[b + 4],
    Math.abs(z - volumes[b + 2]) - volumes[b + 5],
  );
}

/** How far a point is beyond the two faces of the box at `b` that have a normal. */
function escapeFace(frame: Float64Array, normal: number[], boxes: Float64Array, b: number, point: number[]): number {
  let middle = 0;
  let extent = 0;
  for (let row = 0; row < 3; row++) {
    const m = 4 * row;
    const at = frame[m] * boxes[b] + frame[m + 1] * boxes[b + 1] + frame[m + 2] * boxes[b + 2] + frame[m + 3];
    middle += normal[row] * at;
  }
  for (let k = 0; k < 3; k++) {
    const along = normal[0] * frame[k] + normal[1] * frame[4 + k] + normal[2] * frame[8 + k];
    extent += Math.abs(along) * boxes[b + 3 + k];
  }
  const [x, y, z] = point;
  return Math.abs(normal[0] * x + normal[1] * y + normal[2] * z - middle) - extent;
}

/** The unit normal of the faces across `axis` of a box in a frame: the cross product of its other two edges. */
function faceNormal(frame: Float64Array, axis: number): number[] {
  const [k, l] = [(axis + 1) % 3, (axis + 2) % 3];
  const cross = [0, 1, 2].map(row => {
    const [i, j] = [4 * ((row + 1) % 3), 4 * ((row + 2) % 3)];
    return frame[i + k] * frame[j + l] - frame[j + k] * frame[i + l];
  });
  const length = Math.hypot(...cross);
  return cross.map(x => x / length);
}
