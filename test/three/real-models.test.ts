import { existsSync, readdirSync, readFileSync } from 'node:fs';
import * as three from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { describe, expect, it } from 'vitest';
import { pointOn } from '../../src/index.ts';
import { acceleratedRaycast } from '../../src/three/accelerated-raycast.ts';
import { computeBoundingBox, computeBoundingSphere } from '../../src/three/compute-bounds.ts';
import { accelerate } from '../../src/three/index.ts';
import { findData, needsData } from '../needs.ts';
import { createRandom } from './make-meshes.ts';

const folder = findData('gltf');
const files = existsSync(folder) ? readdirSync(folder).filter(name => /\.gl(b|tf)$/.test(name)) : [];
if (!('ProgressEvent' in globalThis)) Object.assign(globalThis, { ProgressEvent: class {} }); // a word of browsers only

const ownRaycast = { skinned: three.SkinnedMesh.prototype.raycast, plain: three.Mesh.prototype.raycast };

async function load(name: string): Promise<{ scene: three.Group; clips: three.AnimationClip[]; meshes: three.Mesh[] }> {
  const loader = new GLTFLoader();
  // There are no images in Node, and none are needed.
  loader.register(() => ({ name: 'no textures', loadTexture: () => Promise.resolve(new three.Texture()) }) as never);
  const bytes = Uint8Array.from(readFileSync(`${folder}/${name}`));
  const { scene, animations } = await loader.parseAsync(bytes.buffer, '');
  const meshes: three.Mesh[] = [];
  scene.traverse(object => {
    if ((object as three.Mesh).isMesh) meshes.push(object as three.Mesh);
  });
  return { scene, clips: animations, meshes };
}

/** The corner of a face where three.js has it, in the world. */
function cornerOf(mesh: three.Mesh, face: number, corner: number): three.Vector3 {
  const { index } = mesh.geometry;
  const vertex = index ? index.getX(3 * face + corner) : 3 * face + corner;
  return mesh.getVertexPosition(vertex, new three.Vector3()).applyMatrix4(mesh.matrixWorld);
}

describe('real characters, loaded by three.js', needsData('gltf'), () => {
  it.each(files)('%s: vertices, rays and bounds are those of three.js', async name => {
    const { scene, clips, meshes } = await load(name);
    const mixer = new three.AnimationMixer(scene);
    for (const mesh of meshes) accelerate(mesh);
    const random = createRandom(61);
    const raycaster = new three.Raycaster();
    raycaster.firstHitOnly = true;
    for (let look = 0; look < 3; look++) {
      mixer.stopAllAction();
      const clip = clips[(7 * look) % Math.max(1, clips.length)];
      if (clip && look > 0) {
        mixer.clipAction(clip).play();
        mixer.setTime(clip.duration * random());
      }
      for (const mesh of meshes) {
        const ours = { box: new three.Box3(), sphere: new three.Sphere() };
        if (mesh.boundsTree!.shape.deformer.kind !== 'rigid') {
          computeBoundingBox.call(mesh); // first, before anything is updated
          computeBoundingSphere.call(mesh);
          ours.box.copy((mesh as three.SkinnedMesh).boundingBox);
          ours.sphere.copy((mesh as three.SkinnedMesh).boundingSphere);
        }
        const faces = mesh.boundsTree!.shape.mesh.triangles.length / 3;
        const target = Math.floor(random() * faces);
        const middle = new three.Vector3();
        scene.updateMatrixWorld(true);
        for (let corner = 0; corner < 3; corner++) middle.addScaledVector(cornerOf(mesh, target, corner), 1 / 3);
        const box = new three.Box3().setFromObject(mesh, true);
        const size = box.getSize(new three.Vector3()).length();
        const away = new three.Vector3(random() - 0.5, random() - 0.5, random() - 0.5).normalize();
        raycaster.set(middle.clone().addScaledVector(away, 2 * size), away.clone().negate());

        const found: three.Intersection[] = [];
        acceleratedRaycast.call(mesh, raycaster, found);
        const expected: three.Intersection[] = [];
        if (mesh instanceof three.SkinnedMesh) mesh.boundingSphere = new three.Sphere(new three.Vector3(), Infinity);
        mesh.geometry.boundingSphere = new three.Sphere(new three.Vector3(), Infinity);
        mesh.geometry.boundingBox = null;
        (mesh instanceof three.SkinnedMesh ? ownRaycast.skinned : ownRaycast.plain).call(mesh, raycaster, expected);
        expected.sort((a, b) => a.distance - b.distance);
        expect(found.length).toBe(Math.min(1, expected.length));
        if (found.length > 0) expect(Math.abs(found[0].distance - expected[0].distance) / size).toBeLessThan(1e-5);

        for (let k = 0; k < 15; k++) {
          const face = Math.floor(random() * faces);
          for (let corner = 0; corner < 3; corner++) {
            const barycentrics = [0, 1, 2].map(c => (c === corner ? 1 : 0));
            const { point } = pointOn(mesh.boundsTree!, face, barycentrics);
            const at = cornerOf(mesh, face, corner);
            expect(at.distanceTo(new three.Vector3().fromArray(point)) / size).toBeLessThan(1e-5);
            if (ours.box.isEmpty()) continue;
            const local = at.applyMatrix4(mesh.matrixWorld.clone().invert());
            expect(ours.box.distanceToPoint(local)).toBeLessThan(1e-5 * size);
            expect(local.distanceTo(ours.sphere.center)).toBeLessThan(ours.sphere.radius * (1 + 1e-6));
          }
        }
      }
    }
  });
});
