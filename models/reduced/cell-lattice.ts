/**
 * A solid of straight cells between the lines of a lattice, as a child builds with blocks: cell (i, j, k) lies between
 * the lines i, i + 1 along x and so on, and is solid where `filled[i + nx * (j + ny * k)]` is set. A smooth map bends
 * it into the final shape. The same cells, in two sizes, carry the stiffness and the surface.
 */
export interface CellLattice {
  /** The coordinates of the lines along x, y, z, ascending. */
  lines: [Float64Array, Float64Array, Float64Array];
  filled: Uint8Array;
}

/** A finer lattice of the same solid: cell `i` along an axis is part of cell `parents[axis][i]`. */
export interface RefinedLattice extends CellLattice {
  parents: [Int32Array, Int32Array, Int32Array];
}

export function createCellLattice(
  lines: [ArrayLike<number>, ArrayLike<number>, ArrayLike<number>],
  isFilled: (x: number, y: number, z: number) => boolean,
): CellLattice {
  const [xs, ys, zs] = lines.map(line => Float64Array.from(line));
  const filled = new Uint8Array((xs.length - 1) * (ys.length - 1) * (zs.length - 1));
  const middle = (line: Float64Array, i: number): number => (line[i] + line[i + 1]) / 2;
  let at = 0;
  for (let k = 0; k + 1 < zs.length; k++) {
    for (let j = 0; j + 1 < ys.length; j++) {
      for (let i = 0; i + 1 < xs.length; i++)
        filled[at++] = isFilled(middle(xs, i), middle(ys, j), middle(zs, k)) ? 1 : 0;
    }
  }
  return { lines: [xs, ys, zs], filled };
}

/** Splits every interval into equal ones no longer than `longest`. */
export function refineLattice(lattice: CellLattice, longest: number): RefinedLattice {
  const refined = lattice.lines.map(line => {
    const fine = [line[0]];
    const parents: number[] = [];
    for (let i = 0; i + 1 < line.length; i++) {
      const pieces = countPieces(line, i, longest);
      for (let p = 1; p <= pieces; p++) {
        fine.push(p === pieces ? line[i + 1] : line[i] + ((line[i + 1] - line[i]) * p) / pieces);
        parents.push(i);
      }
    }
    return { line: Float64Array.from(fine), parents: Int32Array.from(parents) };
  });
  const [px, py, pz] = refined.map(r => r.parents);
  const [nx, ny] = lattice.lines.map(line => line.length - 1);
  const filled = new Uint8Array(px.length * py.length * pz.length);
  let at = 0;
  for (const k of pz) for (const j of py) for (const i of px) filled[at++] = lattice.filled[i + nx * (j + ny * k)];
  return { lines: [refined[0].line, refined[1].line, refined[2].line], filled, parents: [px, py, pz] };
}

function countPieces(line: Float64Array, i: number, longest: number): number {
  return Math.max(1, Math.ceil((line[i + 1] - line[i]) / longest - 1e-9));
}

export interface CellSurface {
  /** The lines through each vertex: three indices. */
  lineOfVertex: Int32Array;
  triangles: Uint32Array;
}

/** Two triangles for each side where a solid cell ends, facing out; vertices shared, diagonals alternating. */
export function meshCells(lattice: CellLattice): CellSurface {
  const sizes = lattice.lines.map(line => line.length);
  const vertexAt = new Int32Array(sizes[0] * sizes[1] * sizes[2]).fill(-1);
  const lineOfVertex: number[] = [];
  const triangles: number[] = [];
  const quad = [0, 0, 0, 0];
  visitSides(lattice, (cell, axis, isHigh) => {
    for (let corner = 0; corner < 4; corner++) {
      // Around the side, counter-clockwise seen from its high end.
      const line = [cell[0], cell[1], cell[2]];
      if (isHigh) line[axis]++;
      if (corner === 1 || corner === 2) line[(axis + 1) % 3]++;
      if (corner >= 2) line[(axis + 2) % 3]++;
      const place = line[0] + sizes[0] * (line[1] + sizes[1] * line[2]);
      if (vertexAt[place] < 0) {
        vertexAt[place] = lineOfVertex.length / 3;
        lineOfVertex.push(line[0], line[1], line[2]);
      }
      quad[isHigh ? corner : 3 - corner] = vertexAt[place];
    }
    const isOdd = (cell[0] + cell[1] + cell[2]) % 2 === 1;
    const [a, b, c, d] = isOdd === isHigh ? [quad[1], quad[2], quad[3], quad[0]] : quad;
    triangles.push(a, b, c, a, c, d);
  });
  return { lineOfVertex: Int32Array.from(lineOfVertex), triangles: Uint32Array.from(triangles) };
}

/** How many triangles `meshCells` gives after refining to `longest`, without refining. */
function countCellTriangles(lattice: CellLattice, longest: number): number {
  const pieces = lattice.lines.map(line =>
    Int32Array.from({ length: line.length - 1 }, (_, i) => countPieces(line, i, longest)),
  );
  let count = 0;
  visitSides(lattice, (cell, axis) => {
    const u = (axis + 1) % 3;
    const v = (axis + 2) % 3;
    count += 2 * pieces[u][cell[u]] * pieces[v][cell[v]];
  });
  return count;
}

/** Calls back for each side of a solid cell that has no solid cell behind it. */
function visitSides(lattice: CellLattice, visit: (cell: number[], axis: number, isHigh: boolean) => void): void {
  const { filled } = lattice;
  const sizes = lattice.lines.map(line => line.length - 1);
  const strides = [1, sizes[0], sizes[0] * sizes[1]];
  const cell = [0, 0, 0];
  for (let at = 0; at < filled.length; at++) {
    if (filled[at] === 0) continue;
    for (let axis = 0; axis < 3; axis++) cell[axis] = Math.floor(at / strides[axis]) % sizes[axis];
    for (let axis = 0; axis < 3; axis++) {
      const { [axis]: place } = cell;
      if (place === 0 || filled[at - strides[axis]] === 0) visit(cell, axis, false);
      if (place === sizes[axis] - 1 || filled[at + strides[axis]] === 0) visit(cell, axis, true);
    }
  }
}

/**
 * The `longest` for which lattices have as near to `target` triangles as they can. How many they have is a falling
 * staircase; halving finds the step across which it passes the target.
 */
export function fitEdge(lattices: readonly CellLattice[], target: number, low: number, high: number): number {
  const count = (longest: number): number =>
    lattices.reduce((sum, lattice) => sum + countCellTriangles(lattice, longest), 0);
  for (let round = 0; round < 40; round++) {
    const middle = Math.sqrt(low * high);
    if (count(middle) > target) low = middle;
    else high = middle;
  }
  return Math.abs(count(low) - target) < Math.abs(count(high) - target) ? low : high;
}
