import { chooseJoined } from './join-nodes';
import { mergeLeaves } from './merge-leaves';
import { measureNode, packNode } from './pack-node';
import { measureSets, packSets } from './pack-sets';
import { packReaches } from './pack-splits';
import { ARITY_BITS, Displacement, LeafRecord, Shape, SharedBox } from './records';
import { BENT, ShapeSource, wordAt } from './shape-source';
import { sizeAtRest } from './size-at-rest';

/**
 * Nodes of up to so many triangles are leaves here, whatever is below them in the tree: boxes of triangles are compared four
 * numbers at a time, and triangles are tested two at a time, so larger leaves pay (docs/decisions/0050).
 */
const MERGED: u32 = 24;

/** Whether a node is a leaf, or is taken for one. */
export function isLeaf(source: ShapeSource, node: u32): bool {
  return <i32>wordAt(source.links, node) < 0 || slotsOf(source, node) <= MERGED;
}

function slotsOf(source: ShapeSource, node: u32): u32 {
  return wordAt(source.slotEnds, node) - wordAt(source.slotStarts, node);
}

/** Each part of a shape begins at a multiple of 16. */
@inline
export function padded(bytes: usize): usize {
  return (bytes + 15) & ~15;
}

@inline
function vertexStride(influences: u32): u32 {
  return <u32>padded(24 + 10 * influences);
}

/** Begins a shape, by leaving out the nodes that are not wanted. Returns the bytes that it takes: its record, and all that this names. */
export function measureShape(source: ShapeSource): usize {
  mergeLeaves(source);
  const perNode = padded(4 * source.nodeCount);
  let records: usize = 0;
  for (let node: u32 = 0; node < source.nodeCount; node++) {
    records += isLeaf(source, node) ? measureLeaf(source, node) : measureNode(source, node);
  }
  return (
    padded(offsetof<Shape>()) +
    4 * perNode +
    padded(source.vertexCount * vertexStride(source.influences)) +
    padded(12 * source.triangleCount) +
    padded(4 * source.triangleCount) +
    source.sharedBoxCount * offsetof<SharedBox>() +
    measureDisplacements(source) +
    measureSets(source) +
    records +
    16 // boxes are read in vectors, and the last of them beyond its end
  );
}

/** A word for each vertex, and one more; then all displacements. None, where no field displaces vertices. */
function measureDisplacements(source: ShapeSource): usize {
  if (source.fieldCount == 0) return 0;
  const count = wordAt(source.displacementStarts, source.vertexCount);
  return padded(4 * (source.vertexCount + 1)) + <usize>count * offsetof<Displacement>();
}

/** At most so many: as if no two triangles had a vertex in common. */
function measureLeaf(source: ShapeSource, node: u32): usize {
  return offsetof<LeafRecord>() + 12 * slotsOf(source, node);
}

/** Packs a shape at `shape`, where `measureShape` bytes are free. Cost: some 50 ns a triangle. */
export function packShape(source: ShapeSource, shape: Shape): void {
  const perNode = padded(4 * source.nodeCount);
  shape.nodeCount = source.nodeCount;
  shape.influences = source.influences;
  shape.vertexStride = vertexStride(source.influences);
  shape.links = changetype<usize>(shape) + padded(offsetof<Shape>());
  shape.records = shape.links + perNode;
  shape.sizes = shape.records + perNode;
  shape.nodes = shape.sizes + perNode;
  shape.vertices = shape.nodes + perNode;
  shape.corners = shape.vertices + padded(source.vertexCount * shape.vertexStride);
  shape.order = shape.corners + padded(12 * source.triangleCount);
  shape.sharedBoxes = shape.order + padded(4 * source.triangleCount);
  shape.fieldCount = source.fieldCount;
  shape.displacements = shape.sharedBoxes + source.sharedBoxCount * offsetof<SharedBox>();
  shape.longest = 0;
  const sets = shape.displacements + measureDisplacements(source);
  let record = sets + measureSets(source);
  memory.copy(shape.nodes, source.nodes, 4 * source.nodeCount);
  packVertices(source, shape);
  packDisplacements(source, shape);
  packSets(source, shape, sets);
  for (let k: u32 = 0; k < 3 * source.triangleCount; k++) {
    store<u32>(shape.corners + (<usize>k << 2), wordAt(source.triangles, k) << 5);
  }
  memory.copy(shape.order, source.triangleOrder, 4 * source.triangleCount);
  packSharedBoxes(source, shape);
  chooseJoined(source, shape);
  for (let node: u32 = 0; node < source.nodeCount; node++) {
    const isBottom = isLeaf(source, node);
    const first = wordAt(source.links, node);
    const link = isBottom ? -1 : (first << ARITY_BITS) | (wordAt(source.ends, node) - first);
    store<i32>(shape.links + (<usize>node << 2), link);
    store<usize>(shape.records + (<usize>node << 2), record);
    const end = isBottom ? packLeaf(source, node, record) : packNode(source, shape, node, record);
    const size = shape.sizes + (<usize>node << 2);
    const isJoined = load<f32>(size) < 0;
    store<f32>(size, sizeAtRest(shape, node));
    if (isJoined) store<usize>(shape.records + (<usize>node << 2), 0);
    else record = end;
  }
  if (source.form == BENT) packReaches(source, shape);
}

