import { Collider, DisplacedRecord, Displacement, Patch, PatchField, Shape } from './records';

/**
 * Where the fields put a vertex before the joints move it, into `out`: as `displaceVertex` of deform/displacements.ts computes it, the same products and
 * sums in the same order.
 */
@inline
export function displaceVertex(shape: Shape, weights: usize, v: usize, rest: usize, out: usize): void {
  const starts = shape.displacements + (v << 2);
  let at = load<usize>(starts);
  const end = load<usize>(starts, 4);
  let xy = v128.load(rest);
  let z = v128.load_zero<f64>(rest, 16);
  for (; at < end; at += offsetof<Displacement>()) {
    const weight = v128.load_splat<f64>(weights + <usize>changetype<Displacement>(at).field);
    xy = f64x2.add(xy, f64x2.mul(weight, v128.load(at)));
    z = f64x2.add(z, f64x2.mul(weight, v128.load_zero<f64>(at, 16)));
  }
  v128.store(out, xy);
  store<f64>(out, f64x2.extract_lane(z, 0), 16);
}

/**
 * The record of an inner node with its boxes displaced: what refit/chain.ts does, in float32. If the displacements of field m at the vertices of a
 * box lie within h_m of c_m, the vertices move with sum w_m c_m and by no more than sum |w_m| h_m about that: for any weights. Fields of weight 0 are
 * passed over. What rounding may lose, the slack of the pose covers (docs/decisions/0034). Valid until the next call.
 */
export function displaceRecord(collider: Collider, at: usize): usize {
  const out = collider.displaced;
  const weights = collider.weights;
  const length = <usize>changetype<DisplacedRecord>(at).length;
  let patches = changetype<DisplacedRecord>(at).patches;
  at += offsetof<DisplacedRecord>();
  memory.copy(out, at, length);
  at += length;
  for (; patches > 0; patches--) {
    const box = out + <usize>changetype<Patch>(at).place;
    const end = at + offsetof<Patch>() + changetype<Patch>(at).fields * offsetof<PatchField>();
    let middle = v128.load(box);
    let half = v128.load(box, 12);
    for (at += offsetof<Patch>(); at < end; at += offsetof<PatchField>()) {
      const weight = <f32>load<f64>(weights + <usize>changetype<PatchField>(at).field);
      if (weight == 0) continue;
      middle = f32x4.add(middle, f32x4.mul(f32x4.splat(weight), v128.load(at, offsetof<PatchField>('x'))));
      half = f32x4.add(half, f32x4.mul(f32x4.splat(abs<f32>(weight)), v128.load(at, offsetof<PatchField>('halfX'))));
    }
    v128.store64_lane(box, middle, 0);
    v128.store32_lane(box, middle, 2, 8);
    v128.store64_lane(box, half, 0, 12);
    v128.store32_lane(box, half, 2, 20);
  }
  return out;
}
