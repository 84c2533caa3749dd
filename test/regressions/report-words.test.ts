import { describe, expect, it } from 'vitest';
import { printReport } from '../../cli/print-report.ts';
import { toSummary } from '../../cli/reports/summary.ts';
import { listNotes, sayDepth } from '../../cli/reports/words.ts';
import { createPairSubject } from '../../cli/subjects/gltf-subject.ts';
import { assembleReport } from '../../src/check/findings/write-report.ts';
import { type CheckReport, checkSubject } from '../../src/check/index.ts';
import { resolveOptions } from '../../src/check/plan/options.ts';
import { type GltfAsset, readGltf } from '../../src/gltf/index.ts';
import { createBoxSubject } from '../check/box-subject.ts';
import { makeBoxes } from '../cli/make-boxes.ts';

function read(text: string): Promise<GltfAsset> {
  return readGltf(new TextEncoder().encode(text));
}

describe('per cents', () => {
  it('are of the height of the character, whatever it is held against', async () => {
    const character = await read(
      makeBoxes([
        { name: 'arm', size: [1, 0.2, 0.2], at: [3, 0, 0], keys: [[3, 0, 0], [0.95, 0.01, 0.02]] }, // biome-ignore format: two places
        { name: 'trunk', size: [1, 2, 1], at: [0, 0, 0] },
      ]),
    );
    for (const followsClips of [true, false]) {
      const name = followsClips ? 'arm' : 'prop'; // what follows clips must have a name that they move
      const low = await read(makeBoxes([{ name, size: [0.1, 0.1, 0.1], at: [5, 0, 0] }], null));
      const room = await read(makeBoxes([{ name, size: [40, 30, 20], at: [0, 0, 0] }], null));
      const heights = [low, room].map(other => {
        const options = { followsClips, withSelf: !followsClips };
        const report = checkSubject(createPairSubject('pair', character, other, options));
        return [report.height, report.clips[0].findings.find(({ a }) => a.joint === 'arm')?.depth.percent];
      });
      expect(heights[1]).toEqual(heights[0]);
      expect(heights[0][0]).toBeCloseTo(4, 5); // along x, from the trunk to the end of the arm
    }
  });

  it('and millimetres are never told as 0', () => {
    const percents = [0, 1e-9, 0.004, 0.00499, 0.05, 0.0999, 0.1, 0.5, 12];
    for (const percent of percents) {
      const text = sayDepth({ model: percent / 100, mm: percent / 1000, percent });
      expect([percent, text.match(/(?<!< |[\d.])0(\.0+)? (mm|%)/)]).toEqual([percent, null]);
    }
    expect(sayDepth({ model: 0.0001, mm: 0.1, percent: 0.05 })).toBe('0.10 mm (< 0.1 %)');
    expect(sayDepth({ model: 0, mm: 0, percent: 0 })).toBe('< 0.01 mm (< 0.1 %)');
  });
});

describe('times', () => {
  const subject = createBoxSubject([[1, 1, 1], [1, 0.8, 0.8]], 2, time => [{ at: [0, 0, 0] }, { at: [3 - 2 * time, 0.02, 0.03] }]); // biome-ignore format: two boxes
  const asset = checkSubject(subject);
  const shift = (start: number): CheckReport =>
    assembleReport(resolveOptions(), [
      { ...asset, clips: asset.clips.map(clip => ({ ...clip, start, end: start + 18.2 })) },
    ]);

  it('have three digits, all of them', () => {
    for (const start of [0, 0.0333]) {
      for (const text of [printReport(shift(start), { hasColors: false, listsAll: true }), toSummary(shift(start))]) {
        const times = text.match(/[\d.]+(?= s\b)/g) ?? [];
        expect(times.length).toBeGreaterThan(0);
        for (const time of times) expect(time).toMatch(/^\d+\.\d{3}$/);
      }
    }
  });

  it('of a clip that does not begin at 0 are from when to when, so that those of findings lie within', () => {
    expect(printReport(shift(0.0333), { hasColors: false, listsAll: true })).toContain('0.033 - 18.233 s');
    expect(printReport(shift(0), { hasColors: false, listsAll: true })).toContain(' 18.200 s');
  });
});

describe('advice about units', () => {
  const noteOn = (height: number): string | undefined => {
    const asset = { name: '', height, metres: 1, bodies: [], rest: [], issues: [], clips: [], gaps: [] };
    return listNotes(asset).find(note => note.includes('--metres'));
  };

  it('names a unit only if that makes a character as high as they are', () => {
    for (const height of [21, 23, 40, 120, 180, 300, 400, 1500, 1e5]) {
      const note = noteOn(height);
      expect(note).toBeDefined();
      const [, metres] = /--metres ([\d.]+)/.exec(note!) ?? [];
      if (metres === undefined) continue;
      expect(height * Number(metres)).toBeGreaterThanOrEqual(0.5);
      expect(height * Number(metres)).toBeLessThanOrEqual(3);
    }
    expect(noteOn(23)).toBe('23.0 m is large: if its unit is no metre, say with --metres how many metres it is');
    expect(noteOn(180)).toContain('a centimetre, say --metres 0.01');
    expect(noteOn(1800)).toContain('a millimetre, say --metres 0.001');
    expect(noteOn(1.8)).toBeUndefined();
  });
});
