import * as three from 'three';
import { describe, expect, it } from 'vitest';
import { posedVolumes } from '../../src/query/bounds/posed-volumes.ts';
import { findNearestPoint } from '../../src/query/probe/nearest-point.ts';
import { computeBoundsTree } from '../../src/three/bounds-tree.ts';
import { createVolumeHelper, syncPose } from '../../src/three/index.ts';
import { createRandom, type Staged, type StageOptions, stage } from './make-meshes.ts';

/** The nearest place on the mesh, as three.js itself would find it, one triangle after the other, in the world. */
function searchAll({ mesh, scene }: Staged, point: three.Vector3): { distance: number; point: three.Vector3 } {
  scene.updateMatrixWorld(true);
  const index = mesh.geometry.index!;
  const triangle = new three.Triangle();
  const at = new three.Vector3();
  let best = { distance: Infinity, point: new three.Vector3() };
  for (let k = 0; k < index.count; k += 3) {
    [triangle.a, triangle.b, triangle.c].forEach((corner, c) => {
      mesh.getVertexPosition(index.getX(k + c), corner).applyMatrix4(mesh.matrixWorld);
    });
    triangle.closestPointToPoint(point, at);
    const distance = at.distanceTo(point);
    if (distance < best.distance) best = { distance, point: at.clone() };
  }
  return best;
}

describe('findNearestPoint of a boundsTree', () => {
  it.each<StageOptions>([{}, { scale: [2, 0.5, 1] }, { morphs: 'relative' }, { isSkinned: false, morphs: 'absolute' }])(
    'finds what a search of all triangles finds, in the world, 40 poses: %o',
    options => {
      const staged = stage(options);
      computeBoundsTree.call(staged.mesh);
      const random = createRandom(41);
      for (let k = 0; k < 40; k++) {
        staged.pose(random);
        const point = new three.Vector3(random(), random(), random()).multiplyScalar(6).subScalar(3);
        const found = findNearestPoint(staged.mesh.boundsTree!, point.toArray())!;
        const { index } = staged.mesh.geometry;
        const expected = searchAll(staged, point);
        expect(found.distance).toBeCloseTo(expected.distance, 10);
        const at = new three.Vector3().fromArray(found.point);
        expect(at.distanceTo(expected.point)).toBeLessThan(1e-7);
        const corner = new three.Vector3();
        const mixed = new three.Vector3();
        [0, 1, 2].forEach(c => {
          staged.mesh.getVertexPosition(index!.getX(3 * found.triangle + c), corner);
          mixed.addScaledVector(corner.applyMatrix4(staged.mesh.matrixWorld), found.barycentrics[c]);
        });
        expect(mixed.distanceTo(at)).toBeLessThan(1e-10);
      }
    },
  );
});

describe('createVolumeHelper', () => {
  const kinds = [
    { volumes: 'box' },
    { volumes: 'sphere' },
    { volumes: 'dop', dopDirections: 18 },
    { volumes: 'dop', dopDirections: 6 },
  ] as const;

  function endsOf(helper: { geometry: three.BufferGeometry }): three.Vector3[] {
    const { position } = helper.geometry.attributes;
    return Array.from({ length: position.count }, (_, k) => new three.Vector3().fromBufferAttribute(position, k));
  }

  /** Where every vertex of the mesh is, in the world. */
  function listVertices({ mesh, scene }: Staged): three.Vector3[] {
    scene.updateMatrixWorld(true);
    return Array.from({ length: mesh.geometry.attributes.position.count }, (_, v) =>
      mesh.getVertexPosition(v, new three.Vector3()).applyMatrix4(mesh.matrixWorld),
    );
  }

  for (const isSkinned of [true, false]) {
    it.each(kinds)(`draws volumes that hold the mesh in its current pose, skinned ${isSkinned}: %o`, options => {
      const staged = stage({ isSkinned, morphs: isSkinned ? 'none' : 'relative' });
      const collider = computeBoundsTree.call(staged.mesh, options);
      const helper = createVolumeHelper(collider, 3);
      const random = createRandom(51);
      for (let k = 0; k < 5; k++) {
        staged.pose(random);
        syncPose(collider, staged.mesh);
        const { version } = helper.geometry.attributes.position as three.BufferAttribute;
        helper.update();
        expect((helper.geometry.attributes.position as three.BufferAttribute).version).toBeGreaterThan(version);
        const drawn = new three.Box3().setFromPoints(endsOf(helper));
        const vertices = listVertices(staged);
        expect(drawn.expandByScalar(1e-5).containsBox(new three.Box3().setFromPoints(vertices))).toBe(true);
        const size = new three.Box3().setFromPoints(vertices).getSize(new three.Vector3()).length();
        expect(drawn.getSize(new three.Vector3()).length()).toBeLessThan(2 * size);
      }
    });
  }

  it('draws the edges of k-DOPs: where three faces meet, on the right side of all', () => {
    const staged = stage();
    const collider = computeBoundsTree.call(staged.mesh, { volumes: 'dop', dopDirections: 18 });
    const helper = createVolumeHelper(collider, 0);
    const [...slabs] = posedVolumes(collider).subarray(0, 18);
    const axes = [1, 0, 0, 0, 1, 0, 0, 0, 1];
    const between = [1, 1, 0, 1, 0, 1, 0, 1, 1, 1, -1, 0, 1, 0, -1, 0, 1, -1];
    const directions = slabs.slice(9).map((_, d) => new three.Vector3().fromArray([...axes, ...between], 3 * d));
    const ends = endsOf(helper);
    expect(ends.length).toBeGreaterThan(40);
    for (const end of ends) {
      let touched = 0;
      directions.forEach((direction, s) => {
        const product = direction.dot(end);
        expect(product).toBeGreaterThan(slabs[2 * s] - 1e-5);
        expect(product).toBeLessThan(slabs[2 * s + 1] + 1e-5);
        for (const side of [0, 1]) if (Math.abs(product - slabs[2 * s + side]) < 1e-5) touched++;
      });
      expect(touched).toBeGreaterThanOrEqual(3);
    }
  });

  it('draws one level, or all above it too, and leaves that end earlier', () => {
    const staged = stage();
    const collider = computeBoundsTree.call(staged.mesh);
    const helper = createVolumeHelper(collider, 0);
    expect(endsOf(helper)).toHaveLength(24); // one box
    helper.depth = 1;
    helper.update();
    expect(endsOf(helper)).toHaveLength(48);
    helper.displayParents = true;
    helper.update();
    expect(endsOf(helper)).toHaveLength(72);
    helper.depth = 100;
    helper.displayParents = false;
    helper.update();
    expect(endsOf(helper)).toHaveLength(24 * collider.shape.tree.leafCount);
  });

  it("is in the world wherever it hangs, and in nobody's way", () => {
    const staged = stage();
    const helper = createVolumeHelper(computeBoundsTree.call(staged.mesh));
    const parent = new three.Group().add(helper);
    parent.position.set(1, 2, 3);
    parent.updateMatrixWorld(true);
    expect(helper.matrixWorld.equals(new three.Matrix4())).toBe(true);
    const raycaster = new three.Raycaster(new three.Vector3(0, 0, 5), new three.Vector3(0, 0, -1));
    expect(raycaster.intersectObject(helper)).toEqual([]);
  });
});
