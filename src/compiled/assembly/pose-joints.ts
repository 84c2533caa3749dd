import { poseBends } from './bends';
import { Collider, LINEAR } from './records';

/** Where the rows of a joint hold its stretch (deform/posed-joints.ts), in bytes. */
const STRETCH: usize = 96;

/**
 * Takes over the joints in `rows`: writes them by columns, in float64 for vertices, and in float32 relative to the origin for boxes,
 * measures them, and makes all that was posed before stale. Returns the largest magnitude of a number: float32 holds those below
 * 2^100 with room for all that is computed from them (docs/decisions/0019). Cost: some 10 ns a joint.
 */
export function poseJoints(collider: Collider): f64 {
  let column = collider.columns;
  let narrowColumn = collider.narrowColumns;
  const originX = collider.originX;
  const originY = collider.originY;
  const originZ = collider.originZ;
  let largest: f64 = 0;
  let stretch: f64 = 0;
  let squared: f64 = 0;
  let sum: f64 = 0;
  const end = collider.rows + (<usize>collider.jointCount << 7);
  for (let row = collider.rows; row < end; row += 128) {
    for (let k: usize = 0; k < 4; k++) {
      const x = load<f64>(row + (k << 3));
      const y = load<f64>(row + (k << 3), 32);
      const z = load<f64>(row + (k << 3), 64);
      store<f64>(column, x);
      store<f64>(column, y, 8);
      store<f64>(column, z, 16);
      v128.store(narrowColumn, f32x4(<f32>x, <f32>y, <f32>z, 0));
      largest = max<f64>(largest, max<f64>(abs<f64>(x), max<f64>(abs<f64>(y), abs<f64>(z))));
      column += 32;
      narrowColumn += 16;
    }
    const x = load<f64>(column - 32) - originX;
    const y = load<f64>(column - 32, 8) - originY;
    const z = load<f64>(column - 32, 16) - originZ;
    v128.store(narrowColumn - 16, f32x4(<f32>x, <f32>y, <f32>z, 0));
    squared = max<f64>(squared, x * x + y * y + z * z);
    stretch = max<f64>(stretch, load<f64>(row, STRETCH));
    sum += load<f64>(row, STRETCH);
  }
  collider.stretch = stretch;
  collider.offset = sqrt<f64>(squared);
  collider.scale = <f32>(sum / <f64>collider.jointCount);
  collider.epoch++;
  collider.bend = collider.shape.skinning == LINEAR ? 0 : poseBends(collider);
  return largest;
}

/** Begins a collider whose memory is all 0: no epoch is 0, and the walk reads the links of nodes beside their boxes. */
export function openCollider(collider: Collider): void {
  const links = collider.shape.links;
  const boxes = collider.boxes;
  for (let node: usize = 0; node < collider.shape.nodeCount; node++) {
    store<i32>(boxes + (node << 5), load<i32>(links + (node << 2)), 12);
  }
}
