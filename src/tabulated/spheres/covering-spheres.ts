import { encloseMinimally } from '../../bounds/miniball.ts';
import { type DeformerSource, fieldsOf, type SkinningSource, skinningOf } from '../../deform/deformer.ts';
import { createShape, type Shape } from '../../shape.ts';
import { checkRotations } from '../motion/bend-shifts.ts';
import { countSamples, createCell } from '../motion/cells.ts';
import { checkFreedoms, createPosePair, type Kinematics, type SideName, writePoses } from '../motion/kinematics.ts';
import { boundShifts, createPosedPoints, type PosedPoints, posePoints } from '../motion/posed-points.ts';
import { checksumSide, type Side } from '../motion/side.ts';
import { sinkSpheres } from './sink-spheres.ts';
import type { SphereSet } from './sphere-set.ts';
import { subdivideSide } from './subdivide-side.ts';

export interface CoveringOptions {
  kind: 'covering';
  /** The most triangles under one sphere: 1 unless given. Fewer mean more spheres, and fewer phantom collisions. */
  triangles?: number;
  /**
   * Triangles that need a larger sphere than this are cut into smaller ones first. Not for meshes under several joints.
   */
  maxRadius?: number;
  /**
   * Spheres may have their centres up to this far inside the mesh (below 0: outside, for a sheet that is met from
   * inside), so that they stick out less. 0 unless given: each is about the middle of its triangles.
   */
  depth?: number;
  /** For a mesh that deforms: how it does, and which side of the pair it is. */
  motion?: { kinematics: Kinematics; side: SideName };
  progress?: (share: number) => void;
}

/**
 * The leaf spheres of a sphere tree: together they contain every triangle, so where two meshes touch, two spheres
 * overlap.
 *
 * Of a mesh that deforms, a sphere's centre is the mean of the vertices under it (or beside it, with a depth) and
 * follows the pose as they do on the mean; its radius is what contains them in every pose of the range. Why that holds:
 * in the middle of each cell of motion distances are measured, and within the cell they grow by at most what the vertex
 * and the centre can move against each other. Rigid parts keep distances; blends, morphs and modes are bounded. Cost: one pass over the mesh for every cell if it deforms, else next to nothing.
 */
export function generateCoveringSpheres(side: Side, options: CoveringOptions): SphereSet {
  const { triangles = 1, maxRadius = Infinity, depth = 0, motion } = options;
  if (!(maxRadius > 0)) {
    throw new Error(`generateSpheres: maxRadius is ${maxRadius}; give a length above 0, in the units of the mesh.`);
  }
  if (!Number.isFinite(depth)) {
    throw new Error(`generateSpheres: depth is ${depth}; give a finite length, in the units of the mesh.`);
  }
  const checksum = checksumSide(side);
  if (maxRadius < Infinity) side = subdivideSide(side, maxRadius);
  const shape = createShape(side.mesh, side.source, { volumes: 'sphere', leafSize: triangles });
  if (side.source.kind === 'rigid') {
    const { centers, radii } = encloseLeaves(shape);
    if (depth !== 0) sinkSpheres(shape, depth, centers, radii);
    return { kind: 'covering', centers, radii, source: side.source, checksum, motion: null };
  }
  if (!motion) {
    throw new Error(
      `generateSpheres: a mesh that deforms by '${side.source.kind}' is covered for the poses it can take; give motion.`,
    );
  }
  checkFreedoms(motion.kinematics.freedoms, 'generateSpheres');
  const { centers, source } = averageLeaves(shape, side);
  if (depth !== 0) sinkSpheres(shape, depth, centers, new Float64Array(centers.length / 3).fill(Infinity));
  const radii = measureRadii(shape, side, centers, source, motion, options.progress);
  const freedoms = motion.kinematics.freedoms.map(freedom => ({ ...freedom }));
  return { kind: 'covering', centers, radii, source, checksum, motion: freedoms };
}

function encloseLeaves(shape: Shape): { centers: Float64Array; radii: Float64Array } {
  const { starts, ids } = shape.leafVertices;
  const centers = new Float64Array(3 * shape.tree.leafCount);
  const radii = new Float64Array(shape.tree.leafCount);
  const sphere = new Float64Array(4);
  const order = ids.slice();
  for (let leaf = 0; leaf < radii.length; leaf++) {
    encloseMinimally(shape.mesh.positions, order, starts[leaf], starts[leaf + 1], sphere, 0);
    for (let k = 0; k < 3; k++) centers[3 * leaf + k] = sphere[k];
    radii[leaf] = sphere[3];
  }
  return { centers, radii };
}

