import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkJsonSize } from '../../cli/subjects/container-json.ts';
import { tame } from '../../cli/subjects/one-line.ts';
import { createRandom } from '../../src/math/random.ts';
import { type AnyJson, createArm, packGlb, toGlb } from '../gltf/make-glb.ts';
import { cases } from '../support/cases.ts';
import { makeMovingBox } from './make-boxes.ts';
import { run } from './run.ts';

vi.mock('node:fs/promises', async load => {
  const original = await load<typeof import('node:fs/promises')>();
  return { ...original, open: vi.fn(original.open), stat: vi.fn(original.stat) };
});

const folder = mkdtempSync(join(tmpdir(), 'poseclash-'));
const before = process.cwd();
const plain = makeMovingBox();

/** Writes the boxes with something changed, and returns what check says of them. */
async function checkChanged(change: (gltf: AnyJson) => void, ...flags: string[]): ReturnType<typeof run> {
  const gltf = JSON.parse(plain);
  change(gltf);
  writeFileSync('changed.gltf', JSON.stringify(gltf));
  return run(['check', 'changed.gltf', ...flags]);
}

/** Refused, with one line that says so. */
function expectRefusal({ code, out, err }: Awaited<ReturnType<typeof run>>, message: string | RegExp): void {
  expect([code, out]).toEqual([2, 'nothing could be checked']);
  expect(err).toMatch(/^\S+: .+$/);
  expect(err).toMatch(message);
}

beforeAll(() => {
  process.chdir(folder);
  writeFileSync('good.gltf', plain);
});

afterEach(() => {
  vi.mocked(open).mockReset();
  vi.mocked(stat).mockReset();
});

afterAll(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true, force: true });
});

describe('what is no plain file', () => {
  it('is not read: folders, links to them, devices and pipes, which would never end', async () => {
    mkdirSync('folder.glb');
    symlinkSync('folder.glb', 'link.glb');
    symlinkSync('a.glb', 'b.glb');
    symlinkSync('b.glb', 'a.glb');
    expectRefusal(await run(['check', 'folder.glb']), 'it is a folder');
    expectRefusal(await run(['check', 'link.glb']), 'it is a folder');
    expectRefusal(await run(['check', 'a.glb']), 'a link that leads back to itself');
    expectRefusal(await run(['check', 'good.gltf/x.glb']), 'there is no such file');
    expectRefusal(await run(['check', `${'x'.repeat(5000)}.glb`]), 'its name is too long');
    if (process.platform === 'win32') return;
    expectRefusal(await run(['check', '/dev/zero']), 'it is no plain file');
    execFileSync('mkfifo', ['pipe.glb']);
    expectRefusal(await run(['check', 'pipe.glb']), 'it is no plain file');
  });

  it('is not read if it takes the place of a file after a first look', async () => {
    const info = await stat('good.gltf');
    vi.mocked(stat).mockResolvedValueOnce(info);
    expectRefusal(await run(['check', 'pipe.glb']), 'it is no plain file');
  });

  it('nor is what may not be read', async () => {
    vi.mocked(open).mockRejectedValueOnce(Object.assign(new Error('no'), { code: 'EACCES' }));
    expectRefusal(await run(['check', 'good.gltf']), 'it may not be read (no permission)');
    vi.mocked(open).mockRejectedValueOnce(Object.assign(new Error('no'), { code: 'EMFILE' }));
    expectRefusal(await run(['check', 'good.gltf']), 'it cannot be read (EMFILE)');
  });
});

