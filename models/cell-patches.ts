/**
 * Which sheet of the surface each crossed edge of a lattice cell belongs to, for each of the 256 ways the eight corners
 * can lie inside (bit set) or outside. Corner `c` is at x = c & 1, y = c >> 1 & 1, z = c >> 2; edge `4 * axis + p + 2 * q`
 * runs along `axis` at place p along the next axis and q along the one after.
 */
export interface CellPatches {
  /** Sheets in a cell of each kind: 0 to 4. */
  counts: Uint8Array;
  /** The sheet of edge `e` in a cell of kind `k` is `patches[12 * k + e]`; 255 where the edge is not crossed. */
  patches: Uint8Array;
}

/**
 * Crossings are joined through the faces; on a face crossed four times, around each corner inside. Both cells of a face see
 * the same corners and so join alike, which is why sheets fit together across cells.
 */
export function createCellPatches(): CellPatches {
  const counts = new Uint8Array(256);
  const patches = new Uint8Array(256 * 12).fill(255);
  for (let kind = 0; kind < 256; kind++) {
    const leader = Array.from({ length: 12 }, (_, e) => e);
    const find = (e: number): number => (leader[e] === e ? e : find(leader[e]));
    for (let face = 0; face < 6; face++) joinFace(kind, faceCorners(face), (e, f) => (leader[find(e)] = find(f)));
    const sheets: number[] = [];
    for (let edge = 0; edge < 12; edge++) {
      if (!isCrossed(kind, edge)) continue;
      const sheet = find(edge);
      if (!sheets.includes(sheet)) sheets.push(sheet);
      patches[12 * kind + edge] = sheets.indexOf(sheet);
    }
    counts[kind] = sheets.length;
  }
  return { counts, patches };
}

/** The four corners of a face in the order around it. */
function faceCorners(face: number): number[] {
  const axis = face % 3;
  const base = face < 3 ? 0 : 1 << axis;
  const u = 1 << ((axis + 1) % 3);
  const v = 1 << ((axis + 2) % 3);
  return [base, base + u, base + u + v, base + v];
}

function joinFace(kind: number, corners: number[], join: (e: number, f: number) => void): void {
  const edges = corners.map((corner, i) => edgeBetween(corner, corners[(i + 1) % 4]));
  const crossed = edges.filter(edge => isCrossed(kind, edge));
  if (crossed.length === 2) join(crossed[0], crossed[1]);
  if (crossed.length < 4) return;
  for (let i = 0; i < 4; i++) if ((kind >> corners[i]) & 1) join(edges[i], edges[(i + 3) % 4]);
}

function edgeBetween(a: number, b: number): number {
  const axis = Math.log2(a ^ b);
  const low = a & b;
  return 4 * axis + ((low >> ((axis + 1) % 3)) & 1) + 2 * ((low >> ((axis + 2) % 3)) & 1);
}

function isCrossed(kind: number, edge: number): boolean {
  const axis = edge >> 2;
  const start = ((edge & 1) << ((axis + 1) % 3)) | (((edge >> 1) & 1) << ((axis + 2) % 3));
  return ((kind >> start) & 1) !== ((kind >> (start | (1 << axis))) & 1);
}
