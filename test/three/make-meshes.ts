import * as three from 'three';
import { createRandom, type Random } from '../../src/math/random.ts';
import { angle, placeAtRandom } from '../support/place-at-random.ts';

/** A mesh in a scene, as an application has it, and a way to move everything that can move. */
export interface Staged {
  scene: three.Scene;
  mesh: three.Mesh;
  /** Poses the mesh at random; updates no matrix. */
  pose(random: Random): void;
}

export interface StageOptions {
  isSkinned?: boolean;
  morphs?: 'none' | 'relative' | 'absolute';
  layout?: 'indexed' | 'non-indexed' | 'interleaved' | 'quantized';
  bindMode?: three.BindMode;
  /** Binds the mesh where it stands, and not at the origin. */
  isBoundAside?: boolean;
  /** The scale of what the mesh hangs from. */
  scale?: [number, number, number];
  material?: three.Material | three.Material[];
  segments?: number;
}

const BONES = 5;

/** A bent pipe with seams, caps, groups, normals and two sets of texture coordinates. */
export function stage(options: StageOptions = {}): Staged {
  const { isSkinned = true, scale = [1, 1, 1], material = new three.MeshBasicMaterial() } = options;
  const geometry = makeGeometry(options);
  const scene = new three.Scene();
  const parent = new three.Group();
  parent.scale.set(...scale);
  scene.add(parent);
  const mesh = isSkinned ? new three.SkinnedMesh(geometry, material) : new three.Mesh(geometry, material);
  mesh.name = 'pipe';
  parent.add(mesh);
  const bones = isSkinned ? bindBones(mesh as three.SkinnedMesh, options) : [];
  if (bones.length > 0) parent.add(bones[0]);
  return {
    scene,
    mesh,
    pose(random) {
      placeAtRandom(parent, mesh, random);
      for (const bone of bones) {
        bone.rotation.set(0.7 * angle(random), 0.7 * angle(random), 0.7 * angle(random));
        bone.scale.setScalar(1 + 0.1 * angle(random));
      }
      mesh.morphTargetInfluences?.forEach((_, m, influences) => {
        influences[m] = 1.5 * random() - 0.2;
      });
    },
  };
}

function makeGeometry({ isSkinned = true, morphs = 'none', layout = 'indexed', segments = 8 }: StageOptions) {
  const geometry = new three.CylinderGeometry(0.35, 0.2, 2, 10, segments);
  const { position, uv } = geometry.attributes;
  geometry.setAttribute(
    'uv1',
    new three.BufferAttribute(
      Float32Array.from(uv.array, x => 1 - 0.5 * x),
      2,
    ),
  );
  if (isSkinned) addSkin(geometry);
  if (morphs !== 'none') {
    geometry.morphTargetsRelative = morphs === 'relative';
    geometry.morphAttributes.position = [0, 1].map(m => {
      const target = new Float32Array(position.array.length);
      for (let v = 0; v < position.count; v++) {
        const [x, y, z] = [position.getX(v), position.getY(v), position.getZ(v)];
        const moved = m === 0 ? [0.6 * x, 0.2 * y * y, 0.6 * z] : [0.3 * Math.sin(2 * y), 0, y > 0 ? 0.2 : 0];
        const base = morphs === 'relative' ? [0, 0, 0] : [x, y, z];
        moved.forEach((d, axis) => {
          target[3 * v + axis] = base[axis] + d;
        });
      }
      return new three.BufferAttribute(target, 3);
    });
  }
  if (layout === 'non-indexed') {
    const flat = geometry.toNonIndexed();
    for (const { start, count, materialIndex } of geometry.groups) flat.addGroup(start, count, materialIndex);
    return flat;
  }
  if (layout === 'interleaved') interleave(geometry);
  if (layout === 'quantized') quantize(geometry);
  return geometry;
}

