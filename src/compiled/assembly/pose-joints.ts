import { narrow } from './boxes';
import { poseBends } from './coarse-bends';
import { poseQuaternions } from './quaternions';
import { Collider, LINEAR } from './records';

/** Where the rows of a joint hold its stretch (deform/posed-joints.ts), in bytes. */
const STRETCH: usize = 96;

/** Writes one column of a joint, and it and its magnitudes in float32. */
@inline
function storeColumn(column: usize, narrowColumn: usize, xy: v128, z: v128): void {
  v128.store(column, xy);
  v128.store64_lane(column, z, 0, 16);
  const rounded = narrow(xy, z);
  v128.store(narrowColumn, rounded);
  v128.store(narrowColumn, f32x4.abs(rounded), 64);
}

/**
 * Takes over the joints in `rows`: writes them by columns, in float64 for vertices, and in float32 relative to the origin for boxes,
 * measures them, and makes all that was posed before stale. Returns the largest magnitude of a number: float32 holds those below
 * 2^100 with room for all that is computed from them (docs/decisions/0019). Cost: some 10 ns a joint.
 */
export function poseJoints(collider: Collider): f64 {
  let column = collider.columns;
  let narrowColumn = collider.narrowColumns;
  const originXY = v128.load(changetype<usize>(collider), offsetof<Collider>('originX'));
  const originZ = v128.load_zero<f64>(changetype<usize>(collider), offsetof<Collider>('originZ'));
  let largest = f64x2.splat(0);
  let farthest: f64 = 0;
  let stretch: f64 = 0;
  let sum: f64 = 0;
  const end = collider.rows + (<usize>collider.jointCount << 7);
  for (let row = collider.rows; row < end; row += 128) {
    for (let half: usize = 0; half < 32; half += 16) {
      const x = v128.load(row + half);
      const y = v128.load(row + half, 32);
      const z = v128.load(row + half, 64);
      largest = f64x2.pmax(largest, f64x2.pmax(f64x2.abs(x), f64x2.pmax(f64x2.abs(y), f64x2.abs(z))));
      storeColumn(column, narrowColumn, v128.shuffle<i64>(x, y, 0, 2), z);
      storeColumn(column + 32, narrowColumn + 16, v128.shuffle<i64>(x, y, 1, 3), v128.shuffle<i64>(z, z, 1, 1));
      column += 64;
      narrowColumn += 32;
    }
    const xy = f64x2.sub(v128.load(column - 32), originXY);
    const z = f64x2.sub(v128.load_zero<f64>(column - 32, 16), originZ);
    v128.store(narrowColumn - 16, narrow(xy, z));
    const squares = f64x2.add(f64x2.mul(xy, xy), f64x2.mul(z, z));
    farthest = max<f64>(farthest, f64x2.extract_lane(squares, 0) + f64x2.extract_lane(squares, 1));
    stretch = max<f64>(stretch, load<f64>(row, STRETCH));
    sum += load<f64>(row, STRETCH);
    narrowColumn += 64;
  }
  collider.stretch = stretch;
  collider.offset = sqrt<f64>(farthest);
  collider.scale = <f32>(sum / <f64>collider.jointCount);
  collider.epoch++;
  collider.boxEpoch++;
  collider.boxed = 0;
  collider.bend = 0;
  if (collider.shape.skinning != LINEAR) {
    collider.bend = poseBends(collider, poseQuaternions(collider));
  }
  return max<f64>(f64x2.extract_lane(largest, 0), f64x2.extract_lane(largest, 1));
}

/** Begins a collider whose memory is all 0: no epoch is 0, and the walk reads the links of nodes beside their boxes. */
export function openCollider(collider: Collider): void {
  const links = collider.shape.links;
  const boxes = collider.boxes;
  for (let node: usize = 0; node < collider.shape.nodeCount; node++) {
    store<i32>(boxes + (node << 5), load<i32>(links + (node << 2)), 12);
  }
}
