import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createBodyColliders, type GltfAsset, loadGltf, poseAt, writeGltf } from '../src/gltf/index.ts'; // 'poseclash/gltf'
import { type Collider, findPairs, setPlacement, setPose } from '../src/index.ts'; // 'poseclash'

/**
 * Two copies of a character play a clip side by side, the second half a clip behind. Returns at how many of 60 times each
 * triangle of the first is touched, body by body.
 */
export function countTouches(asset: GltfAsset, distance: number): Uint32Array[] {
  const [clip] = asset.clips;
  if (!clip) throw new Error('countTouches: the file has no clip; give one that moves.');
  const left = createBodyColliders(asset); // once per model
  const right = createBodyColliders(asset, { shapes: left.map(({ shape }) => shape) }); // once per copy
  for (const body of right) setPlacement(body, Float64Array.of(1, 0, 0, distance, 0, 1, 0, 0, 0, 0, 1, 0));
  const pose = poseAt(asset, null, 0); // joint matrices and morph weights of every body
  const play = (bodies: Collider[], time: number): void => {
    poseAt(asset, clip, time, { into: pose });
    bodies.forEach((body, b) => {
      setPose(body, pose.bodies[b]); // copies them and moves nothing yet
    });
  };
  const touches = asset.bodies.map(({ mesh }) => new Uint32Array(mesh.triangles.length / 3));
  for (let step = 0; step < 60; step++) {
    play(left, (clip.end * step) / 60);
    play(right, (clip.end * ((step + 30) % 60)) / 60);
    left.forEach((body, b) => {
      const touched = right.flatMap(other => [...findPairs(body, other)].filter((_, k) => k % 2 === 0));
      for (const triangle of new Set(touched)) touches[b][triangle]++;
    });
  }
  return touches;
}

/** White where nothing touches, red where something does most often; a vertex shows the most of its triangles. */
export function colorTouches(asset: GltfAsset, touches: readonly Uint32Array[]): Float32Array[] {
  const most = Math.max(1, ...touches.map(counts => counts.reduce((a, b) => Math.max(a, b), 0)));
  return asset.bodies.map(({ mesh }, b) => {
    const colors = new Float32Array(mesh.positions.length).fill(0.8);
    mesh.triangles.forEach((vertex, k) => {
      const pale = 0.8 * (1 - touches[b][Math.floor(k / 3)] / most);
      if (pale < colors[3 * vertex + 1]) colors.fill(pale, 3 * vertex + 1, 3 * vertex + 3); // green and blue
    });
    return colors;
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [model, distance = '0.5', heatMap] = process.argv.slice(2);
  const asset = await loadGltf(model);
  for (const gap of asset.gaps) console.log(gap); // what the file has that was not read
  const touches = countTouches(asset, Number(distance));
  asset.bodies.forEach(({ name }, b) => {
    const touched = touches[b].filter(count => count > 0).length;
    console.log(`${name}: ${touched} of ${touches[b].length} triangles are touched`);
  });
  if (heatMap) writeFileSync(heatMap, writeGltf(asset, colorTouches(asset, touches)));
}
