import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needs } from '../needs.ts';
import { makeMovingBox } from './make-boxes.ts';
import { run } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'poseclash-'));
const before = process.cwd();

beforeAll(() => {
  process.chdir(folder);
  writeFileSync('box.gltf', makeMovingBox());
});

afterAll(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true, force: true });
});

describe('--output', () => {
  it('makes folders that are missing, replaces what is there, and leaves nothing else behind', async () => {
    const { out } = await run(['check', 'box.gltf', '--json', '-o', 'new/folder/report.json']);
    expect(readFileSync('new/folder/report.json', 'utf8')).toBe(`${out}\n`);
    writeFileSync('new/folder/report.json', 'x'.repeat(1e5));
    await run(['check', 'box.gltf', '-o', 'new/folder/report.json']);
    expect(readFileSync('new/folder/report.json', 'utf8')).toBe(`${out}\n`);
    expect(readdirSync('new/folder')).toEqual(['report.json']);
  });

  it('follows a link, and keeps it', async () => {
    writeFileSync('real.json', '');
    symlinkSync('real.json', 'link.json');
    await run(['check', 'box.gltf', '-o', 'link.json']);
    expect(lstatSync('link.json').isSymbolicLink()).toBe(true);
    expect(readFileSync('real.json', 'utf8')).toContain('poseclash-report');
  });

  it('writes to a device as it is', needs('devices that are files', process.platform !== 'win32'), async () => {
    expect((await run(['check', 'box.gltf', '-o', '/dev/null'])).code).toBe(0);
    expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  it('that cannot be written is wrong usage', async () => {
    mkdirSync('taken');
    for (const name of ['taken', 'box.gltf/report.json']) {
      const { code, err } = await run(['check', 'box.gltf', '-o', name]);
      expect([code, err]).toEqual([
        2,
        expect.stringMatching(
          /^poseclash: --output(: '.*' cannot be written \(E\w+\)| is '.*', which is a folder; name a file)\.$/,
        ),
      ]);
    }
  });
});

describe('every command', () => {
  it('has help with examples, and suggests what was meant', async () => {
    const { out } = await run(['--help']);
    const names = [...out.matchAll(/^ {2}([a-z]+) (?:\[|<)?/gm)]
      .map(([, name]) => name)
      .filter(name => name !== 'help');
    expect(names).toEqual(
      expect.arrayContaining([
        'check',
        'inspect',
        'bounds',
        'build',
        'plan',
        'merge',
        'enqueue',
        'work',
        'view',
        'bench',
      ]),
    );
    for (const name of names) {
      const help = await run([name, '--help']);
      expect([name, help.code]).toEqual([name, 0]);
      for (const word of ['Example', '$ ', '--json', '--no-color']) expect(help.out).toContain(word);
    }
    for (const [typo, meant] of [
      ['chek', 'check'],
      ['enqeue', 'enqueue'],
      ['wrok', 'work'],
      ['marge', 'merge'],
    ]) {
      expect((await run([typo])).err).toContain(`Did you mean ${meant}?`);
    }
    expect((await run(['check', 'box.gltf', '--wokers', '2'])).err).toContain('Did you mean --workers?');
    expect((await run(['check', 'box.gltf', '--workers', '0'])).err).toContain("'0' is no number from 1 to 4096");
  });
});
