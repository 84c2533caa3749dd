import { hashPairs } from '../harness/measure.ts';

/** One way to find all touching pairs of triangles of two bodies, from new joint matrices to the list. */
export interface Method {
  name: string;
  /** Ours; linear, by hand; on three-mesh-bvh, by hand; or the class that three-mesh-bvh has for it, which is slow by far. */
  kind: 'ours' | 'linear' | 'peer' | 'class';
  /** Does all the work of a frame: poses both bodies and looks. */
  findPairs(poseA: Float64Array, poseB: Float64Array): ArrayLike<number>;
  /** For each triangle a number that depends on its corners only: methods may number triangles as they like. */
  signatures: Uint32Array;
  /** From now on vertices are kept in 64 bits, as ours are; to compare answers, not to measure. */
  widen(): void;
}

/** Tells triangles apart by their corners. */
export function signTriangles(triangles: ArrayLike<number>): Uint32Array {
  const signatures = new Uint32Array(triangles.length / 3);
  for (let t = 0; t < signatures.length; t++) {
    let hash = 0x811c9dc5;
    for (let corner = 0; corner < 3; corner++) {
      hash = Math.imul(hash ^ triangles[3 * t + corner], 0x01000193);
      hash ^= hash >>> 15;
      hash = Math.imul(hash, 0x5bd1e995);
    }
    signatures[t] = hash >>> 0;
  }
  return signatures;
}

/** A hash of a list of pairs that depends neither on their order nor on how the method numbers triangles. */
export function hashSigned(pairs: ArrayLike<number>, signatures: Uint32Array): number {
  return hashPairs(Uint32Array.from(pairs, triangle => signatures[triangle]));
}
