import { narrow } from './boxes';
import { Collider, LEAF, LeafRecord, NodeBox } from './records';

/**
 * Makes sure that there is room for the boxes of two more leaves. Where there is none, the room is filled anew from its beginning, and what is in it means
 * nothing any more: whoever wants it boxes it again. To be called before the two are boxed, not in between. A body of up to `mostBoxed` triangles never runs out of room.
 */
@inline
export function makeBoxRoom(collider: Collider): void {
  if (collider.boxed <= collider.mostBoxed) return;
  collider.boxed = 0;
  collider.boxEpoch++;
}

/**
 * Boxes the triangles of a posed leaf, if that has not been done; padded as the leaf is. They go where those of the leaf before ended, and not to a
 * place of their own: few leaves are looked into, so their boxes take little memory, and most of it has been in use a moment ago. Returns from where on the box of a
 * slot is found, 32 bytes to each.
 */
export function boxTriangles(collider: Collider, node: i32, leaf: LeafRecord): usize {
  const box = changetype<NodeBox>(collider.boxes + (<usize>node << 5));
  if (box.epochBelow != collider.boxEpoch) {
    box.epochBelow = collider.boxEpoch;
    box.link = LEAF | collider.boxed;
    writeBoxes(collider, leaf, collider.triangleBoxes + (<usize>collider.boxed << 5));
    collider.boxed += leaf.slotCount;
  }
  return collider.triangleBoxes + ((<usize>(box.link ^ LEAF) - <usize>leaf.firstSlot) << 5);
}

function writeBoxes(collider: Collider, leaf: LeafRecord, out: usize): void {
  const vertices = collider.vertices;
  const pad = f32x4.splat(collider.pad);
  const originXY = v128.load(changetype<usize>(collider), offsetof<Collider>('originX'));
  const originZ = v128.load_zero<f64>(changetype<usize>(collider), offsetof<Collider>('originZ'));
  let corners = collider.shape.corners + 12 * <usize>leaf.firstSlot;
  const end = out + (<usize>leaf.slotCount << 5);
  for (; out < end; out += 32) {
    const p = vertices + <usize>load<u32>(corners);
    const q = vertices + <usize>load<u32>(corners, 4);
    const r = vertices + <usize>load<u32>(corners, 8);
    corners += 12;
    const pXY = v128.load(p);
    const qXY = v128.load(q);
    const rXY = v128.load(r);
    const pZ = v128.load_zero<f64>(p, 16);
    const qZ = v128.load_zero<f64>(q, 16);
    const rZ = v128.load_zero<f64>(r, 16);
    const lowXY = f64x2.sub(f64x2.pmin(f64x2.pmin(pXY, qXY), rXY), originXY);
    const lowZ = f64x2.sub(f64x2.pmin(f64x2.pmin(pZ, qZ), rZ), originZ);
    const highXY = f64x2.sub(f64x2.pmax(f64x2.pmax(pXY, qXY), rXY), originXY);
    const highZ = f64x2.sub(f64x2.pmax(f64x2.pmax(pZ, qZ), rZ), originZ);
    const low = narrow(lowXY, lowZ);
    const high = narrow(highXY, highZ);
    v128.store(out, f32x4.sub(low, pad));
    v128.store(out, f32x4.add(high, pad), 16);
  }
}
