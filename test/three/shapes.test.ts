import * as three from 'three';
import { describe, expect, it } from 'vitest';
import { createCollider, loadShape, saveShape, setPose } from '../../src/index.ts';
import { acceleratedRaycast } from '../../src/three/accelerated-raycast.ts';
import { computeBoundsTree } from '../../src/three/bounds-tree.ts';
import { colliderOfMesh } from '../../src/three/collider-of-mesh.ts';
import { accelerate } from '../../src/three/index.ts';
import { shapeOfMesh } from '../../src/three/shape-of-mesh.ts';
import { aimAt, createRandom, type StageOptions, stage } from './make-meshes.ts';

/** Everything a geometry is made of, to see whether it was touched. */
function snapshot({ geometry }: three.Mesh): string {
  return (
    JSON.stringify(geometry.toJSON().data) +
    JSON.stringify(Object.values(geometry.attributes).map(a => (a as three.BufferAttribute).version))
  );
}

describe('shapeOfMesh', () => {
  it('welds seams of texture and shading, and nothing that moves apart', () => {
    const plain = stage({ isSkinned: false }).mesh;
    const distinct = new Set(
      Array.from({ length: plain.geometry.attributes.position.count }, (_, v) =>
        [0, 1, 2].map(axis => plain.geometry.attributes.position.getComponent(v, axis) + 0).join(),
      ),
    );
    expect(shapeOfMesh(plain).mesh.positions.length / 3).toBe(distinct.size);
    expect(plain.geometry.attributes.position.count).toBeGreaterThan(distinct.size);
    const flat = stage({ isSkinned: false, layout: 'non-indexed' }).mesh;
    expect(shapeOfMesh(flat).mesh.positions.length / 3).toBe(distinct.size);

    const { mesh } = stage();
    const { skinWeight, skinIndex } = mesh.geometry.attributes;
    const before = shapeOfMesh(mesh).mesh.positions.length / 3;
    expect(before).toBe(distinct.size);
    // One side of a seam follows another bone: the two part.
    skinIndex.setXYZW(0, 2, 0, 0, 0);
    skinWeight.setXYZW(0, 1, 0, 0, 0);
    expect(shapeOfMesh(mesh).mesh.positions.length / 3).toBe(distinct.size + 1);

    const morphed = stage({ isSkinned: false, morphs: 'relative' }).mesh;
    expect(shapeOfMesh(morphed).mesh.positions.length / 3).toBe(distinct.size);
    morphed.geometry.morphAttributes.position![1].setX(0, 0.123);
    expect(shapeOfMesh(morphed).mesh.positions.length / 3).toBe(distinct.size + 1);
  });

  it.each(['indexed', 'non-indexed', 'interleaved', 'quantized'] as const)(
    'changes nothing of the mesh: %s',
    layout => {
      const { mesh } = stage({ layout, morphs: 'relative' });
      const before = snapshot(mesh);
      shapeOfMesh(mesh);
      computeBoundsTree.call(mesh);
      expect(snapshot(mesh)).toBe(before);
    },
  );

  it('leaves out the vertices of other primitives', () => {
    const { mesh } = stage();
    const whole = shapeOfMesh(mesh);
    const { index } = mesh.geometry;
    mesh.geometry.setIndex(Array.from({ length: 30 }, (_, k) => index!.getX(index!.count - 30 + k))); // a cap
    const part = shapeOfMesh(mesh);
    expect(part.mesh.triangles.length).toBe(30);
    expect(part.mesh.positions.length).toBe(3 * new Set(part.mesh.triangles).size);
    expect(part.mesh.positions.length).toBeLessThan(whole.mesh.positions.length / 2);
    expect(part.deformer.sets.jointCount).toBeLessThan(whole.deformer.sets.jointCount);
  });

  it('is of the kind the mesh is', () => {
    const kinds: [StageOptions, string][] = [
      [{}, 'linear-blend'],
      [{ morphs: 'absolute' }, 'chain'],
      [{ isSkinned: false, morphs: 'relative' }, 'morph'],
      [{ isSkinned: false }, 'rigid'],
    ];
    for (const [options, kind] of kinds) expect(shapeOfMesh(stage(options).mesh).deformer.kind).toBe(kind);
  });

  it('takes the options of createShape', () => {
    const shape = shapeOfMesh(stage().mesh, { volumes: 'dop', dopDirections: 18, leafSize: 2 });
    expect(shape.volumeKind).toBe('dop');
    expect(shape.slabs).toBe(9);
    expect(shape.tree.maxLeafSize).toBeLessThanOrEqual(2);
  });

  it('refuses, with the number of the vertex in the geometry', () => {
    const attempt = (spoil: (mesh: three.Mesh) => void, options: StageOptions = {}) => {
      const { mesh } = stage(options);
      spoil(mesh);
      return () => shapeOfMesh(mesh);
    };
    expect(attempt(mesh => mesh.geometry.attributes.skinWeight.setX(40, 0))).toThrow(
      /shapeOfMesh: weights of vertex 40 of mesh 'pipe' sum to 0\.\d+; call normalizeSkinWeights\(\) on it first\./,
    );
    expect(attempt(mesh => mesh.geometry.attributes.skinWeight.setX(40, -0.5))).toThrow(
      "shapeOfMesh: a weight of vertex 40 of mesh 'pipe' is -0.5; weights must be 0 or more.",
    );
    expect(attempt(mesh => mesh.geometry.attributes.skinWeight.setX(40, Number.NaN))).toThrow('vertex 40');
    expect(attempt(mesh => mesh.geometry.attributes.position.setY(33, Infinity))).toThrow(
      "shapeOfMesh: y of vertex 33 of mesh 'pipe' is Infinity; positions must be finite.",
    );
    expect(attempt(mesh => mesh.geometry.index!.setX(31, 9999))).toThrow(
      /shapeOfMesh: face 10 of mesh 'pipe' names vertex 9999, but there are \d+\./,
    );
    expect(attempt(mesh => mesh.geometry.deleteAttribute('skinIndex'))).toThrow('give it both attributes');
    expect(attempt(mesh => mesh.geometry.deleteAttribute('position'))).toThrow('has no positions');
    expect(attempt(mesh => mesh.geometry.setIndex([0, 1]))).toThrow(
      "mesh 'pipe' has 0 triangles; give it at least one.",
    );
    const many = new three.InstancedMesh(new three.BoxGeometry(), new three.MeshBasicMaterial(), 3);
    expect(() => shapeOfMesh(many)).toThrow('shapeOfMesh: the mesh draws many; call accelerate(mesh)');
  });

  it('does not mind weights of vertices that no face uses, nor an index that is no multiple of 3', () => {
    const { mesh } = stage();
    const { index, attributes } = mesh.geometry;
    const faces = Array.from({ length: index!.count }, (_, k) => index!.getX(k)).slice(0, 62);
    mesh.geometry.setIndex(faces);
    const unused = Array.from({ length: attributes.position.count }, (_, v) => v).find(v => !faces.includes(v))!;
    attributes.skinWeight.setXYZW(unused, 0, 0, 0, 0);
    expect(shapeOfMesh(mesh).mesh.triangles.length).toBe(60);
  });
});

