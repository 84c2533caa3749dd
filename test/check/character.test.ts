import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { createCharacterSubject } from '../../cli/subjects/character-subject.ts';
import { assembleReport } from '../../src/check/findings/write-report.ts';
import { type AssetReport, type CheckSubject, checkSubject } from '../../src/check/index.ts';
import { resolveOptions } from '../../src/check/plan/options.ts';
import { callWitness, isConfirmed, listCleanTimes, listTouching, type Witness } from './confirm.ts';
import { findSchemaErrors } from './validate-schema.ts';

const FRAME = 1 / 30;

describe('the built-in character', () => {
  let subject: CheckSubject;
  let report: AssetReport;
  let witness: Witness;

  beforeAll(() => {
    subject = createCharacterSubject();
    report = checkSubject(subject);
    witness = callWitness(subject);
  });

  const findingsOf = (clip: string) => report.clips.find(({ name }) => name === clip)!.findings;

  it('has exactly the collisions planted in it, in the right clips, of the right limbs, and no other', () => {
    const listed = report.clips.flatMap(({ name, findings }) =>
      findings
        .filter(finding => finding.class === 'through')
        .map(({ a, b }) => `${name}: ${a.joint} through ${b.joint}`),
    );
    expect(listed).toEqual([
      'reach: right-hand through right-thigh',
      'cross-arms: right-hand through ribs',
      'cross-arms: left-hand through chest',
      'cross-arms: right-forearm through ribs',
    ]);
    expect(findingsOf('wave')).toEqual([]);
    expect(report.rest).toEqual([]);
  });

  it('creases where it is meant to, and that is told apart', () => {
    const creases = report.clips.flatMap(({ name, findings }) =>
      findings
        .filter(finding => finding.class === 'crease')
        .map(({ a, b, rule }) => `${rule} ${name}: ${a.joint}, ${b.joint}`),
    );
    expect(creases).toEqual([
      'self/crease curl: left-forearm, left-upper-arm',
      'self/crease curl: left-upper-arm, left-upper-arm',
    ]);
  });

  it('touches itself at the worst times, where it is said to, as brute force confirms', () => {
    for (const { name, findings } of report.clips) {
      for (const finding of findings) expect(isConfirmed(witness, name, finding)).toBe(true);
    }
  });

  it('is free before the first contact of a clip and after the last, to within a frame', () => {
    for (const clip of ['reach', 'curl']) {
      const findings = findingsOf(clip);
      const start = Math.min(...findings.map(finding => finding.start));
      const end = Math.max(...findings.map(finding => finding.end));
      expect(listTouching(witness, clip, start - 0.1 * FRAME)).toEqual([]);
      expect(listTouching(witness, clip, start + FRAME).length).toBeGreaterThan(0);
      expect(listTouching(witness, clip, end + 0.1 * FRAME)).toEqual([]);
      expect(listTouching(witness, clip, end - FRAME).length).toBeGreaterThan(0);
    }
  });

  it('is free at times reported clean', () => {
    for (const [clip, count] of [
      ['wave', 2],
      ['cross-arms', 3],
    ] as const) {
      const times = listCleanTimes(report, clip, count, 0.25 * FRAME);
      expect(times.length).toBeGreaterThan(0);
      for (const time of times) expect(listTouching(witness, clip, time)).toEqual([]);
    }
  });

  it('gives a report that fits the schema, and the same bytes every time', () => {
    const schema = JSON.parse(readFileSync(new URL('../../docs/check-report.schema.json', import.meta.url), 'utf8'));
    const whole = assembleReport(resolveOptions(), [report]);
    expect(findSchemaErrors(JSON.parse(JSON.stringify(whole)), schema)).toEqual([]);
    expect(whole.summary).toEqual({
      assets: 1,
      clips: 4,
      collisions: 3,
      joints: 1,
      layered: 0,
      through: 4,
      creases: 2,
      suppressed: 0,
      errors: 0,
    });
    const again = checkSubject(createCharacterSubject(), { clips: ['reach'] });
    expect(JSON.stringify(again.clips)).toBe(JSON.stringify(report.clips.filter(({ name }) => name === 'reach')));
    const wrong = { ...whole, summary: { ...whole.summary, through: 'many' }, more: 1 };
    expect(findSchemaErrors(wrong, schema)).toHaveLength(2);
  });
});
