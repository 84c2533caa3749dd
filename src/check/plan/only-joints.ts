import type { SelfPlan } from '../../self/plan.ts';
import type { Surface } from '../../shape.ts';

/** The only joint that all of a triangle follows, all triangles around a vertex, and all below a node; -1 if there are several, or morphs besides. */
export interface OnlyJoints {
  ofTriangles: Int32Array;
  ofFans: Int32Array;
  ofNodes: Int32Array;
}

export function findOnlyJoints({ mesh, deformer, tree }: Surface, { topology }: SelfPlan): OnlyJoints {
  const { sets, displacements } = deformer;
  const { triangles } = mesh;
  const ofVertices = Int32Array.from(sets.setOfVertex, (set, v) => {
    const isMoved = displacements.count > 0 && displacements.starts[v] < displacements.starts[v + 1];
    return !isMoved && sets.starts[set + 1] - sets.starts[set] === 1 ? sets.joints[sets.starts[set]] : -1;
  });
  const ofTriangles = new Int32Array(triangles.length / 3);
  for (let t = 0; t < ofTriangles.length; t++) {
    const joint = ofVertices[triangles[3 * t]];
    const isAlone = ofVertices[triangles[3 * t + 1]] === joint && ofVertices[triangles[3 * t + 2]] === joint;
    ofTriangles[t] = isAlone ? joint : -1;
  }
  const { vertexStarts, trianglesOfVertex } = topology;
  const ofFans = ofVertices.map((_, v) => {
    const around = trianglesOfVertex.subarray(vertexStarts[v], vertexStarts[v + 1]);
    return around.length > 0 && around.every(t => ofTriangles[t] === ofTriangles[around[0]])
      ? ofTriangles[around[0]]
      : -1;
  });
  return { ofTriangles, ofFans, ofNodes: joinOverNodes(tree, ofTriangles) };
}

function joinOverNodes({ links, ends, slotStarts, slotEnds }: Surface['tree'], ofTriangles: Int32Array): Int32Array {
  const ofNodes = new Int32Array(links.length);
  for (let node = links.length - 1; node >= 0; node--) {
    const first = links[node];
    const below =
      first < 0 ? ofTriangles.subarray(slotStarts[node], slotEnds[node]) : ofNodes.subarray(first, ends[node]);
    ofNodes[node] = below.every(joint => joint === below[0]) ? below[0] : -1;
  }
  return ofNodes;
}
