import { checkSkin, type Skin } from '../mesh/skin.ts';

/**
 * A skin made ready for computing: vertices that follow the same joints share a *joint-set*, the unit that rotation
 * centres, quaternion signs and bounds are computed for. Skinning and bounds read these same weights, so a bound
 * speaks of exactly the vertices that will be there.
 */
export interface JointSets {
  jointCount: number;
  /** The most joints any vertex follows. */
  maxInfluences: number;
  /** The joints of set `s`, ascending: `joints[starts[s]..starts[s+1])`. */
  starts: Uint32Array;
  joints: Uint32Array;
  setOfVertex: Uint32Array;
  /** The weights of vertex `v`, aligned with its set's joints, begin here. A vertex under one joint stores none. */
  weightStarts: Uint32Array;
  weights: Float64Array;
}

/** How far weights may sum from 1 and still be taken for rounding: twice what 4 weights stored in 8 bits can lose. */
const SUM_TOLERANCE = 0.016;

/**
 * Drops zero weights, merges repeated joints, rescales each vertex's weights to sum to 1 in float64, and interns the
 * sets. Refuses what cannot be meant. One pass; sets are found through a trie, so no keys are built.
 */
export function createJointSets(skin: Skin, vertices: number, caller: string): JointSets {
  checkSkinSizes(skin, vertices, caller);
  const { jointCount, influences, joints, weights } = skin;
  const trie = createTrie(jointCount);
  const setOfVertex = new Uint32Array(vertices);
  const weightStarts = new Uint32Array(vertices);
  const packed = new Float64Array(vertices * influences);
  const used = new Uint32Array(influences);
  const usedWeights = new Float64Array(influences);
  let packedCount = 0;
  let maxInfluences = 1;

  for (let v = 0; v < vertices; v++) {
    let count = 0;
    let sum = 0;
    for (let influence = v * influences; influence < (v + 1) * influences; influence++) {
      const weight = weights[influence];
      if (weight === 0) continue;
      if (!(weight > 0 && weight < Infinity)) {
        throw new Error(`${caller}: a weight of vertex ${v} is ${weight}; weights must be numbers >= 0.`);
      }
      if (joints[influence] >= jointCount) {
        throw new Error(
          `${caller}: vertex ${v} follows joint ${joints[influence]}, but there are ${jointCount}; joints go from 0 to ${jointCount - 1}.`,
        );
      }
      sum += weight;
      count = insertSorted(used, usedWeights, count, joints[influence], weight);
    }
    if (!(Math.abs(sum - 1) <= SUM_TOLERANCE)) {
      throw new Error(
        `${caller}: weights of vertex ${v} sum to ${sum}; normalize them or call normalizeWeights(skin).`,
      );
    }
    maxInfluences = Math.max(maxInfluences, count);
    setOfVertex[v] = internSet(trie, used, count);
    weightStarts[v] = packedCount;
    if (count > 1) for (let k = 0; k < count; k++) packed[packedCount++] = usedWeights[k] / sum;
  }
  return {
    jointCount,
    maxInfluences,
    starts: Uint32Array.from(trie.starts),
    joints: Uint32Array.from(trie.joints),
    setOfVertex,
    weightStarts,
    weights: packed.slice(0, packedCount),
  };
}

/** Every vertex follows joint 0: a mesh that does not bend. */
export function createSingleJointSet(vertices: number): JointSets {
  return {
    jointCount: 1,
    maxInfluences: 1,
    starts: Uint32Array.of(0, 1),
    joints: Uint32Array.of(0),
    setOfVertex: new Uint32Array(vertices),
    weightStarts: new Uint32Array(vertices),
    weights: new Float64Array(0),
  };
}

