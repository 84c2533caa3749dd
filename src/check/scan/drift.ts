import type { SelfTree } from '../../continuous/self/self-tree.ts';
import { JOINT_STRIDE } from '../../deform/posed-joints.ts';
import type { CheckedShape } from '../plan/checked-shape.ts';
import type { BodyMotion } from './body-motion.ts';

/*
 * How far a surface drifts from where one joint alone would carry it: nothing far from the ends of a bone, much where it bends. Between two
 * instants a joint's matrix A goes evenly to the next, and so does every vertex; so x = A X + d for a vertex at X at rest, where d goes
 * evenly too and is never longer than at an instant. Two places that are g apart at rest are then at least s g - |d| - |d'| apart, where
 * s is the least factor by which A shortens anything: what drifts less than it is apart at rest stays apart.
 */

/** The vertices of the triangles that follow each joint most: those of joint j are `vertices[starts[j] .. starts[j + 1])`. */
export interface Followers {
  starts: Uint32Array;
  vertices: Uint32Array;
  /** For each corner of each slot its place in `vertices`; a vertex where joints meet has several. */
  corners: Uint32Array;
}

/**
 * Drifts over the instants of a search, at most, as lengths at rest: divided by s, and with half of the least gap that is asked for. Of
 * followers, and of the triangles, nodes and stars that follow one joint most (of others the numbers mean nothing, but for stars:
 * Infinity).
 */
export interface Drift {
  ofFollowers: Float64Array;
  ofTriangles: Float64Array;
  ofNodes: Float64Array;
  ofStars: Float64Array;
}

export function findFollowers(mainJoints: Uint32Array, jointCount: number, triangles: Uint32Array): Followers {
  const places = Array.from({ length: jointCount }, () => new Map<number, number>());
  for (let corner = 0; corner < triangles.length; corner++) {
    const own = places[mainJoints[Math.floor(corner / 3)]];
    if (!own.has(triangles[corner])) own.set(triangles[corner], own.size);
  }
  const starts = new Uint32Array(jointCount + 1);
  places.forEach((own, joint) => {
    starts[joint + 1] = starts[joint] + own.size;
  });
  return {
    starts,
    vertices: Uint32Array.from(places.flatMap(own => [...own.keys()])),
    corners: triangles.map((v, corner) => {
      const joint = mainJoints[Math.floor(corner / 3)];
      return starts[joint] + places[joint].get(v)!;
    }),
  };
}

export function createDrift({ followers, mesh, tree, stars }: CheckedShape): Drift {
  return {
    ofFollowers: new Float64Array(followers.vertices.length),
    ofTriangles: new Float64Array(mesh.triangles.length / 3),
    ofNodes: new Float64Array(tree.rights.length),
    ofStars: new Float64Array(stars.vertices.length),
  };
}

/** Measures the drift over the first `count` instants. Cost: 10 ns for each vertex and instant. */
export function measureDrift(motion: BodyMotion, count: number): void {
  const { shape, joints, positions, drift, leastGap } = motion;
  const { starts, vertices, corners } = shape.followers;
  const { ofFollowers, ofTriangles } = drift;
  for (let joint = 0; joint + 1 < starts.length; joint++) {
    const from = starts[joint];
    const to = starts[joint + 1];
    if (from === to) continue;
    ofFollowers.fill(0, from, to);
    for (let k = 0; k < count; k++) {
      addDrift(joints[k], JOINT_STRIDE * joint, shape.mesh.positions, positions[k], vertices, from, to, ofFollowers);
    }
    const shortening = findShortening(joints, JOINT_STRIDE * joint, count);
    for (let n = from; n < to; n++) {
      ofFollowers[n] = shortening > 0 ? (Math.sqrt(ofFollowers[n]) + 0.5 * leastGap) / shortening : Infinity;
    }
  }
  for (let slot = 0; slot < ofTriangles.length; slot++) {
    ofTriangles[slot] = Math.max(
      ofFollowers[corners[3 * slot]],
      ofFollowers[corners[3 * slot + 1]],
      ofFollowers[corners[3 * slot + 2]],
    );
  }
  joinNodes(shape.tree, drift);
  joinStars(shape, drift);
}

