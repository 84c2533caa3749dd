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
export { type BodyColliderOptions, createBodyColliders } from './body-shapes.ts';
export { loadGltf } from './load-gltf.ts';
export { poseAt, type ScenePose } from './pose/pose-at.ts';
export { type ReadGltfOptions, readGltf } from './read/read-gltf.ts';
export { loadBodyShapes, saveBodyShapes } from './save-body-shapes.ts';
export { type VertexColors, writeGltf } from './write/write-gltf.ts';