/** The same skin for vertices in a new order: new vertex `v` was `order[v]`. */
export function reorderJointSets(sets: JointSets, order: Uint32Array): JointSets {
  const setOfVertex = new Uint32Array(order.length);
  const weightStarts = new Uint32Array(order.length);
  const weights = new Float64Array(sets.weights.length);
  let at = 0;
  for (let v = 0; v < order.length; v++) {
    const old = order[v];
    const set = sets.setOfVertex[old];
    const count = sets.starts[set + 1] - sets.starts[set];
    setOfVertex[v] = set;
    weightStarts[v] = at;
    if (count > 1) for (let k = 0; k < count; k++) weights[at++] = sets.weights[sets.weightStarts[old] + k];
  }
  return {
    jointCount: sets.jointCount,
    maxInfluences: sets.maxInfluences,
    starts: sets.starts,
    joints: sets.joints,
    setOfVertex,
    weightStarts,
    weights: weights.slice(0, at),
  };
}

/**
 * A copy of the skin whose weights sum to 1 at every vertex. A vertex whose weights are all 0 is refused.
 * @example
 * {@includeCode ../../examples/api/shapes.ts#weights}
 */
export function normalizeWeights(skin: Skin): Skin {
  checkSkin(skin, 'normalizeWeights');
  if (!(Number.isInteger(skin.influences) && skin.influences > 0)) {
    throw new Error(`normalizeWeights: influences is ${skin.influences}; give the number of joints of each vertex.`);
  }
  const weights = new Float64Array(skin.weights);
  for (let start = 0; start < weights.length; start += skin.influences) {
    let sum = 0;
    for (let k = start; k < start + skin.influences; k++) sum += weights[k];
    if (!(sum > 0 && sum < Infinity)) {
      const vertex = start / skin.influences;
      throw new Error(`normalizeWeights: weights of vertex ${vertex} sum to ${sum}; bind it to at least one joint.`);
    }
    for (let k = start; k < start + skin.influences; k++) weights[k] /= sum;
  }
  return { ...skin, weights };
}

function checkSkinSizes(skin: Skin, vertices: number, caller: string): void {
  checkSkin(skin, caller);
  const { jointCount, influences, joints, weights } = skin;
  if (!(Number.isInteger(jointCount) && jointCount > 0)) {
    throw new Error(`${caller}: jointCount is ${jointCount}; a skin needs at least one joint.`);
  }
  if (!(Number.isInteger(influences) && influences > 0)) {
    throw new Error(`${caller}: influences is ${influences}; give the number of joints of each vertex.`);
  }
  if (joints.length !== vertices * influences || weights.length !== vertices * influences) {
    throw new Error(
      `${caller}: the skin has ${joints.length} joints and ${weights.length} weights; ` +
        `${vertices} vertices with ${influences} influences need ${vertices * influences} of each.`,
    );
  }
}

/** Keeps the first `count` joints ascending and distinct while adding one more; returns the new count. */
function insertSorted(
  joints: Uint32Array,
  weights: Float64Array,
  count: number,
  joint: number,
  weight: number,
): number {
  let at = count;
  while (at > 0 && joints[at - 1] > joint) at--;
  if (at > 0 && joints[at - 1] === joint) {
    weights[at - 1] += weight;
    return count;
  }
  joints.copyWithin(at + 1, at, count);
  weights.copyWithin(at + 1, at, count);
  joints[at] = joint;
  weights[at] = weight;
  return count + 1;
}

/** Words over the alphabet of joints: state -> joint -> next state. A state that ends a set carries the set's number. */
interface Trie {
  jointCount: number;
  next: Map<number, number>;
  setOfState: number[];
  starts: number[];
  joints: number[];
}

function createTrie(jointCount: number): Trie {
  return { jointCount, next: new Map(), setOfState: [-1], starts: [0], joints: [] };
}

function internSet(trie: Trie, joints: Uint32Array, count: number): number {
  const { next, setOfState } = trie;
  let state = 0;
  for (let k = 0; k < count; k++) {
    const key = state * trie.jointCount + joints[k];
    let following = next.get(key);
    if (following === undefined) {
      following = setOfState.length;
      setOfState.push(-1);
      next.set(key, following);
    }
    state = following;
  }
  if (setOfState[state] < 0) {
    setOfState[state] = trie.starts.length - 1;
    for (let k = 0; k < count; k++) trie.joints.push(joints[k]);
    trie.starts.push(trie.joints.length);
  }
  return setOfState[state];
}
