import { createDeformer, type Deformer, deformAll } from '../../src/deform/deformer.ts';
import { createPosedJoints, type PosedJoints, poseJoints } from '../../src/deform/posed-joints.ts';
import type { GltfAsset, ScenePose } from '../../src/gltf/index.ts';

/** Deforms the bodies of an asset as colliders do, without building trees. */
export function createPoser(asset: GltfAsset): (pose: ScenePose) => Float64Array[] {
  const deformers: Deformer[] = asset.bodies.map(({ source, mesh }) => createDeformer(source, mesh, 'test'));
  const posed: PosedJoints[] = deformers.map(createPosedJoints);
  const positions = asset.bodies.map(({ mesh }) => new Float64Array(mesh.positions.length));
  return pose =>
    asset.bodies.map(({ mesh }, b) => {
      const { jointMatrices, weights } = pose.bodies[b];
      if (!poseJoints(deformers[b], posed[b], jointMatrices, weights, null)) throw new Error(`body ${b} is not finite`);
      deformAll(deformers[b], mesh.positions, posed[b], positions[b]);
      return positions[b];
    });
}

/** The largest side of the box around some points. */
export function sizeOf(positions: ArrayLike<number>[]): number {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const list of positions) {
    for (let k = 0; k < list.length; k++) {
      low[k % 3] = Math.min(low[k % 3], list[k]);
      high[k % 3] = Math.max(high[k % 3], list[k]);
    }
  }
  return Math.max(...low.map((x, axis) => high[axis] - x));
}

/** Times of a clip worth looking at: both ends, beyond them, on keys and between. */
export function timesOf({ start, end: duration, keyTimes }: GltfAsset['clips'][number], count: number): number[] {
  const inside = Array.from({ length: count }, (_, k) => start + (duration - start) * ((0.137 + 0.618 * k) % 1));
  return [start, ...inside, keyTimes[Math.floor(keyTimes.length / 2)], duration, duration + 1];
}
