import { type GltfAsset, NO_VERTEX, poseAt, type ScenePose } from '../../src/gltf/index.ts';
import { createScenePose } from '../../src/gltf/pose/pose-at.ts';
import { createPoser, sizeOf } from './pose-bodies.ts';
import type { SpecScene } from './specification.ts';

/** Measures how far an asset is from what the specification says, relative to its size, at a time of a clip (-1: rest). */
export function createComparison(asset: GltfAsset, reference: SpecScene): (clip: number, time: number) => number {
  const pose: ScenePose = createScenePose(asset);
  const deform = createPoser(asset);
  return (clip, time) => {
    poseAt(asset, asset.clips[clip] ?? null, time, { into: pose });
    const positions = deform(pose);
    let worst = 0;
    let compared = 0;
    reference.visitVertices(clip, time, (node, primitive, vertex, expected) => {
      const b = asset.bodies.findIndex(body => body.node === node);
      const { primitives, starts, vertexOf } = asset.bodies[b].vertices;
      const p = primitives.indexOf(primitive);
      const v = p < 0 ? NO_VERTEX : vertexOf[starts[p] + vertex];
      if (v === NO_VERTEX) return;
      compared++;
      const far = Math.hypot(...expected.map((x, axis) => x - positions[b][3 * v + axis]));
      if (!(far <= worst)) worst = far;
    });
    if (compared === 0) throw new Error('nothing to compare');
    return worst / Math.max(sizeOf(positions), 1e-9);
  };
}

/** The corners of all triangles at rest, body by body, where the mesh of the asset has them. */
export function listTriangles({ bodies }: GltfAsset): number[] {
  return bodies.flatMap(({ mesh }) =>
    Array.from(mesh.triangles).flatMap(v => Array.from(mesh.positions.subarray(3 * v, 3 * v + 3), x => x + 0)),
  );
}
