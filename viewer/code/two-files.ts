import { type GltfAsset, poseAt } from '../../src/gltf/index.ts'; // 'poseclash/gltf'
import { type Collider, findPairs, setPose } from '../../src/index.ts'; // 'poseclash'

/** Every frame, the bodies of each file (`createBodyColliders(asset)`), at a time of its first clip: sized, then moved. */
export function play(asset: GltfAsset, bodies: Collider[], time: number, size = 1, at = [0, 0, 0]): void {
  const pose = poseAt(asset, asset.clips[0] ?? null, time);
  bodies.forEach((body, b) => {
    const { jointMatrices, weights } = pose.bodies[b]; // 3x4, row by row: the fourth of a row is where it goes
    const placed = jointMatrices.map((x, k) => size * x + (k % 4 === 3 ? at[((k % 12) - 3) / 4] : 0));
    setPose(body, { jointMatrices: placed, weights });
  });
}

/** Then how many pairs of triangles of the one cut the other. */
export function countCuts(first: Collider[], second: Collider[]): number {
  return first.flatMap(a => second.map(b => findPairs(a, b).length / 2)).reduce((sum, count) => sum + count, 0);
}
