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
  let worst = -Infinity;
  for (let node = 0; node < tree.links.length; node++) {
    for (let corner = 3 * tree.slotStarts[node]; corner < 3 * tree.slotEnds[node]; corner++) {
      const v = 3 * vertexOrder[mesh.triangles[corner]];
      const beyond = outside(volumes, node, vertices[v], vertices[v + 1], vertices[v + 2]);
      if (Number.isNaN(beyond)) return Infinity;
      worst = Math.max(worst, beyond);
    }
  }
  return worst;
}

type Escape = (volumes: Float64Array, node: number, x: number, y: number, z: number) => number;

function escapeOf(collider: Collider): Escape {
  const { volumeKind, slabs } = collider.shape;
  if (volumeKind === 'sphere') {
    return (volumes, node, x, y, z) => {
      const s = 4 * node;
      return Math.hypot(x - volumes[s], y - volumes[s + 1], z - volumes[s + 2]) - volumes[s + 3];
    };
  }
  if (volumeKind === 'dop') {
    return (volumes, node, x, y, z) => {
      let worst = -Infinity;
      for (let s = 0; s < slabs; s++) {
        const [dx, dy, dz] = DOP_DIRECTIONS.subarray(3 * s, 3 * s + 3);
        const product = x * dx + y * dy + z * dz;
        const at = 2 * (slabs * node + s);
        worst = Math.max(worst, volumes[at] - product, product - volumes[at + 1]);
      }
      return worst;
    };
  }
  const frame = boxFrame(collider);
  const slack = frame ? 100 * 2 ** -53 * collider.posed.magnitude : 0; // placing a point rounds
  return (volumes, node, x, y, z) => {
    const box = volumes.subarray(6 * node, 6 * node + 6);
    if (!frame) return Math.max(...[x, y, z].map((value, axis) => Math.abs(value - box[axis]) - box[3 + axis]));
    let worst = -Infinity;
    for (let axis = 0; axis < 3; axis++) {
      const normal = faceNormal(frame, axis);
      let middle = 0;
      let reach = 0;
      for (let row = 0; row < 3; row++) {
        const m = frame.subarray(4 * row, 4 * row + 4);
        middle += normal[row] * (m[0] * box[0] + m[1] * box[1] + m[2] * box[2] + m[3]);
      }
      for (let k = 0; k < 3; k++) {
        reach += Math.abs(normal[0] * frame[k] + normal[1] * frame[4 + k] + normal[2] * frame[8 + k]) * box[3 + k];
      }
      const product = normal[0] * x + normal[1] * y + normal[2] * z;
      worst = Math.max(worst, Math.abs(product - middle) - reach - slack);
    }
    return worst;
  };
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
