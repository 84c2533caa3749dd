import { type Arena, type Block, type CheckCalls, giveUp, takeBlock } from '../../compiled/arena.ts';
import { CHECK_MODULE } from '../../compiled/check-module.ts';
import { openEngine } from '../../compiled/engine.ts';
import { openPart } from '../../compiled/open-part.ts';
import { STACK, STACK_CAPACITY } from '../../compiled/query-record.ts';
import { JOINT_STRIDE } from '../../deform/posed-joints.ts';
import type { Snapshot } from '../measure/snapshot.ts';
import type { CheckedShape } from '../plan/checked-shape.ts';

/**
 * What the memory of the compiled query holds of a body: `PosedBody` of compiled/assembly/check/records.ts, and what that names. It is the same for
 * all instants of the body, one after the other.
 */
export interface PackedBody {
  /** The instant that it is of, and what its slots are marked with. */
  of: Snapshot | null;
  marked: Uint8Array | null;
  /** Room for the body, and for what all bodies of its shape have in common. */
  block: Block;
  surface: Block;
  /** The memory they are in, and the functions that work in it. */
  arena: Arena;
  memory: Uint8Array;
  calls: CheckCalls;
  /** Where the record is, and some of what it names, in bytes. */
  at: number;
  places: Record<'boxes' | 'positions' | 'marks' | 'floors' | 'slotBoxes' | 'boxed', number>;
  /** How many instants it has been at. */
  poses: number;
}

/** What there is of a body; `packed` is null if nothing is. */
export interface BodyInMemory {
  packed: PackedBody | null;
}

/** Sizes of the records. */
const BYTES = { record: 64, node: 16, corners: 12, box: 24, blend: 20, joint: 96 };
/** Fields of the record that change with the instant: in words, and in float64 numbers. */
const POSE = 10;
const PAD = 6;
/** By how much boxes of triangles are wider, as a share of the largest coordinate: twice what rounding to float32 may take. */
const PADDING = 2 ** -23;
/** What waits on the stack of a search takes no more than this. */
const WAITING = 16;

/**
 * A body at an instant in the memory of the compiled query of this thread, for one question; null if there is none, or no room. It is copied when it is first asked
 * about, 0.03 us a triangle, and 0.1 us more if it is the first of its shape. `marks`: by slot, if the question needs any.
 */
export function openSnapshot(snapshot: Snapshot, marks: Uint8Array | null = null): PackedBody | null {
  const arena = openEngine();
  if (arena === null) return null;
  arena.clock++; // what is packed from here on is not given up before the next question
  return packSnapshot(arena, snapshot, marks);
}

/** The same in a given memory, for the question that is being asked. */
export function packSnapshot(arena: Arena, snapshot: Snapshot, marks: Uint8Array | null): PackedBody | null {
  const { inMemory } = snapshot;
  let { packed } = inMemory;
  if (packed === null || packed.memory !== arena.bytes || packed.block.used < 0 || packed.surface.used < 0) {
    packed = placeBody(arena, snapshot);
    if (packed === null) return null;
    inMemory.packed = packed;
  }
  packed.block.used = arena.clock;
  packed.surface.used = arena.clock;
  const { places } = packed;
  if (packed.of !== snapshot) {
    packed.of = snapshot;
    arena.floats.set(snapshot.boxes, places.boxes / 4);
    arena.numbers.set(snapshot.positions, places.positions / 8);
    arena.words[packed.at / 4 + POSE] = ++packed.poses;
    arena.numbers[packed.at / 8 + PAD] = PADDING * largestOf(snapshot.boxes) + Number.MIN_VALUE;
  }
  if (marks !== null && packed.marked !== marks) {
    packed.marked = marks;
    arena.bytes.set(marks, places.marks);
  }
  return packed;
}

/** The largest coordinate of a body: that of the box of its root. */
function largestOf(boxes: Float32Array): number {
  let largest = 0;
  for (let k = 0; k < 6; k++) largest = Math.max(largest, Math.abs(boxes[k]));
  return largest;
}

/** Takes room for a body, and gives up what it had; null if there is none. */
function placeBody(arena: Arena, { shape, positions, boxes, inMemory }: Snapshot): PackedBody | null {
  const before = inMemory.packed;
  dropBody(inMemory);
  const surface = isTreeCompiled(shape) ? packSurface(arena, shape) : null;
  if (surface === null) return null;
  const { size, ...places } = layOut(BYTES.record, {
    boxes: 4 * boxes.length,
    positions: 8 * positions.length,
    marks: shape.order.length,
    floors: 8 * shape.regions.joints.length,
    slotBoxes: BYTES.box * shape.order.length,
    boxed: 4 * shape.tree.links.length,
  });
  const block = takeBlock(arena, size, inMemory, before?.block);
  // The memory may have been replaced to make room: only now it is known where functions have to work.
  const calls = block && openPart(arena, arena.check, CHECK_MODULE);
  if (calls === null) return null;
  const at = block!.start;
  for (const name in places) places[name as keyof typeof places] += at;
  const { nodes, corners, regions } = placesOf(shape);
  const ofSurface = [nodes, corners, regions].map(place => surface.start + place);
  const ofPose = [places.boxes, places.positions, places.marks, places.floors, STACK, places.slotBoxes, places.boxed];
  arena.words.set([...ofSurface, ...ofPose], at / 4);
  arena.bytes.fill(0, places.boxed, places.boxed + 4 * shape.tree.links.length); // of no pose yet
  return { of: null, marked: null, block: block!, surface, arena, memory: arena.bytes, calls, at, places, poses: 0 };
}

