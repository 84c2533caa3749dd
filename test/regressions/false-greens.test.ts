import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useFolder } from '../cli/in-folder.ts';
import { type BoxNode, makeBoxes } from '../cli/make-boxes.ts';
import { run } from '../cli/run.ts';

const ram: BoxNode = { name: 'ram', size: [1, 0.8, 0.8], at: [3, 0.02, 0.03] };
const moving: BoxNode = { ...ram, keys: [ram.at, [4, 0, 0]] };
const wall: BoxNode = { name: 'wall', size: [1, 1, 1], at: [0, 0, 0] };

useFolder(() => {
  writeFileSync('clean.gltf', makeBoxes([moving]));
  writeFileSync('jump.gltf', makeBoxes([moving], 'jump'));
  writeFileSync('wall.gltf', makeBoxes([wall], null));
  writeFileSync('hit.gltf', makeBoxes([wall, { ...ram, keys: [ram.at, [-3, 0.02, 0.03]] }]));
  writeFileSync(
    'coat.gltf',
    makeBoxes(
      [
        { ...ram, size: [1.2, 1, 0.5] },
        { ...wall, name: 'button' },
      ],
      null,
    ),
  );
});

describe('a misspelt --clip', () => {
  it('was clean: "no collisions in 0 clips"', async () => {
    const { code, out, err } = await run(['check', 'clean.gltf', '--clip', 'mvoe', '--junit', 'junit.xml']);
    expect([code, out]).toEqual([2, 'nothing could be checked']);
    expect(err).toContain("clean.gltf: not checked: no clip of it is called 'mvoe'; did you mean 'move'?");
    expect(err).toContain("--clip: no file has a clip called 'mvoe'");
    expect(readFileSync('junit.xml', 'utf8')).toMatch(/<testsuites .*errors="2">/);
  });

  it('beside one that is right is told in every report', async () => {
    const reports = ['--junit', 'some.xml', '--sarif', 'some.sarif', '--summary', 'some.md'];
    const { code, out } = await run(['check', 'clean.gltf', '--clip', 'move', '--clip', 'jmup', ...reports]);
    expect([code, out.includes('No clip is called')]).toEqual([2, true]);
    expect(readFileSync('some.xml', 'utf8')).toMatch(/<testsuite name="--clip" tests="1" failures="0" errors="1"/);
    expect(readFileSync('some.md', 'utf8')).toMatch(/^## ⚠️ .*[\s\S]*\*\*no clip called jmup\*\*/);
    const [{ invocations }] = JSON.parse(readFileSync('some.sarif', 'utf8')).runs;
    expect(invocations[0].executionSuccessful).toBe(false);
  });

  it('is no fault where another file has that clip', async () => {
    const { code, err } = await run(['check', 'clean.gltf', 'jump.gltf', '--clip', 'move', '--clip', 'jump']);
    expect([code, err]).toEqual([0, '']);
  });
});

describe('a name in --ignore that nothing has', () => {
  it('costs a warning, with what was meant', async () => {
    const { code, err } = await run(['check', 'hit.gltf', '--ignore', 'rma:wall', '--ignore', '*:wall paint']);
    expect([code, err]).toEqual([0, "poseclash: --ignore rma:wall: nothing is called 'rma'; did you mean 'ram'?"]);
  });

  it('is told by merge too', async () => {
    await run(['check', 'hit.gltf', '--ignore', 'rma:wall', '--shard', '1/1', '--output', 'part.json']);
    expect((await run(['merge', 'part.json'])).err).toContain("nothing is called 'rma'");
  });
});

describe('--pair', () => {
  it('left the second file in its rest pose without a word if no names fit', async () => {
    const { code, err } = await run(['check', '--pair', 'clean.gltf', 'wall.gltf']);
    expect(code).toBe(2);
    expect(err).toMatch(/no joint or node of the second file is called like one .*; .* use --against/);
  });

  it('says which joints stay behind if some do', async () => {
    const { code, out } = await run(['check', '--pair', 'clean.gltf', 'coat.gltf', '--ignore', 'button:*']);
    expect(code).toBe(0);
    expect(out).toMatch(/note: 1 of 2 joints of the second file .* stay behind: 'button'/);
  });
});

describe('folders and patterns', () => {
  it('stand for the models in them, in order, and not for what is hidden or of others', async () => {
    mkdirSync('set/b/deep', { recursive: true });
    mkdirSync('set/node_modules');
    mkdirSync('set/.git');
    const model = makeBoxes([moving]);
    for (const name of ['b/deep/two.glb', 'b/one.gltf', 'a[1].vrm', 'node_modules/no.glb', '.git/no.glb', 'read.txt']) {
      writeFileSync(join('set', name), model);
    }
    symlinkSync('..', 'set/circle');
    const names = async (...args: string[]): Promise<string[]> =>
      JSON.parse((await run(['check', ...args, '--json'])).out).assets.map(({ name }: { name: string }) => name);
    const all = ['set/a[1].vrm', 'set/b/deep/two.glb', 'set/b/one.gltf'];
    expect(await names('set')).toEqual(all);
    expect(await names('set/**/*.gl*')).toEqual(all.slice(1));
    expect(await names('set/*/*.gltf')).toEqual(['set/b/one.gltf']);
    expect(await names('set/b/[n-p]?e.gltf')).toEqual(['set/b/one.gltf']);
    expect(await names('set/b/[!n-p]ne.gltf')).toEqual(['set/b/[!n-p]ne.gltf']);
    expect(await names('set/a[1].vrm')).toEqual(['set/a[1].vrm']); // a file of that name goes before a pattern
    expect((await run(['check', 'set'])).code).toBe(0);
    expect((await run(['check', 'set/*.blend'])).err).toBe('set/*.blend: no file fits');
  });
});

describe('files of other programs', () => {
  it.each([
    [
      'hero.fbx',
      'Kaydara FBX Binary  \u0000',
      'it is an FBX file; export it as glTF 2.0 (.glb): in Blender, File > Export',
    ],
    ['hero.blend', 'BLENDER-v300', 'it is a file of Blender; export it as glTF 2.0'],
    ['hero.obj', 'v 0 0 0', 'it is an OBJ file, which has no clips; export it as glTF 2.0'],
    [
      'misnamed.glb',
      'Kaydara FBX Binary  \u0000',
      'readGltf: it is an FBX file; only glTF 2.0 is read: export it as .glb.',
    ],
    ['empty.glb', '', 'readGltf: the file is empty (0 bytes).'],
    [
      'pointer.glb',
      'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n',
      'readGltf: it is a pointer of Git LFS, in place of the file; fetch the file with `git lfs pull`.',
    ],
    ['zip.glb', 'PK\u0003\u0004', 'readGltf: it is a zipped file, as .usdz are; only glTF 2.0 is read'],
  ])('%s: one line says what to export', async (name, bytes, message) => {
    writeFileSync(name, bytes);
    const { code, err } = await run(['check', name]);
    expect([code, err.split('\n').length]).toEqual([2, 1]);
    expect(err).toContain(`${name}: ${message}`);
  });
});

describe('buffers', () => {
  it('that Git LFS has not fetched are told to be that', async () => {
    const gltf = JSON.parse(makeBoxes([moving]));
    gltf.buffers[0].uri = 'hero.bin';
    writeFileSync('hero.gltf', JSON.stringify(gltf));
    writeFileSync('hero.bin', 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n');
    expect((await run(['check', 'hero.gltf'])).err).toMatch(/buffers\[0\] must have .* it is a pointer of Git LFS/);
  });

  it('that are links out of the folder of the .gltf were read', async () => {
    mkdirSync('model/own', { recursive: true });
    const gltf = JSON.parse(makeBoxes([moving]));
    const data = Buffer.from(gltf.buffers[0].uri.split(',')[1], 'base64');
    writeFileSync('secret.bin', data);
    writeFileSync('model/own/real.bin', data);
    symlinkSync('../secret.bin', 'model/out.bin');
    symlinkSync('own/real.bin', 'model/in.bin');
    for (const [uri, code] of [
      ['out.bin', 2],
      ['in.bin', 0],
    ] as const) {
      gltf.buffers[0].uri = uri;
      writeFileSync('model/model.gltf', JSON.stringify(gltf));
      const result = await run(['check', 'model/model.gltf']);
      expect([uri, result.code]).toEqual([uri, code]);
      if (code === 2) expect(result.err).toContain('it is a link that leads out of the folder');
    }
  });
});