/** A vertex under one joint has the weight 1. A place that is not needed has the joint before it, and the weight 0, as the memory of a shape is all 0 before. */
function packVertices(source: ShapeSource, shape: Shape): void {
  const influences = source.influences;
  for (let v: u32 = 0; v < source.vertexCount; v++) {
    const rest = shape.vertices + v * shape.vertexStride;
    memory.copy(rest, source.positions + 24 * v, 24);
    const set = wordAt(source.setOfVertex, v);
    const first = wordAt(source.setStarts, set);
    const count = wordAt(source.setStarts, set + 1) - first;
    const weights = rest + 24;
    const joints = weights + (<usize>influences << 3);
    if (count == 1) store<f64>(weights, 1);
    else memory.copy(weights, source.weights + (<usize>wordAt(source.weightStarts, v) << 3), <usize>count << 3);
    for (let k: u32 = 0; k < influences; k++) {
      store<u16>(joints + (<usize>k << 1), <u16>(wordAt(source.setJoints, first + min<u32>(k, count - 1))));
    }
  }
}

function packDisplacements(source: ShapeSource, shape: Shape): void {
  if (source.fieldCount == 0) return;
  let at = shape.displacements + padded(4 * (source.vertexCount + 1));
  let k: u32 = 0;
  for (let v: u32 = 0; v <= source.vertexCount; v++) {
    for (const end = wordAt(source.displacementStarts, v); k < end; k++) {
      memory.copy(at, source.offsets + 24 * <usize>k, 24);
      changetype<Displacement>(at).field = wordAt(source.fields, k) << 3;
      at += offsetof<Displacement>();
    }
    store<usize>(shape.displacements + (<usize>v << 2), at);
  }
}

function packSharedBoxes(source: ShapeSource, shape: Shape): void {
  for (let k: u32 = 0; k < source.sharedBoxCount; k++) {
    const box = shape.sharedBoxes + k * offsetof<SharedBox>();
    store<u32>(box, wordAt(source.sharedJoints, k) << 7);
    memory.copy(box + offsetof<SharedBox>('x'), source.sharedBoxes + 24 * k, 24);
  }
}

/** Writes the record of a leaf, and returns where the next one begins. Vertices that its neighbours have as well are the first then, as vertices are numbered in the order of the tree. */
function packLeaf(source: ShapeSource, node: u32, at: usize): usize {
  const record = changetype<LeafRecord>(at);
  record.firstSlot = wordAt(source.slotStarts, node);
  record.slotCount = slotsOf(source, node);
  const list = at + offsetof<LeafRecord>();
  const end = listVertices(source, 3 * record.firstSlot, 3 * (record.firstSlot + record.slotCount), list);
  record.vertexCount = <u32>(end - list) >> 2;
  record.joints = mostJoints(source, list, end);
  return end;
}

/** Lists the vertices of some corners in the order of their numbers, each once, and returns where the list ends. */
function listVertices(source: ShapeSource, corner: u32, end: u32, list: usize): usize {
  let listEnd = list;
  for (; corner < end; corner++) {
    const v = wordAt(source.triangles, corner);
    let k = list;
    while (k < listEnd && load<u32>(k) < v) k += 4;
    if (k < listEnd && load<u32>(k) == v) continue;
    memory.copy(k + 4, k, listEnd - k);
    store<u32>(k, v);
    listEnd += 4;
  }
  return listEnd;
}

/** How many joints the vertex of a list follows that follows most. */
function mostJoints(source: ShapeSource, id: usize, end: usize): u32 {
  let most: u32 = 1;
  for (; id < end; id += 4) {
    const set = wordAt(source.setOfVertex, load<u32>(id));
    most = max<u32>(most, wordAt(source.setStarts, set + 1) - wordAt(source.setStarts, set));
  }
  return most;
}
