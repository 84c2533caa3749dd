import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Staged, stageCli } from '../../scripts/package/stage-package.ts';
import { createArm, toGlb } from '../gltf/make-glb.ts';
import { packWithDraco, packWithMeshopt } from '../gltf/pack-document.ts';
import { needsRedis } from '../needs.ts';
import { findRedis, startRedis } from '../scale/find-redis.ts';
import { install, listInstalled, npm, type Packed, pack } from './npm.ts';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const scratch = mkdtempSync(join(tmpdir(), 'poseclash-install-'));
const project = join(scratch, 'a project'); // its files must be found behind a space too
const redis = findRedis();
const program = join(project, 'node_modules/.bin/poseclash');
let staged: Staged;
let packed: Packed;

beforeAll(async () => {
  staged = await stageCli(root);
  packed = pack(staged.folder, scratch);
  mkdirSync(project);
  install(project, { 'poseclash-cli': packed.file });
  writeFileSync(join(project, 'plain.glb'), await toGlb(createArm()));
  writeFileSync(join(project, 'meshopt.glb'), await packWithMeshopt(createArm()));
  writeFileSync(join(project, 'draco.glb'), await packWithDraco(createArm()));
});

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function run(...args: string[]): { code: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: project, encoding: 'utf8' });
  return { code: status, out: stdout, err: stderr };
}

describe('the packed command line', () => {
  it('has the program, its worker, a decoder and two pages: no sources, and no package beside it', () => {
    const allowed =
      /^(dist\/(main\.js|worker\.js|draco_decoder_gltf\.wasm|LICENSES\.txt|(viewer|report-page)\/.*)|package\.json|README\.md|LICENSE)$/;
    const paths = packed.files.map(({ path }) => path);
    expect(paths.filter(path => !allowed.test(path))).toEqual([]);
    expect(paths).toEqual(expect.arrayContaining(['dist/viewer/index.html', 'dist/report-page/page.js', 'README.md']));
    expect(staged.manifest.dependencies).toBeUndefined();
    expect(listInstalled(project)).toEqual([join(project, 'node_modules/poseclash-cli')]);
  });

  it('has the version of the library', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    expect(staged.manifest.version).toBe(version);
    expect(run('--version')).toEqual({ code: 0, out: `${version}\n`, err: '' });
    expect(npm(project, 'exec', '--', 'poseclash', '--version').trim()).toBe(version); // as npx does
  });

  it('names the licence of every package in it', () => {
    const text = readFileSync(join(staged.folder, 'dist/LICENSES.txt'), 'utf8');
    for (const name of ['commander', 'cli-progress', 'picocolors', 'draco3dgltf', 'meshoptimizer', 'three']) {
      expect(text).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(`, 'm'));
    }
  });

  it('checks plain, meshopt and Draco files in two threads, with a page of what it finds', () => {
    const [plain, meshopt, draco] = ['plain', 'meshopt', 'draco'].map(name => {
      const args = ['--workers', '2', '--no-cache', '--quiet', '--output', `${name}.json`, '--html', `${name}.html`];
      const { code, err } = run('check', `${name}.glb`, ...args);
      expect([code, err], name).toEqual([1, '']);
      expect(readFileSync(join(project, `${name}.html`), 'utf8')).toContain(
        '<script type="application/json" id="data">',
      );
      return JSON.parse(readFileSync(join(project, `${name}.json`), 'utf8'));
    });
    expect(plain.summary.through).toBeGreaterThan(0);
    const { contacts: _, ...expected } = plain.summary;
    expect(meshopt.summary).toMatchObject(expected);
    expect(draco.summary.clips).toBe(1);
  });

  it('writes the same page of merged shards as of a check', () => {
    const args = ['check', 'plain.glb', '--flex', '--no-cache', '--quiet'];
    expect(run(...args, '--html', 'whole.html').code).toBe(1);
    for (const part of ['1', '2']) run(...args, '--shard', `${part}/2`, '--output', `part-${part}.json`);
    expect(run('merge', 'part-1.json', 'part-2.json', '--quiet', '--html', 'merged.html').code).toBe(1);
    const [whole, merged] = ['whole', 'merged'].map(name => readFileSync(join(project, `${name}.html`), 'utf8'));
    expect(merged === whole).toBe(true);
  });

  it('remembers what it has checked', () => {
    expect(run('check', 'plain.glb').out).not.toContain('from the cache');
    expect(run('check', 'plain.glb').out).toMatch(/\d+ of \d+ units from the cache/);
  });

  it('shows a file in the viewer', async () => {
    expect(run('view', '--help').out).toContain('Shows a file in the viewer');
    const child = spawn(program, ['view', 'plain.glb'], { cwd: project });
    try {
      const url = await new Promise<string>(resolve => child.stdout.once('data', data => resolve(String(data).trim())));
      const page = await (await fetch(url)).text();
      const [, script] = /<script type="module"[^>]* src="([^"]+)"/.exec(page)!;
      expect((await fetch(new URL(script, url))).status).toBe(200);
    } finally {
      child.kill('SIGINT');
      await new Promise(resolve => child.once('close', resolve));
    }
  });

  it('says what is not in it', () => {
    expect(run('bench')).toMatchObject({ code: 2, err: expect.stringContaining('benchmarks are not in the package') });
    const { code, err } = run('work', '--redis', 'redis://127.0.0.1:1');
    expect([code, err]).toEqual([2, expect.stringContaining('not installed: npm install bullmq ioredis')]);
  });
});

describe('with the packages of the queue beside it', needsRedis(redis), () => {
  it('does what docs/scale.md says: enqueue, work, status, merge', async () => {
    for (const name of ['bullmq', 'ioredis']) {
      symlinkSync(join(root, 'node_modules', name), join(project, 'node_modules', name), 'junction');
    }
    const server = await startRedis(redis!, scratch);
    try {
      const place = ['--redis', server.url, '--store', 'share'];
      expect(run('check', 'plain.glb', 'draco.glb', '--no-cache', '--quiet', '-o', 'check.json').code).toBe(1);
      const { out, err } = run('enqueue', ...place, 'plain.glb', 'draco.glb', '--no-cache');
      const [, name] = /^run ([0-9a-f]{16}): 2 units$/m.exec(out) ?? [];
      expect(name, err).toBeDefined();
      expect(run('work', ...place, '--no-cache', '--until-empty', '--quiet')).toMatchObject({ code: 0, err: '' });
      expect(run('status', '--redis', server.url).out).toMatch(`run ${name}: 2 done, 0 failed, 0 remaining of 2 units`);
      expect(run('merge', ...place, '--run', name, '--quiet', '-o', 'merged.json').code).toBe(1);
      expect(readFileSync(join(project, 'merged.json'), 'utf8')).toBe(
        readFileSync(join(project, 'check.json'), 'utf8'),
      );
    } finally {
      await server.kill();
    }
  });
});