/** For every leaf a point that is the mean of its vertices in position, displacements and skin weights. */
function averageLeaves(shape: Shape, { mesh, source }: Side): { centers: Float64Array; source: DeformerSource } {
  const { starts, ids } = shape.leafVertices;
  const leaves = shape.tree.leafCount;
  const average = (values: ArrayLike<number>, stride: number): Float64Array => {
    const out = new Float64Array(stride * leaves);
    for (let leaf = 0; leaf < leaves; leaf++) {
      const share = 1 / (starts[leaf + 1] - starts[leaf]);
      for (let at = starts[leaf]; at < starts[leaf + 1]; at++) {
        const v = shape.vertexOrder[ids[at]];
        for (let k = 0; k < stride; k++) out[stride * leaf + k] += share * values[stride * v + k];
      }
    }
    return out;
  };
  const averageSkinning = <T extends Exclude<SkinningSource, { kind: 'rigid' }>>(skinning: T): T => {
    const { jointCount, influences, joints, weights } = skinning.skin;
    const dense = new Float64Array((mesh.positions.length / 3) * jointCount);
    for (let influence = 0; influence < joints.length; influence++) {
      if (weights[influence] > 0)
        dense[Math.floor(influence / influences) * jointCount + joints[influence]] += weights[influence];
    }
    const skin = {
      jointCount,
      influences: jointCount,
      joints: Uint32Array.from({ length: leaves * jointCount }, (_, k) => k % jointCount),
      weights: average(dense, jointCount),
    };
    return { ...skinning, skin };
  };
  const centers = average(mesh.positions, 3);
  switch (source.kind) {
    case 'morph':
      return { centers, source: { kind: 'morph', targets: source.targets.map(target => average(target, 3)) } };
    case 'modal':
      return { centers, source: { kind: 'modal', modes: source.modes.map(mode => average(mode, 3)) } };
    case 'chain': {
      const targets = source.targets.map(target => average(target, 3));
      return { centers, source: { kind: 'chain', targets, skinning: averageSkinning(source.skinning) } };
    }
    case 'modal-chain': {
      const modes = source.modes.map(mode => average(mode, 3));
      return { centers, source: { kind: 'modal-chain', modes, skinning: averageSkinning(source.skinning) } };
    }
    case 'rigid':
      return { centers, source };
    default:
      return { centers, source: averageSkinning(source) };
  }
}

function measureRadii(
  shape: Shape,
  { mesh, source }: Side,
  centers: Float64Array,
  centerSource: DeformerSource,
  { kinematics, side }: NonNullable<CoveringOptions['motion']>,
  progress?: (share: number) => void,
): Float64Array {
  const { freedoms, bound } = kinematics;
  if (!bound) {
    throw new Error('generateSpheres: the kinematics has no bound; covering a mesh that deforms needs one.');
  }
  const vertices = createPosedPoints(mesh.positions, source, 'generateSpheres');
  const middles = createPosedPoints(centers, centerSource, 'generateSpheres');
  const spreads = measureSpreads(shape, source, centerSource);
  const changes = new Float64Array(spreads.length);
  const poses = createPosePair(kinematics);
  const radii = new Float64Array(centers.length / 3);
  const cells = countSamples(freedoms);
  for (let s = 0; s < cells; s++) {
    const { values, halfSteps } = createCell(freedoms, s);
    writePoses(kinematics, values, poses, 'generateSpheres');
    for (const points of [vertices, middles]) {
      posePoints(points, poses[side]);
      checkRotations(points, kinematics, values, 'generateSpheres');
      if (points.deformer.skinning === 'rigid') points.shifts.fill(points.posed.slack);
      else boundShifts(points, bound, side, values, halfSteps);
    }
    bound.boundWeights(side, values, halfSteps, changes);
    growRadii(shape, vertices, middles, spreads, changes, radii);
    if (radii.includes(Infinity)) {
      const place = freedoms.map(({ name }, k) => `${name} = ${values[k]}`).join(', ');
      throw new Error(
        `generateSpheres: near ${place} joints that share vertices may lie half a turn apart, where ` +
          `'${vertices.deformer.skinning}' jumps; give more samples, a smaller range, or 'linear-blend'.`,
      );
    }
    progress?.((s + 1) / cells);
  }
  return radii;
}

/**
 * Under one joint all distances stay but for what fields do. For each field and vertex of a leaf: how far its
 * displacement is from that of the leaf's centre. None where joints blend: there both shifts are counted in full.
 */
function measureSpreads(shape: Shape, source: DeformerSource, centerSource: DeformerSource): Float64Array[] {
  const { starts, ids } = shape.leafVertices;
  const [fields, middles] = [source, centerSource].map(from =>
    skinningOf(from).kind === 'rigid' ? fieldsOf(from) : [],
  );
  return fields.map((field, m) => {
    const spread = new Float64Array(ids.length);
    for (let leaf = 0; leaf + 1 < starts.length; leaf++) {
      for (let at = starts[leaf]; at < starts[leaf + 1]; at++) {
        const v = shape.vertexOrder[ids[at]];
        spread[at] = Math.hypot(...[0, 1, 2].map(k => field[3 * v + k] - middles[m][3 * leaf + k]));
      }
    }
    return spread;
  });
}

function growRadii(
  shape: Shape,
  vertices: PosedPoints,
  middles: PosedPoints,
  spreads: readonly Float64Array[],
  changes: Float64Array,
  radii: Float64Array,
): void {
  const { starts, ids } = shape.leafVertices;
  const p = vertices.positions;
  const c = middles.positions;
  for (let leaf = 0; leaf < radii.length; leaf++) {
    const [x, y, z] = [c[3 * leaf], c[3 * leaf + 1], c[3 * leaf + 2]];
    for (let at = starts[leaf]; at < starts[leaf + 1]; at++) {
      const v = shape.vertexOrder[ids[at]];
      let reach = Math.hypot(p[3 * v] - x, p[3 * v + 1] - y, p[3 * v + 2] - z) * (1 + 1e-12);
      reach += vertices.shifts[v] + middles.shifts[leaf];
      for (let m = 0; m < spreads.length; m++) reach += changes[m] * spreads[m][at];
      radii[leaf] = Math.max(radii[leaf], reach);
    }
  }
}
