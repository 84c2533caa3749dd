import { type Collider, openCollider, refitNode } from '../../src/collider.ts';
import { deformAll } from '../../src/deform/deformer.ts';
import { displaceRun } from '../../src/deform/displacements.ts';
import type { Shape } from '../../src/shape.ts';
import { nodeLevels, type Tree } from '../../src/tree/tree.ts';
import { encloseChildren } from '../bottom-up.ts';

/** A collider that is brought to each pose by the hybrid update, and what of its tree that needs. */
export interface Hybrid {
  collider: Collider;
  nodeVertices: NodeVertices;
  /** Inner nodes above the middle level, last first. */
  upper: Uint32Array;
  /** Nodes of the middle level, and leaves above it, in the order of their slots: those before own what a node shares. */
  middle: Uint32Array;
  /** Room for the spheres of a node's children, and for the corners of a box. */
  siblings: Float64Array;
  box: Float64Array;
}

/**
 * The vertices of every node, each once. A shape numbers vertices as its slots meet them, so a node has a run of its own,
 * `starts[i]..ends[i])`, and only those it shares with slots before it are listed: `shared[sharedStarts[i]..sharedStarts[i+1])`.
 */
export interface NodeVertices {
  starts: Uint32Array;
  ends: Uint32Array;
  sharedStarts: Uint32Array;
  shared: Uint32Array;
}

/**
 * The general method that [Larsson2003] compare with, [Larsson2001], rebuilt from what the later paper says of it: for
 * bodies of which nothing is known but where their vertices are. From now on `refitHybrid` must follow every pose of the
 * collider, whose rule this replaces; queries are as ever. `middleLevel` is where the eager part of the tree ends.
 * Colliders of one shape can share `nodeVertices`.
 */
export function createHybrid(
  collider: Collider,
  nodeVertices: NodeVertices = listNodeVertices(collider.shape),
  middleLevel: number = findMiddleLevel(collider.shape.tree),
): Hybrid {
  const { tree, volumeKind } = collider.shape;
  if (volumeKind === 'dop') {
    throw new Error("createHybrid: the volumes of the shape are 'dop'; build it with volumes 'sphere' or 'box'.");
  }
  const levels = nodeLevels(tree);
  const upper: number[] = [];
  const middle: number[] = [];
  for (let node = 0; node < levels.length; node++) {
    if (levels[node] > middleLevel) continue;
    if (levels[node] === middleLevel || tree.links[node] < 0) middle.push(node);
    else upper.push(node);
  }
  const hybrid: Hybrid = {
    collider,
    nodeVertices,
    upper: Uint32Array.from(upper.reverse()),
    middle: Uint32Array.from(middle).sort((i, j) => tree.slotStarts[i] - tree.slotStarts[j]),
    siblings: new Float64Array(4 * Math.max(2, tree.maxArity)),
    box: new Float64Array(6),
  };
  const bound = boundFromVertices(collider.shape);
  collider.rule = (_records, _deformer, _posed, node, _scratch, out) => bound(hybrid, node, out);
  return hybrid;
}

/**
 * Deforms every vertex, bounds the nodes of the middle level by their vertices and those above by their children. Nodes
 * below are left to queries, which bound those they visit by their vertices. Cost: O(vertices) per pose, whatever is asked.
 */
export function refitHybrid(hybrid: Hybrid): void {
  const { collider, nodeVertices, upper, middle, siblings } = hybrid;
  openCollider(collider);
  const { shape, posed, volumeEpochs } = collider;
  const { links } = shape.tree;
  const isLocal = keepsLocalBoxes(shape);
  if (!isLocal) {
    deformAll(shape.deformer, shape.mesh.positions, posed, collider.vertices);
    collider.vertexEpochs.fill(posed.epoch);
  }
  for (let k = 0; k < middle.length; k++) {
    if (isLocal) displaceVertices(collider, nodeVertices.starts[middle[k]], nodeVertices.ends[middle[k]]);
    refitNode(collider, middle[k]);
  }
  volumeEpochs[0] = posed.epoch;
  for (let k = 0; k < upper.length; k++) {
    encloseChildren(collider, upper[k], siblings);
    volumeEpochs[links[upper[k]]] = posed.epoch;
  }
}

/**
 * Half the mean level of the leaves: within 30 % of the fastest level on binary and 8-ary trees of 564 and 36096 triangles.
 * Half the depth has most leaves of an uneven 8-ary tree above it, which took five times as long.
 */
export function findMiddleLevel(tree: Tree): number {
  const levels = nodeLevels(tree);
  let sum = 0;
  for (let node = 0; node < levels.length; node++) if (tree.links[node] < 0) sum += levels[node];
  return Math.floor(sum / tree.leafCount / 2);
}

/**
 * Cost: O(triangles * depth), once per shape.
 */
