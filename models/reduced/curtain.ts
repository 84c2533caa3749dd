import { measurePoints } from './free-body.ts';
import {
  type Cloth,
  type HangingSheet,
  placeNodes,
  solveSheet,
  triangulateSheet,
  weighNodes,
} from './hanging-sheet.ts';
import type { ReducedModel } from './reduced-model.ts';

/** Metres. The curtain hangs from y = 0 at the rod, which runs along x; the room is at +z. */
const WIDTH = 1.8;
const HEIGHT = 2.4;
const PLEATS = 8;
const PLEAT_DEPTH = 0.062;
const MODES = 12;

/** Cotton with a lining. */
const COTTON: Cloth = { density: 0.3, across: 2000, down: 4000, shear: 60, bending: 2e-4, hem: 0.08 };

export interface CurtainOptions {
  /** Strips of cloth from side to side: 86 unless told. */
  columns?: number;
  /** Cells from top to hem, an even number: 70 unless told. Every second row is analysed. */
  rows?: number;
}

/** The pleats seen from above, where `u` goes from 0 to 1: steep folds with round backs, each a little different. */
function foldAt(u: number): [x: number, z: number] {
  const swing = 2 * Math.PI * PLEATS * (u + 0.011 * Math.sin(9 * u) + 0.006 * Math.sin(23 * u + 2));
  const depth = PLEAT_DEPTH * (1 + 0.22 * Math.sin(5.1 * u + 1) + 0.3 * Math.sin(17.3 * u));
  const steep = 0.3 + 0.12 * Math.sin(13 * u);
  const x = WIDTH * (u - 0.5 - (steep * Math.sin(2 * swing)) / (2 * Math.PI * PLEATS));
  return [x, depth * Math.sin(swing)];
}

/** The folds at even distances along the cloth. */
function createOutline(columns: number): Float64Array {
  const steps = 4000;
  const points = Array.from({ length: steps + 1 }, (_, i) => foldAt(i / steps));
  const lengths = new Float64Array(steps + 1);
  for (let i = 1; i <= steps; i++) {
    lengths[i] = lengths[i - 1] + Math.hypot(points[i][0] - points[i - 1][0], points[i][1] - points[i - 1][1]);
  }
  const outline = new Float64Array(2 * (columns + 1));
  for (let c = 0, i = 0; c <= columns; c++) {
    const wanted = (lengths[steps] * c) / columns;
    while (i + 1 < steps && lengths[i + 1] < wanted) i++;
    outline.set(foldAt((i + (wanted - lengths[i]) / (lengths[i + 1] - lengths[i])) / steps), 2 * c);
  }
  return outline;
}

/** The curtain as it is analysed: all columns, every second row. */
export function createCurtainSheet(options: CurtainOptions = {}): HangingSheet {
  const { columns = 86, rows = 70 } = options;
  if (rows % 2 !== 0 || rows < 6) throw new Error(`createCurtain: ${rows} rows; give an even number of at least 6.`);
  return { outline: createOutline(columns), rows: rows / 2 + 1, height: HEIGHT, cloth: COTTON };
}

/**
 * A pleated curtain (12040 triangles unless told otherwise) and its lowest twelve motions, as it hangs: a sheet that
 * stretches, shears and bends under its own weight, held along its top edge (`hanging-sheet.ts`).
 */
export function createCurtain(options: CurtainOptions = {}): ReducedModel {
  const sheet = createCurtainSheet(options);
  const { modes, frequencies } = solveSheet(sheet, MODES);
  const { mass, inertia } = measurePoints(placeNodes(sheet), weighNodes(sheet));
  const rows = 2 * sheet.rows - 1;
  const positions = placeNodes({ ...sheet, rows });
  const triangles = triangulateSheet(sheet.outline.length / 2, rows);
  const fields = modes.map(mode => doubleRows(mode, sheet.rows));
  return { name: 'curtain', mesh: { positions, triangles }, modes: fields, frequencies, mass, inertia };
}

/** A row between each two, on cubic curves through the two rows above and below (three at the ends). */
export function doubleRows(mode: Float64Array, rows: number): Float64Array {
  const columns = mode.length / (3 * rows);
  const fine = new Float64Array(3 * columns * (2 * rows - 1));
  for (let c = 0; c < columns; c++) {
    for (let k = 0; k < 3; k++) {
      const at = (r: number): number => mode[3 * (c * rows + r) + k];
      for (let r = 0; r < 2 * rows - 1; r++) {
        const above = (r - 1) / 2;
        let value: number;
        if (r % 2 === 0) value = at(r / 2);
        else if (above === 0) value = (3 * at(0) + 6 * at(1) - at(2)) / 8;
        else if (above === rows - 2) value = (3 * at(rows - 1) + 6 * at(rows - 2) - at(rows - 3)) / 8;
        else value = (9 * (at(above) + at(above + 1)) - at(above - 1) - at(above + 2)) / 16;
        fine[3 * (c * (2 * rows - 1) + r) + k] = value;
      }
    }
  }
  return fine;
}
