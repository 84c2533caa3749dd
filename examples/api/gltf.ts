import assert from 'node:assert/strict';
import {
  createBodyColliders,
  loadBodyShapes,
  loadGltf,
  poseAt,
  readGltf,
  saveBodyShapes,
  writeGltf,
} from '../../src/gltf/index.ts'; // 'poseclash/gltf'
import { posedPositions, setPose } from '../../src/index.ts'; // 'poseclash'

/** The smallest file with a clip: a triangle that goes one unit up in one second. */
function createFile(): Uint8Array {
  const floats = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, /* times */ 0, 1, /* places */ 0, 0, 0, 0, 1, 0);
  const uri = `data:application/octet-stream;base64,${Buffer.from(floats.buffer).toString('base64')}`;
  const json = {
    asset: { version: '2.0' },
    buffers: [{ uri, byteLength: floats.byteLength }],
    bufferViews: [
      { buffer: 0, byteLength: 36 },
      { buffer: 0, byteOffset: 36, byteLength: 8 },
      { buffer: 0, byteOffset: 44, byteLength: 24 },
    ],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] },
      { bufferView: 1, componentType: 5126, count: 2, type: 'SCALAR', min: [0], max: [1] },
      { bufferView: 2, componentType: 5126, count: 2, type: 'VEC3' },
    ],
    meshes: [{ name: 'flag', primitives: [{ attributes: { POSITION: 0 } }] }],
    nodes: [{ mesh: 0 }],
    scenes: [{ nodes: [0] }],
    scene: 0,
    animations: [
      {
        name: 'rise',
        channels: [{ sampler: 0, target: { node: 0, path: 'translation' } }],
        samplers: [{ input: 1, output: 2 }],
      },
    ],
  };
  return new TextEncoder().encode(JSON.stringify(json));
}

export async function playAClip(): Promise<void> {
  const bytes = createFile();
  // #region gltf
  const asset = await readGltf(bytes); // .glb or .gltf; `loadGltf` takes a path or URL
  assert.deepEqual(asset.gaps, []); // what the file has that was not read
  const colliders = createBodyColliders(asset); // one for each body, in their order
  const pose = poseAt(asset, asset.clips[0], 0.5); // the scene half a second into the clip
  colliders.forEach((collider, b) => {
    setPose(collider, pose.bodies[b]);
  });
  assert.equal(posedPositions(colliders[0])[1], 0.5);

  const shapes = colliders.map(({ shape }) => shape);
  const copy = createBodyColliders(asset, { shapes }); // a second instance costs next to nothing
  poseAt(asset, asset.clips[0], 1, { into: pose }); // takes no memory
  setPose(copy[0], pose.bodies[0]);
  assert.equal(posedPositions(copy[0])[1], 1);
  // #endregion gltf
}

export async function writeAFile(): Promise<void> {
  const location = `data:model/gltf+json;base64,${Buffer.from(createFile()).toString('base64')}`;
  // #region write
  const asset = await loadGltf(location); // a path, or a URL
  const red = Float32Array.of(1, 0, 0, 1, 0, 0, 1, 0, 0); // one colour per vertex of the body
  const glb = writeGltf(asset, [red]); // plays like the original, in any viewer
  assert.equal((await readGltf(glb)).clips[0].name, 'rise');
  // #endregion write
}

export async function keepShapes(): Promise<void> {
  const bytes = createFile();
  // #region shapes
  const asset = await readGltf(bytes);
  const built = createBodyColliders(asset).map(({ shape }) => shape); // where files are made; or: poseclash build hero.glb -o hero.shapes
  const saved = saveBodyShapes(asset, built);
  const colliders = createBodyColliders(asset, { shapes: loadBodyShapes(asset, saved) }); // in the page: nothing is built
  assert.equal(colliders.length, asset.bodies.length);
  // #endregion shapes
}
