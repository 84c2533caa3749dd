import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createShape, type Mesh, type Shape, type Skin } from '../../src/index.ts';
import { findRoot } from '../harness/model-folder.ts';

/** Two creatures in many poses, from a file that its README describes: near each other, touching lightly, and deep in each other. */
export interface CreatureFile {
  mesh: Mesh;
  skin: Skin;
  situations: { name: 'near' | 'light' | 'deep'; poses: { a: Float64Array; b: Float64Array }[] }[];
}

/** The same, with the shape built. */
export interface Creatures {
  shape: Shape;
  triangles: number;
  situations: CreatureFile['situations'];
}

/** The file of a size beside the repository, or null. */
export function findCreatureFile(size: number): string | null {
  const root = findRoot(fileURLToPath(new URL('.', import.meta.url)));
  const file = join(root, '..', 'shared', 'data', 'creature', `creature_${size}.bin`);
  return existsSync(file) ? file : null;
}

export function buildCreatures({ mesh, skin, situations }: CreatureFile): Creatures {
  return {
    shape: createShape(mesh, { kind: 'linear-blend', skin }),
    triangles: mesh.triangles.length / 3,
    situations,
  };
}

export function readCreatureFile(file: string): CreatureFile {
  const { buffer } = Uint8Array.from(readFileSync(file));
  const [, vertices, triangles, jointCount, frames] = new Int32Array(buffer, 0, 6);
  let at = 24;
  const take = (bytes: number): number => {
    at += bytes;
    return at - bytes;
  };
  const positions = Float64Array.from(new Float32Array(buffer, take(12 * vertices), 3 * vertices));
  const corners = new Uint32Array(buffer, take(12 * triangles), 3 * triangles).slice();
  const joints = Uint16Array.from(new Uint8Array(buffer, take(4 * vertices), 4 * vertices));
  const weights = new Float32Array(buffer, take(16 * vertices), 4 * vertices).slice();
  /** Matrices are 4x4 column by column; ours are 3x4 row by row. */
  const takePose = (): Float64Array => {
    const palette = new Float32Array(buffer, take(64 * jointCount), 16 * jointCount);
    return Float64Array.from({ length: 12 * jointCount }, (_, k) => {
      const [joint, row, column] = [Math.floor(k / 12), Math.floor(k / 4) % 3, k % 4];
      return palette[16 * joint + 4 * column + row];
    });
  };
  const situations = (['near', 'light', 'deep'] as const).map(name => ({
    name,
    poses: Array.from({ length: frames }, () => {
      const poses = { a: takePose(), b: takePose() };
      const [pairs] = new Int32Array(buffer, take(4), 1);
      take(8 * pairs);
      return poses;
    }),
  }));
  return { mesh: { positions, triangles: corners }, skin: { jointCount, influences: 4, joints, weights }, situations };
}
