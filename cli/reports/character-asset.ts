import type { CheckSubject } from '../../src/check/index.ts';
import type { GltfAsset, GltfClip, GltfTrack } from '../../src/gltf/index.ts';

/** Poses a second that clips are written with. */
const RATE = 30;

/**
 * The built-in character as a glTF asset, so that it can be written as a file: a node for each joint, and clips of turns. Its
 * joints turn about their rest positions and never move against their parents, and parents come before children.
 */
export function createCharacterAsset({ bodies, clips }: CheckSubject): GltfAsset {
  const [body] = bodies;
  if (body.source.kind !== 'linear-blend' || !body.source.skeleton) {
    throw new Error(
      `createCharacterAsset: '${body.name}' is ${body.source.kind}; only a linear-blend skeleton is written.`,
    );
  }
  const { parents, positions } = body.source.skeleton;
  const joints = parents.length;
  const triangles = body.mesh.triangles.length / 3;
  const repeat = (numbers: number[]): Float64Array =>
    Float64Array.from({ length: joints * numbers.length }, (_, k) => numbers[k % numbers.length]);
  const own = Uint32Array.from({ length: joints }, (_, j) => j);
  return {
    nodes: {
      names: [...body.jointNames],
      parents: Int32Array.from(parents),
      order: own,
      translations: Float64Array.from(positions, (x, k) => {
        const parent = parents[Math.floor(k / 3)];
        return parent < 0 ? x : x - positions[3 * parent + (k % 3)];
      }),
      rotations: repeat([0, 0, 0, 1]),
      scales: repeat([1, 1, 1]),
      hasMatrix: new Uint8Array(joints),
      matrices: new Float64Array(12 * joints),
    },
    bodies: [
      {
        name: body.name,
        node: 0,
        mesh: body.mesh,
        source: body.source,
        joints: own,
        jointNames: [...body.jointNames],
        bindMatrices: repeat([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]).map((x, k) =>
          k % 4 === 3 ? -positions[3 * Math.floor(k / 12) + ((k % 12) >> 2)] : x,
        ),
        targetNames: [],
        restWeights: new Float64Array(0),
        isInvisible: false,
        opacities: Float64Array.of(1),
        materialNames: [...body.materialNames],
        primitiveOfTriangle: new Uint32Array(triangles),
        vertices: { primitives: Uint32Array.of(0), starts: Uint32Array.of(0), vertexOf: new Uint32Array(0) },
      },
    ],
    clips: clips.map(clip => writeTurns(clip, parents)),
    gaps: [],
    copyright: '',
  };
}

function writeTurns(clip: CheckSubject['clips'][number], parents: ArrayLike<number>): GltfClip {
  const steps = Math.max(1, Math.ceil((clip.end - clip.start) * RATE));
  const times = Float32Array.from({ length: steps + 1 }, (_, k) => clip.start + ((clip.end - clip.start) * k) / steps);
  const pose = { jointMatrices: new Float64Array(12 * parents.length), weights: new Float64Array(0) };
  const values = Array.from(parents as ArrayLike<number>, () => new Float32Array(4 * times.length));
  times.forEach((time, k) => {
    clip.poseAt(Math.min(time, clip.end), [pose]);
    for (let j = 0; j < parents.length; j++) {
      const turn = toQuaternion(turnAgainst(pose.jointMatrices, parents[j], j));
      const before = k > 0 ? [...values[j].subarray(4 * k - 4, 4 * k)] : turn;
      const sign = before.reduce((sum, x, i) => sum + x * turn[i], 0) < 0 ? -1 : 1; // the shorter way
      values[j].set(
        turn.map(x => sign * x),
        4 * k,
      );
    }
  });
  const tracks = values.map(
    (list, node): GltfTrack => ({
      node,
      path: 'rotation',
      interpolation: 'LINEAR',
      size: 4,
      times,
      values: list,
      bodies: [],
    }),
  );
  return { name: clip.name, start: clip.start, end: clip.end, keyTimes: Float64Array.from(times), tracks };
}

/** The linear part of joint j against that of its parent, 9 numbers by rows; both are rotations. */
function turnAgainst(matrices: Float64Array, parent: number, j: number): number[] {
  const at = (m: number, row: number, column: number): number =>
    m < 0 ? Number(row === column) : matrices[12 * m + 4 * row + column];
  return Array.from({ length: 9 }, (_, k) => {
    const [row, column] = [Math.floor(k / 3), k % 3];
    return [0, 1, 2].reduce((sum, i) => sum + at(parent, i, row) * at(j, i, column), 0);
  });
}

/** The quaternion (x, y, z, w) of a rotation, from its largest component on, so that nothing is divided by little. */
function toQuaternion([a, b, c, d, e, f, g, h, i]: number[]): number[] {
  const squares = [1 + a - e - i, 1 - a + e - i, 1 - a - e + i, 1 + a + e + i];
  const largest = squares.indexOf(Math.max(...squares));
  const rows = [
    [squares[0], b + d, c + g, h - f],
    [b + d, squares[1], f + h, c - g],
    [c + g, f + h, squares[2], d - b],
    [h - f, c - g, d - b, squares[3]],
  ];
  const row = rows[largest];
  const length = Math.hypot(...row);
  return row.map(x => x / length);
}
