import { narrow, storeBox } from './boxes';
import { poseBlendedVertex } from './blended-vertex';
import { displaceVertex } from './displace';
import { imageUnder, poseSet } from './joint-sets';
import { Collider, DUAL_QUATERNION, LeafRecord, LINEAR, PosedVertex, Shape } from './records';
import { JointSet, PosedSet } from './set-records';

/**
 * The posed position of a vertex: as `deformLinearVertex` computes it, the same products and sums in the same order, two
 * coordinates at a time. So it is the same number, to the last bit. (Here a vertex under one joint is multiplied by 1, and 0 is added: for a place among its joints that it does not need, 0 times
 * where its last one takes it. That changes nothing but the sign of a zero.) Of its `influences` places so many `joints` are looked at. `place` is where it is before: at rest, or displaced.
 */
function poseVertex(influences: u32, joints: u32, columns: usize, rest: usize, place: usize, posed: usize): void {
  const x = v128.load_splat<f64>(place);
  const y = v128.load_splat<f64>(place, 8);
  const z = v128.load_splat<f64>(place, 16);
  let weight = rest + 24;
  let joint = weight + (<usize>influences << 3);
  let posedXY = f64x2.splat(0);
  let posedZ = f64x2.splat(0);
  do {
    const m = columns + (<usize>load<u16>(joint) << 7);
    const w = v128.load_splat<f64>(weight);
    posedXY = f64x2.add(posedXY, f64x2.mul(w, imageUnder(m, x, y, z)));
    posedZ = f64x2.add(posedZ, f64x2.mul(w, imageUnder(m + 16, x, y, z)));
    weight += 8;
    joint += 2;
  } while (--joints);
  v128.store(posed, posedXY);
  v128.store64_lane(posed, posedZ, 0, 16);
}

/** Poses a vertex by its joints: by their quaternions, if it follows several, and all are rigid. Under one joint it is not multiplied by 1, nor added to 0, as elsewhere. */
@inline
function blendVertex(collider: Collider, shape: Shape, v: usize, rest: usize, posed: usize): void {
  const set = changetype<JointSet>(shape.sets + <usize>load<u32>(shape.setOfVertex + (v << 2)));
  const joints = set.joints;
  if (joints > 1) {
    let posedSet = changetype<PosedSet>(collider.sets + <usize>set.posed);
    if (posedSet.epoch != collider.epoch) posedSet = poseSet(collider, set);
    if (posedSet.isRigid) {
      poseBlendedVertex(shape.skinning == DUAL_QUATERNION, posedSet, joints, rest + 24, rest, posed);
      return;
    }
    poseVertex(shape.influences, joints, collider.columns, rest, rest, posed);
    return;
  }
  const m = collider.columns + (<usize>load<u32>(set.members) << 7);
  const x = v128.load_splat<f64>(rest);
  const y = v128.load_splat<f64>(rest, 8);
  const z = v128.load_splat<f64>(rest, 16);
  v128.store(posed, imageUnder(m, x, y, z));
  v128.store64_lane(posed, imageUnder(m + 16, x, y, z), 0, 16);
}

/** Brings a vertex to the current pose. What a loop over vertices knows is handed over. */
@inline
function bring(collider: Collider, shape: Shape, v: usize, rest: usize, posed: usize, isLinear: bool, isDisplaced: bool): void {
  changetype<PosedVertex>(posed).epoch = collider.epoch;
  if (isDisplaced) displaceVertex(shape, collider.weights, v, rest, posed);
  if (!isLinear) blendVertex(collider, shape, v, rest, posed);
  else poseVertex(shape.influences, shape.influences, collider.columns, rest, isDisplaced ? posed : rest, posed);
}

/** Poses the vertices of one triangle that are not posed yet. As `poseLeaf` does; boxes nothing. */
export function poseTriangle(collider: Collider, slot: u32): void {
  const shape = collider.shape;
  const corners = shape.corners + 12 * <usize>slot;
  for (let corner = corners; corner < corners + 12; corner += 4) {
    const place = <usize>load<u32>(corner);
    const posed = collider.vertices + place;
    if (changetype<PosedVertex>(posed).epoch == collider.epoch) continue;
    const v = place >> 5;
    bring(collider, shape, v, shape.vertices + v * shape.vertexStride, posed, shape.skinning == LINEAR, shape.fieldCount > 0);
    collider.posedVertices++;
  }
}

/**
 * Brings a leaf to the current pose: deforms those of its vertices that no neighbour has deformed yet, and boxes them. Least
 * and largest coordinates are exact; what making them relative to the origin, rounding them to float32 and widening the box
 * may lose, `pad` covers.
 */
