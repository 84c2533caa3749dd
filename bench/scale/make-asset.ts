import type { Model } from '../../models/model.ts';
import { createRandom } from '../../src/math/random.ts';

/** Seconds of a clip, and the times of its keys. */
const KEYS = [0, 0.25, 0.5];
/** Joints turn by so many radians at most. */
const MOST_TURN = 0.9;

/** A .glb of a skinned model with so many clips, in which every joint turns to and fro: no two seeds give the same file. */
export function makeAsset({ mesh, skin, skeleton, jointNames }: Model, clips: number, seed: number): Uint8Array {
  const random = createRandom(seed);
  const parts: Uint8Array[] = [];
  const bufferViews: object[] = [];
  const accessors: object[] = [];
  let length = 0;
  const add = (numbers: Float32Array | Uint32Array | Uint16Array, type: string, size: number): number => {
    const bytes = new Uint8Array(numbers.buffer);
    bufferViews.push({ buffer: 0, byteOffset: length, byteLength: bytes.length });
    parts.push(bytes);
    length += bytes.length; // of whole numbers of four bytes
    const componentType = numbers instanceof Float32Array ? 5126 : numbers instanceof Uint32Array ? 5125 : 5123;
    const bounds = type === 'VEC3' ? { min: bound(numbers, Math.min), max: bound(numbers, Math.max) } : {};
    return (
      accessors.push({
        bufferView: bufferViews.length - 1,
        componentType,
        count: numbers.length / size,
        type,
        ...bounds,
      }) - 1
    );
  };
  const joints = [...skeleton.parents.keys()];
  const placeOf = (joint: number): number[] =>
    joint < 0 ? [0, 0, 0] : [...skeleton.positions.subarray(3 * joint, 3 * joint + 3)];
  const nodes: object[] = joints.map(joint => {
    const origin = placeOf(skeleton.parents[joint]);
    const children = joints.filter(other => skeleton.parents[other] === joint);
    const translation = placeOf(joint).map((x, axis) => x - origin[axis]);
    return { name: jointNames[joint], translation, ...(children.length > 0 && { children }) };
  });
  const inverses = joints.flatMap(joint => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...placeOf(joint).map(x => -x), 1]);
  const vertices = mesh.positions.length / 3;
  const influence = <Value>(of: ArrayLike<Value>, none: Value): Value[] =>
    Array.from({ length: 4 * vertices }, (_, k) =>
      k % 4 < skin.influences ? of[(k >> 2) * skin.influences + (k % 4)] : none,
    );
  const attributes = {
    POSITION: add(Float32Array.from(mesh.positions), 'VEC3', 3),
    JOINTS_0: add(Uint16Array.from(influence<number>(skin.joints, 0)), 'VEC4', 4),
    WEIGHTS_0: add(Float32Array.from(influence<number>(skin.weights, 0)), 'VEC4', 4),
  };
  const indices = add(Uint32Array.from(mesh.triangles), 'SCALAR', 1);
  const inverseBindMatrices = add(Float32Array.from(inverses), 'MAT4', 16);
  const input = add(Float32Array.from(KEYS), 'SCALAR', 1);
  const animations = Array.from({ length: clips }, (_, c) => {
    const samplers = joints.map(() => {
      const turn = [random() - 0.5, random() - 0.5, random() - 0.5].map(x => MOST_TURN * x);
      const keys = KEYS.flatMap((_, k) => toQuaternion(turn.map(x => x * Math.sin((Math.PI * k) / 2 + c))));
      return { input, output: add(Float32Array.from(keys), 'VEC4', 4) };
    });
    return {
      name: `clip ${c}`,
      samplers,
      channels: joints.map(node => ({ sampler: node, target: { node, path: 'rotation' } })),
    };
  });
  nodes.push({ name: 'body', mesh: 0, skin: 0 });
  const roots = joints.filter(joint => skeleton.parents[joint] < 0);
  const gltf = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [...roots, nodes.length - 1] }],
    nodes,
    meshes: [{ primitives: [{ attributes, indices }] }],
    skins: [{ joints, inverseBindMatrices }],
    animations,
    bufferViews,
    accessors,
    buffers: [{ byteLength: length }],
  };
  return pack(Buffer.from(JSON.stringify(gltf)), Buffer.concat(parts));
}

function bound(numbers: ArrayLike<number>, choose: (...values: number[]) => number): number[] {
  const out = [numbers[0], numbers[1], numbers[2]];
  for (let k = 0; k < numbers.length; k++) out[k % 3] = choose(out[k % 3], numbers[k]);
  return out;
}

/** A turn about an axis by the length of that. */
function toQuaternion(turn: readonly number[]): number[] {
  const angle = Math.hypot(...turn);
  const scale = angle === 0 ? 0 : Math.sin(angle / 2) / angle;
  return [...turn.map(x => x * scale), Math.cos(angle / 2)];
}

function pack(json: Buffer, binary: Buffer): Uint8Array {
  const text = Buffer.concat([json, Buffer.alloc(-json.length & 3, ' ')]);
  const head = Buffer.from(
    Uint32Array.of(0x46546c67, 2, 28 + text.length + binary.length, text.length, 0x4e4f534a).buffer,
  );
  const middle = Buffer.from(Uint32Array.of(binary.length, 0x004e4942).buffer);
  return Buffer.concat([head, text, middle, binary]);
}
