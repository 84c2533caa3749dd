import type { Collider } from '../collider.ts';
import { JOINT_STRIDE } from '../deform/posed-joints.ts';
import { type Arena, type Block, giveUp, takeBlock } from './arena.ts';
import { LARGEST_NARROW, narrowPad, narrowSlack } from './narrow-rounding.ts';
import type { ShapeBlock } from './pack-shape.ts';

/** A collider in the memory of the compiled query, in the pose it was in last. */
export interface ColliderBlock {
  block: Block;
  shape: ShapeBlock;
  /** The corners of its triangles; where its boxes begin, in float32 numbers, its posed vertices and its joints, in float64 ones. */
  corners: Uint32Array;
  boxes: number;
  vertices: number;
  rows: number;
  /** The pose it is in, and whether float32 holds that. */
  epoch: number;
  era: number;
  isWithinRange: boolean;
}

const COLLIDER_RECORD = 64;
/** Where these fields of the record are, in words. */
const SLACK = 3;
const PAD = 4;
export const REFITS = 13;
export const POSED_VERTICES = 14;

/** The collider in memory, in its current pose; null if there is no room for it, or the pose is beyond float32. */
export function packCollider(arena: Arena, collider: Collider, shape: ShapeBlock): ColliderBlock | null {
  let packed = arena.colliders.get(collider);
  // After a new era epochs begin again, here too: those of the module are counted up by no more than those of the collider.
  if (packed === undefined || packed.block.used < 0 || packed.shape !== shape || packed.era !== collider.era) {
    if (packed !== undefined) giveUp(arena.blocks, packed.block);
    const placed = placeCollider(arena, collider, shape);
    if (placed === null) return null;
    packed = placed;
    arena.colliders.set(collider, packed);
  }
  packed.block.used = arena.clock;
  if (packed.epoch !== collider.posed.epoch) takePose(arena, collider, packed);
  return packed.isWithinRange ? packed : null;
}

/** Takes room for one instance: `Collider` of assembly/records.ts, and what it names. */
function placeCollider(arena: Arena, collider: Collider, shapeBlock: ShapeBlock): ColliderBlock | null {
  const { tree, mesh, deformer, records } = collider.shape;
  const { jointCount } = deformer.sets;
  let size = COLLIDER_RECORD;
  const place = (bytes: number): number => {
    const at = size;
    size += bytes;
    return at;
  };
  const boxes = place(32 * tree.links.length);
  const vertices = place((32 * mesh.positions.length) / 3);
  const triangleBoxes = place((32 * mesh.triangles.length) / 3);
  const rows = place(128 * jointCount);
  const columns = place(128 * jointCount);
  const narrowColumns = place(64 * jointCount);
  const sharedBoxes = place(32 * records.shared.joints.length);
  const block = takeBlock(arena, size, collider);
  if (block === null) return null;
  const { start } = block;
  arena.words.set([shapeBlock.block.start, jointCount], start / 4);
  const places = [boxes, vertices, triangleBoxes, rows, columns, narrowColumns, sharedBoxes];
  arena.words.set(
    places.map(at => start + at),
    start / 4 + 6,
  );
  arena.calls.openCollider(start);
  return {
    block,
    shape: shapeBlock,
    corners: mesh.triangles,
    boxes: (start + boxes) / 4,
    vertices: (start + vertices) / 8,
    rows: (start + rows) / 8,
    epoch: -1,
    era: collider.era,
    isWithinRange: false,
  };
}

/** Takes over the joints of the current pose, and what rounding may add to boxes in it. */
function takePose(arena: Arena, { posed, shape }: Collider, packed: ColliderBlock): void {
  const { magnitude, joints } = posed;
  const at = packed.block.start;
  packed.epoch = posed.epoch;
  packed.isWithinRange = magnitude < LARGEST_NARROW;
  if (!packed.isWithinRange) return;
  arena.numbers.set(joints.subarray(0, JOINT_STRIDE * shape.deformer.sets.jointCount), packed.rows);
  arena.floats[at / 4 + SLACK] = narrowSlack(packed.shape.influences, magnitude, posed.reach, posed.slack);
  arena.floats[at / 4 + PAD] = narrowPad(magnitude);
  packed.isWithinRange = arena.calls.poseJoints(at) < LARGEST_NARROW;
}
