import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { createCreature } from '../../models/index.ts';
import { type Staged, stagePackage } from '../../scripts/package/stage-package.ts';
import {
  createShape,
  createShapeAsync,
  type DeformerSource,
  type Mesh,
  type Shape,
  saveShape,
} from '../../src/index.ts';
import { cases } from '../support/cases.ts';
import { createRandomCharacter, deformerNames, deformerOf } from '../support/random-character.ts';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
let staged: Staged;
let worker: URL;

beforeAll(async () => {
  staged = await stagePackage(root);
  worker = pathToFileURL(join(staged.folder, 'lib/build-worker.js'));
});

const bytesOf = (shape: Shape): Buffer => Buffer.from(saveShape(shape));
const { mesh, skin, skeleton } = createRandomCharacter(7, 12);
const source: DeformerSource = { kind: 'linear-blend', skin, skeleton };

describe('createShapeAsync in a worker', () => {
  it.each(deformerNames)('builds what createShape builds, byte for byte: %s', async name => {
    const kinds = ['box', 'sphere', 'dop'] as const;
    // Another kind of volumes and another seed for each deformer; in a long run, each with each.
    const first = deformerNames.indexOf(name);
    for (let k = first; k < first + cases(1, 12); k++) {
      const [volumes, seed] = [kinds[k % 3], 1 + (k % 4)];
      const character = createRandomCharacter(seed, 3 + seed);
      const deformer = deformerOf(name, character);
      const options = { volumes, leafSize: seed, trainingPoses: seed === 4 ? [{}] : undefined };
      const expected = bytesOf(createShape(character.mesh, deformer, options));
      // What was handed over is empty here: so it was a worker that built it.
      const given = structuredClone(character.mesh);
      const shape = await createShapeAsync(given, structuredClone(deformer), { ...options, worker, transfer: true });
      expect(given.positions.length).toBe(0);
      expect(bytesOf(shape).equals(expected)).toBe(true);
    }
  });

  it('copies what it is given, if not told to take it', async () => {
    const before = structuredClone([mesh, source]);
    await createShapeAsync(mesh, source, { worker });
    expect([mesh, source]).toEqual(before);
  });

  it('tells how far it is, up to 1', async () => {
    const shares: number[] = [];
    await createShapeAsync(mesh, source, { worker, progress: share => shares.push(share) });
    expect(shares.length).toBeGreaterThan(2);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
  });

  const wrong: [string, Mesh, DeformerSource, object?][] = [
    ['no mesh', null as unknown as Mesh, source],
    ['no triangles', { positions: mesh.positions, triangles: new Uint32Array(0) }, source],
    ['a position that is NaN', { ...mesh, positions: mesh.positions.map((x, k) => (k === 5 ? NaN : x)) }, source],
    ['no deformer', mesh, undefined as unknown as DeformerSource],
    ['an unknown deformer', mesh, { kind: 'magic' } as unknown as DeformerSource],
    [
      'weights that do not sum to 1',
      mesh,
      { kind: 'linear-blend', skin: { ...skin, weights: skin.weights.map(() => 1) } },
    ],
    ['an unknown tree', mesh, source, { tree: 'oak' }],
    ['a leaf of no triangles', mesh, source, { leafSize: 0 }],
    ['null for options', mesh, source, null as unknown as object],
  ];
  it.each(wrong)('refuses %s with the words of createShape', async (_, badMesh, badSource, options) => {
    const words = messageOf(() => createShape(badMesh, badSource, options));
    await expect(createShapeAsync(badMesh, badSource, options && { ...options, worker })).rejects.toThrow(words);
    await expect(createShapeAsync(badMesh, badSource, options)).rejects.toThrow(words);
  });

  it('is broken off by its signal, before and while it builds', async () => {
    const reason = new Error('enough');
    await expect(createShapeAsync(mesh, source, { worker, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const leaving = new AbortController();
    const shares: number[] = [];
    const progress = (share: number): void => {
      shares.push(share);
      leaving.abort(reason);
    };
    await expect(createShapeAsync(mesh, source, { worker, signal: leaving.signal, progress })).rejects.toBe(reason);
    expect(shares).toHaveLength(1);
  });

  it('rejects with what its progress throws', async () => {
    const reason = new Error('no more');
    const progress = (): void => {
      throw reason;
    };
    await expect(createShapeAsync(mesh, source, { worker, progress })).rejects.toBe(reason);
  });
});

describe('createShapeAsync without a worker', () => {
  it.each([
    ['is not where it should be', pathToFileURL('/nowhere/build-worker.js')],
    ['has no address that could be one', 'nonsense://['],
    ['is no program', 'data:text/javascript,this is no program'],
  ])('builds in this thread where its program %s', async (_, address) => {
    const shape = await createShapeAsync(mesh, source, { worker: address });
    expect(bytesOf(shape).equals(bytesOf(createShape(mesh, source)))).toBe(true);
  });

  it('builds in this thread what cannot be copied to a worker', async () => {
    const odd = { ...mesh, name: () => 'a function' };
    const shape = await createShapeAsync(odd, source, { worker });
    expect(bytesOf(shape).equals(bytesOf(createShape(mesh, source)))).toBe(true);
  });
});

describe('createShapeAsync of the package', () => {
  it('finds its worker by itself, goes on meanwhile, and leaves nothing that keeps a program from ending', () => {
    const creature = createCreature();
    const { mesh: large, skin: skinOfLarge } = creature;
    const file = join(staged.project, 'async.mjs');
    const list = (array: ArrayLike<number>): string => `[${Array.from(array).join()}]`;
    writeFileSync(
      file,
      `import { createShape, createShapeAsync, saveShape } from 'poseclash';
      const mesh = { positions: Float64Array.from(${list(large.positions)}), triangles: Uint32Array.from(${list(large.triangles)}) };
      const skin = { jointCount: ${skinOfLarge.jointCount}, influences: ${skinOfLarge.influences},
        joints: Uint16Array.from(${list(skinOfLarge.joints)}), weights: Float32Array.from(${list(skinOfLarge.weights)}) };
      let turns = 0;
      const timer = setInterval(() => turns++, 1);
      const shape = await createShapeAsync(mesh, { kind: 'linear-blend', skin });
      clearInterval(timer);
      const leaving = new AbortController();
      const broken = createShapeAsync(mesh, { kind: 'linear-blend', skin }, { signal: leaving.signal, progress: () => leaving.abort() });
      const name = await broken.catch(error => error.name);
      const isSame = Buffer.from(saveShape(shape)).equals(Buffer.from(saveShape(createShape(mesh, { kind: 'linear-blend', skin }))));
      console.log(JSON.stringify({ turns, name, isSame }));`,
    );
    // If a worker were left, this would never return.
    const said = JSON.parse(execFileSync(process.execPath, [file], { encoding: 'utf8' })) as Record<string, unknown>;
    expect(said).toEqual({ turns: expect.any(Number), name: 'AbortError', isSame: true });
    expect(said.turns).toBeGreaterThan(5); // built in its own thread, it would have had one or two
  });
});

function messageOf(ask: () => void): string {
  try {
    ask();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('Nothing was refused.');
}
