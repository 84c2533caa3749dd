import type { SelfPlan } from '../../self/plan.ts';
import type { Surface } from '../../shape.ts';

/** The only joint that all of a triangle follows, and all triangles around a vertex; -1 if there are several, or morphs besides. */
export interface OnlyJoints {
  ofTriangles: Int32Array;
  ofFans: Int32Array;
}

export function findOnlyJoints({ mesh, deformer }: Surface, { topology }: SelfPlan): OnlyJoints {
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
  return { ofTriangles, ofFans };
}
