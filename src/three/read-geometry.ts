import type * as three from 'three';
import type { Mesh } from '../mesh/mesh.ts';
import type { Skin } from '../mesh/skin.ts';
import { type Attribute, componentOf } from './component.ts';
import { nameOf } from './name-of.ts';
import { listTriangles } from './triangles.ts';

/** What of a three.js mesh decides where its surface is: only the vertices its triangles use, in their order. */
export interface ReadGeometry {
  mesh: Mesh;
  /** Displacements by morph targets, whichever way the geometry has them. */
  fields: Float64Array[];
  /** Joints are numbered as in `bones`; null: the mesh has none. */
  skin: Skin | null;
  bones: UsedBones;
}

export interface UsedBones {
  /** The bones that move something, by their number in the skeleton. */
  numbers: Uint32Array;
  /** How far the weights of a vertex sum from 1, at most. Shapes take them for rounding and divide by the sum; three.js does not. */
  sumError: number;
}

/** How far weights may sum from 1 and still be taken for rounding, as in deform/joint-sets.ts. */
const SUM_TOLERANCE = 0.016;

/** Reads all a shape is made of. `caller` begins messages; they number vertices as the geometry does. */
export function readGeometry(mesh: three.Mesh, caller: string): ReadGeometry {
  const { geometry } = mesh;
  const { triangles, vertices } = listTriangles(mesh, caller);
  const positions = readVectors(geometry.getAttribute('position'), vertices);
  const wrong = positions.findIndex(x => !Number.isFinite(x));
  if (wrong >= 0) {
    const at = `${'xyz'[wrong % 3]} of vertex ${vertices[Math.floor(wrong / 3)]}`;
    throw new Error(`${caller}: ${at} of ${nameOf(mesh)} is ${positions[wrong]}; positions must be finite.`);
  }
  const fields = (geometry.morphAttributes.position ?? []).map(target => {
    const field = readVectors(target, vertices);
    if (!geometry.morphTargetsRelative) for (let k = 0; k < field.length; k++) field[k] -= positions[k];
    return field;
  });
  const skin = isSkinned(mesh) ? readSkin(mesh, vertices, caller) : null;
  return { mesh: { positions, triangles }, fields, skin, bones: skin ? renumberJoints(skin) : noBones };
}

/** The bones that move something, as in `ReadGeometry`; none if the mesh is not skinned. Cost: one pass over the vertices. */
export function readBones(mesh: three.Mesh, caller: string): UsedBones {
  if (!isSkinned(mesh)) return noBones;
  return renumberJoints(readSkin(mesh, listTriangles(mesh, caller).vertices, caller));
}

const noBones: UsedBones = { numbers: new Uint32Array(0), sumError: 0 };

export function isSkinned(mesh: three.Mesh): mesh is three.SkinnedMesh {
  return (mesh as three.SkinnedMesh).isSkinnedMesh === true;
}

/** Three numbers of each vertex named: interleaved, normalized and half-float attributes are read as three.js reads them. */
function readVectors(attribute: Attribute, vertices: Uint32Array): Float64Array {
  const values = new Float64Array(3 * vertices.length);
  vertices.forEach((vertex, v) => {
    values[3 * v] = attribute.getX(vertex);
    values[3 * v + 1] = attribute.getY(vertex);
    values[3 * v + 2] = attribute.getZ(vertex);
  });
  return values;
}

interface ReadSkin extends Skin {
  joints: Uint32Array;
  weights: Float64Array;
  sumError: number;
}

/** Four joints for each vertex: three.js reads no more. */
function readSkin(mesh: three.Mesh, vertices: Uint32Array, caller: string): ReadSkin {
  const { skinIndex, skinWeight } = mesh.geometry.attributes;
  if (!skinIndex || !skinWeight) {
    throw new Error(`${caller}: ${nameOf(mesh)} is skinned without skinIndex and skinWeight; give it both attributes.`);
  }
  const joints = new Uint32Array(4 * vertices.length);
  const weights = new Float64Array(4 * vertices.length);
  let sumError = 0;
  for (let v = 0; v < vertices.length; v++) {
    const vertex = vertices[v];
    let sum = 0;
    for (let influence = 0; influence < 4; influence++) {
      const weight = componentOf(skinWeight, vertex, influence);
      if (!(weight >= 0)) {
        throw new Error(
          `${caller}: a weight of vertex ${vertex} of ${nameOf(mesh)} is ${weight}; weights must be 0 or more.`,
        );
      }
      sum += weight;
      weights[4 * v + influence] = weight;
      joints[4 * v + influence] = componentOf(skinIndex, vertex, influence);
    }
    if (!(Math.abs(sum - 1) <= SUM_TOLERANCE)) {
      throw new Error(
        `${caller}: weights of vertex ${vertex} of ${nameOf(mesh)} sum to ${sum}; call normalizeSkinWeights() on it first.`,
      );
    }
    sumError = Math.max(sumError, Math.abs(sum - 1));
  }
  return { jointCount: 0, influences: 4, joints, weights, sumError };
}

/**
 * Renumbers the joints that have weight somewhere, ascending, from 0 on, and returns what they were. Influences without weight
 * lose their joint, whatever it says.
 */
function renumberJoints(skin: ReadSkin): UsedBones {
  const { joints, weights, sumError } = skin;
  const used = Uint32Array.from(new Set(joints.filter((_, influence) => weights[influence] > 0))).sort();
  const numberOf = new Map(Array.from(used, (bone, joint) => [bone, joint]));
  for (let influence = 0; influence < joints.length; influence++)
    joints[influence] = weights[influence] > 0 ? numberOf.get(joints[influence])! : 0;
  skin.jointCount = used.length;
  return { numbers: used, sumError };
}
