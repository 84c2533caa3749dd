import type { AccessorTable } from '../../src/gltf/container/accessors.ts';
import { toNumbers } from '../../src/gltf/container/numbers.ts';
import type { TypedArray } from '../../src/gltf/container/typed-arrays.ts';
import type { GltfBody } from '../../src/gltf/index.ts';
import { LARGEST_INDEX, listTriangles } from '../../src/gltf/read/triangles.ts';
import { asMesh, type BodyLooks, toShown } from './looks.ts';
import type { MaterialPlan } from './read-material.ts';

/** A primitive by the numbers of its material and its accessors; -1: none. */
export interface PrimitiveLooks {
  material: number;
  uvs: number;
  colors: number;
  indices: number;
  vertices: number;
  mode: number;
}

/** The data of the file, as far as looks need it. */
export interface LooksData {
  table: AccessorTable;
  arrays: ReadonlyMap<number, TypedArray>;
  /** Do strips and fans begin anew after the largest index? */
  restarts: boolean;
}

/**
 * Joins the primitives of a body as its mesh has joined them. The mesh merges vertices that move as one; here those of them stay
 * apart that differ in colour or place on the image. `numbers`: the materials of the file that are used, in the order of looks.
 */
export function splitVertices(
  body: GltfBody,
  primitives: readonly PrimitiveLooks[],
  numbers: readonly number[],
  materials: ReadonlyMap<number, MaterialPlan>,
  data: LooksData,
): BodyLooks {
  const { mesh, vertices, primitiveOfTriangle } = body;
  const materialOfTriangle = primitiveOfTriangle.map(p => numbers.indexOf(primitives[p].material));
  const hasUvs = primitives.some(({ uvs }) => uvs >= 0);
  const hasColors = primitives.some(({ colors }) => colors >= 0);
  if (!hasUvs && !hasColors) return { ...asMesh(mesh), materialOfTriangle };

  const vertexOf: number[] = [];
  const uvs: number[] = [];
  const colors: number[] = [];
  const corners = new Uint32Array(mesh.triangles.length);
  // The vertices made of each vertex of the mesh: the last, and before each the one before.
  const last = new Int32Array(mesh.positions.length / 3).fill(-1);
  const before: number[] = [];
  const findOrAdd = (v: number, uv: readonly number[], color: readonly number[]): number => {
    for (let own = last[v]; own >= 0; own = before[own]) {
      const isSame = uv.every((x, k) => uvs[2 * own + k] === x) && color.every((x, k) => colors[4 * own + k] === x);
      if (isSame) return own;
    }
    before.push(last[v]);
    uvs.push(...uv);
    colors.push(...color);
    return (last[v] = vertexOf.push(v) - 1);
  };
  let at = 0;
  primitives.forEach((primitive, p) => {
    const triangles = listCorners(primitive, data);
    const uvOf = readUvs(primitive, materials.get(primitive.material)!, data);
    const colorOf = readColors(primitive, data);
    const made = new Int32Array(primitive.vertices).fill(-1);
    const count = triangles?.length ?? countCorners(primitiveOfTriangle, p);
    for (let k = 0; k < count; k++, at++) {
      const own = triangles ? triangles[k] : -1;
      if (own < 0) corners[at] = findOrAdd(mesh.triangles[at], [0, 0], [255, 255, 255, 255]);
      else {
        if (made[own] < 0) made[own] = findOrAdd(vertices.vertexOf[vertices.starts[p] + own], uvOf(own), colorOf(own));
        corners[at] = made[own];
      }
    }
  });
  return {
    vertexOf: Uint32Array.from(vertexOf),
    corners,
    uvs: hasUvs ? Float32Array.from(uvs) : null,
    colors: hasColors ? Uint8Array.from(colors) : null,
    materialOfTriangle,
  };
}

/** The corners of a primitive's triangles as the file numbers them; null if nothing depends on them. */
function listCorners(
  { mode, uvs, colors, indices, vertices }: PrimitiveLooks,
  { table, arrays, restarts }: LooksData,
): Uint32Array | null {
  if (uvs < 0 && colors < 0) return null;
  const { componentType } = table.wanted.get(indices) ?? {};
  const restart = restarts && componentType ? LARGEST_INDEX[componentType] : -1;
  return listTriangles(mode, indices < 0 ? null : arrays.get(indices)!, vertices, restart);
}

function countCorners(primitiveOfTriangle: Uint32Array, primitive: number): number {
  return 3 * primitiveOfTriangle.reduce((sum, p) => sum + Number(p === primitive), 0);
}

function readUvs({ uvs }: PrimitiveLooks, material: MaterialPlan, { table, arrays }: LooksData) {
  if (uvs < 0) return () => [0, 0];
  const numbers = toNumbers(arrays.get(uvs)!, table.wanted.get(uvs)!, 'TEXCOORD');
  const t = material.uvTransform ?? [1, 0, 0, 0, 1, 0];
  return (v: number): number[] => {
    const [x, y] = [numbers[2 * v], numbers[2 * v + 1]];
    return [Math.fround(t[0] * x + t[1] * y + t[2]), Math.fround(t[3] * x + t[4] * y + t[5])];
  };
}

function readColors({ colors }: PrimitiveLooks, { table, arrays }: LooksData) {
  if (colors < 0) return () => [255, 255, 255, 255];
  const def = table.wanted.get(colors)!;
  const numbers = toNumbers(arrays.get(colors)!, { ...def, normalized: true }, 'COLOR_0');
  return (v: number): number[] => {
    const o = def.size * v;
    const alpha = def.size === 4 ? Math.min(1, Math.max(0, numbers[o + 3])) : 1;
    return [...[0, 1, 2].map(c => Math.round(255 * toShown(numbers[o + c]))), Math.round(255 * alpha)];
  };
}
