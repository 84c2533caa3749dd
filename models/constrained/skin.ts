import type { Mesh } from '../../src/mesh/mesh.ts';
import { foreheadHeight } from './forehead.ts';

/** Vertices across the head and along it: 1426 in all, as in the paper. */
const COLUMNS = 31;
const ROWS = 46;
const HALF_WIDTH = 0.165;
const BACK = 0.17;
const FRONT = 0.545;

export interface ForeheadSkin {
  mesh: Mesh;
  /** Displacements when the brows are raised in full: skin is drawn back and lies in folds. */
  raised: Float64Array;
}

/**
 * A patch of skin over the forehead, open at its edges, outside up.
 */
export function createForeheadSkin(): ForeheadSkin {
  const positions = new Float64Array(3 * COLUMNS * ROWS);
  const raised = new Float64Array(positions.length);
  const triangles: number[] = [];
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < COLUMNS; column++) {
      const v = row * COLUMNS + column;
      const across = (2 * column) / (COLUMNS - 1) - 1;
      const along = row / (ROWS - 1);
      const z = BACK + (FRONT - BACK) * along;
      const x = HALF_WIDTH * across * (1 - 0.28 * along ** 3); // narrower between the eyes
      positions.set([x, foreheadHeight(x, z), z], 3 * v);
      raised.set(raiseBrow(x, z, across, along), 3 * v);
      if (row === ROWS - 1 || column === COLUMNS - 1) continue;
      const next = v + COLUMNS;
      if ((row + column) % 2 === 0) triangles.push(v, next, v + 1, v + 1, next, next + 1);
      else triangles.push(v, next, next + 1, v, next + 1, v + 1);
    }
  }
  return { mesh: { positions, triangles: Uint32Array.from(triangles) }, raised };
}

/** How the brows, once raised, have moved the skin at (x, z): back, most of all in front, and up and down in folds. */
function raiseBrow(x: number, z: number, across: number, along: number): [number, number, number] {
  const inside = Math.max(0, 1 - across ** 4) * Math.sin(Math.PI * Math.min(1, along * 1.05)) ** 0.8;
  const back = 0.028 * inside * along;
  const fold = 0.0042 * inside * Math.exp(-(((along - 0.55) / 0.28) ** 2)) * Math.cos((2 * Math.PI * z) / 0.047);
  return [0, foreheadHeight(x, z - back) - foreheadHeight(x, z) + fold, -back];
}