/** Each vertex follows up to three bones of a chain along y; unused slots name junk. */
function addSkin(geometry: three.BufferGeometry): void {
  const { position } = geometry.attributes;
  const joints = new Uint16Array(4 * position.count).fill(40_000);
  const weights = new Float32Array(4 * position.count);
  for (let v = 0; v < position.count; v++) {
    const along = ((position.getY(v) + 1) / 2) * (BONES - 1);
    const near = Array.from({ length: BONES }, (_, b) => Math.max(0, 1.3 - Math.abs(along - b)));
    const sum = near.reduce((total, weight) => total + weight);
    let slot = 0;
    near.forEach((weight, bone) => {
      if (weight === 0) return;
      joints[4 * v + slot] = bone + 2; // bones 0 and 1 of the skeleton move nothing
      weights[4 * v + slot++] = Math.round((256 * weight) / sum) / 256;
    });
    weights[4 * v] += 1 - weights[4 * v] - weights[4 * v + 1] - weights[4 * v + 2]; // to the last bit
  }
  geometry.setAttribute('skinIndex', new three.BufferAttribute(joints, 4));
  geometry.setAttribute('skinWeight', new three.BufferAttribute(weights, 4));
}

function interleave(geometry: three.BufferGeometry): void {
  const { position, normal, uv } = geometry.attributes;
  const data = new Float32Array(8 * position.count);
  for (let v = 0; v < position.count; v++) {
    [position, normal].forEach((attribute, k) => {
      for (let axis = 0; axis < 3; axis++) data[8 * v + 3 * k + axis] = attribute.getComponent(v, axis);
    });
    data[8 * v + 6] = uv.getX(v);
    data[8 * v + 7] = uv.getY(v);
  }
  const buffer = new three.InterleavedBuffer(data, 8);
  geometry.setAttribute('position', new three.InterleavedBufferAttribute(buffer, 3, 0));
  geometry.setAttribute('normal', new three.InterleavedBufferAttribute(buffer, 3, 3));
  geometry.setAttribute('uv', new three.InterleavedBufferAttribute(buffer, 2, 6));
}

/** As files packed small have it: positions in 16 bits, weights in 8, both normalized. */
function quantize(geometry: three.BufferGeometry): void {
  const { position, skinWeight } = geometry.attributes;
  const shorts = Int16Array.from(position.array, x => Math.round(32_767 * x));
  geometry.setAttribute('position', new three.BufferAttribute(shorts, 3, true));
  if (!skinWeight) return;
  const bytes = Uint8Array.from(skinWeight.array, x => Math.round(255 * x));
  for (let v = 0; v < bytes.length; v += 4) bytes[v] += 255 - bytes[v] - bytes[v + 1] - bytes[v + 2] - bytes[v + 3];
  geometry.setAttribute('skinWeight', new three.BufferAttribute(bytes, 4, true));
}

function bindBones(mesh: three.SkinnedMesh, { bindMode, isBoundAside }: StageOptions): three.Bone[] {
  const root = new three.Bone();
  const spare = new three.Bone();
  const chain = Array.from({ length: BONES }, (_, b) => {
    const bone = new three.Bone();
    bone.name = `bone-${b}`;
    bone.position.y = b === 0 ? -1 : 2 / (BONES - 1);
    return bone;
  });
  root.add(spare, chain[0]);
  chain.forEach((bone, b) => {
    if (b > 0) chain[b - 1].add(bone);
  });
  root.updateMatrixWorld(true);
  const skeleton = new three.Skeleton([root, spare, ...chain]);
  if (isBoundAside) {
    mesh.position.set(0.2, -0.1, 0.3);
    mesh.rotation.set(0.1, 0.2, -0.4);
    mesh.updateMatrixWorld(true);
    mesh.bind(skeleton, mesh.matrixWorld);
  } else mesh.bind(skeleton, new three.Matrix4());
  if (bindMode) mesh.bindMode = bindMode;
  return [root, ...chain];
}

/** A ray from outside at a place near the mesh, or past it. */
export function aimAt({ mesh, scene }: Staged, random: Random, raycaster: three.Raycaster): void {
  scene.updateMatrixWorld(true);
  const { position } = mesh.geometry.attributes;
  const target = new three.Vector3();
  mesh.getVertexPosition(Math.floor(random() * position.count), target);
  mesh.localToWorld(target);
  const around = (size: number): three.Vector3 =>
    new three.Vector3(random() - 0.5, random() - 0.5, random() - 0.5).multiplyScalar(size);
  target.add(around(0.3));
  const origin = target.clone().add(around(2).normalize().multiplyScalar(4));
  raycaster.set(origin, target.sub(origin).normalize());
}

export { createRandom };