/** Gives up the room of a body that nothing more is asked about. */
export function dropBody(inMemory: BodyInMemory): void {
  const { packed } = inMemory;
  if (packed !== null && packed.block.used >= 0) giveUp(packed.arena.blocks, packed.block);
  inMemory.packed = null;
}

/** Whether the compiled query knows such a tree: with two children to a node, and room for those that wait. */
export function isTreeCompiled({ tree }: CheckedShape): boolean {
  return tree.maxArity <= 2 && WAITING * (tree.depth + 4) <= 8 * STACK_CAPACITY;
}

/** What no pose changes, packed if it is not there; null if there is no room. */
export function packSurface(arena: Arena, shape: CheckedShape): Block | null {
  const known = arena.surfaces.get(shape);
  if (known !== undefined && known.used >= 0) {
    known.used = arena.clock;
    return known;
  }
  const { size, ...places } = placesOf(shape);
  const block = takeBlock(arena, size, shape, known);
  if (block === null) return null;
  const { words } = arena;
  const { links, slotStarts, slotEnds } = shape.tree;
  for (let node = 0, o = (block.start + places.nodes) / 4; node < links.length; node++, o += 4) {
    words[o] = links[node];
    words[o + 1] = shape.regionOfNode[node];
    words[o + 2] = slotStarts[node];
    words[o + 3] = slotEnds[node];
  }
  const { triangles } = shape.mesh;
  const corners = (block.start + places.corners) / 4;
  for (let k = 0; k < triangles.length; k++) words[corners + k] = 24 * triangles[k];
  words.set(shape.regions.regionOfTriangle, (block.start + places.regions) / 4);
  packBlend(arena, shape, block.start);
  arena.surfaces.set(shape, block);
  return block;
}

/** `Blend` of compiled/assembly/check/pose-vertices.ts, and what it names. */
function packBlend({ words, numbers }: Arena, shape: CheckedShape, start: number): void {
  const places = placesOf(shape);
  const { setOfVertex, starts, joints, weightStarts, weights } = shape.deformer.sets;
  const { positions } = shape.mesh;
  const { rest, sets, weightsOfVertices, setStarts } = places;
  words.set(
    [rest, rest + 8 * positions.length, sets, weightsOfVertices, setStarts].map(place => start + place),
    (start + places.blend) / 4,
  );
  numbers.set(positions, (start + rest) / 8);
  numbers.set(weights, (start + places.weights) / 8);
  for (let v = 0; v < setOfVertex.length; v++) {
    words[(start + sets) / 4 + v] = 4 * setOfVertex[v];
    words[(start + weightsOfVertices) / 4 + v] = start + places.weights + 8 * weightStarts[v];
  }
  for (let set = 0; set < starts.length; set++) {
    words[(start + setStarts) / 4 + set] = start + places.jointsOfSets + 4 * starts[set];
  }
  for (let k = 0; k < joints.length; k++) {
    words[(start + places.jointsOfSets) / 4 + k] = start + places.joints + BYTES.joint * joints[k];
  }
}

/** Writes posed joints as `poseVertices` reads them: of each column and the shift the first two rows, then the last row. */
export function packJoints({ numbers }: Arena, shape: CheckedShape, surface: Block, joints: Float64Array): void {
  let o = (surface.start + placesOf(shape).joints) / 8;
  for (let m = 0; m < JOINT_STRIDE * shape.deformer.sets.jointCount; m += JOINT_STRIDE, o += BYTES.joint / 8) {
    for (let column = 0; column < 4; column++) {
      numbers[o + 2 * column] = joints[m + column];
      numbers[o + 2 * column + 1] = joints[m + 4 + column];
      numbers[o + 8 + column] = joints[m + 8 + column];
    }
  }
}

/** Places of what bodies of a shape have in common. */
export function placesOf({ tree, order, mesh, deformer }: CheckedShape): Record<SurfacePlace | 'size', number> {
  const slots = order.length;
  const { sets } = deformer;
  return layOut(0, {
    nodes: BYTES.node * tree.links.length,
    corners: BYTES.corners * slots,
    regions: 4 * slots,
    blend: BYTES.blend,
    rest: 8 * mesh.positions.length,
    sets: 4 * sets.setOfVertex.length,
    weightsOfVertices: 4 * sets.setOfVertex.length,
    setStarts: 4 * sets.starts.length,
    jointsOfSets: 4 * sets.joints.length,
    weights: 8 * sets.weights.length,
    joints: BYTES.joint * sets.jointCount,
  });
}

type SurfacePlace =
  | 'nodes'
  | 'corners'
  | 'regions'
  | 'blend'
  | 'rest'
  | 'sets'
  | 'weightsOfVertices'
  | 'setStarts'
  | 'jointsOfSets'
  | 'weights'
  | 'joints';

/** Places for lists of some sizes, one after the other from `start` on, each at a multiple of 16; and where they end. */
export function layOut<Name extends string>(start: number, sizes: Record<Name, number>): Record<Name | 'size', number> {
  let size = start;
  const places = {} as Record<Name | 'size', number>;
  for (const name in sizes) {
    places[name] = size;
    size += 16 * Math.ceil(sizes[name] / 16);
  }
  places.size = size;
  return places;
}
