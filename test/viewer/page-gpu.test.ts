import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCollider, createShape, type DeformerSource, posedPositions, setPose } from '../../src/index.ts';
import { createRandom } from '../../src/math/random.ts';
import { rotationCenters } from '../../src/query/surface/rotation-centers.ts';
import type { DrawnBody, DrawnPose } from '../../viewer/protocol.ts';
import { drawBody } from '../../viewer/worker/draw-body.ts';
import { needsChromium } from '../needs.ts';
import { executablePath, launchChromium } from '../support/launch-chromium.ts';

const JOINTS = 4;
const RINGS = 25;
const SIDES = 9;
const random = createRandom(11);

/** A tube along y, bound to a chain of joints inside it, up to three to a vertex. */
const mesh = { positions: new Float64Array(3 * RINGS * SIDES), triangles: new Uint32Array(6 * (RINGS - 1) * SIDES) };
const skin = {
  ...{ jointCount: JOINTS, influences: 3 },
  joints: new Uint16Array(3 * RINGS * SIDES),
  weights: new Float64Array(3 * RINGS * SIDES),
};
const skeleton = {
  parents: Int32Array.of(-1, 0, 1, 2),
  positions: Float64Array.from({ length: 3 * JOINTS }, (_, k) => (k % 3 === 1 ? Math.floor(k / 3) : 0)),
};
for (let v = 0; v < RINGS * SIDES; v++) {
  const [ring, side] = [Math.floor(v / SIDES), v % SIDES];
  const height = (JOINTS * ring) / (RINGS - 1);
  const angle = (2 * Math.PI * side) / SIDES;
  mesh.positions.set([0.4 * Math.cos(angle), height, 0.4 * Math.sin(angle)], 3 * v);
  const shares = [0, 1, 2, 3].map(j => Math.max(0, 1.2 - Math.abs(height - 0.5 - j)));
  const used = [0, 1, 2, 3].filter(j => shares[j] > 0).slice(0, 3);
  const sum = used.reduce((total, j) => total + shares[j], 0);
  used.forEach((j, k) => {
    skin.joints[3 * v + k] = j;
    skin.weights[3 * v + k] = shares[j] / sum;
  });
  if (ring === 0) continue;
  const next = ring * SIDES + ((side + 1) % SIDES);
  mesh.triangles.set([v, v - SIDES, next, next, v - SIDES, next - SIDES], 6 * (v - SIDES));
}
const fields = [0, 1, 2].map(() => Float64Array.from(mesh.positions, () => 0.2 * (random() - 0.5)));

/** Each joint turned against its parent about its place; `stretch` scales the last one. */
function poseJoints(angles: number[], stretch: number): Float64Array {
  const matrices = new Float64Array(12 * JOINTS);
  let above = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0.5];
  angles.forEach((angle, j) => {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const size = j === JOINTS - 1 ? stretch : 1;
    // about z for even joints, about y for odd ones; both leave the joint itself at height j where it is
    const turn =
      j % 2 === 0 ? [c, -s, 0, s * j, s, c, 0, j - c * j, 0, 0, 1, 0] : [c, 0, s, 0, 0, 1, 0, 0, -s, 0, c, 0];
    above = multiply(
      above,
      turn.map((x, k) => (k % 4 < 3 ? size * x : x)),
    );
    matrices.set(above, 12 * j);
  });
  return matrices;
}

function multiply(a: number[], b: number[]): number[] {
  return a.map((_, k) => {
    const [row, column] = [4 * Math.floor(k / 4), k % 4];
    const sum = a[row] * b[column] + a[row + 1] * b[4 + column] + a[row + 2] * b[8 + column];
    return column === 3 ? sum + a[row + 3] : sum;
  });
}

const sources: Record<string, DeformerSource> = {
  rigid: { kind: 'rigid' },
  'linear blending': { kind: 'linear-blend', skin, skeleton },
  'spherical blending': { kind: 'spherical-blend', skin, skeleton },
  'dual quaternion blending': { kind: 'dual-quaternion-blend', skin, skeleton },
  'morph targets': { kind: 'morph', targets: fields },
  'vibration modes': { kind: 'modal', modes: fields },
  'targets, then spherical blending': {
    ...{ kind: 'chain', targets: fields },
    skinning: { kind: 'spherical-blend', skin, skeleton },
  },
};
const bends = [0.7, 1.9, -1.2, 2.6];

describe('vertices on the graphics card', needsChromium(executablePath), () => {
  let cacheDir: string; // its own: servers that share one rewrite it under each other
  let server: ViteDevServer;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    const root = fileURLToPath(new URL('./page-gpu/', import.meta.url));
    const allow = [fileURLToPath(new URL('../../', import.meta.url))];
    cacheDir = mkdtempSync(join(tmpdir(), 'vite-'));
    server = await createServer({
      ...{ root, cacheDir, configFile: false, logLevel: 'silent' },
      server: { port: 0, fs: { allow } },
    });
    await server.listen();
    browser = await launchChromium();
    page = await browser.newPage();
    page.setDefaultTimeout(0);
    await page.goto(server.resolvedUrls!.local[0]);
    await page.waitForFunction('document.body.dataset.ready');
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    rmSync(cacheDir, { recursive: true, force: true });
  });

  /** The largest distance along an axis between what the card draws and what the library says. */
  async function compare(source: DeformerSource, stretch: number, edit = (_: DrawnBody) => {}): Promise<number> {
    const shape = createShape(mesh, source);
    const collider = createCollider(shape);
    const isSkinned = shape.deformer.skinning !== 'rigid';
    const jointMatrices = poseJoints(bends, stretch).slice(0, isSkinned ? undefined : 12);
    const weights = Float64Array.from(collider.weights, (_, k) => 0.8 - k);
    setPose(collider, { jointMatrices, weights });
    const body = drawBody(mesh, source, shape, { name: 'tube', color: 0 });
    edit(body);
    const pose: DrawnPose = {
      jointMatrices: Float32Array.from(jointMatrices),
      weights: Float32Array.from(weights),
      centers: Float32Array.from(rotationCenters(collider)),
    };
    const drawn = (await page.evaluate(`readVertices(${toSource(body)}, ${toSource(pose)})`)) as number[];
    const wanted = posedPositions(collider);
    return drawn.reduce((most, x, k) => Math.max(most, Math.abs(x - wanted[k % wanted.length])), 0);
  }

  it.each(Object.entries(sources))('are where the library has them: %s', async (_, source) => {
    expect(await compare(source, 1)).toBeLessThan(1e-5);
  });

  it.each(Object.entries(sources))('and where a joint stretches: %s', async (_, source) => {
    expect(await compare(source, 1.3)).toBeLessThan(1e-5);
  });

  it('the comparison itself notices a wrong blending', async () => {
    const asLinear = (body: DrawnBody): void => {
      body.skinning = 'linear-blend';
    };
    expect(await compare(sources['spherical blending'], 1, asLinear)).toBeGreaterThan(0.01);
    expect(await compare(sources['dual quaternion blending'], 1, asLinear)).toBeGreaterThan(0.01);
  });
});

/** A record of typed arrays as a script. */
function toSource(value: object): string {
  const entries = Object.entries(value).map(([key, each]) => `${key}: ${toText(each)}`);
  return `{ ${entries.join(', ')} }`;
}

function toText(value: unknown): string {
  if (ArrayBuffer.isView(value)) return `${value.constructor.name}.of(${Array.from(value as Float32Array).join(',')})`;
  if (Array.isArray(value)) return `[${value.map(toText).join(', ')}]`;
  return JSON.stringify(value);
}
