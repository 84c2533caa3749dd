import { sayValue } from '../math/say-value.ts';
import { checkMesh, type Mesh, vertexCount } from './mesh.ts';
import { checkSkin, type Skin } from './skin.ts';

/** A displacement of every vertex, 3 numbers each: a morph target or a mode. */
type Field = Float64Array | Float32Array;

export interface Welded {
  mesh: Mesh;
  /** The skin of the new vertices, if one was given. */
  skin?: Skin;
  /** The fields of the new vertices, if some were given. */
  fields?: Field[];
  /** Old vertex -> new vertex. */
  vertexOf: Uint32Array;
}

/** The influences of vertex `v` in a normal form: `counts[v]` of them from `v * influences` on, ascending by joint. */
interface NormalSkin {
  influences: number;
  counts: Uint32Array;
  joints: Uint32Array;
  weights: Float64Array;
}

const EMPTY = 0xffffffff;

/**
 * Merges the vertices that move as one: equal positions (to the bit, except that -0 is 0); if a skin is given, the same
 * weight for every joint, however the influences are ordered, split or padded; and if fields are given, equal displacements.
 * Vertices at the same place with different weights or displacements stay apart: they part in other poses. Nothing is
 * moved, so the posed surface is the same to the bit, up to the order in which a deformer adds the influences of a vertex.
 *
 * Triangles keep their number and order; one whose corners were merged becomes degenerate and is kept (`reportManifold`
 * lists it). New vertices are ordered by their first old vertex, whose position, skin influences and displacements they take.
 * Vertices without triangles are kept.
 *
 * Expected linear time (open addressing on typed arrays; all that is compared is hashed): about 0.2 us for each vertex,
 * and 0.02 us more for each field.
 * @example
 * {@includeCode ../../examples/api/meshes.ts#mesh}
 */
export function weld(mesh: Mesh, skin?: Skin, fields?: readonly Field[]): Welded {
  checkMesh(mesh, 'weld');
  const vertices = vertexCount(mesh);
  if (skin !== undefined) checkSkin(skin, 'weld');
  const normal = skin && normalizeSkin(skin, vertices);
  if (fields !== undefined) checkFields(fields, vertices);
  const displacements = fields ?? [];
  // Adding 0 turns -0 into 0 and changes nothing else.
  const positions = mesh.positions.map(x => x + 0);
  const hashes = hashVertices(positions, normal, displacements);
  const mask = 2 ** Math.ceil(Math.log2(2 * vertices + 1)) - 1;
  const table = new Uint32Array(mask + 1).fill(EMPTY);
  const vertexOf = new Uint32Array(vertices);
  const firstOf = new Uint32Array(vertices);
  let count = 0;
  for (let v = 0; v < vertices; v++) {
    let bucket = hashes[v] & mask;
    while (table[bucket] !== EMPTY && !isSame(positions, normal, displacements, firstOf[table[bucket]], v)) {
      bucket = (bucket + 1) & mask;
    }
    if (table[bucket] === EMPTY) {
      table[bucket] = count;
      firstOf[count++] = v;
    }
    vertexOf[v] = table[bucket];
  }
  const kept = firstOf.subarray(0, count);
  const welded: Welded = {
    mesh: { positions: keepRows(mesh.positions, 3, kept), triangles: mesh.triangles.map(v => vertexOf[v]) },
    vertexOf,
  };
  if (skin) {
    const { jointCount, influences } = skin;
    const joints = keepRows(skin.joints, influences, kept);
    welded.skin = { jointCount, influences, joints, weights: keepRows(skin.weights, influences, kept) };
  }
  if (fields) welded.fields = fields.map(field => keepRows(field, 3, kept));
  return welded;
}

