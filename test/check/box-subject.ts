import type { CheckSubject } from '../../src/check/index.ts';
import type { Mesh } from '../../src/index.ts';
import { createBoxes } from '../support/boxes.ts';

/** A box around the origin, closed and facing outward. */
export function createBoxMesh(x: number, y: number, z: number): Mesh {
  const high = [x / 2, y / 2, z / 2];
  return createBoxes([high.map(half => -half), high]);
}

/** Boxes that move as `placeAt` says: for each a place and a turn about the vertical. */
export function createBoxSubject(
  sizes: [number, number, number][],
  end: number,
  placeAt: (time: number) => { at: [number, number, number]; turn?: number }[],
): CheckSubject {
  const pose = (time: number) =>
    placeAt(time).map(({ at: [x, y, z], turn = 0 }) => {
      const [c, s] = [Math.cos(turn), Math.sin(turn)];
      return { jointMatrices: Float64Array.of(c, 0, s, x, 0, 1, 0, y, -s, 0, c, z), weights: new Float64Array(0) };
    });
  return {
    name: 'boxes',
    bodies: sizes.map(([x, y, z], b) => ({
      name: `box ${b}`,
      mesh: createBoxMesh(x, y, z),
      source: { kind: 'rigid' },
      jointNames: [`box ${b}`],
      materialNames: [`paint ${b}`],
    })),
    rest: pose(0),
    clips: [
      {
        name: 'move',
        start: 0,
        end,
        poseAt: (time, out) => {
          pose(time).forEach(({ jointMatrices }, b) => {
            out[b].jointMatrices.set(jointMatrices);
          });
        },
      },
    ],
  };
}
