import { createBodyColliders, type GltfAsset, poseAt } from '../../src/gltf/index.ts'; // 'poseclash/gltf'
import { type Collider, findPairs, findSelfPairs, setPose } from '../../src/index.ts'; // 'poseclash'

/** Once for each file: `const asset = await loadGltf('hero.glb')`, then its bodies, ready to be asked. */
export function createBodies(asset: GltfAsset): Collider[] {
  return createBodyColliders(asset);
}

/** At a time of a clip (null: at rest): how many pairs of triangles of the file cut each other. */
export function countCuts(asset: GltfAsset, bodies: Collider[], clipName: string | null, time: number): number {
  const clip = asset.clips.find(({ name }) => name === clipName) ?? null;
  const pose = poseAt(asset, clip, time);
  bodies.forEach((body, b) => {
    setPose(body, pose.bodies[b]);
  });
  let count = 0;
  bodies.forEach((body, b) => {
    count += findSelfPairs(body).length / 2;
    for (const other of bodies.slice(b + 1)) count += findPairs(body, other).length / 2;
  });
  return count; // what is cut at rest already is meant: subtract it
}
