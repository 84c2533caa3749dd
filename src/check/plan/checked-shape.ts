import { createDeformer, reorderDeformer } from '../../deform/deformer.ts';
import { renumber } from '../../mesh/renumber.ts';
import type { Topology } from '../../mesh/topology.ts';
import { createPlanWithoutGaps, type SelfPlan } from '../../self/plan.ts';
import type { Surface } from '../../shape.ts';
import { listLeafVertices } from '../../tree/leaf-vertices.ts';
import type { Tree } from '../../tree/tree.ts';
import { findOnlyJoints, type OnlyJoints } from './only-joints.ts';
import { findRegions, type Regions } from './regions.ts';
import type { CheckBody } from './subject.ts';
import { buildTreeByJoint } from './tree-by-joint.ts';

/** A body made ready for checking: what no pose changes. Bodies of one mesh share it. */
export interface CheckedShape extends Surface {
  /** Which triangle of the body's mesh each slot is. */
  order: Uint32Array;
  topology: Topology;
  /** What it is held against itself with; until all that touches at rest is known, without gaps at rest. */
  self: SelfPlan;
  /** By slot. */
  regions: Regions;
  /** The region that all of a node is in, `SEVERAL` if there are several. */
  regionOfNode: Int32Array;
  onlyJoints: OnlyJoints;
}

export const SEVERAL = -2;

/** `leastRegion`: see `findRegions`. Cost: about 25 us a triangle. */
export function createCheckedShape(body: CheckBody, leastRegion: number): CheckedShape {
  const { mesh: given, source } = body;
  const deformer = createDeformer(source, given, 'createCheckedShape');
  const regions = findRegions(given, source, deformer.sets, leastRegion);
  const { tree, order } = buildTreeByJoint(given, regions.mainJoints);
  const { mesh, vertexOrder } = renumber(given, order);
  const surface: Surface = {
    mesh,
    deformer: reorderDeformer(deformer, vertexOrder),
    tree,
    leafVertices: listLeafVertices(tree, mesh.triangles, vertexOrder.length),
  };
  const mainJoints = order.map(triangle => regions.mainJoints[triangle]);
  const self = createPlanWithoutGaps(surface, findJointsOfLeaves(tree, mainJoints));
  const regionOfTriangle = order.map(triangle => regions.regionOfTriangle[triangle]);
  return {
    ...surface,
    order,
    topology: self.topology,
    self,
    regions: { ...regions, regionOfTriangle, mainJoints },
    regionOfNode: findRegionsOfNodes(tree, regionOfTriangle),
    onlyJoints: findOnlyJoints(surface, self),
  };
}

/** All triangles of a leaf follow the same joint most: such is the tree. */
function findJointsOfLeaves({ links, slotStarts, leafCount }: Tree, mainJoints: Uint32Array): Int32Array {
  const joints = new Int32Array(leafCount);
  for (let node = 0; node < links.length; node++) {
    if (links[node] < 0) joints[~links[node]] = mainJoints[slotStarts[node]];
  }
  return joints;
}

function findRegionsOfNodes({ links, ends, slotStarts, slotEnds }: Tree, regionOfTriangle: Uint32Array): Int32Array {
  const regions = new Int32Array(links.length);
  for (let node = links.length - 1; node >= 0; node--) {
    const first = links[node];
    regions[node] = first < 0 ? regionOfTriangle[slotStarts[node]] : regions[first];
    for (let child = first; first >= 0 && child < ends[node]; child++) {
      if (regions[child] !== regions[node]) regions[node] = SEVERAL;
    }
    for (let slot = slotStarts[node]; first < 0 && slot < slotEnds[node]; slot++) {
      if (regionOfTriangle[slot] !== regions[node]) regions[node] = SEVERAL;
    }
  }
  return regions;
}
