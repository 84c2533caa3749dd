import { buildSelfTree, type SelfTree } from '../../continuous/self/self-tree.ts';
import { createDeformer, type Deformer, type DeformerSource, reorderDeformer } from '../../deform/deformer.ts';
import type { JointSets } from '../../deform/joint-sets.ts';
import type { Mesh } from '../../mesh/mesh.ts';
import { buildTopology, type Topology } from '../../mesh/topology.ts';
import { findLeafVertices, type LeafVertices } from '../scan/boxes.ts';
import { type Followers, findFollowers } from '../scan/drift.ts';
import { findStars, type Stars } from '../scan/stars.ts';
import { findRegions, type Regions } from './regions.ts';
import { type RestWalk, rememberWalk } from './rest-walk.ts';
import type { CheckBody } from './subject.ts';

/** A body made ready for checking: what no pose changes. Bodies of one mesh share it. */
export interface CheckedShape {
  /** The mesh, its triangles in the order of the tree (slots) and its vertices in the order in which those meet them. */
  mesh: Mesh;
  /** Which triangle of the body's mesh each slot is. */
  order: Uint32Array;
  deformer: Deformer;
  topology: Topology;
  /** Its groups are the triangles that follow one joint most. */
  tree: SelfTree;
  /** By slot. */
  regions: Regions;
  /** The only joint that all of a triangle, and all of a node, follows; -1 if there are several, or morphs besides. */
  jointOfTriangle: Int32Array;
  jointOfNode: Int32Array;
  stars: Stars;
  leafVertices: LeafVertices;
  followers: Followers;
  restWalk: RestWalk;
}

const LEAF_SIZE = 8;

/** `leastRegion`: see `findRegions`. Cost: about 25 us a triangle. */
export function createCheckedShape(body: CheckBody, leastRegion: number): CheckedShape {
  const { mesh, source } = body;
  const deformer = createDeformer(source, mesh, 'createCheckedShape');
  const regions = findRegions(mesh, source, deformer.sets, leastRegion);
  const tree = buildSelfTree(mesh, regions.mainJoints, LEAF_SIZE);
  const { order } = tree;
  const { triangles, vertexOrder } = renumber(mesh, order);
  const positions = new Float64Array(mesh.positions.length);
  vertexOrder.forEach((old, v) => {
    for (let axis = 0; axis < 3; axis++) positions[3 * v + axis] = mesh.positions[3 * old + axis];
  });
  const ordered = { positions, triangles };
  const topology = buildTopology(ordered);
  const onlyJoints = findOnlyJointsOfVertices(deformer.sets, source);
  const jointOfTriangle = findOnlyJoints(
    triangles,
    Int32Array.from(vertexOrder, old => onlyJoints[old]),
  );
  const leafVertices = findLeafVertices(tree, triangles);
  const mainJoints = order.map(triangle => regions.mainJoints[triangle]);
  return {
    mesh: ordered,
    order,
    deformer: reorderDeformer(deformer, Uint32Array.from(vertexOrder)),
    topology,
    tree,
    regions: {
      ...regions,
      regionOfTriangle: order.map(triangle => regions.regionOfTriangle[triangle]),
      mainJoints,
    },
    jointOfTriangle,
    jointOfNode: joinJoints(tree, jointOfTriangle),
    stars: findStars(ordered, topology, jointOfTriangle, mainJoints),
    leafVertices,
    followers: findFollowers(mainJoints, deformer.sets.jointCount, triangles),
    restWalk: rememberWalk(ordered, tree, leafVertices),
  };
}

/** What is used together is kept together. Vertices of no triangle come last. */
function renumber(
  { positions, triangles: given }: Mesh,
  order: Uint32Array,
): { triangles: Uint32Array; vertexOrder: number[] } {
  const numbers = new Int32Array(positions.length / 3).fill(-1);
  const vertexOrder: number[] = [];
  const triangles = new Uint32Array(given.length);
  for (let slot = 0; slot < order.length; slot++) {
    for (let k = 0; k < 3; k++) {
      const old = given[3 * order[slot] + k];
      if (numbers[old] < 0) numbers[old] = vertexOrder.push(old) - 1;
      triangles[3 * slot + k] = numbers[old];
    }
  }
  for (let old = 0; old < numbers.length; old++) if (numbers[old] < 0) vertexOrder.push(old);
  return { triangles, vertexOrder };
}

function findOnlyJointsOfVertices({ setOfVertex, starts, joints }: JointSets, source: DeformerSource): Int32Array {
  const only = Int32Array.from(setOfVertex, set => (starts[set + 1] - starts[set] === 1 ? joints[starts[set]] : -1));
  const fields = 'targets' in source ? source.targets : 'modes' in source ? source.modes : [];
  for (const field of fields) {
    for (let k = 0; k < field.length; k++) if (field[k] !== 0) only[Math.floor(k / 3)] = -1;
  }
  return only;
}

function findOnlyJoints(triangles: Uint32Array, ofVertices: Int32Array): Int32Array {
  const only = new Int32Array(triangles.length / 3);
  for (let t = 0; t < only.length; t++) {
    const joint = ofVertices[triangles[3 * t]];
    const isAlone = ofVertices[triangles[3 * t + 1]] === joint && ofVertices[triangles[3 * t + 2]] === joint;
    only[t] = isAlone ? joint : -1;
  }
  return only;
}

function joinJoints({ rights, starts, ends }: SelfTree, jointOfTriangle: Int32Array): Int32Array {
  const joints = new Int32Array(rights.length);
  for (let node = rights.length - 1; node >= 0; node--) {
    if (rights[node] > 0) {
      joints[node] = joints[node + 1] === joints[rights[node]] ? joints[node + 1] : -1;
      continue;
    }
    joints[node] = jointOfTriangle[starts[node]];
    for (let slot = starts[node]; slot < ends[node]; slot++) {
      if (jointOfTriangle[slot] !== joints[node]) joints[node] = -1;
    }
  }
  return joints;
}
