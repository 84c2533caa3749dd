import { cornerShare } from './brick.ts';
import type { CellLattice, CellSurface, RefinedLattice } from './cell-lattice.ts';
import type { BrickBody } from './free-body.ts';

/** Moves a point of the lattice to its place in space, in place. */
export type Bend = (point: Float64Array) => void;

/** A brick for each solid cell; nodes are numbered by `nodeOfLines`. */
export function createLatticeBody(lattice: CellLattice, bend: Bend): BrickBody {
  const { lines, filled } = lattice;
  const [nx, ny] = lines.map(line => line.length - 1);
  const nodeAt = numberNodes(lattice);
  const bricks: number[] = [];
  filled.forEach((isFilled, cell) => {
    if (isFilled === 0) return;
    const [i, j, k] = [cell % nx, Math.floor(cell / nx) % ny, Math.floor(cell / (nx * ny))];
    for (let c = 0; c < 8; c++) bricks.push(nodeAt[linePlace(lines, i + (c & 1), j + ((c >> 1) & 1), k + (c >> 2))]);
  });
  const nodes: number[] = [];
  const point = new Float64Array(3);
  for (let place = 0; place < nodeAt.length; place++) {
    if (nodeAt[place] < 0) continue;
    point[0] = lines[0][place % (nx + 1)];
    point[1] = lines[1][Math.floor(place / (nx + 1)) % (ny + 1)];
    point[2] = lines[2][Math.floor(place / ((nx + 1) * (ny + 1)))];
    bend(point);
    nodes.push(point[0], point[1], point[2]);
  }
  return { nodes: Float64Array.from(nodes), bricks: Uint32Array.from(bricks) };
}

function linePlace(lines: CellLattice['lines'], i: number, j: number, k: number): number {
  return i + lines[0].length * (j + lines[1].length * k);
}

/** The node at each crossing of three lines, counting only those at a corner of a solid cell; -1 at the others. */
function numberNodes({ lines, filled }: CellLattice): Int32Array {
  const [nx, ny] = lines.map(line => line.length - 1);
  const nodeAt = new Int32Array(lines[0].length * lines[1].length * lines[2].length).fill(-1);
  filled.forEach((isFilled, cell) => {
    if (isFilled === 0) return;
    const [i, j, k] = [cell % nx, Math.floor(cell / nx) % ny, Math.floor(cell / (nx * ny))];
    for (let c = 0; c < 8; c++) nodeAt[linePlace(lines, i + (c & 1), j + ((c >> 1) & 1), k + (c >> 2))] = 0;
  });
  let count = 0;
  for (let place = 0; place < nodeAt.length; place++) if (nodeAt[place] === 0) nodeAt[place] = count++;
  return nodeAt;
}

/**
 * Where the vertices of the fine surface are, and how they move with the coarse nodes: trilinear in the lattice, as the
 * bricks are. The rest position follows the bend itself, which is smoother than the bricks.
 */
export function embedCells(
  coarse: CellLattice,
  fine: RefinedLattice,
  surface: CellSurface,
  bend: Bend,
  modes: readonly Float64Array[],
): { positions: Float64Array; fields: Float64Array[] } {
  const { lineOfVertex } = surface;
  const nodeAt = numberNodes(coarse);
  const positions = new Float64Array(lineOfVertex.length);
  const fields = modes.map(() => new Float64Array(lineOfVertex.length));
  const point = new Float64Array(3);
  const cell = [0, 0, 0];
  const within = [0, 0, 0];
  for (let o = 0; o < lineOfVertex.length; o += 3) {
    for (let axis = 0; axis < 3; axis++) {
      const line = lineOfVertex[o + axis];
      const parent = fine.parents[axis][Math.min(line, fine.parents[axis].length - 1)];
      const [low, high] = [coarse.lines[axis][parent], coarse.lines[axis][parent + 1]];
      point[axis] = fine.lines[axis][line];
      cell[axis] = parent;
      within[axis] = (point[axis] - low) / (high - low);
    }
    for (let c = 0; c < 8; c++) {
      const share = cornerShare(c, within[0], within[1], within[2]);
      if (share === 0) continue;
      const node = nodeAt[linePlace(coarse.lines, cell[0] + (c & 1), cell[1] + ((c >> 1) & 1), cell[2] + (c >> 2))];
      fields.forEach((field, m) => {
        for (let k = 0; k < 3; k++) field[o + k] += share * modes[m][3 * node + k];
      });
    }
    bend(point);
    positions.set(point, o);
  }
  return { positions, fields };
}
