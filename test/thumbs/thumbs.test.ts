import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeImage } from '../../cli/images/decode-image.ts';
import type { Image } from '../../cli/images/image.ts';
import { createPlainLooks } from '../../cli/looks/looks.ts';
import { PLAIN_MATERIAL } from '../../cli/looks/material.ts';
import { ballAround, chooseCamera } from '../../cli/thumbs/choose-camera.ts';
import { nameThumbs } from '../../cli/thumbs/name-thumbs.ts';
import { takeShots } from '../../cli/thumbs/take-shots.ts';
import { type AssetReport, type CheckSubject, checkSubject } from '../../src/check/index.ts';
import { resolveOptions } from '../../src/check/plan/options.ts';
import { makeClean, makeHit } from '../cli/make-boxes.ts';
import { run } from '../cli/run.ts';
import { createHostileSubject } from '../reports/hostile-report.ts';

/** How many pixels look about like a colour (each part within 40). */
function countLike({ rgba }: Image, [r, g, b]: readonly number[], [x0, x1] = [0, 480], width = 480): number {
  let count = 0;
  for (let o = 0; o < rgba.length; o += 4) {
    const x = (o >> 2) % width;
    const isLike = [r, g, b].every((part, k) => Math.abs(rgba[o + k] - part) < 40);
    if (isLike && x >= x0 && x < x1) count++;
  }
  return count;
}

const CURVE = [255, 13, 82];

describe('takeShots', () => {
  const options = resolveOptions();
  const subject: CheckSubject = createHostileSubject();
  const asset = checkSubject(subject, options);
  /** Two boxes, one red and one green. */
  const looks = {
    ...createPlainLooks(subject.bodies),
    materials: [0, 1].map(k => ({ ...PLAIN_MATERIAL, color: [1 - k, k, 0, 1] as [number, number, number, number] })),
  };
  looks.bodies = looks.bodies.map((body, b) => ({ ...body, materialOfTriangle: body.materialOfTriangle.fill(b) }));

  /** The same report, with the eye somewhere. */
  const seenFrom = (from: [number, number, number] | null): AssetReport => {
    const clips = asset.clips.map(clip => ({
      ...clip,
      findings: clip.findings.map(finding => ({ ...finding, curve: { from } })),
    }));
    const [{ a, b }] = asset.clips[0].findings;
    return { ...asset, clips, issues: [{ a, b, findings: [[0, 0]] }] } as unknown as AssetReport;
  };

  it('shows both bodies in their colours and the curve between them, the same bytes every time', () => {
    const [{ png }] = takeShots(subject, seenFrom([0.6, 0.5, 0.62]), options, looks);
    const image = decodeImage(png);
    expect([image.width, image.height]).toEqual([480, 360]);
    expect(countLike(image, CURVE)).toBeGreaterThan(100);
    const isReddish = (o: number): boolean => image.rgba[o] > 90 && image.rgba[o + 1] < 30 && image.rgba[o + 2] < 30;
    const isGreenish = (o: number): boolean => image.rgba[o + 1] > 90 && image.rgba[o] < 30;
    const pixels = Array.from({ length: 480 * 360 }, (_, p) => 4 * p);
    expect(pixels.filter(isReddish).length).toBeGreaterThan(3000);
    expect(pixels.filter(isGreenish).length).toBeGreaterThan(3000);
    expect(takeShots(subject, seenFrom([0.6, 0.5, 0.62]), options, looks)[0].png).toEqual(png);
  });

  it('what nobody sees is drawn through what hides it, and otherwise not', () => {
    // A third body, blue, all around the two.
    const [wall] = subject.bodies;
    const around = { ...wall, name: 'around', mesh: { ...wall.mesh, positions: wall.mesh.positions.map(x => 3 * x) } };
    const wrapped: CheckSubject = {
      ...subject,
      bodies: [...subject.bodies, around],
      rest: [...subject.rest, subject.rest[0]],
      clips: subject.clips.map(clip => ({
        ...clip,
        poseAt: (time, out) => {
          clip.poseAt(time, out.slice(0, 2));
          out[2].jointMatrices.set(subject.rest[0].jointMatrices);
        },
      })),
      checks: { self: [], pairs: [[0, 1]] },
      measured: [0, 1],
    };
    const plain = createPlainLooks(wrapped.bodies);
    const blue = { ...PLAIN_MATERIAL, color: [0, 0, 1, 1] as [number, number, number, number] };
    const dressed = {
      ...plain,
      materials: [...looks.materials, blue],
      bodies: plain.bodies.map((body, b) => ({ ...body, materialOfTriangle: body.materialOfTriangle.fill(b) })),
    };
    const reddish = ({ rgba }: Image): number =>
      Array.from({ length: rgba.length / 4 }, (_, p) => 4 * p).filter(o => rgba[o] > rgba[o + 1] + 30 && rgba[o] > 60)
        .length;
    const [through] = takeShots(wrapped, seenFrom(null), options, dressed);
    const [outside] = takeShots(wrapped, seenFrom([0.6, 0.5, 0.62]), options, dressed);
    expect(reddish(decodeImage(through.png))).toBeGreaterThan(10 * reddish(decodeImage(outside.png)));
  });
});

