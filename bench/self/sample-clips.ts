import { createBodyShapes } from '../../src/gltf/body-shapes.ts';
import { createBodyColliders, loadGltf, poseAt } from '../../src/gltf/index.ts';
import { createScenePose } from '../../src/gltf/pose/pose-at.ts';
import type { Collider, Mesh, Pose } from '../../src/index.ts';

/** The bodies of a file, and poses of all of them from its clips in turn, spread over each. */
export interface PosedBodies {
  meshes: Mesh[];
  colliders: Collider[];
  /** By pose, then body. */
  poses: Pose[][];
}

export async function sampleClips(path: string, count: number): Promise<PosedBodies> {
  const asset = await loadGltf(path);
  const scene = createScenePose(asset);
  const poses = Array.from({ length: count }, (_, k) => {
    const clip = asset.clips[k % asset.clips.length];
    poseAt(asset, clip, (clip.end * (k + 0.5)) / count, { into: scene });
    return scene.bodies.map(({ jointMatrices, weights }) => ({
      jointMatrices: jointMatrices.slice(),
      weights: weights.slice(),
    }));
  });
  return {
    meshes: asset.bodies.map(({ mesh }) => mesh),
    colliders: createBodyColliders(asset, { shapes: createBodyShapes(asset) }),
    poses,
  };
}