describe('sizes', () => {
  it('are held against the limit before anything is read, those of buffers too', async () => {
    const { code } = await run(['check', 'good.gltf', '--max-file-size', '100KB']);
    expect(code).toBe(0);
    expectRefusal(
      await run(['check', 'good.gltf', '--max-file-size', '1KB']),
      /has \d+ bytes; files above 1024 are not read/,
    );
    writeFileSync('large.bin', new Uint8Array(60_000));
    const change = (gltf: AnyJson): void => {
      gltf.buffers[0].uri = 'large.bin';
    };
    expectRefusal(await checkChanged(change, '--max-file-size', '50kb'), /'large.bin'.*are not read/);
    expect((await run(['check', 'good.gltf', '--max-file-size', 'big'])).err).toContain("'big' is no size");
  });

  it('of JSON are held against the limit before it is parsed', async () => {
    const bomb = (count: number): Uint8Array => new TextEncoder().encode(`{"x":[${'[],'.repeat(count)}[]]}`);
    expect(() => checkJsonSize(bomb(4_990_000))).not.toThrow();
    expect(() => checkJsonSize(bomb(5_010_000))).toThrow('more than 10000000 values');
    expect(() => checkJsonSize(packGlb(new TextDecoder().decode(bomb(5_010_000)), new Uint8Array(4)))).toThrow(
      'values',
    );
    // What is in a text is no value, however long it is: buffers within a .gltf are.
    expect(() => checkJsonSize(new TextEncoder().encode(`{"x":"${'A'.repeat(2e7)}"}`))).not.toThrow();
    writeFileSync('deep.gltf', '['.repeat(11_000_000));
    expectRefusal(await run(['check', 'deep.gltf']), 'more than 10000000 values');
    writeFileSync('deep.gltf', '['.repeat(1_000_000));
    expectRefusal(await run(['check', 'deep.gltf']), 'neither a .glb nor JSON');
  });

  it.each([
    ['an accessor of four thousand million', (g: AnyJson) => (g.accessors[0].count = 4e9)],
    [
      'an accessor of zeros that are not there',
      (g: AnyJson) => {
        delete g.accessors[0].bufferView;
        g.accessors[0].count = 4e8;
      },
    ],
    ['a buffer of a petabyte', (g: AnyJson) => (g.buffers[0].byteLength = 1e15)],
    ['a view beyond its buffer', (g: AnyJson) => (g.bufferViews[0].byteLength = 2 ** 40)],
  ])('that are claimed and not there: %s', async (_, change) => {
    expectRefusal(await checkChanged(g => void change(g)), /readGltf: /);
  });
});

describe('buffers in other files', () => {
  const outside = 'it lies outside the folder of the .gltf';
  it.each([
    ['../../etc/passwd', outside],
    ['%2e%2e/%2E%2E/etc/passwd', outside],
    ['a/../../x.bin', outside],
    ['..\\..\\etc\\passwd', outside],
    ['/etc/passwd', outside],
    ['file:///etc/passwd', outside],
    ['//host/x.bin', outside],
    ['http://127.0.0.1:1/x.bin', 'it is no file, and nothing is fetched'],
    ['HTTPS://host/x.bin', 'it is no file, and nothing is fetched'],
    ['ftp://host/x.bin', 'it is no file, and nothing is fetched'],
    ['javascript:1', 'it is no file, and nothing is fetched'],
    ['http://[', 'cannot be read'],
    ['a%2fb.bin', 'cannot be read'],
    ['a%00.bin', 'cannot be read'],
    ['nothere.bin', 'there is no such file'],
    ['folder.glb', 'it is a folder'],
    ['pipe.glb', 'it is no plain file'],
  ])('%s is refused', async (uri, message) => {
    expectRefusal(await checkChanged(g => (g.buffers[0].uri = uri)), message);
  });

  it('below the folder are read, and those that are not used do not matter', async () => {
    mkdirSync('below dir', { recursive: true });
    const { buffers } = JSON.parse(plain);
    writeFileSync('below dir/x.bin', Buffer.from(buffers[0].uri.split(',')[1], 'base64'));
    const { code, err } = await checkChanged(g => {
      g.buffers[0].uri = './below%20dir/../below%20dir/x.bin';
      g.buffers.push({ byteLength: 4, uri: '../../etc/passwd' }, { byteLength: 4, uri: 'nothere.bin' });
    });
    expect([code, err]).toEqual([0, '']);
  });
});

