import { Collider } from './records';

/**
 * Takes over the joints in `rows`: writes them by columns, in float64 for vertices and rounded to float32 for boxes, and makes
 * all that was posed before stale. Returns the largest magnitude of a number: float32 holds those below 2^100 with room for
 * all that is computed from them (docs/decisions/0019). Cost: some 10 ns a joint.
 */
export function poseJoints(collider: Collider): f64 {
  let row = collider.rows;
  let column = collider.columns;
  let narrowColumn = collider.narrowColumns;
  let largest: f64 = 0;
  for (let j: u32 = 0; j < collider.jointCount; j++) {
    for (let k = 0; k < 4; k++) {
      const x = load<f64>(row);
      const y = load<f64>(row, 32);
      const z = load<f64>(row, 64);
      store<f64>(column, x);
      store<f64>(column, y, 8);
      store<f64>(column, z, 16);
      store<f64>(column, 0, 24);
      v128.store(narrowColumn, f32x4(<f32>x, <f32>y, <f32>z, 0));
      largest = max<f64>(largest, max<f64>(abs<f64>(x), max<f64>(abs<f64>(y), abs<f64>(z))));
      row += 8;
      column += 32;
      narrowColumn += 16;
    }
    row += 96;
  }
  collider.epoch++;
  collider.scale = -1; // not known yet
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
