import { type Accessor, Document, Logger, type TypedArray, type vec3, type vec4, WebIO } from '@gltf-transform/core';
import type { Interpolation } from '../../src/gltf/index.ts';
import { createRandom } from '../../src/math/random.ts';

export interface ArmOptions {
  /** How many sets of four influences. 1 by default. */
  sets?: number;
  targets?: number;
  interpolation?: Interpolation;
  skinned?: boolean;
}

const RINGS = 9;
const SIDES = 6;
const JOINTS = 6;

/**
 * A small character with all that is awkward about real ones: a tube cut open along a seam of texture, whose node has a
 * transform that a skin makes meaningless; joints below a scaled and turned node; weights that sum to 0.9, in slots
 * padded with joints that do not exist; two primitives; a clip that moves everything, with keys at odd times.
 */
export function createArm({
  sets = 1,
  targets = 0,
  interpolation = 'LINEAR',
  skinned = true,
}: ArmOptions = {}): Document {
  const document = new Document().setLogger(new Logger(Logger.Verbosity.SILENT));
  document.createBuffer();
  const random = createRandom(7);
  const positions: number[] = [];
  const indices: number[] = [];
  for (let ring = 0; ring < RINGS; ring++) {
    for (let side = 0; side <= SIDES; side++) {
      const angle = ((side % SIDES) / SIDES) * 2 * Math.PI;
      positions.push(0.3 * Math.cos(angle), (2 * ring) / (RINGS - 1), 0.3 * Math.sin(angle));
      const v = ring * (SIDES + 1) + side;
      if (ring > 0 && side > 0) indices.push(v, v - 1, v - SIDES - 2, v, v - SIDES - 2, v - SIDES - 1);
    }
  }
  const vertices = positions.length / 3;
  const { joints, weights } = bindByHeight(positions, sets);
  const half = indices.length / 2;
  const shared = new Map<string, Accessor>([['POSITION', add(document, 'VEC3', Float32Array.from(positions))]]);
  for (let set = 0; skinned && set < sets; set++) {
    shared.set(`JOINTS_${set}`, add(document, 'VEC4', joints[set]));
    shared.set(`WEIGHTS_${set}`, add(document, 'VEC4', weights[set]));
  }
  const moves = Array.from({ length: targets }, () => {
    const rows = Array.from({ length: vertices }, (_, v) => positions.slice(3 * v, 3 * v + 3));
    const [a, b, c] = [random(), random(), random()];
    const moved = rows.flatMap(([x, y, z]) => [a * x * y, 0.2 * b * z, c * Math.sin(3 * y) * 0.2]);
    return add(document, 'VEC3', Float32Array.from(moved));
  });
  const mesh = document.createMesh('arm');
  [indices.slice(0, half), indices.slice(half)].forEach((list, p) => {
    const material = document.createMaterial(p === 0 ? 'sleeve' : 'skin');
    const primitive = document.createPrimitive().setMaterial(material);
    primitive.setIndices(add(document, 'SCALAR', Uint16Array.from(list)));
    for (const [name, accessor] of shared) primitive.setAttribute(name, accessor);
    moves.forEach((move, m) => {
      primitive.addTarget(document.createPrimitiveTarget(`shape ${m}`).setAttribute('POSITION', move));
    });
    mesh.addPrimitive(primitive);
  });
  if (targets > 0)
    mesh.setWeights(moves.map((_, m) => 0.1 * m)).setExtras({ targetNames: moves.map((_, m) => `shape ${m}`) });

  const scene = document.createScene('stage');
  document.getRoot().setDefaultScene(scene);
  const node = document.createNode('arm').setMesh(mesh).setTranslation([5, 6, 7]).setScale([2, 3, 4]);
  const armature = document.createNode('armature').setScale([0.5, 0.5, 0.5]).setRotation([0, 0.6, 0, 0.8]);
  scene.addChild(node).addChild(armature);
  const skin = document.createSkin('rig');
  const matrices = new Float32Array(16 * JOINTS);
  let above = armature;
  const bones = Array.from({ length: JOINTS }, (_, j) => {
    const bone = document.createNode(`bone ${j}`).setTranslation([0, j === 0 ? 0 : 0.4, 0]);
    above.addChild(bone);
    above = bone;
    skin.addJoint(bone);
    matrices.set([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -0.4 * j, 0, 1], 16 * j);
    return bone;
  });
  skin.setInverseBindMatrices(add(document, 'MAT4', matrices));
  if (skinned) node.setSkin(skin);

  const clip = document.createAnimation('wave');
  const addTrack = (
    target: typeof node,
    path: 'translation' | 'rotation' | 'scale' | 'weights',
    size: number,
  ): void => {
    const times = Float32Array.of(0.25, 0.5, 1.25, 2);
    const rows: number[] = [];
    for (let row = 0; row < times.length * (interpolation === 'CUBICSPLINE' ? 3 : 1); row++) {
      const value = Array.from({ length: size }, () => random() - 0.5);
      const isTangent = interpolation === 'CUBICSPLINE' && row % 3 !== 1;
      if (path === 'rotation' && !isTangent) value[3] = 1;
      const length = path === 'rotation' && !isTangent ? Math.hypot(...value) : 1;
      rows.push(...value.map(x => (path === 'scale' && !isTangent ? 1 + 0.3 * x : x / length)));
    }
    const type = size === 4 && path === 'rotation' ? 'VEC4' : path === 'weights' ? 'SCALAR' : 'VEC3';
    const sampler = document
      .createAnimationSampler()
      .setInput(add(document, 'SCALAR', times))
      .setOutput(add(document, type, Float32Array.from(rows)))
      .setInterpolation(interpolation);
    const channel = document.createAnimationChannel().setTargetNode(target).setTargetPath(path).setSampler(sampler);
    clip.addSampler(sampler).addChannel(channel);
  };
  for (const bone of skinned ? bones : [node]) {
    addTrack(bone, 'rotation', 4);
    addTrack(bone, 'scale', 3);
    addTrack(bone, 'translation', 3);
  }
  if (targets > 0) addTrack(node, 'weights', targets);
  return document;
}

