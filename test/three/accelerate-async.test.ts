import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as three from 'three';
import { beforeAll, describe, expect, it } from 'vitest';
import { stagePackage } from '../../scripts/package/stage-package.ts';
import { saveShape } from '../../src/index.ts';
import { accelerate, accelerateAsync } from '../../src/three/index.ts';
import { type StageOptions, stage } from './make-meshes.ts';
import { compareRays } from './own-answers.ts';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const material = new three.MeshBasicMaterial({ side: three.DoubleSide });
let worker: URL;

beforeAll(async () => {
  const { folder } = await stagePackage(root);
  worker = pathToFileURL(join(folder, 'lib/build-worker.js'));
});

const kinds: [string, StageOptions][] = [
  ['skinned', {}],
  ['skinned and morphed', { morphs: 'relative' }],
  ['morphed', { isSkinned: false, morphs: 'absolute' }],
  ['plain', { isSkinned: false }],
  ['non-indexed', { layout: 'non-indexed' }],
];

describe('accelerateAsync', () => {
  it.each(kinds)('lets three.js answer until the tree does, and ends as accelerate: %s', async (_, options) => {
    const staged = stage({ ...options, material });
    const { mesh } = staged;
    const own = Object.keys(mesh).filter(key => typeof mesh[key as keyof three.Mesh] === 'function');
    const ready = accelerateAsync(mesh, { worker });
    expect(mesh.boundsTree).toBeUndefined();
    expect(Object.keys(mesh).filter(key => typeof mesh[key as keyof three.Mesh] === 'function')).toEqual(own);
    const collider = await ready;
    expect(mesh.boundsTree).toBe(collider);
    expect(Object.hasOwn(mesh, 'raycast')).toBe(true);
    expect(compareRays(staged, 2, 20, 5)).toBeGreaterThan(5);
    const twin = stage({ ...options, material }).mesh;
    expect(Buffer.from(saveShape(collider.shape))).toEqual(Buffer.from(saveShape(accelerate(twin).shape)));
  });

  it('builds once for meshes that share a geometry, at once or one after the other', async () => {
    const { mesh } = stage();
    const others = [mesh.clone(), mesh.clone()];
    const colliders = await Promise.all([mesh, ...others].map(each => accelerateAsync(each, { worker })));
    const later = await accelerateAsync(mesh.clone(), { worker });
    expect(new Set([...colliders, later].map(({ shape }) => shape)).size).toBe(1);
    expect(new Set([...colliders, later]).size).toBe(4);
  });

  it('answers for the geometry the mesh has in the end: positions written to', async () => {
    const staged = stage({ material });
    const ready = accelerateAsync(staged.mesh, { worker });
    const { position } = staged.mesh.geometry.attributes;
    for (let v = 0; v < position.count; v++) position.setX(v, 1.5 * position.getX(v));
    position.needsUpdate = true;
    await ready;
    expect(compareRays(staged, 3, 20, 5)).toBeGreaterThan(5);
  });

  it('answers for the geometry the mesh has in the end: another one, and faces in another order', async () => {
    const staged = stage({ material });
    const ready = accelerateAsync(staged.mesh, { worker });
    staged.mesh.geometry = staged.mesh.geometry.clone().scale(1.2, 1, 1);
    await ready;
    expect(compareRays(staged, 4, 20, 5)).toBeGreaterThan(5);
    const reordered = stage({ material });
    const second = accelerateAsync(reordered.mesh, { worker });
    const { array } = reordered.mesh.geometry.index!;
    array.set([...array.slice(3), ...array.slice(0, 3)]);
    await second;
    expect(compareRays(reordered, 5, 20, 5)).toBeGreaterThan(5);
  });

  it('ends, and leaves the mesh to three.js, when its geometry is disposed of or its signal aborts', async () => {
    const staged = stage({ material });
    const ready = accelerateAsync(staged.mesh, { worker });
    staged.mesh.geometry.dispose();
    await expect(ready).rejects.toMatchObject({ name: 'AbortError', message: expect.stringContaining('disposed of') });
    const leaving = new AbortController();
    const progress = (): void => leaving.abort();
    const broken = accelerateAsync(staged.mesh, { worker, signal: leaving.signal, progress });
    await expect(broken).rejects.toMatchObject({ name: 'AbortError' });
    expect(staged.mesh.boundsTree).toBeUndefined();
    expect(Object.hasOwn(staged.mesh, 'raycast')).toBe(false);
    await accelerateAsync(staged.mesh, { worker }); // may be tried again
    expect(compareRays(staged, 7, 20, 5)).toBeGreaterThan(5);
  });

  it('rejects a mesh that accelerate refuses, in the same words but for the name', async () => {
    const { mesh } = stage();
    mesh.geometry.attributes.position.setX(3, NaN);
    await expect(accelerateAsync(mesh, { worker })).rejects.toThrow(
      /x of vertex 3 of .* is NaN; positions must be finite/,
    );
    mesh.geometry.attributes.position.setX(3, 0); // no version: it must not be remembered that it was refused
    await accelerateAsync(mesh, { worker });
  });
});
