import type { Collider } from '../collider.ts';
import { blendsQuaternions, JOINT_STRIDE, type PosedJoints } from '../deform/posed-joints.ts';
import { type Arena, type Block, giveUp, MOST_POSES, takeBlock } from './arena.ts';
import { displacedSlack, LARGEST_NARROW, narrowPad, narrowSlack } from './narrow-rounding.ts';
import type { ShapeBlock } from './pack-shape.ts';

/** A collider in the memory of the compiled query, in the pose it was in last. */
export interface ColliderBlock {
  block: Block;
  shape: ShapeBlock;
  /** The corners of its triangles; where its boxes begin, in float32 numbers, its posed vertices, joints and weights, in float64 ones. */
  corners: Uint32Array;
  boxes: number;
  vertices: number;
  rows: number;
  weights: number;
  /** The pose it is in, and whether float32 holds that. */
  epoch: number;
  era: number;
  isWithinRange: boolean;
  /** What its boxes are relative to. */
  origin: Float64Array;
}

/** The record: its bytes, and where fields are: stretch, offset, magnitude, reach and bend in float64 numbers, the others in words. */
export const COLLIDER = {
  bytes: 192,
  stretch: 3,
  offset: 4,
  magnitude: 16,
  reach: 17,
  bend: 18,
  shape: 10,
  slack: 14,
  pad: 15,
  boxes: 17,
  mostBoxed: 20,
  boxEpoch: 22,
  rows: 23,
  refits: 27,
  posedVertices: 28,
  weights: 29,
  quaternions: 38,
};

/** An origin is kept as long as no joint is farther from it than so many times the reach of the body: that costs float32 three digits of 24. */
const FAR = 8;

/** So many triangles of a body have their boxes in memory at the same time, and those of two leaves more: a megabyte. Larger bodies box some again. */
const MOST_BOXED = 2 ** 15;
const TWO_LEAVES = 2 * 64;

/**
 * The collider in memory, in its current pose, its boxes relative to `origin`, or if that is null, to one that is near it. Null if
 * there is no room for it, or the pose is beyond float32.
 */
export function packCollider(
  arena: Arena,
  collider: Collider,
  shape: ShapeBlock,
  origin: Float64Array | null,
): ColliderBlock | null {
  let packed = arena.colliders.get(collider);
  if (packed === undefined || packed.block.used < 0 || packed.shape !== shape || isWornOut(arena, packed)) {
    if (packed !== undefined) giveUp(arena.blocks, packed.block);
    const placed = placeCollider(arena, collider, shape, packed?.block);
    if (placed === null) return null;
    packed = placed;
    arena.colliders.set(collider, packed);
  }
  packed.block.used = arena.clock;
  const isFresh = packed.epoch === collider.posed.epoch && packed.era === collider.era;
  if (origin !== null) {
    if (!isFresh || !isSamePlace(packed.origin, origin)) takePose(arena, collider, packed, origin);
  } else {
    if (!isFresh) takePose(arena, collider, packed, packed.origin);
    if (packed.isWithinRange && isFar(arena, collider, packed)) {
      const place = findPlace(collider);
      if (!isSamePlace(packed.origin, place)) takePose(arena, collider, packed, place);
    }
  }
  return packed.isWithinRange ? packed : null;
}

/** Whether its epochs are about to run over; that of its boxes goes up with every pose, or oftener. */
function isWornOut({ words }: Arena, { block }: ColliderBlock): boolean {
  return words[block.start / 4 + COLLIDER.boxEpoch] >= MOST_POSES;
}

