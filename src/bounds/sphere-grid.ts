/**
 * A uniform grid for each size of sphere: a sphere is listed once, in the cell of its centre, on the level whose cells are
 * at least as wide as it is. Two overlapping spheres are then at most one cell of the coarser level apart, however
 * different their sizes. Cells are found by a hash; buckets are runs of one list. The broad phase of worlds and of crowds.
 */
export interface SphereGrid {
  /** Where each bucket begins, one place late; the number of buckets is a power of two, at least twice the spheres. */
  starts: Int32Array;
  entries: Int32Array;
  levels: Int32Array;
  /** Cell of each sphere on its own level, three numbers. */
  cells: Int32Array;
  hashes: Int32Array;
  /** Spheres as they come along a space-filling curve, and the keys they were sorted by. */
  order: Int32Array;
  keys: Float64Array;
  /** Pairs found: two numbers of spheres each. */
  pairs: Int32Array;
  pairCount: number;
}

/** Of a sphere's `exempt`: it looks for none of its own size, others find it; and two that have a bit in common are no pair. */
export const AT_REST = 1;

/** Numbers of spheres take 22 bits in sort keys. */
export const MAX_SPHERES = 2 ** 22;

export function createSphereGrid(): SphereGrid {
  return {
    starts: new Int32Array(0),
    entries: new Int32Array(0),
    levels: new Int32Array(0),
    cells: new Int32Array(0),
    hashes: new Int32Array(0),
    order: new Int32Array(0),
    keys: new Float64Array(0),
    pairs: new Int32Array(1024),
    pairCount: 0,
  };
}

/** Cells double in width from level to level, beginning a quarter wider than the smallest sphere. */
const CELL_WIDTH = 1.25;
const MAX_LEVELS = 30;

function hashCell(x: number, y: number, z: number, level: number): number {
  let hash =
    Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca6b) ^ Math.imul(z, 0xc2b2ae35) ^ Math.imul(level, 0x27d4eb2f);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}

/**
 * Finds all pairs of spheres (centre, radius: four numbers each) that overlap and whose `exempt` have no bit in common. Pairs come sphere by
 * sphere along a space-filling curve, so that what is looked at soon again is near: on heaps a tenth faster than by number. The
 * lower-numbered of two spheres of one level comes first, else the smaller. Expected cost: O(spheres + pairs) as long as spheres
 * do not crowd one cell.
 */
