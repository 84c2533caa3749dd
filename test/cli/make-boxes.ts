import { createBoxMesh } from '../check/box-subject.ts';

export interface BoxNode {
  name: string;
  size: [number, number, number];
  at: [number, number, number];
  /** Where the clip has it at each key. */
  keys?: [number, number, number][];
}

const RAM: BoxNode = { name: 'ram', size: [1, 0.8, 0.8], at: [3, 0.02, 0.03] };
export const WALL: BoxNode = { name: 'wall', size: [1, 1, 1], at: [0, 0, 0] };

/** A .gltf of a box that goes through another. */
export function makeHit(): string {
  return makeBoxes([WALL, { ...RAM, keys: [RAM.at, [-3, 0.02, 0.03]] }]);
}

/** A .gltf of a box that moves, and meets nothing. */
export function makeClean(): string {
  return makeBoxes([{ ...RAM, keys: [RAM.at, [4, 0, 0]] }]);
}

/** A .gltf with a clip that does move something, by a path that is not read. */
export function makeUnread(): string {
  const json = JSON.parse(makeClean());
  const extensions = { KHR_animation_pointer: { pointer: '/nodes/0/translation/x' } };
  json.animations[0].channels[0].target = { path: 'pointer', extensions };
  json.extensionsUsed = ['KHR_animation_pointer'];
  return JSON.stringify(json);
}

/** A .gltf of one box that moves by its own width in a second. */
export function makeMovingBox(): string {
  const box: BoxNode = { name: 'box', size: [1, 1, 1], at: [0, 0, 0] };
  return makeBoxes([{ ...box, keys: [box.at, [1, 0, 0]] }]);
}

/** A .gltf of boxes that move straight from key to key, a second apart, with all its numbers within. */
export function makeBoxes(boxes: BoxNode[], clip: string | null = 'move'): string {
  const bytes: number[] = [];
  const bufferViews: object[] = [];
  const accessors: object[] = [];
  const add = (numbers: Float32Array | Uint16Array, type: string): number => {
    while (bytes.length % 4 !== 0) bytes.push(0);
    bufferViews.push({ buffer: 0, byteOffset: bytes.length, byteLength: numbers.byteLength });
    bytes.push(...new Uint8Array(numbers.buffer));
    const count = numbers.length / (type === 'VEC3' ? 3 : 1);
    const componentType = numbers instanceof Float32Array ? 5126 : 5123;
    return accessors.push({ bufferView: bufferViews.length - 1, componentType, count, type }) - 1;
  };
  const meshes = boxes.map(({ size, name }, b) => {
    const { positions, triangles } = createBoxMesh(...size);
    const POSITION = add(Float32Array.from(positions), 'VEC3');
    return {
      name,
      primitives: [{ attributes: { POSITION }, indices: add(Uint16Array.from(triangles), 'SCALAR'), material: b }],
    };
  });
  const moving = boxes.flatMap(({ keys }, node) => (keys ? [{ node, keys }] : []));
  const samplers = moving.map(({ keys }) => ({
    input: add(Float32Array.from(keys.keys()), 'SCALAR'),
    output: add(Float32Array.from(keys.flat()), 'VEC3'),
  }));
  const channels = moving.map(({ node }, sampler) => ({ sampler, target: { node, path: 'translation' } }));
  return JSON.stringify({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: boxes.map((_, b) => b) }],
    nodes: boxes.map(({ name, at }, mesh) => ({ name, mesh, translation: at })),
    meshes,
    materials: boxes.map(({ name }) => ({ name: `${name} paint` })),
    ...(clip === null ? {} : { animations: [{ name: clip, samplers, channels }] }),
    bufferViews,
    accessors,
    buffers: [
      {
        byteLength: bytes.length,
        uri: `data:application/octet-stream;base64,${Buffer.from(bytes).toString('base64')}`,
      },
    ],
  });
}
