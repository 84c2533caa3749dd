import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { build, type PreviewServer, preview } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCreature } from '../../models/index.ts';
import { bundle } from '../../scripts/package/bundle-sizes.ts';
import { type Staged, stagePackage } from '../../scripts/package/stage-package.ts';
import { needsChromium } from '../needs.ts';
import { executablePath, launchChromium } from '../support/launch-chromium.ts';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** Counts how often the page gets its turn until `port1` is closed. */
const countTurns = `
    let turns = 0;
    let longest = 0; // the longest time the page had to wait for its turn, in ms: measured, not judged
    let before = performance.now();
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      const now = performance.now();
      longest = Math.max(longest, now - before);
      before = now;
      turns++;
      port2.postMessage(0);
    };
    port2.postMessage(0);`;

/** Builds the creature in a worker and tells how often the page got its turn meanwhile, and whether the shape is right. */
const program = `
  import { createShape, createShapeAsync, saveShape } from 'poseclash';
  globalThis.buildAside = async ({ positions, triangles, joints, weights, jointCount, influences }) => {
    const mesh = { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
    const skin = { jointCount, influences, joints: Uint16Array.from(joints), weights: Float32Array.from(weights) };
    const source = { kind: 'linear-blend', skin };
    const shares = [];
    ${countTurns}
    const shape = await createShapeAsync(mesh, source, { progress: share => shares.push(share) });
    port1.close();
    const bytes = new Uint8Array(saveShape(shape));
    const expected = new Uint8Array(saveShape(createShape(mesh, source)));
    const isSame = bytes.length === expected.length && bytes.every((byte, k) => byte === expected[k]);
    const broken = await createShapeAsync(mesh, source, { signal: AbortSignal.timeout(1) }).catch(error => error.name);
    const refused = await createShapeAsync({ positions: mesh.positions, triangles: new Uint32Array(0) }, source).catch(error => error.message);
    return { turns, longest, isSame, last: shares.at(-1), broken, refused };
  };
`;

/** The same for a mesh of three.js; before, its own `raycast` answers, and afterwards the tree, in the same place. */
const threeProgram = `
  import * as THREE from 'three';
  import { accelerateAsync } from 'poseclash/three';
  globalThis.accelerateAside = async ({ positions, triangles, joints, weights, jointCount }) => {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.Float32BufferAttribute(positions, 3));
    geometry.setAttribute('skinIndex', new THREE.Uint16BufferAttribute(joints, 4));
    geometry.setAttribute('skinWeight', new THREE.Float32BufferAttribute(weights, 4));
    geometry.setIndex(triangles);
    const mesh = new THREE.SkinnedMesh(geometry, new THREE.MeshBasicMaterial({ side: THREE.DoubleSide }));
    const bones = Array.from({ length: jointCount }, () => new THREE.Bone());
    for (const bone of bones) mesh.add(bone);
    mesh.updateMatrixWorld(true);
    mesh.bind(new THREE.Skeleton(bones));
    const raycaster = new THREE.Raycaster(new THREE.Vector3(10, 2, 0), new THREE.Vector3(-1, 0, 0));
    const cast = () => raycaster.intersectObject(mesh).map(({ faceIndex, boneIndex }) => [faceIndex, boneIndex ?? null]);
    ${countTurns}
    const ready = accelerateAsync(mesh);
    const isReady = mesh.boundsTree !== undefined;
    await ready;
    port1.close();
    const own = [];
    THREE.SkinnedMesh.prototype.raycast.call(mesh, raycaster, own);
    return { turns, longest, isReady, hits: cast(), own: own.sort((a, b) => a.distance - b.distance).map(({ faceIndex }) => faceIndex) };
  };
`;

interface Outcome {
  turns: number;
  longest: number;
  [key: string]: unknown;
}

describe('createShapeAsync in Chromium', needsChromium(executablePath), () => {
  let staged: Staged;
  let browser: Browser;
  let server: PreviewServer;
  const { mesh, skin } = createCreature();
  const given = JSON.stringify({
    positions: Array.from(mesh.positions),
    triangles: Array.from(mesh.triangles),
    joints: Array.from(skin.joints),
    weights: Array.from(skin.weights),
    jointCount: skin.jointCount,
    influences: skin.influences,
  });
  const right = {
    isSame: true,
    last: 1,
    broken: 'TimeoutError',
    refused: 'createShape: the mesh has 0 triangles; give at least one.',
  };

  beforeAll(async () => {
    staged = await stagePackage(root);
    const site = join(staged.project, 'site');
    mkdirSync(site, { recursive: true });
    writeFileSync(join(site, 'main.js'), program);
    writeFileSync(join(site, 'three.js'), threeProgram);
    writeFileSync(
      join(site, 'index.html'),
      '<!doctype html><script type="module" src="./main.js"></script><script type="module" src="./three.js"></script>',
    );
    const common = { root: site, configFile: false, logLevel: 'error' } as const;
    await build({ ...common, build: { outDir: 'built', emptyOutDir: true } });
    server = await preview({ ...common, build: { outDir: 'built' }, preview: { port: 0 } });
    browser = await launchChromium();
  });

  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  it('builds in a worker that the bundler has found, while the page goes on', async () => {
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    const addresses: string[] = [];
    page.on('worker', worker => addresses.push(worker.url()));
    await page.goto(server.resolvedUrls!.local[0]);
    await page.waitForFunction('globalThis.buildAside');
    const { turns, longest, ...rest } = (await page.evaluate(`globalThis.buildAside(${given})`)) as Outcome;
    expect(rest).toEqual(right);
    expect(turns, `longest wait ${longest} ms`).toBeGreaterThan(50); // built in the page, it would have had a few
    expect(addresses.length).toBeGreaterThan(0); // one that is broken off at once may never be seen
    expect(addresses.every(address => address.includes('build-worker'))).toBe(true);
    await expect.poll(() => page.workers().length).toBe(0);
    await page.close();
  });

  it('accelerates a mesh of three.js while the page goes on', async () => {
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    await page.goto(server.resolvedUrls!.local[0]);
    await page.waitForFunction('globalThis.accelerateAside');
    const { turns, longest, isReady, hits, own } = (await page.evaluate(
      `globalThis.accelerateAside(${given})`,
    )) as Outcome & { isReady: boolean; hits: [number, number | null][]; own: number[] };
    expect(isReady).toBe(false);
    expect(hits.map(([face]) => face)).toEqual(own);
    expect(hits.length).toBeGreaterThan(1);
    expect(hits.every(([, bone]) => bone !== null)).toBe(true); // which only the tree tells
    expect(turns, `longest wait ${longest} ms`).toBeGreaterThan(50);
    await page.close();
  });

  it('builds in the page itself where the worker is not found: a bundle of one file', async () => {
    const { text } = await bundle(staged, 'page', program);
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    await page.goto(server.resolvedUrls!.local[0]);
    await page.setContent(`<script type="module">delete globalThis.buildAside; ${text}</script>`);
    await page.waitForFunction('globalThis.buildAside');
    const { turns, longest, ...rest } = (await page.evaluate(`globalThis.buildAside(${given})`)) as Outcome;
    expect({ ...rest, broken: right.broken }).toEqual(right); // its signal may come when all is done
    await page.close();
  });
});
