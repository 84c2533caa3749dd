/**
 * A binary tree over the triangles of a mesh in which every group of triangles (a cluster, or all that follows one joint)
 * is a subtree of its own. Nodes are depth first: the left child of a node comes right after it.
 */
export interface GroupTree {
  /** The right child; 0 for a leaf. */
  rights: Uint32Array;
  /** The triangles below node n are those at `order[starts[n] .. ends[n])`. */
  starts: Uint32Array;
  ends: Uint32Array;
  order: Uint32Array;
  /** The group a node is in; `NO_GROUP` if several are below it. */
  groups: Uint32Array;
  depth: number;
}

export const NO_GROUP = 0xffffffff;

/**
 * Builds the tree by median splits along the longest side of the box of the centroids, down to `leafSize` triangles.
 * Median splits, as [Wong2013] and its baselines use them, keep the tree shallow however the triangles lie.
 */
export function buildGroupTree(
  corners: Uint32Array,
  positions: Float64Array,
  groupOfTriangle: Uint32Array | null,
  leafSize: number,
): GroupTree {
  const triangles = corners.length / 3;
  const builder: Builder = {
    centers: findCenters(corners, positions),
    leafSize,
    rights: [],
    starts: [],
    ends: [],
    groups: [],
    order: new Uint32Array(triangles),
    depth: 0,
  };
  const groups = gatherGroups(groupOfTriangle, triangles);
  splitGroups(builder, groups, meanCenters(builder.centers, groups), 0, 1);
  return {
    rights: Uint32Array.from(builder.rights),
    starts: Uint32Array.from(builder.starts),
    ends: Uint32Array.from(builder.ends),
    groups: Uint32Array.from(builder.groups),
    order: builder.order,
    depth: builder.depth,
  };
}

interface Builder {
  centers: Float64Array;
  leafSize: number;
  rights: number[];
  starts: number[];
  ends: number[];
  groups: number[];
  order: Uint32Array;
  depth: number;
}

interface Group {
  id: number;
  triangles: Uint32Array;
}

function gatherGroups(groupOfTriangle: Uint32Array | null, triangles: number): Group[] {
  if (groupOfTriangle === null) return [{ id: 0, triangles: Uint32Array.from({ length: triangles }, (_, t) => t) }];
  const lists = new Map<number, number[]>();
  for (let t = 0; t < triangles; t++) {
    const list = lists.get(groupOfTriangle[t]);
    if (list) list.push(t);
    else lists.set(groupOfTriangle[t], [t]);
  }
  return [...lists].sort(([a], [b]) => a - b).map(([id, list]) => ({ id, triangles: Uint32Array.from(list) }));
}

function findCenters(triangles: Uint32Array, positions: Float64Array): Float64Array {
  const centers = new Float64Array(triangles.length);
  for (let k = 0; k < triangles.length; k += 3) {
    for (let axis = 0; axis < 3; axis++) {
      centers[k + axis] =
        positions[3 * triangles[k] + axis] +
        positions[3 * triangles[k + 1] + axis] +
        positions[3 * triangles[k + 2] + axis];
    }
  }
  return centers;
}

function meanCenters(centers: Float64Array, groups: Group[]): Float64Array {
  const means = new Float64Array(3 * groups.length);
  groups.forEach(({ triangles }, g) => {
    for (const t of triangles) for (let axis = 0; axis < 3; axis++) means[3 * g + axis] += centers[3 * t + axis];
    for (let axis = 0; axis < 3; axis++) means[3 * g + axis] /= triangles.length;
  });
  return means;
}

/** The global tree: splits the groups until one is left, whose own tree follows. Returns the node. */
function splitGroups(builder: Builder, groups: Group[], means: Float64Array, start: number, depth: number): number {
  if (groups.length === 1) {
    const { id, triangles } = groups[0];
    return splitTriangles(builder, triangles, id, start, depth);
  }
  const node = addNode(builder, start, NO_GROUP, depth);
  const order = sortAlongLongest(
    means,
    Uint32Array.from(groups, (_, g) => g),
  );
  const middle = order.length >> 1;
  const halves = [order.subarray(0, middle), order.subarray(middle)].map(half => ({
    groups: Array.from(half, g => groups[g]),
    means: Float64Array.from(Array.from(half).flatMap(g => [means[3 * g], means[3 * g + 1], means[3 * g + 2]])),
  }));
  const left = splitGroups(builder, halves[0].groups, halves[0].means, start, depth + 1);
  builder.rights[node] = splitGroups(builder, halves[1].groups, halves[1].means, builder.ends[left], depth + 1);
  builder.ends[node] = builder.ends[builder.rights[node]];
  return node;
}

function splitTriangles(builder: Builder, triangles: Uint32Array, group: number, start: number, depth: number): number {
  const node = addNode(builder, start, group, depth);
  builder.ends[node] = start + triangles.length;
  if (triangles.length <= builder.leafSize) {
    builder.order.set(triangles, start);
    return node;
  }
  const sorted = sortAlongLongest(builder.centers, triangles);
  const middle = sorted.length >> 1;
  splitTriangles(builder, sorted.subarray(0, middle), group, start, depth + 1);
  builder.rights[node] = splitTriangles(builder, sorted.subarray(middle), group, start + middle, depth + 1);
  return node;
}

function addNode(builder: Builder, start: number, group: number, depth: number): number {
  const node = builder.rights.push(0) - 1;
  builder.starts.push(start);
  builder.ends.push(start);
  builder.groups.push(group);
  builder.depth = Math.max(builder.depth, depth);
  return node;
}

function sortAlongLongest(points: Float64Array, ids: Uint32Array): Uint32Array {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const id of ids) {
    for (let axis = 0; axis < 3; axis++) {
      low[axis] = Math.min(low[axis], points[3 * id + axis]);
      high[axis] = Math.max(high[axis], points[3 * id + axis]);
    }
  }
  const lengths = [0, 1, 2].map(axis => high[axis] - low[axis]);
  const axis = lengths.indexOf(Math.max(...lengths));
  // Sorted as pairs of one number: ids are below 2^32, so a plain sort by value with ids to break ties is stable.
  const order = new Uint32Array(ids.length);
  const keys = new Float64Array(ids.length);
  for (let k = 0; k < ids.length; k++) {
    order[k] = k;
    keys[k] = points[3 * ids[k] + axis];
  }
  order.sort((a, b) => keys[a] - keys[b] || ids[a] - ids[b]);
  return order.map(k => ids[k]);
}
