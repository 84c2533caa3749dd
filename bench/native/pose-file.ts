import { readFileSync, writeFileSync } from 'node:fs';
import type { Mesh, Skin } from '../../src/index.ts';

/** Two instances of one body in many poses: what all programs of a race get, to the last bit. All numbers are float32. */
export interface PosedBody {
  mesh: Mesh;
  /** Four slots a vertex; those without weight come last. */
  skin: Skin;
  /** By situation, then pose: the joint matrices of both, 3x4, row by row. As many poses in each situation. */
  situations: { a: Float64Array; b: Float64Array }[][];
}

/** POSE, in the order of its bytes. */
const MAGIC = 0x45534f50;

/** Little-endian; docs/benchmarks.md describes it. */
export function writePoses(file: string, { mesh, skin, situations }: PosedBody): void {
  const { positions, triangles } = mesh;
  const poses = situations[0].length;
  const counts = [positions.length / 3, triangles.length / 3, skin.jointCount, situations.length, poses];
  const arrays = [
    Uint32Array.of(MAGIC, ...counts),
    Float32Array.from(positions),
    Uint32Array.from(triangles),
    Uint16Array.from(skin.joints),
    Float32Array.from(skin.weights),
    ...situations.flat().flatMap(({ a, b }) => [Float32Array.from(a), Float32Array.from(b)]),
  ];
  const bytes = arrays.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength));
  writeFileSync(file, Buffer.concat(bytes));
}

export function readPoses(file: string): PosedBody {
  const { buffer } = Uint8Array.from(readFileSync(file));
  const [magic, vertices, triangles, jointCount, situations, poses] = new Uint32Array(buffer, 0, 6);
  if (magic !== MAGIC) throw new Error(`readPoses: ${file} has no poses.`);
  let at = 24;
  const take = (bytes: number): number => {
    at += bytes;
    return at - bytes;
  };
  const takeMatrices = (): Float64Array =>
    Float64Array.from(new Float32Array(buffer, take(48 * jointCount), 12 * jointCount));
  const mesh = {
    positions: Float64Array.from(new Float32Array(buffer, take(12 * vertices), 3 * vertices)),
    triangles: new Uint32Array(buffer, take(12 * triangles), 3 * triangles),
  };
  const joints = new Uint16Array(buffer, take(8 * vertices), 4 * vertices);
  const weights = new Float32Array(buffer, take(16 * vertices), 4 * vertices);
  return {
    mesh,
    skin: { jointCount, influences: 4, joints, weights },
    situations: Array.from({ length: situations }, () =>
      Array.from({ length: poses }, () => ({ a: takeMatrices(), b: takeMatrices() })),
    ),
  };
}
