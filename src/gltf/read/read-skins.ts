import type { Skeleton } from '../../deform/skeleton.ts';
import { determinant } from '../../math/matrix34.ts';
import type { GltfNodes } from '../asset.ts';
import { type AccessorTable, FLOAT, want } from '../container/accessors.ts';
import { indexOf, indicesOf, type JsonObject, nameOf, refuse } from '../container/json.ts';
import { toNumbers } from '../container/numbers.ts';
import type { TypedArray } from '../container/typed-arrays.ts';
import { isAffine, transposeAffine } from './read-nodes.ts';

export interface SkinPlan {
  where: string;
  name: string;
  /** The nodes of the joints. */
  joints: number[];
  /** The accessor of the inverse bind matrices; -1: they are all the identity. */
  bindMatrices: number;
}

export function planSkin(def: JsonObject, index: number, nodeCount: number, table: AccessorTable): SkinPlan {
  const where = `skins[${index}]`;
  const joints = indicesOf(def, 'joints', nodeCount, where);
  if (joints.length === 0) refuse(`${where}.joints`, def.joints, 'a skin must have joints');
  const seen = new Set<number>();
  joints.forEach((node, j) => {
    if (seen.has(node)) refuse(`${where}.joints[${j}]`, node, 'a skin may name a node once');
    seen.add(node);
  });
  const bindMatrices = indexOf(def, 'inverseBindMatrices', table.json.length, where);
  if (bindMatrices >= 0) {
    const { count } = want(table, bindMatrices, 'MAT4', [FLOAT], `${where}.inverseBindMatrices`);
    if (count < joints.length) {
      refuse(`accessors[${bindMatrices}].count`, count, `${where} has ${joints.length} joints, each with a matrix`);
    }
  }
  return { where, name: nameOf(def, `skin ${index}`), joints, bindMatrices };
}

/** The inverse bind matrices of a skin as 3x4 matrices. */
export function readBindMatrices(
  skin: SkinPlan,
  table: AccessorTable,
  arrays: ReadonlyMap<number, TypedArray>,
  gaps: string[],
): Float64Array {
  const matrices = new Float64Array(12 * skin.joints.length);
  if (skin.bindMatrices < 0) {
    for (let k = 0; k < matrices.length; k++) matrices[k] = (k % 12) % 5 === 0 ? 1 : 0;
    return matrices;
  }
  const def = table.wanted.get(skin.bindMatrices)!;
  const numbers = toNumbers(arrays.get(skin.bindMatrices)!, def, `${skin.where}.inverseBindMatrices`);
  let bent = 0;
  skin.joints.forEach((_, j) => {
    if (!isAffine(numbers, 16 * j)) bent++;
    transposeAffine(numbers, 16 * j, matrices, 12 * j);
  });
  if (bent > 0) {
    gaps.push(
      `${bent} inverse bind matrices of skin '${skin.name}' end in a row that is not 0, 0, 0, 1 and is taken for that.`,
    );
  }
  return matrices;
}

/**
 * How the joints of a body hang together where it was bound: a joint's parent is the nearest node above it that is a
 * joint too, and it rests where its bind matrix takes the origin from. Undefined if a matrix flattens.
 */
export function findSkeleton(nodes: GltfNodes, joints: Uint32Array, bindMatrices: Float64Array): Skeleton | undefined {
  const nearest = new Int32Array(nodes.parents.length).fill(-1); // for each node: itself, if a joint, or the joint above
  joints.forEach((node, j) => {
    nearest[node] = j;
  });
  for (const node of nodes.order) {
    if (nearest[node] < 0 && nodes.parents[node] >= 0) nearest[node] = nearest[nodes.parents[node]];
  }
  const parents = new Int32Array(joints.length).fill(-1);
  const positions = new Float64Array(3 * joints.length);
  for (let j = 0; j < joints.length; j++) {
    const carrier = nodes.parents[joints[j]];
    if (carrier >= 0) parents[j] = nearest[carrier];
    const [a, b, c, x, d, e, f, y, g, h, i, z] = bindMatrices.subarray(12 * j, 12 * j + 12);
    const scale = -1 / determinant(bindMatrices, 12 * j);
    positions[3 * j] = scale * ((e * i - f * h) * x + (c * h - b * i) * y + (b * f - c * e) * z);
    positions[3 * j + 1] = scale * ((f * g - d * i) * x + (a * i - c * g) * y + (c * d - a * f) * z);
    positions[3 * j + 2] = scale * ((d * h - e * g) * x + (b * g - a * h) * y + (a * e - b * d) * z);
  }
  return positions.every(Number.isFinite) ? { parents, positions } : undefined;
}
