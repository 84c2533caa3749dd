import { gatherByNode, type ModalProblem } from './free-body.ts';
import { findLowestModes } from './lowest-modes.ts';
import { orderNodes } from './node-order.ts';
import { addElement, createSkyline } from './skyline.ts';

/** Woven cloth, for each metre of width. */
export interface Cloth {
  /** kg/m^2. */
  density: number;
  /** N/m: resistance to stretch across and along the height, and to shear. */
  across: number;
  down: number;
  shear: number;
  /** N m: resistance to bending. */
  bending: number;
  /** kg/m: the weight in the hem. */
  hem: number;
}

/**
 * A sheet whose threads hang straight down: column `c` at (outline[2c], outline[2c + 1]) in the plan x, z; row 0 is the
 * top. Node (c, r) has the number c * rows + r.
 */
export interface HangingSheet {
  outline: Float64Array;
  rows: number;
  height: number;
  cloth: Cloth;
}

const GRAVITY = 9.81;

/** Three nodes for each triangle: the diagonals alternate. */
export function triangulateSheet(columns: number, rows: number): Uint32Array {
  const triangles: number[] = [];
  for (let c = 0; c + 1 < columns; c++) {
    for (let r = 0; r + 1 < rows; r++) {
      const a = c * rows + r;
      const [b, d, e] = [a + 1, a + rows, a + rows + 1];
      if ((c + r) % 2 === 0) triangles.push(a, b, e, a, e, d);
      else triangles.push(a, b, d, b, e, d);
    }
  }
  return Uint32Array.from(triangles);
}

/** Width of the strip of cloth between column `c` and the next. */
function stripWidth({ outline }: HangingSheet, c: number): number {
  return Math.hypot(outline[2 * c + 2] - outline[2 * c], outline[2 * c + 3] - outline[2 * c + 1]);
}

export function placeNodes({ outline, rows, height }: HangingSheet): Float64Array {
  const nodes = new Float64Array((3 * rows * outline.length) / 2);
  for (let n = 0; 3 * n < nodes.length; n++) {
    const c = Math.floor(n / rows);
    nodes.set([outline[2 * c], (-height * (n % rows)) / (rows - 1), outline[2 * c + 1]], 3 * n);
  }
  return nodes;
}

/** A quarter of each cell at each of its corners, and the hem along the last row. */
export function weighNodes(sheet: HangingSheet): Float64Array {
  const { rows, height, cloth } = sheet;
  const columns = sheet.outline.length / 2;
  const masses = new Float64Array(columns * rows);
  for (let c = 0; c + 1 < columns; c++) {
    const width = stripWidth(sheet, c);
    for (const column of [c, c + 1]) {
      masses[column * rows + rows - 1] += (cloth.hem * width) / 2;
      for (let r = 0; r + 1 < rows; r++) {
        const share = (cloth.density * width * height) / (rows - 1) / 4;
        masses[column * rows + r] += share;
        masses[column * rows + r + 1] += share;
      }
    }
  }
  return masses;
}

/** N/m: the tension between row `r` and the next carries all that hangs below. */
export function tensionBelow({ rows, height, cloth }: HangingSheet, r: number): number {
  return GRAVITY * (cloth.hem + (cloth.density * height * (rows - 1.5 - r)) / (rows - 1));
}

/**
 * Stiffness of the sheet about the shape in which it hangs, row 0 held. That shape is in balance: every thread is
 * straight and its tension carries what is below it. So the stiffness is exactly that of small motions: of the
 * stretched cloth, of the tension that rights a thread which leaves the vertical (most of it), and of its folds (hinges
 * as in Grinspun et al. 2003, which resist a change of angle and no rotation).
 */
export function assembleSheet(sheet: HangingSheet): ModalProblem {
  const { rows, outline } = sheet;
  const nodes = placeNodes(sheet);
  const count = nodes.length / 3;
  const triangles = triangulateSheet(outline.length / 2, rows);
  const hinges = findHinges(triangles, count);
  const fixed = Uint8Array.from({ length: count }, (_, n) => (n % rows === 0 ? 1 : 0));
  const rank = orderNodes(count, hinges, 4, fixed);
  const stiffness = createSkyline(rank, 3, hinges, 4);
  const element = new Float64Array(144);
  for (let t = 0; t < triangles.length; t += 3) {
    writeTriangle(sheet, nodes, triangles, t, element);
    addElement(stiffness, rank, 3, triangles, t, 3, element);
  }
  for (let h = 0; h < hinges.length; h += 4) {
    writeHinge(nodes, hinges, h, sheet.cloth.bending, element);
    addElement(stiffness, rank, 3, hinges, h, 4, element);
  }
  const weights = weighNodes(sheet);
  const masses = new Float64Array(stiffness.size);
  rank.forEach((r, n) => {
    if (r >= 0) masses.fill(weights[n], 3 * r, 3 * r + 3);
  });
  return { rank, stiffness, masses };
}

