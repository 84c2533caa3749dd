import type { Mesh } from '../../src/mesh/mesh.ts';
import { boundPoints } from '../bounding-box.ts';
import { cornerShare } from './brick.ts';
import type { BrickBody } from './free-body.ts';

/** Each cell is measured along SAMPLES x SAMPLES lines. */
const SAMPLES = 6;
/** Cells that hold a vertex but hardly any volume count this much, so that no node is without mass and stiffness. */
const LEAST_FILL = 0.02;

/** A cubic lattice over a closed mesh. Cell (i, j, k) has its low corner at origin + cell * (i, j, k). */
export interface FilledLattice {
  cell: number;
  origin: number[];
  /** Cells along x, y, z. */
  size: number[];
  /** How much of each cell is inside the mesh, 0 to 1. */
  fills: Float64Array;
}

/**
 * Measures how far each cell is inside the mesh, by counting along lines where they enter and leave it. A point on an
 * edge is given to one side by the sign of a value that both triangles compute alike, so every line enters as often as
 * it leaves. Costs one test for each sample line in the shadow of each triangle.
 */
export function fillCells(mesh: Mesh, cell: number): FilledLattice {
  const { positions: p, triangles } = mesh;
  const { low, high } = boundPoints(p);
  const size = [0, 1, 2].map(k => Math.ceil((high[k] - low[k]) / cell + 0.02));
  const origin = [0, 1, 2].map(k => (low[k] + high[k] - size[k] * cell) / 2);
  const step = cell / SAMPLES;
  const [ny, nz] = [size[1] * SAMPLES, size[2] * SAMPLES];
  const crossings: number[][] = Array.from({ length: ny * nz }, () => []);
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [triangles[t], triangles[t + 1], triangles[t + 2]];
    const [fromY, toY] = sampleRange(
      corners.map(v => (p[3 * v + 1] - origin[1]) / step),
      ny,
    );
    const [fromZ, toZ] = sampleRange(
      corners.map(v => (p[3 * v + 2] - origin[2]) / step),
      nz,
    );
    for (let k = fromZ; k <= toZ; k++) {
      for (let j = fromY; j <= toY; j++) {
        const x = crossAt(p, corners, origin[1] + (j + 0.5) * step, origin[2] + (k + 0.5) * step);
        if (x !== undefined) crossings[j + ny * k].push((x - origin[0]) / cell);
      }
    }
  }
  const fills = new Float64Array(size[0] * size[1] * size[2]);
  crossings.forEach((list, line) => {
    list.sort((a, b) => a - b);
    const row = size[0] * (Math.floor((line % ny) / SAMPLES) + size[1] * Math.floor(Math.floor(line / ny) / SAMPLES));
    for (let c = 0; c + 1 < list.length; c += 2) {
      for (let i = Math.floor(list[c]); i < list[c + 1]; i++) {
        fills[row + i] += (Math.min(i + 1, list[c + 1]) - Math.max(i, list[c])) / (SAMPLES * SAMPLES);
      }
    }
  });
  return { cell, origin, size, fills };
}

/** The samples (at the middles i + 0.5) between the least and the greatest value. */
function sampleRange(values: number[], count: number): [number, number] {
  const from = Math.max(0, Math.ceil(Math.min(...values) - 0.5));
  return [from, Math.min(count - 1, Math.floor(Math.max(...values) - 0.5))];
}

/** The x where the line along x through (y, z) crosses the triangle, if it does. */
function crossAt(p: Float64Array, corners: number[], y: number, z: number): number | undefined {
  const areas = [0, 0, 0];
  let positive = 0;
  for (let k = 0; k < 3; k++) {
    const [a, b] = [corners[(k + 1) % 3], corners[(k + 2) % 3]];
    const [u, v] = a < b ? [3 * a, 3 * b] : [3 * b, 3 * a];
    const area = (p[v + 1] - p[u + 1]) * (z - p[u + 2]) - (p[v + 2] - p[u + 2]) * (y - p[u + 1]);
    if (area > 0 === a < b) positive++;
    areas[k] = a < b ? area : -area;
  }
  if (positive === 1 || positive === 2) return undefined;
  const sum = areas[0] + areas[1] + areas[2];
  if (sum === 0) return undefined;
  return (areas[0] * p[3 * corners[0]] + areas[1] * p[3 * corners[1]] + areas[2] * p[3 * corners[2]]) / sum;
}

/** A body of bricks for the cells that hold any solid or any vertex, and for each vertex its brick. */
export interface FilledBody {
  body: BrickBody;
  brickOfVertex: Int32Array;
}

export function createFilledBody(mesh: Mesh, lattice: FilledLattice): FilledBody {
  const { cell, origin, size, fills } = lattice;
  const vertices = mesh.positions.length / 3;
  const brickOfCell = new Int32Array(fills.length).fill(-1);
  const cellOfVertex = new Int32Array(vertices);
  fills.forEach((fill, c) => {
    if (fill > 0) brickOfCell[c] = 0;
  });
  for (let v = 0; v < vertices; v++) {
    const at = [0, 1, 2].map(k => Math.floor((mesh.positions[3 * v + k] - origin[k]) / cell));
    cellOfVertex[v] = at[0] + size[0] * (at[1] + size[1] * at[2]);
    brickOfCell[cellOfVertex[v]] = 0;
  }
  const nodeAt = new Map<number, number>();
  const nodes: number[] = [];
  const bricks: number[] = [];
  const kept: number[] = [];
  for (let c = 0; c < brickOfCell.length; c++) {
    if (brickOfCell[c] < 0) continue;
    brickOfCell[c] = kept.length;
    kept.push(Math.max(LEAST_FILL, fills[c]));
    const low = [c % size[0], Math.floor(c / size[0]) % size[1], Math.floor(c / (size[0] * size[1]))];
    for (let corner = 0; corner < 8; corner++) {
      const [i, j, k] = low.map((l, axis) => l + ((corner >> axis) & 1));
      const place = i + (size[0] + 1) * (j + (size[1] + 1) * k);
      let node = nodeAt.get(place);
      if (node === undefined) {
        node = nodes.length / 3;
        nodeAt.set(place, node);
        nodes.push(origin[0] + i * cell, origin[1] + j * cell, origin[2] + k * cell);
      }
      bricks.push(node);
    }
  }
  return {
    body: { nodes: Float64Array.from(nodes), bricks: Uint32Array.from(bricks), fills: Float64Array.from(kept) },
    brickOfVertex: cellOfVertex.map(c => brickOfCell[c]),
  };
}

/** The displacement of each vertex when the nodes move by `mode`: trilinear, as the bricks are. */
export function embedVertices(mesh: Mesh, filled: FilledBody, cell: number, mode: Float64Array): Float64Array {
  const { nodes, bricks } = filled.body;
  const field = new Float64Array(mesh.positions.length);
  filled.brickOfVertex.forEach((brick, v) => {
    const low = 3 * bricks[8 * brick];
    const [x, y, z] = [0, 1, 2].map(k => (mesh.positions[3 * v + k] - nodes[low + k]) / cell);
    for (let c = 0; c < 8; c++) {
      const share = cornerShare(c, x, y, z);
      for (let k = 0; k < 3; k++) field[3 * v + k] += share * mode[3 * bricks[8 * brick + c] + k];
    }
  });
  return field;
}
