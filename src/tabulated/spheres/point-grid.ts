/** Points sorted into the cells of a lattice, to find those near a place. */
export interface PointGrid {
  points: Float64Array;
  cell: number;
  low: Float64Array;
  size: Uint32Array;
  /** The points of a cell: `ids[starts[cell]..starts[cell + 1])`. */
  starts: Uint32Array;
  ids: Uint32Array;
}

/** No more cells than this along an axis: with few points in a wide space, larger cells do as well. */
const MOST_CELLS = 128;

export function createPointGrid(points: Float64Array, cell: number): PointGrid {
  const low = Float64Array.of(Infinity, Infinity, Infinity);
  const high = Float64Array.of(-Infinity, -Infinity, -Infinity);
  for (let k = 0; k < points.length; k++) {
    low[k % 3] = Math.min(low[k % 3], points[k]);
    high[k % 3] = Math.max(high[k % 3], points[k]);
  }
  const longest = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
  const grid: PointGrid = {
    points,
    cell: Math.max(cell, longest / (MOST_CELLS - 1)) || 1,
    low,
    size: new Uint32Array(3),
    starts: new Uint32Array(0),
    ids: new Uint32Array(points.length / 3),
  };
  for (let axis = 0; axis < 3; axis++) grid.size[axis] = Math.floor((high[axis] - low[axis]) / grid.cell) + 1;
  grid.starts = new Uint32Array(grid.size[0] * grid.size[1] * grid.size[2] + 1);
  const placeOf = (p: number): number =>
    cellAlong(grid, 0, points[3 * p]) +
    grid.size[0] * (cellAlong(grid, 1, points[3 * p + 1]) + grid.size[1] * cellAlong(grid, 2, points[3 * p + 2]));
  for (let p = 0; p < grid.ids.length; p++) grid.starts[placeOf(p) + 1]++;
  for (let c = 1; c < grid.starts.length; c++) grid.starts[c] += grid.starts[c - 1];
  const next = grid.starts.slice();
  for (let p = 0; p < grid.ids.length; p++) grid.ids[next[placeOf(p)]++] = p;
  return grid;
}

function cellAlong({ low, size, cell }: PointGrid, axis: number, x: number): number {
  return Math.max(0, Math.min(size[axis] - 1, Math.floor((x - low[axis]) / cell)));
}

/** The point nearest to (x, y, z) of those nearer than `reach` and not in `except`; -1 if there is none. */
export function findNearest(
  grid: PointGrid,
  x: number,
  y: number,
  z: number,
  reach: number,
  except: readonly number[],
): number {
  const { points, size, starts, ids } = grid;
  let nearest = -1;
  let least = reach * reach;
  const endX = cellAlong(grid, 0, x + reach);
  const endY = cellAlong(grid, 1, y + reach);
  const endZ = cellAlong(grid, 2, z + reach);
  for (let k = cellAlong(grid, 2, z - reach); k <= endZ; k++) {
    for (let j = cellAlong(grid, 1, y - reach); j <= endY; j++) {
      const row = size[0] * (j + size[1] * k);
      const end = starts[row + endX + 1];
      for (let at = starts[row + cellAlong(grid, 0, x - reach)]; at < end; at++) {
        const p = ids[at];
        const squared = (points[3 * p] - x) ** 2 + (points[3 * p + 1] - y) ** 2 + (points[3 * p + 2] - z) ** 2;
        if (squared < least && !except.includes(p)) {
          least = squared;
          nearest = p;
        }
      }
    }
  }
  return nearest;
}
