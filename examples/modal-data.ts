import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createStats } from '../src/debug.ts'; // 'poseclash/debug'
import { createCollider, createShape, findPairs, type Mesh, setPlacement, setPose } from '../src/index.ts'; // 'poseclash'

/** A closed surface and displacements of its vertices, one array of 3 numbers per vertex for each mode. */
export interface ModalModel {
  mesh: Mesh;
  modes: Float64Array[];
}

/**
 * The torus of Bullet's reduced deformable demo (data/reduced_torus, Zlib licence): the surface of its tetrahedra, and
 * vibration modes in order of frequency. `folder` holds the folder `bullet-reduced_torus`.
 */
export function readTorus(folder: string): ModalModel {
  const path = join(folder, 'bullet-reduced_torus');
  const { positions, corners } = readTetrahedra(readFileSync(join(path, 'torus_mesh.vtk'), 'utf8'));
  const bytes = readBytes(join(path, 'modes.bin'));
  const [total] = new Uint32Array(bytes, 0, 1);
  const numbers = new Float64Array(bytes.slice(4, 4 + 8 * total));
  return dropUnused(positions, findSurface(corners), splitModes(numbers, positions.length, 'readTorus'));
}

/**
 * The letter A of VegaFEM's demo of reduced dynamics (BSD licence): a basis for large deformations, so its fields are less
 * smooth than modes. `folder` holds the folder `vegafem-A`.
 */
export function readLetterA(folder: string): ModalModel {
  const path = join(folder, 'vegafem-A');
  const { positions, triangles } = readObj(readFileSync(join(path, 'A.obj'), 'utf8'));
  const bytes = readBytes(join(path, 'A.URendering.float'));
  const [rows, columns] = new Int32Array(bytes, 0, 2);
  const numbers = Float64Array.from(new Float32Array(bytes, 8, rows * columns));
  return dropUnused(positions, triangles, splitModes(numbers, positions.length, 'readLetterA'));
}

/** Points and tetrahedra (4 points each) of a legacy VTK file of tetrahedra alone, written as text. */
function readTetrahedra(text: string): { positions: Float64Array; corners: Uint32Array } {
  const numbersAfter = (word: string, perItem: number): number[] => {
    const [line, count] = new RegExp(`^${word} (\\d+).*\\n`, 'm').exec(text)!;
    return text
      .slice(text.indexOf(line) + line.length)
      .split(/\s+/, perItem * Number(count))
      .map(Number);
  };
  const cells = numbersAfter('CELLS', 5); // 4, and the four points
  return {
    positions: Float64Array.from(numbersAfter('POINTS', 3)),
    corners: Uint32Array.from(cells.filter((_, k) => k % 5 > 0)),
  };
}

/** The faces that belong to one tetrahedron only. They face outward, as VTK's tetrahedra are turned one way. */
function findSurface(corners: Uint32Array): Uint32Array {
  const faces = new Map<string, number[]>();
  for (let k = 0; k < corners.length; k += 4) {
    const [a, b, c, d] = corners.subarray(k, k + 4);
    for (const face of [
      [a, c, b],
      [a, b, d],
      [b, c, d],
      [a, d, c],
    ]) {
      const key = [...face].sort((p, q) => p - q).join();
      if (!faces.delete(key)) faces.set(key, face);
    }
  }
  return Uint32Array.from([...faces.values()].flat());
}

/** Vertices and triangles of an OBJ file. */
function readObj(text: string): { positions: Float64Array; triangles: Uint32Array } {
  const lines = text.split('\n').map(line => line.trim().split(/\s+/));
  const wordsOf = (kind: string): string[] =>
    lines.filter(([first]) => first === kind).flatMap(line => line.slice(1, 4));
  return {
    positions: Float64Array.from(wordsOf('v'), Number),
    triangles: Uint32Array.from(wordsOf('f'), word => Number.parseInt(word, 10) - 1), // 'vertex//normal', from 1 on
  };
}

function splitModes(numbers: Float64Array, length: number, caller: string): Float64Array[] {
  if (numbers.length === 0 || numbers.length % length !== 0) {
    throw new Error(
      `${caller}: ${numbers.length} numbers for modes of ${length / 3} vertices; give the modes of this very mesh.`,
    );
  }
  return Array.from({ length: numbers.length / length }, (_, m) => numbers.slice(m * length, (m + 1) * length));
}

/** Leaves out the vertices of no triangle: the inside of a solid. */
function dropUnused(positions: Float64Array, triangles: Uint32Array, modes: Float64Array[]): ModalModel {
  const used = [...new Set(triangles)].sort((a, b) => a - b);
  const newNumber = new Map(used.map((v, k) => [v, k]));
  const keep = (field: Float64Array): Float64Array =>
    Float64Array.from(used.flatMap(v => [field[3 * v], field[3 * v + 1], field[3 * v + 2]]));
  return {
    mesh: { positions: keep(positions), triangles: triangles.map(v => newNumber.get(v)!) },
    modes: modes.map(keep),
  };
}

/** The file as a buffer of its own, so that numbers in it are aligned. */
function readBytes(path: string): ArrayBuffer {
  return Uint8Array.from(readFileSync(path)).buffer;
}

/** The amplitude at which each mode moves some vertex by a tenth of the model's width, and slower modes more than faster. */
export function liveliness({ mesh, modes }: ModalModel): Float64Array {
  const width = widthOf(mesh);
  return Float64Array.from(modes, (mode, m) => (0.1 * width) / (1 + m) / Math.max(...mode.map(Math.abs)));
}

function widthOf({ positions }: Mesh): number {
  const x = positions.filter((_, k) => k % 3 === 0);
  return Math.max(...x) - Math.min(...x);
}

/** Two instances swing through each other, each vibrating at its own pace. */
function describeModel(name: string, model: ModalModel): void {
  const shape = createShape(model.mesh, { kind: 'modal', modes: model.modes }, { leafSize: 4 });
  const [a, b] = [createCollider(shape), createCollider(shape)];
  const most = liveliness(model);
  const times: number[] = [];
  const stats = createStats();
  let pairs = 0;
  const steps = 500;
  for (let step = 0; step < steps; step++) {
    setPose(a, { weights: most.map((size, m) => size * Math.sin(0.02 * (m + 1) * step)) });
    setPose(b, { weights: most.map((size, m) => size * Math.cos(0.03 * (m + 1) * step)) });
    const x = widthOf(model.mesh) * (0.75 + 0.3 * Math.sin(0.01 * step));
    setPlacement(b, Float64Array.of(1, 0, 0, x, 0, 1, 0, 0, 0, 0, 1, 0));
    const start = performance.now();
    pairs += findPairs(a, b, { stats }).length / 2;
    times.push(performance.now() - start);
  }
  const median = times.sort((s, t) => s - t)[steps / 2];
  console.log(
    `${name}: ${model.mesh.triangles.length / 3} triangles, ${model.modes.length} modes; ` +
      `${(pairs / steps).toFixed(1)} pairs touch, ${Math.round(stats.vertices / steps)} of ` +
      `${(2 * model.mesh.positions.length) / 3} vertices are deformed and ${(1000 * median).toFixed(0)} us pass per query`,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder] = process.argv.slice(2);
  if (!folder)
    throw new Error("modal-data: no folder; give the one that holds 'bullet-reduced_torus' and 'vegafem-A'.");
  describeModel('torus', readTorus(folder));
  describeModel('letter A', readLetterA(folder));
}
