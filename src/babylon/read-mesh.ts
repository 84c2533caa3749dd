import type { Mesh as BabylonMesh } from '@babylonjs/core/Meshes/mesh.js';
import type { Mesh } from '../mesh/mesh.ts';
import type { Skin } from '../mesh/skin.ts';
import { nameOf } from './name-of.ts';
import { isSkinned } from './source-mesh.ts';

/** What of a mesh decides where its surface is. */
export interface ReadMesh {
  mesh: Mesh;
  /** Displacements by morph targets. */
  fields: Float64Array[];
  /** Joints are numbered as in `numbers`; null: the mesh has none. */
  skin: Skin | null;
  /** The matrices of the skeleton that move something, by their place in its list. */
  numbers: Uint32Array;
}

/** Reads all a shape is made of: triangle `t` is face `t` of the index buffer. `caller` begins messages. */
export function readMesh(source: BabylonMesh, caller: string): ReadMesh {
  const name = nameOf(source);
  const data = source.getVerticesData('position');
  if (!data) {
    throw new Error(`${caller}: ${name} has no positions on the CPU; load it first, and do not clear its cached data.`);
  }
  const positions = Float64Array.from(data);
  const wrong = positions.findIndex(x => !Number.isFinite(x));
  if (wrong >= 0) {
    throw new Error(
      `${caller}: ${'xyz'[wrong % 3]} of vertex ${Math.floor(wrong / 3)} of ${name} is ${positions[wrong]}.`,
    );
  }
  const triangles = listTriangles(source, positions.length / 3, caller);
  const fields = readFields(source, positions, caller);
  if (!isSkinned(source)) return { mesh: { positions, triangles }, fields, skin: null, numbers: new Uint32Array(0) };
  if (!source.computeBonesUsingShaders) {
    throw new Error(`${caller}: ${name} is skinned on the CPU, into its positions; leave computeBonesUsingShaders on.`);
  }
  const { skin, numbers } = readSkin(source, positions.length / 3, triangles, caller);
  return { mesh: { positions, triangles }, fields, skin, numbers };
}

function listTriangles(source: BabylonMesh, vertices: number, caller: string): Uint32Array {
  const indices = source.isUnIndexed ? null : source.getIndices();
  const triangles = indices ? Uint32Array.from(indices) : Uint32Array.from({ length: vertices }, (_, v) => v);
  if (triangles.length < 3 || triangles.length % 3 !== 0) {
    throw new Error(
      `${caller}: ${nameOf(source)} has ${triangles.length} corners of triangles; give it three for each.`,
    );
  }
  const wrong = triangles.findIndex(vertex => vertex >= vertices);
  if (wrong < 0) return triangles;
  throw new Error(`${caller}: ${nameOf(source)} has ${vertices} vertices, but an index says ${triangles[wrong]}.`);
}

/** Targets of Babylon are places, not displacements; one without positions moves nothing. */
function readFields(
  { morphTargetManager, name }: BabylonMesh,
  positions: Float64Array,
  caller: string,
): Float64Array[] {
  return Array.from({ length: morphTargetManager?.numTargets ?? 0 }, (_, m) => {
    const target = morphTargetManager!.getTarget(m).getPositions();
    if (!target) return new Float64Array(positions.length);
    if (target.length !== positions.length) {
      throw new Error(
        `${caller}: morph target ${m} of mesh '${name}' has ${target.length / 3} vertices, it ${positions.length / 3}.`,
      );
    }
    return positions.map((x, k) => target[k] - x);
  });
}

/**
 * Four influences for each vertex, or eight (`numBoneInfluencers`), as Babylon's own picking reads them. It divides by the sum of the
 * weights, as the division by w does on the graphics card: so does this. Vertices of no triangle follow nothing in particular.
 */
function readSkin(
  source: BabylonMesh,
  vertices: number,
  triangles: Uint32Array,
  caller: string,
): { skin: Skin; numbers: Uint32Array } {
  const kinds = source.numBoneInfluencers > 4 ? ['', 'Extra'] : [''];
  const parts = kinds.flatMap(kind => {
    const indices = source.getVerticesData(`matricesIndices${kind}`);
    const weights = source.getVerticesData(`matricesWeights${kind}`);
    return indices && weights ? [{ indices, weights }] : [];
  });
  const influences = 4 * parts.length;
  const joints = new Uint32Array(influences * vertices);
  const weights = new Float64Array(influences * vertices);
  const isUsed = new Uint8Array(vertices);
  for (const vertex of triangles) isUsed[vertex] = 1;
  for (let v = 0; v < vertices; v++) {
    let sum = 0;
    for (let k = 0; k < influences; k++) {
      const { indices, weights: given } = parts[k >> 2];
      const weight = Math.max(0, given[4 * v + (k & 3)]); // those below 0 are left out there, too
      joints[influences * v + k] = Math.floor(indices[4 * v + (k & 3)]);
      weights[influences * v + k] = weight;
      sum += weight;
    }
    if (!(sum > 0 && sum < Infinity)) {
      if (isUsed[v] === 1) {
        throw new Error(
          `${caller}: weights of vertex ${v} of ${nameOf(source)} sum to ${sum}; call cleanMatrixWeights() on it.`,
        );
      }
      weights[influences * v] = sum = 1;
      weights.fill(0, influences * v + 1, influences * (v + 1));
    }
    for (let k = 0; k < influences; k++) weights[influences * v + k] /= sum;
  }
  const numbers = renumber(joints, weights);
  return { skin: { jointCount: numbers.length, influences, joints, weights }, numbers };
}

/** Renumbers the joints that have weight somewhere, ascending, from 0 on, and returns what they were. */
function renumber(joints: Uint32Array, weights: Float64Array): Uint32Array {
  const used = Uint32Array.from(new Set(joints.filter((_, influence) => weights[influence] > 0))).sort();
  const numberOf = new Map(Array.from(used, (number, joint) => [number, joint]));
  for (let k = 0; k < joints.length; k++) joints[k] = weights[k] > 0 ? numberOf.get(joints[k])! : 0;
  return used;
}
