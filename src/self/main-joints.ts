import type { Surface } from '../shape.ts';
import type { Tree } from '../tree/tree.ts';

/**
 * The joint that each leaf follows most, and each node if all leaves below it follow the same one, else -1. It tells
 * where to look, not what is true.
 */
export interface MainJoints {
  ofLeaves: Int32Array;
  ofNodes: Int32Array;
}

/** The joint with the largest sum of weights over the vertices of each leaf. */
export function findMainJoints({ deformer, leafVertices, tree }: Surface): Int32Array {
  const { sets } = deformer;
  const { leafCount } = tree;
  const ofLeaves = new Int32Array(leafCount);
  const shares = new Float64Array(sets.jointCount);
  for (let leaf = 0; leaf < leafCount; leaf++) {
    shares.fill(0);
    for (let k = leafVertices.starts[leaf]; k < leafVertices.starts[leaf + 1]; k++) {
      const v = leafVertices.ids[k];
      const first = sets.starts[sets.setOfVertex[v]];
      const count = sets.starts[sets.setOfVertex[v] + 1] - first;
      for (let n = 0; n < count; n++) {
        shares[sets.joints[first + n]] += count === 1 ? 1 : sets.weights[sets.weightStarts[v] + n];
      }
    }
    let most = 0;
    for (let joint = 1; joint < shares.length; joint++) if (shares[joint] > shares[most]) most = joint;
    ofLeaves[leaf] = most;
  }
  return ofLeaves;
}

/** Tells from the joints of leaves those of nodes. */
export function joinMainJoints({ links, ends }: Tree, ofLeaves: Int32Array): MainJoints {
  const ofNodes = new Int32Array(links.length);
  for (let node = links.length - 1; node >= 0; node--) {
    const first = links[node];
    ofNodes[node] = first < 0 ? ofLeaves[~first] : ofNodes[first];
    for (let child = first + 1; first >= 0 && child < ends[node]; child++) {
      if (ofNodes[child] !== ofNodes[node]) ofNodes[node] = -1;
    }
  }
  return { ofLeaves, ofNodes };
}