export function poseLeaf(collider: Collider, node: i32): void {
  const shape = collider.shape;
  const isDisplaced = shape.fieldCount > 0;
  const isLinear = shape.skinning == LINEAR;
  if (isLinear && !isDisplaced) {
    poseLinearLeaf(collider, node);
    return;
  }
  const epoch = collider.epoch;
  const vertices = collider.vertices;
  const restVertices = shape.vertices;
  const stride = shape.vertexStride;
  const record = load<usize>(shape.records + (<usize>node << 2));
  let id = record + offsetof<LeafRecord>();
  const end = id + (<usize>changetype<LeafRecord>(record).vertexCount << 2);
  let lowXY = f64x2.splat(Infinity);
  let lowZ = lowXY;
  let highXY = f64x2.splat(-Infinity);
  let highZ = highXY;
  let count: u32 = 0;
  for (; id < end; id += 4) {
    const v = <usize>load<u32>(id);
    const posed = vertices + (v << 5);
    if (changetype<PosedVertex>(posed).epoch != epoch) {
      bring(collider, shape, v, restVertices + v * stride, posed, isLinear, isDisplaced);
      count++;
    }
    const xy = v128.load(posed);
    const z = v128.load_zero<f64>(posed, 16);
    lowXY = f64x2.pmin(lowXY, xy);
    lowZ = f64x2.pmin(lowZ, z);
    highXY = f64x2.pmax(highXY, xy);
    highZ = f64x2.pmax(highZ, z);
  }
  collider.posedVertices += count;
  storeLeafBox(collider, node, lowXY, lowZ, highXY, highZ);
}

/**
 * The same, of vertices that are only blended linearly: `poseVertex` for each, in one loop with no call in it, so that all of it stays in registers. How many joints are blended is the same
 * for all vertices of a leaf: the processor foretells how long that takes (docs/decisions/0065).
 */
function poseLinearLeaf(collider: Collider, node: i32): void {
  const shape = collider.shape;
  const epoch = collider.epoch;
  const vertices = collider.vertices;
  const columns = collider.columns;
  const restVertices = shape.vertices;
  const stride = shape.vertexStride;
  const toJoints = 24 + (<usize>shape.influences << 3);
  const record = load<usize>(shape.records + (<usize>node << 2));
  const joints = changetype<LeafRecord>(record).joints;
  let id = record + offsetof<LeafRecord>();
  const end = id + (<usize>changetype<LeafRecord>(record).vertexCount << 2);
  let lowXY = f64x2.splat(Infinity);
  let lowZ = lowXY;
  let highXY = f64x2.splat(-Infinity);
  let highZ = highXY;
  let count: u32 = 0;
  for (; id < end; id += 4) {
    const v = <usize>load<u32>(id);
    const posed = vertices + (v << 5);
    let posedXY: v128;
    let posedZ: v128;
    if (changetype<PosedVertex>(posed).epoch != epoch) {
      changetype<PosedVertex>(posed).epoch = epoch;
      const rest = restVertices + v * stride;
      const x = v128.load_splat<f64>(rest);
      const y = v128.load_splat<f64>(rest, 8);
      const z = v128.load_splat<f64>(rest, 16);
      let weight = rest + 24;
      let joint = rest + toJoints;
      posedXY = f64x2.splat(0);
      posedZ = f64x2.splat(0);
      let k = joints;
      do {
        const m = columns + (<usize>load<u16>(joint) << 7);
        const w = v128.load_splat<f64>(weight);
        posedXY = f64x2.add(posedXY, f64x2.mul(w, imageUnder(m, x, y, z)));
        posedZ = f64x2.add(posedZ, f64x2.mul(w, imageUnder(m + 16, x, y, z)));
        weight += 8;
        joint += 2;
      } while (--k);
      v128.store(posed, posedXY);
      v128.store64_lane(posed, posedZ, 0, 16);
      count++;
    } else {
      posedXY = v128.load(posed);
      posedZ = v128.load_zero<f64>(posed, 16);
    }
    lowXY = f64x2.pmin(lowXY, posedXY);
    lowZ = f64x2.pmin(lowZ, posedZ);
    highXY = f64x2.pmax(highXY, posedXY);
    highZ = f64x2.pmax(highZ, posedZ);
  }
  collider.posedVertices += count;
  storeLeafBox(collider, node, lowXY, lowZ, highXY, highZ);
}

/** The box of a leaf, of the least and largest coordinates of its vertices. */
@inline
function storeLeafBox(collider: Collider, node: i32, lowXY: v128, lowZ: v128, highXY: v128, highZ: v128): void {
  const pad = f32x4.splat(collider.pad);
  const originXY = v128.load(changetype<usize>(collider), offsetof<Collider>('originX'));
  const originZ = v128.load_zero<f64>(changetype<usize>(collider), offsetof<Collider>('originZ'));
  const low = narrow(f64x2.sub(lowXY, originXY), f64x2.sub(lowZ, originZ));
  const high = narrow(f64x2.sub(highXY, originXY), f64x2.sub(highZ, originZ));
  storeBox(collider.boxes + (<usize>node << 5), f32x4.sub(low, pad), f32x4.add(high, pad));
}
