import { LARGEST } from '../../math/rounding.ts';
import { checkMesh, type Mesh } from '../../mesh/mesh.ts';
import { boundNodes, type NodeBounds } from './proxy-bounds.ts';
import { buildProxyTree, type ProxyTree } from './proxy-tree.ts';

/**
 * A body that bends as a weighted sum of a few displacement fields. Its origin is its centre of mass.
 */
export interface BodyModel {
  name: string;
  mesh: Mesh;
  /** Each mode moves every vertex (three numbers) per unit of amplitude; normalised so that its mass is 1. */
  modes: readonly Float64Array[];
  /** Of each mode, in radians per second. */
  frequencies: ArrayLike<number>;
  mass: number;
  /** About the origin: nine numbers, row by row. */
  inertia: ArrayLike<number>;
}

export interface BodyShapeOptions {
  /** Where the tree is cut: at most 2^level contact proxies. 10 unless told. */
  level?: number;
}

/** What all bodies of one model share. Never changed after it was made. */
export interface BodyShape {
  model: BodyModel;
  modes: number;
  tree: ProxyTree;
  /**
   * All that moving a family of two spheres reads, family by family: centre and radius of the first and of the second,
   * then for each mode the shift and growth of the first and of the second: 8 + 8 * modes numbers.
   */
  records: Float32Array;
  /** One per node: how many times the pad of its body (`refreshBody`) it is enlarged by for float32. */
  padShares: Float32Array;
  /** Per mode: the most any proxy shifts and grows per unit of amplitude. */
  liveliness: Float64Array;
  /** The most an edge of the mesh is stretched or turned per unit of each amplitude, as a share of its length. */
  strains: Float64Array;
  /** Nine numbers, in the body's frame. */
  inertia: Float64Array;
  inverseInertia: Float64Array;
  /** The mean square distance of the mass from the origin (m^2). */
  gyration: number;
}

/**
 * The rounding of an inner sphere, of a proxy below it, and what that proxy was padded by, together: less than four of
 * the pads that are enough for a proxy.
 */
const INNER_PAD_SHARE = 4;

/**
 * Builds what contact needs to know of a model: a tree of spheres down to `level`, bounded for all amplitudes.
 * Costs about a second for a hundred thousand triangles and ten modes; make it once and share it between bodies.
 * @example
 * {@includeCode ../../../examples/api/simulate.ts#world}
 */
export function createBodyShape(model: BodyModel, options: BodyShapeOptions = {}): BodyShape {
  const level = options.level ?? 10;
  checkModel(model, level);
  const tree = buildProxyTree(model.mesh, level);
  const bounds = boundNodes(tree, model.mesh.positions, model.modes);
  const nodes = tree.links.length;
  const inertia = Float64Array.from(model.inertia);
  return {
    model,
    modes: model.modes.length,
    tree,
    records: packRecords(bounds, nodes),
    padShares: Float32Array.from(tree.links, link => (link < 0 ? 1 : INNER_PAD_SHARE)),
    liveliness: findLiveliness(tree, bounds),
    strains: Float64Array.from(model.modes, mode => largestStrain(model.mesh, mode)),
    inertia,
    inverseInertia: invertSymmetric(inertia),
    gyration: (inertia[0] + inertia[4] + inertia[8]) / (2 * model.mass),
  };
}

function recordSize(modes: number): number {
  return 8 + 8 * modes;
}

/** Where the record of node `node` has its shift by mode 0; those of the next modes follow every 8 numbers. */
export function shiftStart(modes: number, node: number): number {
  return (node >> 1) * recordSize(modes) + 8 + 4 * (node & 1);
}

function packRecords(bounds: NodeBounds, nodes: number): Float32Array {
  const { modes, centers, radii, shifts, growths } = bounds;
  const size = recordSize(modes);
  const records = new Float32Array((nodes >> 1) * size);
  for (let node = 0; node < nodes; node++) {
    const o = (node >> 1) * size + 4 * (node & 1);
    records.set(centers.subarray(3 * node, 3 * node + 3), o);
    records[o + 3] = radii[node];
    for (let j = 0; j < modes; j++) {
      const k = node * modes + j;
      records.set(shifts.subarray(3 * k, 3 * k + 3), o + 8 + 8 * j);
      records[o + 11 + 8 * j] = growths[k];
    }
  }
  return records;
}