/** Raises the squared drift of followers to that at one instant. */
function addDrift(
  m: Float64Array,
  o: number,
  rest: Float64Array,
  x: Float64Array,
  vertices: Uint32Array,
  from: number,
  to: number,
  squares: Float64Array,
): void {
  const [xx, xy, xz, xt] = [m[o], m[o + 1], m[o + 2], m[o + 3]];
  const [yx, yy, yz, yt] = [m[o + 4], m[o + 5], m[o + 6], m[o + 7]];
  const [zx, zy, zz, zt] = [m[o + 8], m[o + 9], m[o + 10], m[o + 11]];
  for (let n = from; n < to; n++) {
    const v = 3 * vertices[n];
    const px = rest[v];
    const py = rest[v + 1];
    const pz = rest[v + 2];
    const dx = xx * px + xy * py + xz * pz + xt - x[v];
    const dy = yx * px + yy * py + yz * pz + yt - x[v + 1];
    const dz = zx * px + zy * py + zz * pz + zt - x[v + 2];
    const squared = dx * dx + dy * dy + dz * dz;
    if (squared > squares[n]) squares[n] = squared;
  }
}

/**
 * A lower bound of the factor by which a joint shortens lengths at any time from the first instant to the last: between two of them its
 * matrix is off the nearer one by at most half of their difference.
 */
function findShortening(joints: readonly Float64Array[], o: number, count: number): number {
  let before = shorteningOf(joints[0], o);
  let least = before;
  for (let k = 1; k < count; k++) {
    const own = shorteningOf(joints[k], o);
    least = Math.min(least, Math.min(before, own) - halfChange(joints[k - 1], joints[k], o));
    before = own;
  }
  return (1 - 1e-9) * least;
}

/** With A^T A = s^2 (I + E) no length becomes less than s sqrt(1 - |E|) of what it was. */
function shorteningOf(m: Float64Array, o: number): number {
  const xx = m[o] * m[o] + m[o + 4] * m[o + 4] + m[o + 8] * m[o + 8];
  const yy = m[o + 1] * m[o + 1] + m[o + 5] * m[o + 5] + m[o + 9] * m[o + 9];
  const zz = m[o + 2] * m[o + 2] + m[o + 6] * m[o + 6] + m[o + 10] * m[o + 10];
  const xy = m[o] * m[o + 1] + m[o + 4] * m[o + 5] + m[o + 8] * m[o + 9];
  const yz = m[o + 1] * m[o + 2] + m[o + 5] * m[o + 6] + m[o + 9] * m[o + 10];
  const zx = m[o + 2] * m[o] + m[o + 6] * m[o + 4] + m[o + 10] * m[o + 8];
  const mean = (xx + yy + zz) / 3;
  const off = Math.sqrt((xx - mean) ** 2 + (yy - mean) ** 2 + (zz - mean) ** 2 + 2 * (xy * xy + yz * yz + zx * zx));
  return Math.sqrt(Math.max(0, mean - off));
}

function halfChange(p: Float64Array, q: Float64Array, o: number): number {
  let squared = 0;
  for (let k = 0; k < 12; k++) if (k % 4 !== 3) squared += (q[o + k] - p[o + k]) ** 2;
  return 0.5 * Math.sqrt(squared);
}

/** The most of what is below a node. */
function joinNodes({ rights, starts, ends }: SelfTree, { ofTriangles, ofNodes }: Drift): void {
  for (let node = rights.length - 1; node >= 0; node--) {
    const right = rights[node];
    if (right > 0) {
      ofNodes[node] = Math.max(ofNodes[node + 1], ofNodes[right]);
      continue;
    }
    let most = 0;
    for (let slot = starts[node]; slot < ends[node]; slot++) if (ofTriangles[slot] > most) most = ofTriangles[slot];
    ofNodes[node] = most;
  }
}

function joinStars({ stars, topology }: CheckedShape, { ofTriangles, ofStars }: Drift): void {
  const { vertices, mainJoints } = stars;
  const { vertexStarts, trianglesOfVertex } = topology;
  for (let k = 0; k < vertices.length; k++) {
    let most = mainJoints[k] < 0 ? Infinity : 0;
    for (let n = vertexStarts[vertices[k]]; n < vertexStarts[vertices[k] + 1]; n++) {
      const own = ofTriangles[trianglesOfVertex[n]];
      if (own > most) most = own;
    }
    ofStars[k] = most;
  }
}