/** Weights by distance along the tube, largest first, and junk joints where the weight is 0. */
function bindByHeight(positions: number[], sets: number) {
  const vertices = positions.length / 3;
  const joints = Array.from({ length: sets }, () => new Uint16Array(4 * vertices).fill(999));
  const weights = Array.from({ length: sets }, () => new Float32Array(4 * vertices));
  for (let v = 0; v < vertices; v++) {
    const width = sets > 1 ? 1.3 : 0.5;
    const near = Array.from({ length: JOINTS }, (_, j) => ({ j, w: width - Math.abs(positions[3 * v + 1] - 0.4 * j) }))
      .filter(({ w }) => w > 0)
      .sort((a, b) => b.w - a.w)
      .slice(0, 4 * sets);
    const sum = near.reduce((total, { w }) => total + w, 0);
    near.forEach(({ j, w }, k) => {
      joints[k >> 2][4 * v + (k & 3)] = j;
      weights[k >> 2][4 * v + (k & 3)] = (0.9 * w) / sum;
    });
  }
  return { joints, weights };
}

export function add(document: Document, type: 'SCALAR' | 'VEC3' | 'VEC4' | 'MAT4', array: TypedArray): Accessor {
  return document.createAccessor().setType(type).setArray(array).setBuffer(document.getRoot().listBuffers()[0]);
}

export function addNode(document: Document, name: string, translation: vec3, rotation: vec4 = [0, 0, 0, 1]) {
  const node = document.createNode(name).setTranslation(translation).setRotation(rotation);
  document.getRoot().listScenes()[0].addChild(node);
  return node;
}

export function toGlb(document: Document, io = new WebIO()): Promise<Uint8Array> {
  return io.setLogger(new Logger(Logger.Verbosity.SILENT)).writeBinary(document);
}

// biome-ignore lint/suspicious/noExplicitAny: tests write anything into it
export type AnyJson = any;

export function jsonOf(glb: Uint8Array): AnyJson {
  const length = new DataView(glb.buffer, glb.byteOffset).getUint32(12, true);
  return JSON.parse(new TextDecoder().decode(glb.subarray(20, 20 + length)));
}

export function binaryOf(glb: Uint8Array): Uint8Array {
  const length = new DataView(glb.buffer, glb.byteOffset).getUint32(12, true);
  return glb.subarray(28 + length);
}

/** The same file with its JSON changed, and its binary chunk if one is given. */
export function editGlb(glb: Uint8Array, edit: (json: AnyJson) => void, binary = binaryOf(glb)): Uint8Array {
  const json = jsonOf(glb);
  edit(json);
  return packGlb(JSON.stringify(json), binary);
}

export function packGlb(json: string, binary: Uint8Array): Uint8Array {
  const text = new TextEncoder().encode(json);
  const jsonLength = 4 * Math.ceil(text.length / 4);
  const binaryLength = 4 * Math.ceil(binary.length / 4);
  const glb = new Uint8Array(28 + jsonLength + binaryLength).fill(0x20, 20, 20 + jsonLength);
  const words = new DataView(glb.buffer);
  [0x46546c67, 2, glb.length, jsonLength, 0x4e4f534a].forEach((word, k) => {
    words.setUint32(4 * k, word, true);
  });
  glb.set(text, 20);
  words.setUint32(20 + jsonLength, binaryLength, true);
  words.setUint32(24 + jsonLength, 0x004e4942, true);
  glb.set(binary, 28 + jsonLength);
  return glb;
}