describe('computeBoundsTree', () => {
  it('shares one shape among all meshes of a geometry, and no pose', () => {
    const staged = stage();
    const { mesh } = staged;
    const first = computeBoundsTree.call(mesh);
    const twin = new three.SkinnedMesh(mesh.geometry, mesh.material);
    const bones = (mesh as three.SkinnedMesh).skeleton.bones.map(bone => bone.clone(false));
    bones.slice(1).forEach((bone, k) => {
      bones[k].add(bone);
    });
    bones[0].position.x = 5;
    twin.bind(new three.Skeleton(bones, (mesh as three.SkinnedMesh).skeleton.boneInverses), new three.Matrix4());
    const second = computeBoundsTree.call(twin);
    expect(second.shape).toBe(first.shape);
    expect(second).not.toBe(first);
    expect(second.jointMatrices).not.toEqual(first.jointMatrices);
    expect(mesh.boundsTree).toBe(first);
    expect(twin.boundsTree).toBe(second);
  });

  it('builds anew when geometry, use or options are others, and only then', () => {
    const { mesh } = stage();
    const { shape } = computeBoundsTree.call(mesh);
    expect(computeBoundsTree.call(mesh).shape).toBe(shape);
    expect(computeBoundsTree.call(mesh, { volumes: 'sphere' }).shape).not.toBe(shape);
    expect(computeBoundsTree.call(mesh, { volumes: 'sphere' }).shape.volumeKind).toBe('sphere');
    const again = computeBoundsTree.call(mesh).shape;
    expect(again.volumeKind).toBe('box');
    for (const name of ['position', 'skinIndex', 'skinWeight']) {
      const before = computeBoundsTree.call(mesh).shape;
      (mesh.geometry.attributes[name] as three.BufferAttribute).needsUpdate = true;
      expect(computeBoundsTree.call(mesh).shape).not.toBe(before);
    }
    const before = computeBoundsTree.call(mesh).shape;
    const stiff = new three.Mesh(mesh.geometry);
    expect(computeBoundsTree.call(stiff).shape.deformer.kind).toBe('rigid');
    expect(computeBoundsTree.call(mesh).shape.deformer.kind).toBe(before.deformer.kind);
  });

  it('notices changed data in interleaved attributes', () => {
    const { mesh } = stage({ layout: 'interleaved' });
    const { shape } = computeBoundsTree.call(mesh);
    (mesh.geometry.attributes.position as unknown as three.InterleavedBufferAttribute).data.needsUpdate = true;
    expect(computeBoundsTree.call(mesh).shape).not.toBe(shape);
  });
});

