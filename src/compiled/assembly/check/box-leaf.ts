import { BOX, CheckedNode, cornerAt, PosedBody } from './records';

/**
 * The boxes of the triangles of a leaf, written when it is first looked at in a pose. Each side is `pad` farther out than the triangle, which is more than rounding it to float32
 * takes off it, and far more than what questions about the triangle lose by rounding in float64: what a box rules out, no such question would have taken.
 */
@inline
export function boxesOfLeaf(body: PosedBody, number: i32, node: CheckedNode): usize {
  const boxed = body.boxed + (<usize>number << 2);
  if (load<u32>(boxed) != body.pose) {
    store<u32>(boxed, body.pose);
    boxTriangles(body, node);
  }
  return slotBoxAt(body, node.slotStart);
}

/** The box of a triangle whose leaf has been looked at. */
@inline
export function slotBoxAt(body: PosedBody, slot: u32): usize {
  return body.slotBoxes + <usize>slot * BOX;
}

function boxTriangles(body: PosedBody, node: CheckedNode): void {
  const pad = f64x2.splat(body.pad);
  const end = node.slotEnd;
  let box = slotBoxAt(body, node.slotStart);
  for (let slot = node.slotStart; slot < end; slot++, box += BOX) {
    const a = cornerAt(body, slot, 0);
    const b = cornerAt(body, slot, 1);
    const c = cornerAt(body, slot, 2);
    const lowXY = f64x2.pmin(f64x2.pmin(v128.load(a), v128.load(b)), v128.load(c));
    const highXY = f64x2.pmax(f64x2.pmax(v128.load(a), v128.load(b)), v128.load(c));
    const lowYZ = f64x2.pmin(f64x2.pmin(v128.load(a, 8), v128.load(b, 8)), v128.load(c, 8));
    const highYZ = f64x2.pmax(f64x2.pmax(v128.load(a, 8), v128.load(b, 8)), v128.load(c, 8));
    v128.store64_lane(box, f32x4.demote_f64x2_zero(f64x2.sub(lowXY, pad)), 0);
    v128.store32_lane(box, f32x4.demote_f64x2_zero(f64x2.sub(lowYZ, pad)), 1, 8);
    v128.store64_lane(box, f32x4.demote_f64x2_zero(f64x2.add(highXY, pad)), 0, 12);
    v128.store32_lane(box, f32x4.demote_f64x2_zero(f64x2.add(highYZ, pad)), 1, 20);
  }
}