/** The `count` lowest modes: three numbers for each node. */
export function solveSheet(
  sheet: HangingSheet,
  count: number,
): { problem: ModalProblem; modes: Float64Array[]; frequencies: Float64Array } {
  const problem = assembleSheet(sheet);
  const { eigenvalues, vectors } = findLowestModes(problem.stiffness, problem.masses, count, 0);
  const modes = vectors.map(vector => gatherByNode(vector, problem.rank, 3));
  return { problem, modes, frequencies: eigenvalues.map(Math.sqrt) };
}

/** Four nodes for each inner edge: its ends, and the corners across on both sides. */
function findHinges(triangles: Uint32Array, nodes: number): Uint32Array {
  const across = new Map<number, number>();
  const hinges: number[] = [];
  for (let h = 0; h < triangles.length; h++) {
    const t = h - (h % 3);
    const [a, b, c] = [triangles[h], triangles[t + ((h + 1) % 3)], triangles[t + ((h + 2) % 3)]];
    const other = across.get(b * nodes + a);
    if (other === undefined) across.set(a * nodes + b, c);
    else hinges.push(a, b, c, other);
  }
  return Uint32Array.from(hinges);
}

/** A triangle of constant strain (9x9): the cloth, and the tension in it. */
function writeTriangle(
  sheet: HangingSheet,
  nodes: Float64Array,
  triangles: Uint32Array,
  t: number,
  out: Float64Array,
): void {
  const { rows, cloth } = sheet;
  const corners = [triangles[t], triangles[t + 1], triangles[t + 2]];
  const column = Math.floor(Math.min(...corners) / rows);
  const width = stripWidth(sheet, column);
  const { outline: plan } = sheet;
  const weft = [
    (plan[2 * column + 2] - plan[2 * column]) / width,
    0,
    (plan[2 * column + 3] - plan[2 * column + 1]) / width,
  ];
  const across = corners.map(n => (Math.floor(n / rows) - column) * width);
  const height = corners.map(n => nodes[3 * n + 1]);
  const double = (across[1] - across[0]) * (height[2] - height[0]) - (across[2] - across[0]) * (height[1] - height[0]);
  const area = Math.abs(double) / 2;
  const slopes = corners.map((_, i) => {
    const [j, k] = [(i + 1) % 3, (i + 2) % 3];
    return [(height[j] - height[k]) / double, (across[k] - across[j]) / double];
  });
  const tension = tensionBelow(sheet, Math.min(...corners.map(n => n % rows)));
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      const [si, hi] = slopes[i];
      const [sj, hj] = slopes[j];
      for (let p = 0; p < 3; p++) {
        for (let q = 0; q < 3; q++) {
          const up = p === 1 ? 1 : 0;
          const upQ = q === 1 ? 1 : 0;
          let value = cloth.across * si * weft[p] * sj * weft[q] + cloth.down * hi * up * hj * upQ;
          value += cloth.shear * (hi * weft[p] + si * up) * (hj * weft[q] + sj * upQ);
          if (p === q) value += tension * hi * hj;
          out[9 * (3 * i + p) + 3 * j + q] = area * value;
        }
      }
    }
  }
}

/** A hinge (12x12): bending times the square of the change of its angle, whose gradient is exact. */
function writeHinge(nodes: Float64Array, hinges: Uint32Array, h: number, bending: number, out: Float64Array): void {
  const at = [0, 1, 2, 3].map(i => [0, 1, 2].map(k => nodes[3 * hinges[h + i] + k]));
  const [a, b, c, d] = at;
  const edge = minus(b, a);
  const length = Math.hypot(...edge);
  const first = cross(minus(c, a), minus(c, b));
  const second = cross(minus(d, b), minus(d, a));
  const [firstSquare, secondSquare] = [dot3(first, first), dot3(second, second)];
  const along = (p: number[], q: number[]): number => dot3(minus(p, q), edge) / length;
  const gradient = new Float64Array(12);
  for (let k = 0; k < 3; k++) {
    const [u, v] = [first[k] / firstSquare, second[k] / secondSquare];
    gradient[k] = along(c, b) * u + along(d, b) * v;
    gradient[3 + k] = -along(c, a) * u - along(d, a) * v;
    gradient[6 + k] = length * u;
    gradient[9 + k] = length * v;
  }
  const area = (Math.sqrt(firstSquare) + Math.sqrt(secondSquare)) / 2;
  const factor = (3 * bending * length ** 2) / area;
  for (let i = 0; i < 12; i++) for (let j = 0; j < 12; j++) out[12 * i + j] = factor * gradient[i] * gradient[j];
}

function minus(a: number[], b: number[]): number[] {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function cross(a: number[], b: number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function dot3(a: number[], b: number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
