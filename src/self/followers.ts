import type { Surface } from '../shape.ts';
import type { Fans } from './fans.ts';
import type { MainJoints } from './main-joints.ts';

/**
 * The vertices that drifts are measured of (reasons/drift.ts): each vertex once for each joint that a leaf with it
 * follows most. Half as many as the leaves have vertices, since a vertex is in about two leaves, mostly of one joint.
 */
export interface Followers {
  /** Those of joint j are `starts[j] .. starts[j + 1])`. */
  starts: Uint32Array;
  vertices: Uint32Array;
  /** Which of them the vertices of leaves are, in the order of `LeafVertices`. */
  ofLeaves: Uint32Array;
  /**
   * For vertices whose leaves all follow one joint: that joint, and which followers the vertex itself and its ring are, in
   * the order of `Fans`.
   */
  joints: Uint32Array;
  ofVertices: Uint32Array;
  ofRings: Uint32Array;
}

/** Linear in the triangles, about 0.1 us each. */
export function findFollowers(
  { mesh, tree, deformer, leafVertices }: Surface,
  { ofLeaves: jointOfLeaves }: MainJoints,
  fans: Fans,
): Followers {
  const { ids, starts: leafStarts } = leafVertices;
  const { jointCount } = deformer.sets;
  const leavesOfJoints: number[][] = Array.from({ length: jointCount }, () => []);
  for (let leaf = 0; leaf < tree.leafCount; leaf++) leavesOfJoints[jointOfLeaves[leaf]].push(leaf);
  const starts = new Uint32Array(jointCount + 1);
  const vertices: number[] = [];
  const ofLeaves = new Uint32Array(ids.length);
  const known = new Int32Array(mesh.positions.length / 3).fill(-1);
  const joints = new Uint32Array(known.length);
  const ofVertices = new Uint32Array(known.length);
  const ofRings = new Uint32Array(fans.rings.length);
  leavesOfJoints.forEach((leaves, joint) => {
    for (const leaf of leaves) {
      for (let k = leafStarts[leaf]; k < leafStarts[leaf + 1]; k++) {
        if (known[ids[k]] < starts[joint]) known[ids[k]] = vertices.push(ids[k]) - 1;
        ofLeaves[k] = known[ids[k]];
      }
    }
    starts[joint + 1] = vertices.length;
    for (let follower = starts[joint]; follower < vertices.length; follower++) {
      const v = vertices[follower];
      joints[v] = joint;
      ofVertices[v] = follower;
      for (let k = fans.starts[v]; k < fans.starts[v + 1]; k++) ofRings[k] = known[fans.rings[k]];
    }
  });
  return { starts, vertices: Uint32Array.from(vertices), ofLeaves, joints, ofVertices, ofRings };
}