export function listNodeVertices(shape: Shape): NodeVertices {
  const { slotStarts, slotEnds } = shape.tree;
  const { triangles } = shape.mesh;
  const nodes = slotStarts.length;
  const metBefore = new Uint32Array(triangles.length / 3 + 1); // how many vertices the slots before each one have met
  for (let corner = 0, count = 0; corner < triangles.length; corner++) {
    if (triangles[corner] === count) count++;
    metBefore[Math.floor(corner / 3) + 1] = count;
  }
  const starts = Uint32Array.from(slotStarts, slot => metBefore[slot]);
  const ends = Uint32Array.from(slotEnds, slot => metBefore[slot]);
  const sharedStarts = new Uint32Array(nodes + 1);
  const shared: number[] = [];
  const met = new Uint32Array(shape.mesh.positions.length / 3);
  for (let node = 0; node < nodes; node++) {
    for (let corner = 3 * slotStarts[node]; corner < 3 * slotEnds[node]; corner++) {
      const v = triangles[corner];
      if (v >= starts[node] || met[v] === node + 1) continue;
      met[v] = node + 1;
      shared.push(v);
    }
    sharedStarts[node + 1] = shared.length;
  }
  return { starts, ends, sharedStarts, shared: Uint32Array.from(shared) };
}

/** Boxes under one joint are around vertices that the joint has not moved yet; it need move those of visited leaves only. */
function keepsLocalBoxes({ volumeKind, deformer }: Shape): boolean {
  return volumeKind === 'box' && deformer.skinning === 'rigid';
}

function displaceVertices({ shape, posed }: Collider, from: number, to: number): void {
  const { displacements } = shape.deformer;
  if (displacements.count > 0) {
    displaceRun(displacements, shape.mesh.positions, posed.weights, from, to, posed.displaced);
  }
}

type Bound = (hybrid: Hybrid, node: number, out: Float64Array) => void;

function boundFromVertices({ volumeKind, deformer }: Shape): Bound {
  if (volumeKind === 'sphere') return sphereVertices;
  return deformer.skinning === 'rigid' ? boxLocalVertices : boxWorldVertices;
}

/** About the middle of the box of the vertices, with the slack of leaves (pose-leaf.ts). */
function sphereVertices(hybrid: Hybrid, node: number, out: Float64Array): void {
  const { vertices, posed } = hybrid.collider;
  const { starts, ends, sharedStarts, shared } = hybrid.nodeVertices;
  const { box } = hybrid;
  boxVertices(hybrid, vertices, node);
  const x = 0.5 * (box[0] + box[3]);
  const y = 0.5 * (box[1] + box[4]);
  const z = 0.5 * (box[2] + box[5]);
  let squared = 0;
  for (let v = 3 * starts[node]; v < 3 * ends[node]; v += 3) {
    const dx = vertices[v] - x;
    const dy = vertices[v + 1] - y;
    const dz = vertices[v + 2] - z;
    squared = Math.max(squared, dx * dx + dy * dy + dz * dz);
  }
  for (let k = sharedStarts[node]; k < sharedStarts[node + 1]; k++) {
    const v = 3 * shared[k];
    const dx = vertices[v] - x;
    const dy = vertices[v + 1] - y;
    const dz = vertices[v + 2] - z;
    squared = Math.max(squared, dx * dx + dy * dy + dz * dz);
  }
  out[4 * node] = x;
  out[4 * node + 1] = y;
  out[4 * node + 2] = z;
  out[4 * node + 3] = Math.sqrt(squared) * (1 + 1e-14) + posed.slack;
}

function boxLocalVertices(hybrid: Hybrid, node: number, out: Float64Array): void {
  const { shape, posed } = hybrid.collider;
  boxVertices(hybrid, shape.deformer.displacements.count > 0 ? posed.displaced : shape.mesh.positions, node);
  writeBox(hybrid.box, posed.localSlack, out, 6 * node);
}

function boxWorldVertices(hybrid: Hybrid, node: number, out: Float64Array): void {
  const { vertices, posed } = hybrid.collider;
  boxVertices(hybrid, vertices, node);
  writeBox(hybrid.box, 2 * posed.pad, out, 6 * node);
}

function writeBox(corners: Float64Array, slack: number, out: Float64Array, o: number): void {
  for (let axis = 0; axis < 3; axis++) {
    out[o + axis] = 0.5 * (corners[axis] + corners[3 + axis]);
    out[o + 3 + axis] = 0.5 * (corners[3 + axis] - corners[axis]) + slack;
  }
}

/** Writes low corner and high corner of a node's vertices to `hybrid.box`. */
function boxVertices({ nodeVertices, box }: Hybrid, positions: Float64Array, node: number): void {
  const { starts, ends, sharedStarts, shared } = nodeVertices;
  let lowX = Infinity;
  let lowY = Infinity;
  let lowZ = Infinity;
  let highX = -Infinity;
  let highY = -Infinity;
  let highZ = -Infinity;
  const own = ends[node] - starts[node];
  const count = own + sharedStarts[node + 1] - sharedStarts[node];
  for (let k = 0; k < count; k++) {
    const v = 3 * (k < own ? starts[node] + k : shared[sharedStarts[node] + k - own]);
    const x = positions[v];
    const y = positions[v + 1];
    const z = positions[v + 2];
    lowX = Math.min(lowX, x);
    lowY = Math.min(lowY, y);
    lowZ = Math.min(lowZ, z);
    highX = Math.max(highX, x);
    highY = Math.max(highY, y);
    highZ = Math.max(highZ, z);
  }
  box[0] = lowX;
  box[1] = lowY;
  box[2] = lowZ;
  box[3] = highX;
  box[4] = highY;
  box[5] = highZ;
}
