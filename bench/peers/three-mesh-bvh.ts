import * as three from 'three';
import { ExtendedTriangle, MeshBVH, SAH, SkinnedMeshBVH } from 'three-mesh-bvh';
import { type Method, signTriangles } from './method.ts';
import type { Body } from './situations.ts';
import { type Floats, skinVertices } from './skinning.ts';

/**
 * The strongest that can be built on three-mesh-bvh: skinning of our own straight into the geometry, `refit`, and `bvhcast` with
 * the triangles handed to us, as its documentation shows it. The tree is built in the rest pose with its best strategy.
 */
export function createMeshBvhMethod({ mesh, skin }: Body, targetLeafSize: number): Method {
  let rest: Floats = Float32Array.from(mesh.positions);
  const palette = new Float32Array(12 * skin.jointCount);
  const sides = [0, 1].map(() => {
    const geometry = new three.BufferGeometry();
    geometry.setAttribute('position', new three.BufferAttribute(Float32Array.from(mesh.positions), 3));
    geometry.setIndex(new three.BufferAttribute(mesh.triangles.slice(), 1));
    const bvh = new MeshBVH(geometry, { strategy: SAH, targetLeafSize });
    return { geometry, bvh };
  });
  const [a, b] = sides;
  const toLocal = new three.Matrix4(); // both are in the world
  let isWide = false;
  return {
    name: `skinning + MeshBVH.refit + bvhcast, leaves of ${targetLeafSize}`,
    kind: 'peer',
    findPairs(poseA, poseB) {
      [poseA, poseB].forEach((pose, side) => {
        palette.set(pose);
        const { geometry, bvh } = sides[side];
        skinVertices(rest, skin, isWide ? pose : palette, geometry.attributes.position.array as Floats);
        bvh.refit();
      });
      const pairs: number[] = [];
      a.bvh.bvhcast(b.bvh, toLocal, {
        intersectsTriangles(triangleA, triangleB, i, j) {
          if (triangleA.intersectsTriangle(triangleB)) pairs.push(i, j);
          return false;
        },
      });
      return pairs;
    },
    signatures: signTriangles(a.geometry.index!.array), // it reorders the index
    widen() {
      isWide = true;
      rest = mesh.positions;
      for (const { geometry } of sides) {
        geometry.setAttribute('position', new three.BufferAttribute(Float64Array.from(mesh.positions), 3));
      }
    },
  };
}

/**
 * What three-mesh-bvh has for skinned meshes itself. It hands out ranges of triangles only, so the loop over their pairs is ours,
 * with its own test; each triangle is posed once for each pair of ranges.
 */
export function createSkinnedBvhMethod({ mesh, skin }: Body): Method {
  const sides = [0, 1].map(() => {
    const geometry = new three.BufferGeometry();
    geometry.setAttribute('position', new three.BufferAttribute(Float32Array.from(mesh.positions), 3));
    geometry.setAttribute('skinIndex', new three.BufferAttribute(skin.joints, 4));
    geometry.setAttribute('skinWeight', new three.BufferAttribute(skin.weights, 4));
    geometry.setIndex(new three.BufferAttribute(mesh.triangles.slice(), 1));
    const skinned = new three.SkinnedMesh(geometry);
    const bones = Array.from({ length: skin.jointCount }, () => new three.Bone());
    skinned.bind(
      new three.Skeleton(
        bones,
        bones.map(() => new three.Matrix4()),
      ),
      new three.Matrix4(),
    );
    return { skinned, bones, bvh: new SkinnedMeshBVH(skinned, { strategy: SAH }) };
  });
  const [a, b] = sides;
  const toLocal = new three.Matrix4();
  const triangle = new ExtendedTriangle();
  const others = Array.from({ length: 64 }, () => new ExtendedTriangle());
  const readTriangle = ({ skinned }: (typeof sides)[0], t: number, target: ExtendedTriangle): void => {
    const index = skinned.geometry.index!;
    skinned.getVertexPosition(index.getX(3 * t), target.a);
    skinned.getVertexPosition(index.getX(3 * t + 1), target.b);
    skinned.getVertexPosition(index.getX(3 * t + 2), target.c);
    target.needsUpdate = true;
  };
  return {
    name: 'SkinnedMeshBVH.refit + bvhcast',
    kind: 'class',
    findPairs(poseA, poseB) {
      [poseA, poseB].forEach((pose, side) => {
        sides[side].bones.forEach(({ matrixWorld: { elements } }, j) => {
          for (let k = 0; k < 12; k++) elements[4 * (k % 4) + (k >> 2)] = pose[12 * j + k];
        });
        sides[side].bvh.refit();
      });
      const pairs: number[] = [];
      a.bvh.bvhcast(b.bvh as unknown as MeshBVH, toLocal, {
        intersectsRanges(offsetA, countA, offsetB, countB) {
          while (others.length < countB) others.push(new ExtendedTriangle());
          for (let k = 0; k < countB; k++) readTriangle(b, offsetB + k, others[k]);
          for (let i = offsetA; i < offsetA + countA; i++) {
            readTriangle(a, i, triangle);
            for (let k = 0; k < countB; k++) if (triangle.intersectsTriangle(others[k])) pairs.push(i, offsetB + k);
          }
          return false;
        },
      });
      return pairs;
    },
    signatures: signTriangles(a.skinned.geometry.index!.array),
    widen() {}, // it poses in 64 bits anyway
  };
}
