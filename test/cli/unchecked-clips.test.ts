import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toHtml } from '../../cli/reports/html.ts';
import { makeClean, makeUnread } from './make-boxes.ts';
import { run } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'poseclash-'));
const before = process.cwd();
const WHY = "every channel of it is left out ('/nodes/0/translation/x' is not read)";

beforeAll(() => {
  process.chdir(folder);
  writeFileSync('unread.gltf', makeUnread());
  const looks = JSON.parse(makeUnread());
  const { target } = looks.animations[0].channels[0];
  target.extensions.KHR_animation_pointer.pointer = '/materials/0/alphaCutoff';
  writeFileSync('looks.gltf', JSON.stringify(looks));
  const partly = JSON.parse(makeClean());
  partly.animations[0].channels.push({ sampler: 0, target: { path: 'translation' } });
  writeFileSync('partly.gltf', JSON.stringify(partly));
});

afterAll(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true, force: true });
});

describe('a clip that cannot be checked', () => {
  it('of which no channel can be read is told as not checked, and why, in every report', async () => {
    const files = ['r.json', 'r.xml', 'r.sarif', 'r.md', 'r.csv'];
    const flags = ['--output', '--junit', '--sarif', '--summary', '--csv'].flatMap((flag, k) => [flag, files[k]]);
    const { code, out, err } = await run(['check', 'unread.gltf', '--all', ...flags]);
    expect(code).toBe(2);
    expect(out).toMatch(/^ {2}move {2}0\.000 s {2}not checked: every channel of it is left out \('\/nodes/m);
    expect(out).not.toMatch(/clean|no parts/);
    expect(out).toMatch(/; 1 could not be checked$/);
    expect(err).toBe('');
    const [json, junit, sarif, summary, csv] = files.map(file => readFileSync(file, 'utf8'));
    const html = toHtml(JSON.parse(json), [], { script: '', style: '' }); // the page itself need not be built
    const [clip] = JSON.parse(json).assets[0].clips;
    expect(clip).toMatchObject({ name: 'move', error: `not checked: ${WHY}`, samples: 0 });
    expect(JSON.parse(json).summary.errors).toBe(1);
    expect(junit).toMatch(/<testsuites [^>]*errors="1"/);
    expect(junit).toMatch(/<error [^>]*every channel of it is left out/);
    expect(sarif).toContain(`clip 'move' was not checked: ${WHY}`);
    for (const text of [summary, html])
      expect(text).toMatch(/move was not checked.{1,6}every channel of it is left out/);
    expect(summary).not.toMatch(/\bclean\b/i);
    expect(html).not.toContain('No parts pass');
    expect(csv.trim().split('\n')).toHaveLength(1);
  });

  it('as it is too long says what helps', async () => {
    writeFileSync('clean.gltf', makeClean());
    writeFileSync('few.json', '{ "maxSamples": 4 }');
    const { code, out } = await run(['check', 'clean.gltf', '--config', 'few.json']);
    expect(code).toBe(2);
    expect(out).toContain('cut the clip, raise maxSamples in poseclash.config.json, or try --fps 2\n');
    expect((await run(['check', 'clean.gltf', '--config', 'few.json', '--fps', '2'])).code).toBe(0);
  });

  it('that changes only materials, or of which something is read, can be', async () => {
    for (const file of ['looks.gltf', 'partly.gltf']) {
      const { code, out } = await run(['check', file]);
      expect([file, code]).toEqual([file, 0]);
      expect(out).toContain('1 of 1 clip clean');
    }
  });
});