function findLiveliness(tree: ProxyTree, { modes, shifts, growths }: NodeBounds): Float64Array {
  const out = new Float64Array(modes);
  for (const node of tree.proxyNodes) {
    for (let j = 0; j < modes; j++) {
      const k = node * modes + j;
      const shift = Math.sqrt(shifts[3 * k] ** 2 + shifts[3 * k + 1] ** 2 + shifts[3 * k + 2] ** 2);
      out[j] = Math.max(out[j], shift + growths[k]);
    }
  }
  return out;
}

function largestStrain({ positions, triangles }: Mesh, mode: Float64Array): number {
  let largest = 0;
  for (let corner = 0; corner < triangles.length; corner++) {
    const a = 3 * triangles[corner];
    const b = 3 * triangles[corner % 3 === 2 ? corner - 2 : corner + 1];
    let moved = 0;
    let apart = 0;
    for (let axis = 0; axis < 3; axis++) {
      moved += (mode[a + axis] - mode[b + axis]) ** 2;
      apart += (positions[a + axis] - positions[b + axis]) ** 2;
    }
    if (apart > 0) largest = Math.max(largest, Math.sqrt(moved / apart));
  }
  return largest;
}

function invertSymmetric(m: Float64Array): Float64Array {
  const a = m[4] * m[8] - m[5] * m[7];
  const b = m[5] * m[6] - m[3] * m[8];
  const c = m[3] * m[7] - m[4] * m[6];
  const scale = 1 / (m[0] * a + m[1] * b + m[2] * c);
  return Float64Array.of(
    a * scale,
    (m[2] * m[7] - m[1] * m[8]) * scale,
    (m[1] * m[5] - m[2] * m[4]) * scale,
    b * scale,
    (m[0] * m[8] - m[2] * m[6]) * scale,
    (m[2] * m[3] - m[0] * m[5]) * scale,
    c * scale,
    (m[1] * m[6] - m[0] * m[7]) * scale,
    (m[0] * m[4] - m[1] * m[3]) * scale,
  );
}

function checkModel(model: BodyModel, level: number): void {
  const { mesh, modes, frequencies, mass, inertia, name } = model;
  if (!(Number.isInteger(level) && level >= 0 && level <= 24)) {
    throw new Error(`createBodyShape: level is ${level}; give a whole number from 0 (one sphere) to 24.`);
  }
  checkMesh(mesh, 'createBodyShape');
  if (frequencies.length !== modes.length) {
    throw new Error(
      `createBodyShape: ${name} has ${modes.length} modes but ${frequencies.length} frequencies; give one for each.`,
    );
  }
  modes.forEach((mode, j) => {
    if (mode.length !== mesh.positions.length) {
      throw new Error(
        `createBodyShape: mode ${j} of ${name} has ${mode.length} numbers; give three for each of the ${mesh.positions.length / 3} vertices.`,
      );
    }
    const bad = mode.findIndex(value => !(Math.abs(value) < LARGEST));
    if (bad >= 0) {
      throw new Error(
        `createBodyShape: mode ${j} of ${name} moves vertex ${Math.floor(bad / 3)} by ${mode[bad]}; modes must be finite.`,
      );
    }
    if (!(frequencies[j] > 0 && frequencies[j] < Infinity)) {
      throw new Error(
        `createBodyShape: frequency ${j} of ${name} is ${frequencies[j]}; give radians per second above 0 (leave rigid modes out).`,
      );
    }
  });
  if (!(mass > 0 && mass < Infinity)) {
    throw new Error(`createBodyShape: the mass of ${name} is ${mass}; give kilograms above 0.`);
  }
  if (inertia.length !== 9) {
    throw new Error(
      `createBodyShape: the inertia of ${name} has ${inertia.length} numbers; give a 3 x 3 matrix by rows.`,
    );
  }
  const determinant =
    inertia[0] * (inertia[4] * inertia[8] - inertia[5] * inertia[7]) -
    inertia[1] * (inertia[3] * inertia[8] - inertia[5] * inertia[6]) +
    inertia[2] * (inertia[3] * inertia[7] - inertia[4] * inertia[6]);
  if (!(inertia[0] > 0 && inertia[0] * inertia[4] > inertia[1] * inertia[3] && determinant > 0)) {
    throw new Error(
      `createBodyShape: the inertia of ${name} is not positive (determinant ${determinant}); it is about the centre of mass, in kg m^2.`,
    );
  }
}
