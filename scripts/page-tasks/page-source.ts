/** What the page is asked to do; each in tasks of its own, between two marks. */
export const questions = ['createShapeAsync', 'accelerateAsync', 'first ray'] as const;

/** The program of the page. */
export const source = `
import * as THREE from 'three';
import { createShapeAsync } from 'poseclash';
import { accelerateAsync } from 'poseclash/three';

const pause = ms => new Promise(resolve => setTimeout(resolve, ms));

function makeMesh({ positions, triangles, joints, weights, jointCount }) {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(positions, 3));
  geometry.setAttribute('skinIndex', new THREE.Uint16BufferAttribute(joints, 4));
  geometry.setAttribute('skinWeight', new THREE.Float32BufferAttribute(weights, 4));
  geometry.setIndex(triangles);
  const mesh = new THREE.SkinnedMesh(geometry, new THREE.MeshBasicMaterial());
  const bones = Array.from({ length: jointCount }, () => new THREE.Bone());
  for (const bone of bones) mesh.add(bone);
  mesh.updateMatrixWorld(true);
  mesh.bind(new THREE.Skeleton(bones));
  return mesh;
}

let mesh = null;
function prepare(name, given) {
  if (name === 'createShapeAsync') {
    const surface = { positions: Float64Array.from(given.positions), triangles: Uint32Array.from(given.triangles) };
    const skin = {
      jointCount: given.jointCount,
      influences: 4,
      joints: Uint16Array.from(given.joints),
      weights: Float32Array.from(given.weights),
    };
    return () => createShapeAsync(surface, { kind: 'linear-blend', skin });
  }
  mesh ??= makeMesh(given);
  if (name === 'accelerateAsync') return () => accelerateAsync(mesh);
  const raycaster = new THREE.Raycaster(new THREE.Vector3(10, 2, 0), new THREE.Vector3(-1, 0, 0));
  return () => raycaster.intersectObject(mesh);
}

globalThis.ask = async (name, given) => {
  const run = prepare(name, given);
  await pause(300);
  performance.mark(name + '-begin');
  await pause(0);
  await run();
  await pause(0);
  performance.mark(name + '-end');
};
`;
