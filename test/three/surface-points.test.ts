import * as three from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { describe, expect, it } from 'vitest';
import { writeGltf } from '../../src/gltf/index.ts';
import {
  type LoadedGltf,
  pointOnSurface,
  readSurface,
  type SurfacePoint,
  sampleSurface,
  writeSurface,
} from '../../src/three/index.ts';
import { makePerson } from '../rigs/make-person.ts';
import { aimAt, createRandom, type StageOptions, stage } from './make-meshes.ts';

const kinds: [string, StageOptions][] = [
  ['skinned', { isSkinned: true }],
  ['morphing', { isSkinned: false, morphs: 'relative' }],
  ['skinned and morphing, without an index', { isSkinned: true, morphs: 'absolute', layout: 'non-indexed' }],
  ['mirrored', { isSkinned: true, scale: [-1, 1, 1] } as StageOptions],
];

/** Two triangles beside each other in z = 0, of areas 3 and 1. */
function createPair(): three.Mesh {
  const geometry = new three.BufferGeometry();
  geometry.setAttribute(
    'position',
    new three.Float32BufferAttribute([0, 0, 0, 6, 0, 0, 0, 1, 0, 0, -1, 0, 2, -1, 0, 0, -2, 0], 3),
  );
  geometry.setAttribute('hair', new three.Float32BufferAttribute([0, 0, 0, 1, 1, 1], 1));
  return new three.Mesh(geometry);
}

const loadPerson = async (): Promise<LoadedGltf & { scene: three.Group }> =>
  new GLTFLoader().parseAsync((writeGltf(makePerson({ axes: 3 })) as Uint8Array<ArrayBuffer>).buffer, '');

describe('a place on a surface', () => {
  it.each(kinds)('is where the ray hit it, faces as three.js says, and goes along: %s', (_, options) => {
    const staged = stage(options);
    const random = createRandom(3);
    const raycaster = new three.Raycaster();
    const [place, normal] = [new three.Vector3(), new three.Vector3()];
    const points: SurfacePoint[] = [];
    for (let k = 0; k < 60; k++) {
      staged.pose(random);
      staged.scene.updateMatrixWorld(true);
      if (options.isSkinned) (staged.mesh as three.SkinnedMesh).computeBoundingSphere(); // three.js keeps that of an older pose
      aimAt(staged, random, raycaster);
      for (const hit of raycaster.intersectObject(staged.mesh)) {
        pointOnSurface(hit, place, normal);
        expect(place.distanceTo(hit.point)).toBeLessThan(1e-5);
        const facing = hit
          .face!.normal.clone()
          .applyNormalMatrix(new three.Matrix3().getNormalMatrix(staged.mesh.matrixWorld));
        expect(normal.dot(facing.normalize())).toBeGreaterThan(0.999);
        points.push(hit);
      }
    }
    expect(points.length).toBeGreaterThan(20);
    for (const point of points) {
      const { a, b, c } = point.face!;
      const corners = [a, b, c].map(v =>
        staged.mesh.localToWorld(staged.mesh.getVertexPosition(v, new three.Vector3())),
      );
      const expected = new three.Vector3();
      corners.forEach((corner, k) => {
        expected.addScaledVector(corner, point.barycoord!.getComponent(k));
      });
      expect(pointOnSurface(point, place).distanceTo(expected)).toBeLessThan(1e-9);
    }
  });

  it('is refused if it is none', () => {
    const mesh = createPair();
    const barycoord = new three.Vector3(1, 0, 0);
    const place = new three.Vector3();
    expect(() => pointOnSurface({ object: mesh }, place)).toThrow('pointOnSurface: give a place on a mesh');
    expect(() => pointOnSurface({ object: mesh, face: { a: 0, b: 1, c: 6 }, barycoord }, place)).toThrow('no vertex 6');
    expect(() => pointOnSurface({ object: new three.Group(), face: { a: 0, b: 1, c: 2 }, barycoord }, place)).toThrow(
      'give a place on a mesh',
    );
  });
});

