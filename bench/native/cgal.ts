import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Mesh } from '../../src/index.ts';
import type { Source } from './build.ts';

/** As CGAL's own build has it, -frounding-math included, which its intervals need. */
export const cgalSource: Source = {
  file: 'self-intersections',
  flags: ['-O3', '-march=native', '-DNDEBUG', '-frounding-math'],
  libraries: ['-lgmp', '-lmpfr'],
};

/** Posed meshes as both contenders get them, and as the program reads them. */
export interface PosedMeshes {
  meshes: Mesh[];
  /** By pose, then mesh. */
  positions: Float64Array[][];
}

/** What the program says of one pose. Faces are numbered through all meshes. */
export interface CgalAnswer {
  milliseconds: number;
  pairs: number;
  hash: number;
  degenerate: Set<number>;
}

/** The program at work on some meshes. */
export interface Cgal {
  version: string;
  /** Faces that a Surface_mesh does not take. */
  refused: Set<number>;
  ask(pose: number): Promise<CgalAnswer>;
  /** Ends the program, and waits until it has. */
  close(): Promise<void>;
}

/** Starts the program; what it reads is written to a file of the folder. */
export async function openCgal(program: string, folder: string, posed: PosedMeshes): Promise<Cgal> {
  const file = join(folder, 'meshes.bin');
  writeFileSync(file, packMeshes(posed));
  const child: ChildProcessWithoutNullStreams = spawn(program, [file]);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const readNumbers = async (): Promise<string[]> => {
    const { value, done } = await lines.next();
    if (done) throw new Error('openCgal: the program has ended.');
    return value.split(' ').filter((word: string) => word !== '');
  };
  const [version] = await readNumbers();
  const refused = new Set((await readNumbers()).map(Number));
  return {
    version,
    refused,
    async ask(pose) {
      child.stdin.write(`${pose}\n`);
      const [milliseconds, pairs, hash, ...degenerate] = (await readNumbers()).map(Number);
      return { milliseconds, pairs, hash, degenerate: new Set(degenerate) };
    },
    close() {
      const closed = new Promise<void>(resolve => child.once('close', () => resolve()));
      child.stdin.end();
      return closed;
    },
  };
}

/** Counts of meshes and poses; of each mesh those of vertices and triangles, and its corners; then mesh by mesh all poses. */
function packMeshes({ meshes, positions }: PosedMeshes): Uint8Array {
  const words = meshes.flatMap(({ positions: rest, triangles }) => [
    Uint32Array.of(rest.length / 3, triangles.length / 3),
    Uint32Array.from(triangles),
  ]);
  const numbers = meshes.flatMap((_, m) => positions.map(pose => pose[m]));
  const arrays = [Uint32Array.of(meshes.length, positions.length), ...words, ...numbers];
  return Buffer.concat(arrays.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)));
}