export function findSpherePairs(
  grid: SphereGrid,
  count: number,
  spheres: Float32Array | Float64Array,
  exempt: Uint8Array,
): void {
  grid.pairCount = 0;
  if (count === 0) return;
  let finest = Infinity;
  let coarsest = 0;
  for (let b = 0; b < count; b++) {
    finest = Math.min(finest, spheres[4 * b + 3]);
    coarsest = Math.max(coarsest, spheres[4 * b + 3]);
  }
  const width = 2 * CELL_WIDTH * Math.max(finest, coarsest * 2 ** -MAX_LEVELS);
  const buckets = resizeGrid(grid, count);
  const { starts, entries, levels, cells, hashes } = grid;
  const mask = buckets - 1;
  const used = new Uint8Array(MAX_LEVELS + 1);
  starts.fill(0, 0, buckets + 1);
  for (let b = 0; b < count; b++) {
    let level = 0;
    let size = width;
    while (size < 2 * spheres[4 * b + 3]) {
      size *= 2;
      level++;
    }
    levels[b] = level;
    used[level] = 1;
    cells[3 * b] = Math.floor(spheres[4 * b] / size) | 0;
    cells[3 * b + 1] = Math.floor(spheres[4 * b + 1] / size) | 0;
    cells[3 * b + 2] = Math.floor(spheres[4 * b + 2] / size) | 0;
    const hash = hashCell(cells[3 * b], cells[3 * b + 1], cells[3 * b + 2], level) & mask;
    hashes[b] = hash;
    starts[hash + 1]++;
  }
  for (let k = 0; k < buckets; k++) starts[k + 1] += starts[k];
  starts[buckets + 1] = count;
  for (let b = count - 1; b >= 0; b--) entries[--starts[hashes[b] + 1]] = b;
  // Filling backwards has moved each start down by one place: bucket k is entries[starts[k + 1]..starts[k + 2]).

  sortAlongCurve(grid, count);
  for (let n = 0; n < count; n++) {
    const b = grid.order[n];
    const x = spheres[4 * b];
    const y = spheres[4 * b + 1];
    const z = spheres[4 * b + 2];
    const r = spheres[4 * b + 3];
    let size = width * 2 ** levels[b];
    for (let level = levels[b]; level <= MAX_LEVELS; level++, size *= 2) {
      const isOwn = level === levels[b];
      if (!used[level] || (isOwn && (exempt[b] & AT_REST) !== 0)) continue;
      const cx = Math.floor(x / size) | 0;
      const cy = Math.floor(y / size) | 0;
      const cz = Math.floor(z / size) | 0;
      for (let k = 0; k < 27; k++) {
        const ix = (cx + (k % 3) - 1) | 0;
        const iy = (cy + (((k / 3) | 0) % 3) - 1) | 0;
        const iz = (cz + ((k / 9) | 0) - 1) | 0;
        const bucket = hashCell(ix, iy, iz, level) & mask;
        const end = starts[bucket + 2];
        for (let e = starts[bucket + 1]; e < end; e++) {
          const other = entries[e];
          if (levels[other] !== level || other === b || (exempt[b] & exempt[other]) !== 0) continue;
          if (isOwn && other < b && (exempt[other] & AT_REST) === 0) continue;
          if (cells[3 * other] !== ix || cells[3 * other + 1] !== iy || cells[3 * other + 2] !== iz) continue;
          const dx = spheres[4 * other] - x;
          const dy = spheres[4 * other + 1] - y;
          const dz = spheres[4 * other + 2] - z;
          const reach = spheres[4 * other + 3] + r;
          if (dx * dx + dy * dy + dz * dz > reach * reach) continue;
          if (isOwn && other < b) appendPair(grid, other, b);
          else appendPair(grid, b, other);
        }
      }
    }
  }
}

/** Orders spheres by the interleaved bits of their cells (Morton's curve, 10 bits each), equal ones by number. */
function sortAlongCurve(grid: SphereGrid, count: number): void {
  const { cells, keys, order } = grid;
  for (let b = 0; b < count; b++) {
    const code = spreadBits(cells[3 * b]) | (spreadBits(cells[3 * b + 1]) << 1) | (spreadBits(cells[3 * b + 2]) << 2);
    keys[b] = code * 2 ** 22 + b;
  }
  keys.subarray(0, count).sort();
  for (let n = 0; n < count; n++) order[n] = keys[n] % 2 ** 22;
}

/** The lowest 10 bits of x, two zeros between any two; negative cells begin in the middle. */
function spreadBits(x: number): number {
  let bits = (x + 512) & 1023;
  bits = (bits | (bits << 16)) & 0x030000ff;
  bits = (bits | (bits << 8)) & 0x0300f00f;
  bits = (bits | (bits << 4)) & 0x030c30c3;
  return (bits | (bits << 2)) & 0x09249249;
}

function appendPair(grid: SphereGrid, a: number, b: number): void {
  const o = 2 * grid.pairCount++;
  if (o + 2 > grid.pairs.length) {
    const larger = new Int32Array(2 * grid.pairs.length);
    larger.set(grid.pairs);
    grid.pairs = larger;
  }
  grid.pairs[o] = a;
  grid.pairs[o + 1] = b;
}

function resizeGrid(grid: SphereGrid, count: number): number {
  let buckets = 16;
  while (buckets < 2 * count) buckets *= 2;
  if (grid.starts.length < buckets + 2) grid.starts = new Int32Array(buckets + 2);
  if (grid.entries.length < count) {
    grid.entries = new Int32Array(count);
    grid.levels = new Int32Array(count);
    grid.cells = new Int32Array(3 * count);
    grid.hashes = new Int32Array(count);
    grid.order = new Int32Array(count);
    grid.keys = new Float64Array(count);
  }
  return buckets;
}
