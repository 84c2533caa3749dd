import type { CheckSubject } from '../../src/check/index.ts';
import type { Mesh } from '../../src/index.ts';

/** A box around the origin, closed and facing outward. */
export function createBoxMesh(x: number, y: number, z: number): Mesh {
  const positions = Float64Array.from({ length: 24 }, (_, k) => {
    const v = Math.floor(k / 3);
    const half = [x / 2, y / 2, z / 2][k % 3];
    return (v >> (k % 3)) & 1 ? half : -half;
  });
  const quads = [
    [0, 4, 6, 2],
    [1, 3, 7, 5],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 2, 3, 1],
    [4, 5, 7, 6],
  ];
  const triangles = quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]);
  return { positions, triangles: Uint32Array.from(triangles) };
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