describe('points spread over a surface', () => {
  it('fall on triangles by their area as posed, evenly within each, the same for a seed', () => {
    const mesh = createPair();
    const count = 20_000;
    const points = sampleSurface(mesh, count, { seed: 5 });
    const onFirst = points.filter(({ face }) => face!.a === 0);
    expect(Math.abs(onFirst.length / count - 0.75)).toBeLessThan(5 * Math.sqrt((0.75 * 0.25) / count));
    for (const share of ['x', 'y', 'z'] as const) {
      const values = onFirst.map(({ barycoord }) => barycoord![share]);
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      const squares = values.reduce((sum, value) => sum + value * value, 0) / values.length;
      expect(mean).toBeCloseTo(1 / 3, 2);
      expect(squares).toBeCloseTo(1 / 6, 2);
    }
    expect(sampleSurface(mesh, 50, { seed: 5 })).toEqual(points.slice(0, 50));
    expect(sampleSurface(mesh, 50, { seed: 6 })).not.toEqual(points.slice(0, 50));
    mesh.scale.set(1, 9, 1); // areas change alike
    mesh.updateMatrixWorld();
    expect(sampleSurface(mesh, 50, { seed: 5 })).toEqual(points.slice(0, 50));
  });

  it('fall where a weight is, and on what is drawn', () => {
    const mesh = createPair();
    expect(sampleSurface(mesh, 500, { weight: 'hair' }).every(({ face }) => face!.a === 3)).toBe(true);
    mesh.geometry.setDrawRange(0, 3);
    expect(sampleSurface(mesh, 500).every(({ face }) => face!.a === 0)).toBe(true);
    expect(() => sampleSurface(mesh, 5, { weight: 'hair' })).toThrow('no area');
    expect(() => sampleSurface(mesh, 5, { weight: 'fur' })).toThrow("no attribute 'fur'");
    expect(() => sampleSurface(mesh, 1.5)).toThrow('count is 1.5');
    expect(sampleSurface(mesh, 0)).toEqual([]);
    mesh.position.x = NaN;
    mesh.updateMatrixWorld();
    expect(() => sampleSurface(mesh, 5)).toThrow('no numbers');
  });
});

describe('a data-surface of model-viewer', () => {
  it('names the place of a hit on a file that was loaded, to three digits', async () => {
    const gltf = await loadPerson();
    gltf.scene.updateMatrixWorld(true);
    const meshes: three.Mesh[] = [];
    gltf.scene.traverse(object => {
      if ((object as three.Mesh).isMesh) meshes.push(object as three.Mesh);
    });
    const [from, to] = [new three.Vector3(), new three.Vector3()];
    for (const mesh of meshes) {
      for (const point of sampleSurface(mesh, 200)) {
        const text = writeSurface(gltf, point);
        expect(text).toMatch(/^\d+ \d+ \d+ \d+ \d+( -?\d\.\d{3}){3}$/);
        const again = readSurface(gltf, text);
        expect(again.object).toBe(mesh);
        expect(again.barycoord!.x + again.barycoord!.y + again.barycoord!.z).toBeCloseTo(1, 12);
        expect(pointOnSurface(again, to).distanceTo(pointOnSurface(point, from))).toBeLessThan(2e-3);
      }
    }
    expect(meshes.length).toBeGreaterThan(0);
  });

  it('is refused if it is none, or of another file', async () => {
    const gltf = await loadPerson();
    for (const text of [
      '',
      '0 0 1 2 3 0.5 0.5',
      '0 0 1.5 2 3 0.2 0.3 0.5',
      '0 0 1 2 3 0.2 0.3 x',
      '0 0 -1 2 3 0.2 0.3 0.5',
    ])
      expect(() => readSurface(gltf, text), text).toThrow('is no surface');
    expect(() => readSurface(gltf, '99 0 1 2 3 0.2 0.3 0.5')).toThrow('nothing in the scene is of mesh 99');
    expect(() => readSurface(gltf, '0 0 1 2 999999 0.2 0.3 0.5')).toThrow('no vertex 999999');
    const [point] = sampleSurface(createPair(), 1);
    expect(() => writeSurface(gltf, point)).toThrow('is of no mesh of the file');
  });
});
