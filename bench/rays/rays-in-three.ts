import * as three from 'three';
import type { Mesh, Pose, Ray, Skin } from '../../src/index.ts';

/** The same skinned mesh as three.js users have it. */
export interface ThreeMesh {
  mesh: three.SkinnedMesh;
  /** Four numbers of weights per vertex, as three.js reads them. */
  setPose(pose: Pose): void;
  /** The triangle three.js hits first, or -1. */
  firstHit(ray: Ray): number;
}

export function createThreeMesh({ positions, triangles }: Mesh, skin: Skin): ThreeMesh {
  if (skin.influences !== 4) throw new Error(`createThreeMesh: ${skin.influences} influences; three.js reads four.`);
  const geometry = new three.BufferGeometry();
  geometry.setAttribute('position', new three.BufferAttribute(Float32Array.from(positions), 3));
  geometry.setAttribute('skinIndex', new three.BufferAttribute(Uint16Array.from(skin.joints), 4));
  geometry.setAttribute('skinWeight', new three.BufferAttribute(Float32Array.from(skin.weights), 4));
  geometry.setIndex(new three.BufferAttribute(triangles, 1));
  const mesh = new three.SkinnedMesh(geometry, new three.MeshBasicMaterial({ side: three.DoubleSide }));
  const bones = Array.from({ length: skin.jointCount }, () => new three.Bone());
  const inverses = bones.map(() => new three.Matrix4());
  mesh.bind(new three.Skeleton(bones, inverses), new three.Matrix4());
  const raycaster = new three.Raycaster();
  return {
    mesh,
    setPose({ jointMatrices }) {
      if (!jointMatrices) return;
      bones.forEach((bone, j) => {
        const m = Array.from(jointMatrices.subarray(12 * j, 12 * j + 12));
        bone.matrixWorld.set(...(m as Twelve), 0, 0, 0, 1);
      });
    },
    firstHit({ origin, direction }) {
      raycaster.ray.origin.fromArray(Array.from(origin));
      raycaster.ray.direction.fromArray(Array.from(direction)).normalize();
      const hits: three.Intersection[] = [];
      mesh.raycast(raycaster, hits);
      hits.sort((a, b) => a.distance - b.distance);
      return hits[0]?.faceIndex ?? -1;
    },
  };
}

type Twelve = [
  ...[number, number, number, number],
  ...[number, number, number, number],
  ...[number, number, number, number],
];
