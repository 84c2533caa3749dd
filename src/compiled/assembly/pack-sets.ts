import { measureFours, packFours } from './pack-fours';
import { padded } from './pack-shape';
import { packSplits } from './pack-splits';
import { LINEAR, Shape } from './records';
import { JointSet, MOST_TURNED, PosedSet, SetJoint, SkeletonEdge, Turn } from './set-records';
import { ShapeSource, wordAt } from './shape-source';

/** What joints that are blended by quaternions need: the bytes of all sets with their joints, of the edges of the skeleton, of `FourSets`, and of a word for each vertex. */
export function measureSets(source: ShapeSource): usize {
  if (source.skinning == LINEAR) return 0;
  return (
    padded(<usize>source.setCount * offsetof<JointSet>()) +
    padded(<usize>source.jointCount * offsetof<SkeletonEdge>()) +
    measureFours(source) +
    padded(4 * wordAt(source.setStarts, source.setCount)) +
    padded(4 * source.vertexCount)
  );
}

export function packSets(source: ShapeSource, shape: Shape, at: usize): void {
  shape.skinning = source.skinning;
  shape.setCount = source.setCount;
  shape.sets = at;
  if (source.skinning == LINEAR) return;
  shape.edges = shape.sets + padded(source.setCount * offsetof<JointSet>());
  shape.fours = shape.edges + padded(source.jointCount * offsetof<SkeletonEdge>());
  const members = shape.fours + measureFours(source);
  const memberBytes = <usize>wordAt(source.setStarts, source.setCount) << 2;
  shape.setOfVertex = members + padded(memberBytes);
  memory.copy(members, source.setJoints, memberBytes);
  shape.farthestJunction = 0;
  for (let j: u32 = 0; j < source.jointCount; j++) {
    const edge = shape.edges + j * offsetof<SkeletonEdge>();
    const junction = source.junctions + 24 * j;
    const x = load<f64>(junction);
    const y = load<f64>(junction, 8);
    const z = load<f64>(junction, 16);
    store<f32>(edge, <f32>x, offsetof<SkeletonEdge>('x'));
    store<f32>(edge, <f32>y, offsetof<SkeletonEdge>('y'));
    store<f32>(edge, <f32>z, offsetof<SkeletonEdge>('z'));
    shape.farthestJunction = max<f32>(shape.farthestJunction, <f32>sqrt<f64>(x * x + y * y + z * z));
    const parent = <i32>wordAt(source.parents, j);
    changetype<SkeletonEdge>(edge).parent = parent < 0 ? j : <u32>parent;
  }
  let posed: u32 = 0;
  for (let s: u32 = 0; s < source.setCount; s++) {
    const first = wordAt(source.setStarts, s);
    const set = changetype<JointSet>(shape.sets + s * offsetof<JointSet>());
    set.joints = wordAt(source.setStarts, s + 1) - first;
    set.members = members + (<usize>first << 2);
    set.posed = posed;
    if (set.joints > 1) posed += offsetof<PosedSet>() + set.joints * offsetof<SetJoint>();
    if (set.joints <= MOST_TURNED) posed += ((set.joints * (set.joints - 1)) >> 1) * offsetof<Turn>();
    memory.copy(changetype<usize>(set), source.references + 24 * s, 24);
    const squared =
      set.referenceX * set.referenceX + set.referenceY * set.referenceY + set.referenceZ * set.referenceZ;
    set.referenceLength = sqrt<f64>(squared) * (1 + 1e-15);
    set.reach = 0;
  }
  shape.posedSetBytes = posed;
  for (let v: u32 = 0; v < source.vertexCount; v++) {
    const place = wordAt(source.setOfVertex, v) * offsetof<JointSet>();
    store<u32>(shape.setOfVertex + (<usize>v << 2), place);
    const set = changetype<JointSet>(shape.sets + place);
    set.reach = max<f64>(set.reach, mixedDistance(source, set, v));
  }
  packFours(source, shape);
  packSplits(source, shape);
}

/** How far a vertex is from the reference of its set, times `mixing` of deform/spherical-bend.ts. */
function mixedDistance(source: ShapeSource, set: JointSet, v: u32): f64 {
  if (set.joints == 1) return 0;
  const weights = source.weights + (<usize>wordAt(source.weightStarts, v) << 3);
  let squares: f64 = 0;
  for (let k: usize = 0; k < <usize>set.joints; k++) {
    const weight = load<f64>(weights + (k << 3));
    squares += weight * weight;
  }
  const rest = source.positions + 24 * v;
  const x = load<f64>(rest) - set.referenceX;
  const y = load<f64>(rest, 8) - set.referenceY;
  const z = load<f64>(rest, 16) - set.referenceZ;
  const mixing = min<f64>(1, max<f64>(0, 2 * (1 - squares)) + 1e-12);
  return mixing * sqrt<f64>(x * x + y * y + z * z) * (1 + 1e-14);
}
