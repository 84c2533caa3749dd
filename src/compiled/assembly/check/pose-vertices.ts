/*
 * Posing a body by linear blending: `deformLinearVertex` of deform/linear-blend.ts, the same products and sums in the same order. What no pose changes is written by the library
 * (src/check/compiled/pack-snapshot.ts).
 */

/** What is blended (`JointSets`): the fields in the order in which they stand here. */
@unmanaged
export class Blend {
  /** Vertices at rest, three float64, and where they end. */
  rest: usize;
  restEnd: usize;
  /** By vertex the place of its set, in bytes, and where its weights are, if it has several joints. */
  sets: usize;
  weightsOfVertices: usize;
  /** By set where its joints begin; that of the next is where they end. Each is the place of a posed joint. */
  setStarts: usize;
}

/** A posed joint: its columns x, y and z and its shift, of each the first two rows; then the last row. */
const COLUMN_Y: usize = 16;
const COLUMN_Z: usize = 32;
const SHIFT: usize = 48;
const ROW: usize = 64;

/** Writes all posed vertices. */
export function poseVertices(blend: Blend, out: usize): void {
  const setStarts = blend.setStarts;
  let ofSet = blend.sets;
  let ofWeights = blend.weightsOfVertices;
  for (let vertex = blend.rest, end = blend.restEnd; vertex < end; vertex += 24, out += 24, ofSet += 4, ofWeights += 4) {
    const x = v128.load_splat<f64>(vertex);
    const y = v128.load_splat<f64>(vertex, 8);
    const z = v128.load_splat<f64>(vertex, 16);
    const set = setStarts + <usize>load<u32>(ofSet);
    let joint = <usize>load<u32>(set);
    const last = <usize>load<u32>(set, 4);
    if (last - joint == 4) {
      const m = <usize>load<u32>(joint);
      v128.store(out, carryXY(m, x, y, z));
      store<f64>(out, carryZ(m, x, y, z), 16);
      continue;
    }
    let xy = f64x2.splat(0);
    let at: f64 = 0;
    for (let weight = <usize>load<u32>(ofWeights); joint < last; joint += 4, weight += 8) {
      const m = <usize>load<u32>(joint);
      xy = f64x2.add(xy, f64x2.mul(v128.load_splat<f64>(weight), carryXY(m, x, y, z)));
      at += load<f64>(weight) * carryZ(m, x, y, z);
    }
    v128.store(out, xy);
    store<f64>(out, at, 16);
  }
}

@inline
function carryXY(m: usize, x: v128, y: v128, z: v128): v128 {
  const xy = f64x2.add(f64x2.mul(v128.load(m), x), f64x2.mul(v128.load(m, COLUMN_Y), y));
  return f64x2.add(f64x2.add(xy, f64x2.mul(v128.load(m, COLUMN_Z), z)), v128.load(m, SHIFT));
}

@inline
function carryZ(m: usize, x: v128, y: v128, z: v128): f64 {
  return (
    load<f64>(m, ROW) * f64x2.extract_lane(x, 0) +
    load<f64>(m, ROW + 8) * f64x2.extract_lane(y, 0) +
    load<f64>(m, ROW + 16) * f64x2.extract_lane(z, 0) +
    load<f64>(m, ROW + 24)
  );
}
