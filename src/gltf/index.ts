export type {
  GltfAsset,
  GltfBody,
  GltfClip,
  GltfNodes,
  GltfTrack,
  GltfVertices,
  Interpolation,
  TrackPath,
} from './asset.ts';
export { NO_VERTEX } from './asset.ts';
export { createBodyColliders, createBodyShapes } from './body-shapes.ts';
export { loadGltf } from './load-gltf.ts';
export { createScenePose, placeBodies, poseAt, type ScenePose, sampleClip, setScenePose } from './pose/scene-pose.ts';
export { type ReadGltfOptions, readGltf } from './read/read-gltf.ts';
export { type VertexColors, writeGltf } from './write/write-gltf.ts';