describe('colliderOfMesh', () => {
  it('takes a shape that was saved and loaded', () => {
    const staged = stage({ morphs: 'relative' });
    const shape = loadShape(saveShape(shapeOfMesh(staged.mesh)));
    staged.mesh.boundsTree = colliderOfMesh(staged.mesh, shape);
    expect(staged.mesh.boundsTree.shape).toBe(shape);
    const raycaster = new three.Raycaster();
    const random = createRandom(21);
    const hits: three.Intersection[] = [];
    for (let k = 0; k < 30; k++) {
      staged.pose(random);
      aimAt(staged, random, raycaster);
      acceleratedRaycast.call(staged.mesh, raycaster, hits);
    }
    expect(hits.length).toBeGreaterThan(10);
    expect(new Set(hits.map(({ boneIndex }) => boneIndex)).size).toBeGreaterThan(2);
  });

  it('refuses the shape of another mesh', () => {
    const shape = shapeOfMesh(stage({ isSkinned: false }).mesh);
    expect(() => colliderOfMesh(stage().mesh, shape)).toThrow(
      "colliderOfMesh: mesh 'pipe' has 5 bones that move it and 0 morph targets, the shape 1 and 0; use the shape of this",
    );
  });

  it('takes little for each of a thousand instances in use, 13.6K triangles', () => {
    const geometry = new three.TorusKnotGeometry(1, 0.3, 170, 40);
    const mesh = new three.Mesh(geometry);
    expect(geometry.index!.count / 3).toBe(13_600);
    geometry.morphAttributes.position = [geometry.attributes.normal as three.BufferAttribute];
    geometry.morphTargetsRelative = true;
    mesh.updateMorphTargets();
    const shape = shapeOfMesh(mesh);
    // What is allocated. Less than half of it is ever touched: the bench `peers` counts what is resident, which here depends on the system.
    const measure = (): number => process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
    const before = measure();
    const instances = Array.from({ length: 1000 }, (_, k) => {
      const twin = new three.Mesh(geometry);
      twin.position.x = k;
      twin.morphTargetInfluences![0] = 0.001 * k;
      twin.boundsTree = colliderOfMesh(twin, shape);
      return twin;
    });
    const raycaster = new three.Raycaster(new three.Vector3(0, 0, 9), new three.Vector3(0, 0.1, -1).normalize());
    let hits = 0;
    for (const twin of instances) {
      raycaster.ray.origin.x = twin.position.x;
      const found: three.Intersection[] = [];
      acceleratedRaycast.call(twin, raycaster, found);
      hits += found.length;
    }
    expect(hits).toBeGreaterThan(1000);
    const each = (measure() - before) / instances.length;
    expect(each).toBeGreaterThan(1e5);
    expect(each).toBeLessThan(1.5e6);
  });
});

describe('accelerate', () => {
  it('makes a mesh ready in one call, and gives back its collider for the queries of the core', () => {
    const staged = stage();
    const collider = accelerate(staged.mesh);
    expect(staged.mesh.boundsTree).toBe(collider);
    expect(staged.mesh.raycast).not.toBe(three.SkinnedMesh.prototype.raycast);
    const other = createCollider(collider.shape);
    setPose(other, { jointMatrices: collider.jointMatrices });
    expect(other.shape).toBe(collider.shape);
  });
});
