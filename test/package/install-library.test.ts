import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Staged, stagePackage } from '../../scripts/package/stage-package.ts';
import { createArm } from '../gltf/make-glb.ts';
import { packWithDraco, packWithMeshopt } from '../gltf/pack-document.ts';
import { bytesOnDisk, install, listInstalled, pack } from './npm.ts';
import { question } from './question.ts';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const scratch = mkdtempSync(join(tmpdir(), 'poseclash-install-'));
const project = join(scratch, 'project');
let staged: Staged;

beforeAll(async () => {
  staged = await stagePackage(root);
  mkdirSync(project);
  const predicates = pack(join(root, 'node_modules/robust-predicates'), scratch).file;
  install(project, { poseclash: pack(staged.folder, scratch).file }, { 'robust-predicates': predicates });
  writeFileSync(join(project, 'draco.glb'), await packWithDraco(createArm()));
  writeFileSync(join(project, 'meshopt.glb'), await packWithMeshopt(createArm()));
});

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function run(text: string): string {
  writeFileSync(join(project, 'program.mjs'), text);
  return execFileSync(process.execPath, ['program.mjs'], { cwd: project, encoding: 'utf8' }).trim();
}

/** What a program prints of the .glb, or of why it cannot be read. */
function read(name: string): string {
  return run(`import { loadGltf } from 'poseclash/gltf';
    const { bodies } = await loadGltf('${name}').catch(({ message }) => ({ bodies: message }));
    console.log(typeof bodies === 'string' ? bodies : bodies[0].mesh.triangles.length / 3);`);
}

/** Has the project find a package of the repository, as if it were installed. */
function bring(name: string): void {
  const link = join(project, 'node_modules', name);
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(join(root, 'node_modules', name), link, 'junction');
}

describe('the library, installed into an empty project', () => {
  it('is two packages, of less than 1.5 MB on disk', () => {
    const installed = listInstalled(project).map(path => path.slice(path.lastIndexOf('/') + 1));
    expect(installed).toEqual(['poseclash', 'robust-predicates']);
    expect(bytesOnDisk(join(project, 'node_modules'))).toBeLessThan(1_500_000);
  });

  it('asks for one package, and lets users bring others', () => {
    const { dependencies, peerDependencies, peerDependenciesMeta } = staged.manifest;
    expect(Object.keys(dependencies!)).toEqual(['robust-predicates']);
    expect(Object.keys(peerDependencies!)).toEqual([
      ...['@babylonjs/core', '@react-three/fiber', 'draco3dgltf', 'meshoptimizer', 'react', 'three'],
    ]);
    expect(Object.values(peerDependenciesMeta!).every(({ optional }) => optional)).toBe(true);
  });

  it('answers', () => {
    expect(run(`${question} console.log(answers.join());`)).toBe('true,true,false');
  });

  it('is imported, every entry point: only those for an engine need a package', () => {
    const entries = Object.entries(staged.manifest.exports).flatMap(([entry, target]) =>
      typeof target === 'string' ? [] : [`poseclash${entry.slice(1)}`],
    );
    const importAll = `const names = ${JSON.stringify(entries)};
      const loaded = await Promise.all(names.map(name => import(name).then(Object.keys, error => error.message)));
      console.log(JSON.stringify(loaded.map(keys => (Array.isArray(keys) ? keys.length > 0 : keys))));`;
    const alone = JSON.parse(run(importAll)) as (boolean | string)[];
    const missing = entries.filter((_, k) => alone[k] !== true);
    expect(missing).toEqual(['poseclash/react', 'poseclash/three']); // that for Babylon.js takes its types only
    expect(alone[entries.indexOf('poseclash/three')]).toContain("Cannot find package 'three'");
    for (const name of ['three', 'react', '@react-three/fiber']) bring(name);
    expect(JSON.parse(run(importAll))).toEqual(entries.map(() => true));
  });

  it('is bundled for a page without the decoders, which are taken for optional', async () => {
    const stdin = { contents: "export { loadGltf } from 'poseclash/gltf';", resolveDir: project };
    const options = { bundle: true, write: false, format: 'esm', platform: 'browser', logLevel: 'silent' } as const;
    const { errors, outputFiles } = await build({ ...options, stdin });
    expect(errors).toEqual([]);
    expect(outputFiles[0].text).toContain('import("draco3dgltf")');
  });

  it.each([
    ['draco.glb', 'Draco', 'draco3dgltf'],
    ['meshopt.glb', 'meshopt', 'meshoptimizer'],
  ])('reads %s only with its decoder, and says which to install', (file, format, name) => {
    expect(read(file)).toMatch(
      new RegExp(
        `^readGltf: the file is compressed with ${format}, whose decoder cannot be loaded ` +
          `\\(it is not installed\\); npm install ${name}\\b`,
      ),
    );
    bring(name);
    expect(read(file)).toBe('96');
  });
});