describe('chooseCamera', () => {
  it('looks at the contact from where it is seen, and never so near that it is all there is', () => {
    for (const radius of [0, 0.01, 0.2, 5]) {
      const camera = chooseCamera({ center: [1, 2, 3], radius }, 2, [0, 0, 1]);
      expect(camera.target).toEqual([1, 2, 3]);
      expect(camera.eye.slice(0, 2)).toEqual([1, 2]);
      const shown = (camera.eye[2] - 3) * Math.sin((12 * Math.PI) / 180);
      expect(shown).toBeGreaterThanOrEqual(0.34 - 1e-9);
      expect(shown).toBeLessThanOrEqual(1.24 + 1e-9);
    }
    expect(ballAround([0, 0, 0, 2, 0, 0])).toEqual({ center: [1, 0, 0], radius: 1 });
  });
});

describe('nameThumbs', () => {
  const shot = (rank: number, joint: string, other: string) => ({
    ...{ rank, a: { body: 'b', joint }, b: { body: 'b', joint: other }, clip: 0, finding: 0 },
    from: null,
  });

  it('names are readable, safe in every file system, and no two alike', () => {
    const taken = new Set<string>();
    const names = (name: string, shots: ReturnType<typeof shot>[]) => nameThumbs({ name } as AssetReport, shots, taken);
    expect(names('models/Hero.glb', [shot(1, 'Left_Hand', 'mixamorig:Spine'), shot(2, 'Bein', 'Rücken')])).toEqual([
      'hero-01-left-hand-mixamorig-spine.png',
      'hero-02-bein-rucken.png',
    ]);
    expect(names('other/hero.glb', [shot(1, 'Left_Hand', 'mixamorig:Spine')])).toEqual([
      'hero-01-left-hand-mixamorig-spine-2.png',
    ]);
    const [strange] = names('../../..', [shot(3, '../../etc/passwd\0', '髪'.repeat(400))]);
    expect(strange).toBe('asset-03-etc-passwd.png');
    const [long] = names(`${'x'.repeat(500)}.glb`, [shot(1, 'y'.repeat(500), 'z'.repeat(500))]);
    expect(long.length).toBeLessThan(200);
  });
});

describe('poseclash check --thumbs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'poseclash-'));
  const before = process.cwd();
  beforeAll(() => {
    process.chdir(folder);
    writeFileSync('hit.gltf', makeHit());
    writeFileSync('clean.gltf', makeClean());
  });
  afterAll(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true, force: true });
  });

  it('writes a picture for each issue into a folder that it makes, and changes nothing else', async () => {
    const plain = await run(['check', 'hit.gltf', 'clean.gltf', '--no-cache']);
    expect(await run(['check', 'hit.gltf', 'clean.gltf', '--no-cache', '--thumbs', 'a/b'])).toEqual(plain);
    expect(readdirSync('a/b')).toEqual(['hit-01-ram-wall.png']);
    const image = decodeImage(readFileSync('a/b/hit-01-ram-wall.png'));
    expect([image.width, image.height]).toEqual([480, 360]);
    await run(['check', 'hit.gltf', '--no-cache', '--thumbs', 'again']);
    expect(readFileSync('again/hit-01-ram-wall.png')).toEqual(readFileSync('a/b/hit-01-ram-wall.png'));
  });

  it('says what to do where the folder cannot be written, or the report is only a part', async () => {
    writeFileSync('file', '');
    const blocked = await run(['check', 'hit.gltf', '--no-cache', '--thumbs', 'file']);
    expect([blocked.code, blocked.err]).toEqual([2, expect.stringContaining('--thumbs')]);
    const part = await run([
      'check',
      'hit.gltf',
      '--no-cache',
      '--thumbs',
      'x',
      '--shard',
      '1/2',
      '--output',
      'p.json',
    ]);
    expect([part.code, part.err]).toEqual([2, expect.stringContaining('--thumbs needs the whole report')]);
  });
});
