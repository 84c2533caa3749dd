import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { printReport } from '../../cli/print-report.ts';
import { createCharacterSubject } from '../../cli/subjects/character-subject.ts';
import { createGltfSubject } from '../../cli/subjects/gltf-subject.ts';
import { compareReports } from '../../src/check/findings/compare-reports.ts';
import { assembleReport } from '../../src/check/findings/write-report.ts';
import { type CheckReport, type CheckSubject, checkSubject } from '../../src/check/index.ts';
import { resolveOptions } from '../../src/check/plan/options.ts';
import { readGltf } from '../../src/gltf/index.ts';
import { createBoxSubject } from '../check/box-subject.ts';
import { findSchemaErrors } from '../check/validate-schema.ts';
import { addNoise, stretchTime } from './change-subject.ts';

function report(subject: CheckSubject): CheckReport {
  return assembleReport(resolveOptions(), [checkSubject(subject)]);
}

function listChanges({ comparison }: CheckReport) {
  const { new: added, worse, better, fixed } = comparison!;
  return { added, worse, better, fixed: fixed.length };
}

const NOTHING = { added: 0, worse: 0, better: 0, fixed: 0 };

describe('a baseline', () => {
  const character = createCharacterSubject();
  const [wave, reach, crossArms] = ['wave', 'reach', 'cross-arms'].map(
    name => character.clips.find(clip => clip.name === name)!,
  );
  const subject = { ...character, clips: [reach, crossArms] };
  const base = report(subject);

  it('knows what it has', () => {
    expect(base.summary.through).toBeGreaterThan(2);
    expect(listChanges(compareReports(base, base))).toEqual(NOTHING);
    expect(compareReports(base, base).summary).toMatchObject({ through: 0, creases: 0 });
  });

  it.each([1, 2, 3, 4])('has nothing new, worse or fixed after a degree of noise on every joint (seed %i)', seed => {
    const noisy = compareReports(report(addNoise(subject, 1, seed)), base);
    expect(listChanges(noisy)).toMatchObject({ added: 0, worse: 0, fixed: 0 });
    expect(noisy.summary.through).toBe(0);
  });

  it('has nothing better in itself, where a slight touch is just before a deep one', () => {
    const twice = structuredClone(base);
    const [clip] = twice.assets[0].clips;
    const [deep] = clip.findings;
    const percent = 0.2 * deep.depth.percent;
    const slight = { ...deep, id: `${deep.id}0`, start: deep.start - 0.1, end: deep.start - 0.05 };
    clip.findings.push({ ...slight, worst: slight.start, depth: { ...deep.depth, percent } });
    expect(listChanges(compareReports(twice, twice))).toEqual(NOTHING);
    const only = structuredClone(twice);
    only.assets[0].clips[0].findings = only.assets[0].clips[0].findings.filter(({ id }) => id === slight.id);
    expect(listChanges(compareReports(only, base))).toMatchObject({ worse: 0, better: 1 });
  });

  it.each([1.25, 0.8])('has no change if clips take %f times as long', factor => {
    expect(listChanges(compareReports(report(stretchTime(subject, factor)), base))).toEqual(NOTHING);
  });

  it('tells a new collision, and one that is gone', () => {
    const clean = report({ ...subject, clips: [{ ...wave, name: 'reach' }, crossArms] });
    const spoilt = compareReports(base, clean);
    expect(listChanges(spoilt)).toEqual({ ...NOTHING, added: 1 });
    expect(spoilt.summary.through).toBe(1);
    const [{ compared, suppressed, was }] = spoilt.assets[0].clips[0].findings;
    expect([compared, suppressed, was]).toEqual(['new', undefined, undefined]);
    const mended = compareReports(clean, base);
    expect(listChanges(mended)).toEqual({ ...NOTHING, fixed: 1 });
    expect(mended.comparison!.fixed[0]).toMatchObject({ clip: 'reach', finding: { a: { joint: 'right-hand' } } });
    expect(printReport(mended, { hasColors: false, listsAll: false })).toMatch(
      /\+ fixed: right-hand through right-thigh[\s\S]*since the baseline: 0 new, 0 worse, 0 better, 1 fixed$/,
    );
    const schema = JSON.parse(readFileSync(new URL('../../docs/check-report.schema.json', import.meta.url), 'utf8'));
    for (const compared of [mended, spoilt]) {
      expect(findSchemaErrors(JSON.parse(JSON.stringify(compared)), schema)).toEqual([]);
    }
  });

  it('fixes nothing in clips that were not checked', () => {
    const unchecked = { ...base.assets[0], clips: base.assets[0].clips.map(clip => ({ ...clip, error: 'no', findings: [] })) }; // biome-ignore format: one asset
    expect(listChanges(compareReports({ ...base, assets: [unchecked] }, base)).fixed).toBe(0);
    expect(listChanges(compareReports({ ...base, assets: [] }, base)).fixed).toBe(0);
  });
});

describe('a contact that goes deeper', () => {
  /** A corner of one box in the other, up to some depth. */
  const poke = (depth: number): CheckReport =>
    report(
      createBoxSubject([[1, 1, 1], [1, 1, 1]], 1, time => {
        const apart = 1 - depth + 4 * depth * Math.abs(time - 0.5);
        return [{ at: [0, 0, 0] }, { at: [apart, apart + 0.01, apart + 0.02] }];
      }), // biome-ignore format: two boxes
    );

  it('is worse if it is by more than noise is, and better the other way', () => {
    const [little, as, much] = [0.1, 0.104, 0.2].map(poke);
    expect(listChanges(compareReports(as, little))).toEqual(NOTHING);
    const worse = compareReports(much, little);
    expect(listChanges(worse)).toEqual({ ...NOTHING, worse: 1 });
    expect(worse.summary.through).toBe(1);
    expect(printReport(worse, { hasColors: false, listsAll: true })).toMatch(/deep \(worse: [\d.]+ m?m before\)/);
    const better = compareReports(little, much);
    expect(listChanges(better)).toEqual({ ...NOTHING, better: 1 });
    expect(better.summary.through).toBe(0);
  });

  it('is never known if its depth is no number', () => {
    const spoil = (depth: number): CheckReport => {
      const one = structuredClone(poke(0.1));
      one.assets[0].clips[0].findings[0].depth.percent = depth;
      return one;
    };
    expect(compareReports(spoil(NaN), poke(0.1)).summary.through).toBe(1);
    expect(compareReports(poke(0.1), spoil(NaN)).summary.through).toBe(1);
  });
});

/** Models of other people, where they are at hand; none comes with the project. */
const folder = new URL('../../../shared/data/gltf/', import.meta.url);

describe.skipIf(!existsSync(folder))('the baseline of a real model', () => {
  it.each([1, 2])('has nothing new after a degree of noise (seed %i)', async seed => {
    const fox = createGltfSubject('Fox.glb', await readGltf(readFileSync(new URL('Fox.glb', folder))));
    const base = report(fox);
    expect(base.summary.through).toBeGreaterThan(40);
    const { added, worse } = listChanges(compareReports(report(addNoise(fox, 1, seed)), base));
    expect([added, worse]).toEqual([0, 0]);
  });
});
