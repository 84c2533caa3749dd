import type { Mesh } from '../../src/mesh/mesh.ts';
import type { Model } from '../model.ts';
import { createChainModel } from './chain-model.ts';

/** It rests along +y from y = 0, one unit wide and deep. */
export const BOX_LENGTH = 9;
const JOINTS = 34;
/** How far inside the box its first and last joint are. */
const INSET = 0.25;
/** Squares along x, y and z. */
const CELLS = [16, 188, 16];

/**
 * A long box with sharp edges: 25088 triangles, a chain of 34 joints along its middle, so 33 bones.
 */
export function createBox(): Model {
  const mesh = meshBox();
  const heights = mesh.positions.filter((_, k) => k % 3 === 1);
  return createChainModel('box', mesh, { joints: JOINTS, from: INSET, to: BOX_LENGTH - INSET }, heights);
}

/** The points of a lattice that lie on its six sides, each once, and two triangles for each square between them. */
function meshBox(): Mesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  const numbers = new Map<number, number>();
  const find = (at: number[]): number => {
    const key = at[0] + (CELLS[0] + 1) * (at[1] + (CELLS[1] + 1) * at[2]);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    positions.push(at[0] / CELLS[0] - 0.5, (BOX_LENGTH * at[1]) / CELLS[1], at[2] / CELLS[2] - 0.5);
    numbers.set(key, numbers.size);
    return numbers.size - 1;
  };
  for (let side = 0; side < 6; side++) {
    const axis = side % 3;
    const [u, v] = side < 3 ? [(axis + 1) % 3, (axis + 2) % 3] : [(axis + 2) % 3, (axis + 1) % 3];
    for (let i = 0; i < CELLS[u]; i++) {
      for (let j = 0; j < CELLS[v]; j++) {
        const corner = (du: number, dv: number): number => {
          const at = [0, 0, 0];
          at[axis] = side < 3 ? CELLS[axis] : 0;
          at[u] = i + du;
          at[v] = j + dv;
          return find(at);
        };
        const [a, b, c, d] = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
        triangles.push(a, b, c, a, c, d);
      }
    }
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}