/** Takes room for one instance: `Collider` of assembly/records.ts, and what it names. */
function placeCollider(
  arena: Arena,
  collider: Collider,
  shapeBlock: ShapeBlock,
  before: Block | undefined,
): ColliderBlock | null {
  const { mesh, deformer, records } = collider.shape;
  const { jointCount } = deformer.sets;
  let size = COLLIDER.bytes;
  const place = (bytes: number): number => {
    const at = size;
    size += bytes;
    return at;
  };
  const boxes = place(32 * shapeBlock.nodeCount);
  const vertices = place((32 * mesh.positions.length) / 3);
  const mostBoxed = Math.min(mesh.triangles.length / 3, MOST_BOXED);
  const triangleBoxes = place(32 * (mostBoxed + TWO_LEAVES));
  const rows = place(128 * jointCount);
  const columns = place(128 * jointCount);
  const narrowColumns = place(128 * jointCount);
  const sharedBoxes = place(32 * records.shared.joints.length);
  const weights = place(8 * deformer.displacements.count);
  const displaced = place(8 * Math.ceil(shapeBlock.longest / 8) + 16); // boxes are read in vectors, beyond their end
  const blended = blendsQuaternions(deformer) ? jointCount : 0;
  const quaternions = place(32 * blended);
  const chords = place(blended > 0 ? 8 * (jointCount + 4) : 0); // and two that are always the same; four at a time
  const sets = place(shapeBlock.posedSets);
  const coarseBends = place(blended > 0 ? 32 * Math.ceil((deformer.sets.starts.length - 1) / 4) : 0); // four at a time
  const bent = place(32);
  const block = takeBlock(arena, size, collider, before);
  if (block === null) return null;
  const { start } = block;
  arena.words.set([shapeBlock.block.start, jointCount], start / 4 + COLLIDER.shape);
  const write = (field: number, places: number[]): void =>
    arena.words.set(
      places.map(at => start + at),
      start / 4 + field,
    );
  write(COLLIDER.boxes, [boxes, vertices, triangleBoxes]);
  write(COLLIDER.rows, [rows, columns, narrowColumns, sharedBoxes]);
  write(COLLIDER.weights, [weights, displaced]);
  write(COLLIDER.quaternions, [quaternions, chords, sets, coarseBends, bent]);
  arena.words[start / 4 + COLLIDER.mostBoxed] = mostBoxed;
  arena.calls.openCollider(start);
  return {
    block,
    shape: shapeBlock,
    corners: mesh.triangles,
    boxes: (start + boxes) / 4,
    vertices: (start + vertices) / 8,
    rows: (start + rows) / 8,
    weights: (start + weights) / 8,
    epoch: -1,
    era: -1,
    isWithinRange: false,
    origin: new Float64Array(3),
  };
}

/** Takes over the joints of the current pose, and what rounding may add to boxes in it. */
function takePose(arena: Arena, collider: Collider, packed: ColliderBlock, origin: Float64Array): void {
  const { posed } = collider;
  const { numbers, floats, calls } = arena;
  const at = packed.block.start;
  packed.epoch = posed.epoch;
  packed.era = collider.era;
  packed.origin = origin;
  packed.isWithinRange = posed.magnitude < LARGEST_NARROW && isNarrow(posed);
  if (!packed.isWithinRange) return;
  if (posed.weights.length > 0) numbers.set(posed.weights, packed.weights);
  numbers.set(origin, at / 8);
  numbers.set(posed.joints, packed.rows);
  numbers[at / 8 + COLLIDER.magnitude] = posed.magnitude;
  numbers[at / 8 + COLLIDER.reach] = posed.reach;
  const largest = calls.poseJoints(at);
  const bend = numbers[at / 8 + COLLIDER.bend];
  packed.isWithinRange = largest < LARGEST_NARROW && bend < LARGEST_NARROW;
  // As `posed.magnitude`, from the origin that was chosen, and with what blending quaternions adds.
  const magnitude =
    numbers[at / 8 + COLLIDER.stretch] * posed.reach + numbers[at / 8 + COLLIDER.offset] + posed.slack + bend;
  floats[at / 4 + COLLIDER.slack] =
    narrowSlack(packed.shape.influences, magnitude, posed.reach, posed.slack) +
    displacedSlack(posed.weights.length, magnitude, numbers[at / 8 + COLLIDER.stretch], posed.fullReach);
  floats[at / 4 + COLLIDER.pad] = narrowPad(magnitude);
}

/** Whether float32 holds the weights of fields, and what they displace. */
function isNarrow({ weights, reach }: PosedJoints): boolean {
  for (let m = 0; m < weights.length; m++) if (!(Math.abs(weights[m]) < LARGEST_NARROW)) return false;
  return reach < LARGEST_NARROW;
}

function isSamePlace(p: Float64Array, q: Float64Array): boolean {
  return p[0] === q[0] && p[1] === q[1] && p[2] === q[2];
}

/** Whether a joint is so far from the origin that float32 has too few digits for the boxes. */
function isFar({ numbers }: Arena, { posed }: Collider, { block }: ColliderBlock): boolean {
  const at = block.start / 8;
  return numbers[at + COLLIDER.offset] > FAR * numbers[at + COLLIDER.stretch] * posed.reach;
}

/** A place near the body: where the first joint of the first vertex takes it. */
function findPlace({ posed, shape }: Collider): Float64Array {
  const { setOfVertex, starts, joints } = shape.deformer.sets;
  const [x, y, z] = shape.mesh.positions;
  const m = JOINT_STRIDE * joints[starts[setOfVertex[0]]];
  return Float64Array.from([m, m + 4, m + 8], row => {
    const [a, b, c, t] = posed.joints.subarray(row, row + 4);
    return a * x + b * y + c * z + t;
  });
}