describe('great numbers', () => {
  it.each(['a chain', 'a row'])('ten thousand joints, in %s, are checked', async kind => {
    const count = 10_000;
    const { code, err, out } = await checkChanged(
      g => {
        const vertices = g.accessors[0].count;
        const joints = Buffer.from(Uint16Array.from({ length: 4 * vertices }, (_, k) => (37 * k) % count).buffer);
        const weights = Buffer.from(new Float32Array(4 * vertices).fill(0.25).buffer);
        const add = (data: Buffer, type: string, componentType: number): number => {
          const buffer =
            g.buffers.push({ byteLength: data.length, uri: `data:;base64,${data.toString('base64')}` }) - 1;
          const bufferView = g.bufferViews.push({ buffer, byteLength: data.length }) - 1;
          return g.accessors.push({ bufferView, componentType, count: vertices, type }) - 1;
        };
        g.meshes[0].primitives[0].attributes.JOINTS_0 = add(joints, 'VEC4', 5123);
        g.meshes[0].primitives[0].attributes.WEIGHTS_0 = add(weights, 'VEC4', 5126);
        g.nodes[0].skin = 0;
        for (let j = 0; j < count; j++) {
          const children = kind === 'a chain' && j + 1 < count ? { children: [j + 2] } : {};
          g.nodes.push({ name: `joint ${j}`, ...children });
        }
        g.skins = [{ joints: Array.from({ length: count }, (_, j) => j + 1) }];
        g.scenes[0].nodes = kind === 'a chain' ? [0, 1] : Array.from({ length: count + 1 }, (_, n) => n);
        g.animations[0].channels[0].target.node = 5000;
      },
      '--fps',
      '4',
    );
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/clean/);
  });

  it('very many clips can be chosen from, and are cut into few units', async () => {
    const count = cases(20_000, 100_000);
    const change = (g: AnyJson): void => {
      const [clip] = g.animations;
      g.animations = Array.from({ length: count }, (_, k) => ({ ...clip, name: `clip ${k}` }));
    };
    const { code, out } = await checkChanged(change, '--clip', 'clip 77', '--clip', `clip ${count - 1}`, '--quiet');
    expect([code, out]).toEqual([0, 'no collisions in 2 clips']);
    const { out: plan } = await run(['plan', 'changed.gltf', '--fps', '1']);
    expect(plan.split('\n').length).toBeLessThan(300);
  });

  it('a clip of thirty years is looked at for as long as is allowed, and says so', async () => {
    const { code, out } = await checkChanged(g => {
      const bytes = Buffer.from(g.buffers[0].uri.split(',')[1], 'base64');
      const { bufferView } = g.accessors[g.animations[0].samplers[0].input];
      bytes.writeFloatLE(1e9, g.bufferViews[bufferView].byteOffset + 4);
      g.buffers[0].uri = `data:;base64,${bytes.toString('base64')}`;
    });
    expect(code).toBe(2);
    expect(out).toMatch(
      /not checked from 3333\.3 to 1000000000 s: it has more than 100000 samples; cut the clip or raise maxSamples in poseclash\.config\.json$/m,
    );
  });
});

describe('damaged files', () => {
  it('cut off anywhere, or with any bytes changed, are checked or refused in one line', async () => {
    const glb = await toGlb(createArm());
    const random = createRandom(11);
    const names: string[] = [];
    const write = (bytes: Uint8Array): void => {
      const name = `damaged-${names.length}.glb`;
      writeFileSync(name, bytes);
      names.push(name);
    };
    for (let k = 0; k < 40; k++) write(glb.subarray(0, Math.floor(random() * glb.length)));
    for (let k = 0; k < 60; k++) {
      const bytes = glb.slice();
      const near = k % 2 === 0 ? 1500 : glb.length; // the JSON, or anywhere
      for (let n = 0; n < 1 + (k % 5); n++) bytes[Math.floor(random() * near)] = Math.floor(256 * random());
      write(bytes);
    }
    const { code, out, err } = await run(['check', ...names, '--fps', '2', '--json']);
    expect([1, 2]).toContain(code); // some cannot be checked, so it is never clean
    const { assets } = JSON.parse(out);
    expect(assets.map(({ name }: { name: string }) => name)).toEqual(names);
    const failed = assets.filter(({ error }: { error?: string }) => error !== undefined);
    expect(failed.length).toBeGreaterThan(40);
    expect(err.split('\n')).toEqual(failed.map(({ name, error }: AnyJson) => `${name}: ${error}`));
  });

  it('cannot write lines of the report, or to the terminal', async () => {
    const { out } = await checkChanged(g => {
      g.animations[0].name = 'a\u001b[2J\nno collisions\r\u009b1m';
      g.meshes[0].name = 'b\u2028c';
    }, '--all');
    expect(out).toContain('a [2J no collisions 1m');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of those may be there
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u0080-\u009f]/);
    expect(tame('\u001b[31mred\u001b[39m \u001b]0;title\u0007 \u001b[2J \u009b \r\n\t')).toBe(
      '\u001b[31mred\u001b[39m \ufffd]0;title\ufffd \ufffd[2J \ufffd \ufffd\n\t',
    );
  });
});