function normalizeSkin(skin: Skin, vertices: number): NormalSkin {
  const { influences } = skin;
  for (const entries of [skin.joints.length, skin.weights.length]) {
    if (entries !== vertices * influences) {
      throw new Error(
        `weld: skin has ${entries / influences} vertices, the mesh ${vertices}; give one row for each vertex.`,
      );
    }
  }
  const counts = new Uint32Array(vertices);
  const joints = new Uint32Array(vertices * influences);
  const weights = new Float64Array(vertices * influences);
  for (let v = 0; v < vertices; v++) {
    const from = v * influences;
    let to = from;
    // Insertion sort by joint, then weight: the sums below must not depend on the order of the influences.
    for (let influence = from; influence < from + influences; influence++) {
      const joint = skin.joints[influence];
      const weight = skin.weights[influence];
      if (weight === 0) continue;
      let k = to++;
      for (; k > from && (joints[k - 1] > joint || (joints[k - 1] === joint && weights[k - 1] > weight)); k--) {
        joints[k] = joints[k - 1];
        weights[k] = weights[k - 1];
      }
      joints[k] = joint;
      weights[k] = weight;
    }
    let last = from - 1;
    for (let influence = from; influence < to; influence++) {
      if (last >= from && joints[last] === joints[influence]) {
        weights[last] += weights[influence];
      } else {
        last++;
        joints[last] = joints[influence];
        weights[last] = weights[influence];
      }
    }
    counts[v] = last + 1 - from;
  }
  return { influences, counts, joints, weights };
}

function checkFields(fields: readonly Field[], vertices: number): void {
  if (!Array.isArray(fields)) throw new Error(`weld: fields is ${sayValue(fields)}; give a list of fields.`);
  fields.forEach((field, m) => {
    if (field.length !== 3 * vertices) {
      throw new Error(
        `weld: field ${m} has ${field.length} numbers; ${vertices} vertices need 3 each, ${3 * vertices} in all.`,
      );
    }
  });
}

/** Hashes all that `isSame` compares, so that vertices heaped at one place cost no more than others. */
function hashVertices(positions: Float64Array, skin: NormalSkin | undefined, fields: readonly Field[]): Uint32Array {
  const hashes = new Uint32Array(positions.length / 3);
  mixRows(new Uint32Array(positions.buffer), 6, hashes);
  if (skin) {
    const { influences, counts, joints, weights } = skin;
    const words = new Uint32Array(weights.buffer);
    for (let v = 0; v < hashes.length; v++) {
      for (let k = v * influences; k < v * influences + counts[v]; k++) {
        hashes[v] = mix(mix(mix(hashes[v], joints[k]), words[2 * k]), words[2 * k + 1]);
      }
    }
  }
  for (const field of fields) {
    mixRows(new Uint32Array(new Float64Array(field).map(x => x + 0).buffer), 6, hashes);
  }
  for (let v = 0; v < hashes.length; v++) {
    let h = hashes[v];
    h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
    hashes[v] = h ^ (h >>> 16);
  }
  return hashes;
}

/** Mixes `size` words into the hash of each vertex (murmur3's mixing steps). */
function mixRows(words: Uint32Array, size: number, hashes: Uint32Array): void {
  for (let v = 0, k = 0; v < hashes.length; v++) {
    let h = hashes[v];
    for (const end = k + size; k < end; k++) h = mix(h, words[k]);
    hashes[v] = h;
  }
}

function mix(h: number, word: number): number {
  const k = Math.imul(word, 0xcc9e2d51);
  const turned = h ^ Math.imul((k << 15) | (k >>> 17), 0x1b873593);
  return (Math.imul((turned << 13) | (turned >>> 19), 5) + 0xe6546b64) | 0;
}

function isSame(
  positions: Float64Array,
  skin: NormalSkin | undefined,
  fields: readonly Field[],
  v: number,
  w: number,
): boolean {
  for (let axis = 0; axis < 3; axis++) if (positions[3 * v + axis] !== positions[3 * w + axis]) return false;
  for (const field of fields) {
    for (let axis = 0; axis < 3; axis++) if (field[3 * v + axis] !== field[3 * w + axis]) return false;
  }
  if (!skin) return true;
  const { influences, counts, joints, weights } = skin;
  if (counts[v] !== counts[w]) return false;
  for (let k = 0; k < counts[v]; k++) {
    if (joints[v * influences + k] !== joints[w * influences + k]) return false;
    if (weights[v * influences + k] !== weights[w * influences + k]) return false;
  }
  return true;
}

/** The rows (`size` numbers each) with these numbers, in a new array of the same kind. */
export function keepRows<T extends Float64Array | Float32Array | Uint8Array | Uint16Array | Uint32Array>(
  values: T,
  size: number,
  rows: Uint32Array,
): T {
  const kept = values.slice(0, rows.length * size) as T;
  for (let r = 0; r < rows.length; r++) {
    for (let k = 0; k < size; k++) kept[r * size + k] = values[rows[r] * size + k];
  }
  return kept;
}
