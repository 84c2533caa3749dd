import { endOfBends } from './bends';
import { extent } from './boxes';
import { DisplacedRecord, GroupRecord, LeafRecord, LINEAR, Member, NodeRecord, Shape, SharedBox } from './records';

/** How large the box of a node is at rest: length, width and height, added. From its packed record; float32 will do. */
export function sizeAtRest(shape: Shape, node: u32): f32 {
  let at = wordOf(shape.records, node);
  let low = f32x4.splat(Infinity);
  let high = f32x4.splat(-Infinity);
  if (<i32>wordOf(shape.links, node) < 0) {
    const end = at + offsetof<LeafRecord>() + (<usize>changetype<LeafRecord>(at).vertexCount << 2);
    for (let id = at + offsetof<LeafRecord>(); id < end; id += 4) {
      const rest = shape.vertices + load<u32>(id) * shape.vertexStride;
      const point = f32x4(<f32>load<f64>(rest), <f32>load<f64>(rest, 8), <f32>load<f64>(rest, 16), 0);
      low = f32x4.pmin(low, point);
      high = f32x4.pmax(high, point);
    }
    return extent(low, high);
  }
  if (shape.fieldCount > 0) at += offsetof<DisplacedRecord>();
  if (shape.skinning != LINEAR) at = endOfBends(at);
  const groups = changetype<NodeRecord>(at).groups;
  at += offsetof<NodeRecord>();
  const count = groups < 0 ? -groups : groups;
  for (let g = 0; g < count; g++) {
    // The six numbers of a box follow a word, in a shared box and in a group.
    const box = (groups < 0 ? shape.sharedBoxes + <usize>load<u32>(at) : at) + offsetof<SharedBox>('x');
    const middle = v128.load(box);
    const half = v128.load(box, 12);
    low = f32x4.pmin(low, f32x4.sub(middle, half));
    high = f32x4.pmax(high, f32x4.add(middle, half));
    at += groups < 0 ? 4 : offsetof<GroupRecord>() + changetype<GroupRecord>(at).joints * offsetof<Member>();
  }
  return extent(low, high);
}

@inline
function wordOf(array: usize, k: u32): usize {
  return load<usize>(array + (<usize>k << 2));
}
