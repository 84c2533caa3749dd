import type { Mesh } from '../../src/mesh/mesh.ts';
import { addBody, type BodyModel, type BodyShape, type World } from '../../src/simulate/index.ts';

/** The surface of a box with edges x, y, z, cut into cells no longer than `cell`; closed, vertices shared. */
export function createBoxMesh(x: number, y: number, z: number, cell: number): Mesh {
  const size = [x, y, z];
  const counts = size.map(length => Math.max(1, Math.round(length / cell)));
  const positions: number[] = [];
  const triangles: number[] = [];
  const numbers = new Map<string, number>();
  const vertexAt = (at: number[]): number => {
    const key = at.join();
    let v = numbers.get(key);
    if (v === undefined) {
      v = positions.length / 3;
      numbers.set(key, v);
      for (let axis = 0; axis < 3; axis++) positions.push(size[axis] * (at[axis] / counts[axis] - 0.5));
    }
    return v;
  };
  for (let axis = 0; axis < 3; axis++) {
    const u = (axis + 1) % 3;
    const v = (axis + 2) % 3;
    for (const side of [0, counts[axis]]) {
      for (let i = 0; i < counts[u]; i++) {
        for (let j = 0; j < counts[v]; j++) {
          const corner = (di: number, dj: number): number => {
            const at = [0, 0, 0];
            at[axis] = side;
            at[u] = i + di;
            at[v] = j + dj;
            return vertexAt(at);
          };
          const [a, b, c, d] = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
          if (side > 0) triangles.push(a, b, c, a, c, d);
          else triangles.push(a, c, b, a, d, c);
        }
      }
    }
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/**
 * A plank that bends: its modes are those of a free beam in shape (one, two, ... more waves along x), up and down, then
 * twisted. Normalised as if all mass were in the vertices.
 */
export function createPlank(modes = 4, size: [number, number, number] = [1, 0.06, 0.25], cell = 0.06): BodyModel {
  const mesh = createBoxMesh(...size, cell);
  const { positions } = mesh;
  const mass = 2;
  const [x, y, z] = size;
  const fields = Array.from({ length: modes }, (_, j) => {
    const waves = 1 + (j >> 1);
    const field = new Float64Array(positions.length);
    for (let o = 0; o < positions.length; o += 3) {
      const phase = Math.PI * (waves + 1) * (positions[o] / x + 0.5);
      if (j % 2 === 0) field[o + 1] = Math.cos(phase);
      else field[o + 2] = Math.cos(phase) * 0.4 + 0.1 * positions[o + 1];
    }
    let square = 0;
    for (const value of field) square += value * value;
    const scale = 1 / Math.sqrt((square * mass) / (positions.length / 3));
    return field.map(value => value * scale);
  });
  return {
    name: 'plank',
    mesh,
    modes: fields,
    frequencies: Float64Array.from(fields, (_, j) => 60 * (1 + j)),
    mass,
    inertia: Float64Array.of(
      (mass * (y * y + z * z)) / 12,
      0,
      0,
      0,
      (mass * (x * x + z * z)) / 12,
      0,
      0,
      0,
      (mass * (x * x + y * y)) / 12,
    ),
  };
}

/** Adds `count` bodies of a shape, each where `placeAt` says. */
export function addBodies(
  world: World,
  shape: BodyShape,
  count: number,
  placeAt: (k: number) => Parameters<typeof addBody>[2],
): void {
  for (let k = 0; k < count; k++) addBody(world, shape, placeAt(k));
}
