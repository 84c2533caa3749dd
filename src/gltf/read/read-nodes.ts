import { determinant } from '../../math/matrix34.ts';
import { quaternionOfMatrix } from '../../math/quaternion.ts';
import type { GltfNodes } from '../asset.ts';
import { indicesOf, type JsonObject, nameOf, numbersOf, objectsOf, refuse } from '../container/json.ts';

/** Reads the hierarchy and the rest transforms. Refuses nodes that hang on two parents or on themselves. */
export function readNodes(json: JsonObject, gaps: string[]): GltfNodes {
  const defs = objectsOf(json, 'nodes', '');
  const nodes: GltfNodes = {
    names: defs.map((def, n) => nameOf(def, `node ${n}`)),
    parents: readParents(defs),
    order: new Uint32Array(defs.length),
    translations: new Float64Array(3 * defs.length),
    rotations: new Float64Array(4 * defs.length),
    scales: new Float64Array(3 * defs.length),
    hasMatrix: new Uint8Array(defs.length),
    matrices: new Float64Array(12 * defs.length),
  };
  nodes.order.set(orderParentsFirst(nodes.parents));
  defs.forEach((def, n) => {
    const where = `nodes[${n}]`;
    nodes.translations.set(numbersOf(def, 'translation', 3, where) ?? [0, 0, 0], 3 * n);
    nodes.scales.set(numbersOf(def, 'scale', 3, where) ?? [1, 1, 1], 3 * n);
    nodes.rotations.set(numbersOf(def, 'rotation', 4, where) ?? [0, 0, 0, 1], 4 * n);
    const matrix = numbersOf(def, 'matrix', 16, where);
    if (matrix) {
      if (!isAffine(matrix, 0)) gaps.push(`The last row of ${where}.matrix is not 0, 0, 0, 1 and is taken for that.`);
      nodes.hasMatrix[n] = 1;
      transposeAffine(matrix, 0, nodes.matrices, 12 * n);
    }
  });
  return nodes;
}

/**
 * Turns the fixed matrix of a node that a clip moves (which the specification forbids) into the translation, rotation
 * and scale that the clip replaces parts of. What shears is lost.
 */
export function splitMatrix(nodes: GltfNodes, n: number): void {
  const { matrices, translations, rotations, scales } = nodes;
  const turn = matrices.slice(12 * n, 12 * n + 12);
  const mirror = determinant(turn, 0) < 0 ? -1 : 1;
  for (let axis = 0; axis < 3; axis++) {
    const length = Math.hypot(turn[axis], turn[4 + axis], turn[8 + axis]);
    if (!(length > 0))
      refuse(`nodes[${n}].matrix`, [...turn], 'a clip moves this node, and a flat map cannot be split');
    scales[3 * n + axis] = axis === 0 ? mirror * length : length;
    translations[3 * n + axis] = turn[4 * axis + 3];
    for (let row = 0; row < 12; row += 4) turn[row + axis] /= scales[3 * n + axis];
  }
  quaternionOfMatrix(turn, 0, rotations, 4 * n);
  nodes.hasMatrix[n] = 0;
}

/** Is the last row of a 4x4 matrix (by columns, as glTF stores them) 0, 0, 0, 1 but for rounding? */
export function isAffine(columns: ArrayLike<number>, o: number): boolean {
  for (let k = 0; k < 4; k++) {
    if (!(Math.abs(columns[o + 4 * k + 3] - (k === 3 ? 1 : 0)) < 1e-5)) return false;
  }
  return true;
}

/** A 4x4 matrix by columns as a 3x4 matrix by rows. */
export function transposeAffine(columns: ArrayLike<number>, i: number, out: Float64Array, o: number): void {
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 4; column++) out[o + 4 * row + column] = columns[i + 4 * column + row];
  }
}

function readParents(defs: JsonObject[]): Int32Array {
  const parents = new Int32Array(defs.length).fill(-1);
  defs.forEach((def, n) => {
    for (const child of indicesOf(def, 'children', defs.length, `nodes[${n}]`)) {
      if (parents[child] >= 0 || child === n) {
        refuse(`nodes[${n}].children`, child, `that node already hangs on node ${child === n ? n : parents[child]}`);
      }
      parents[child] = n;
    }
  });
  return parents;
}

/** Every node after its parent: by depth, which also finds the ring of nodes that no root carries. */
function orderParentsFirst(parents: Int32Array): number[] {
  const children: number[][] = Array.from(parents, () => []);
  const order: number[] = [];
  parents.forEach((parent, n) => {
    if (parent < 0) order.push(n);
    else children[parent].push(n);
  });
  for (let k = 0; k < order.length; k++) for (const child of children[order[k]]) order.push(child);
  if (order.length < parents.length) {
    const listed = new Set(order);
    const lost = parents.findIndex((_, n) => !listed.has(n));
    refuse(`nodes[${lost}]`, 'its own ancestor', 'nodes must form trees');
  }
  return order;
}
