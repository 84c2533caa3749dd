import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Mesh } from '../../src/index.ts';

/** As CGAL's own build has it, -frounding-math included, which its intervals need. */
const compileFlags = ['-std=c++17', '-O3', '-march=native', '-DNDEBUG', '-frounding-math'];
const libraries = ['-lgmp', '-lmpfr'];

/** A folder with the program built in it; `error` instead if there is no compiler or no CGAL. */
export interface CgalBuild {
  folder: string;
  program: string;
  error?: string;
}

export function buildCgal(source: string): CgalBuild {
  const folder = mkdtempSync(join(tmpdir(), 'poseclash-native-'));
  const program = join(folder, 'self-intersections');
  const { status, stderr, error } = spawnSync('g++', [...compileFlags, source, '-o', program, ...libraries], {
    encoding: 'utf8',
  });
  if (status === 0) return { folder, program };
  const reason = error ? 'there is no g++' : (stderr.split('\n').find(line => line.includes('error')) ?? 'g++ failed');
  return { folder, program, error: reason };
}

export function removeBuild({ folder }: CgalBuild): void {
  rmSync(folder, { recursive: true });
}

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

export async function openCgal({ folder, program }: CgalBuild, posed: PosedMeshes): Promise<Cgal> {
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
