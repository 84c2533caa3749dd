import { describe, expect, it } from 'vitest';
import { printReport } from '../../cli/print-report.ts';
import { shortenBoth } from '../../cli/reports/words.ts';
import { createCharacterSubject } from '../../cli/subjects/character-subject.ts';
import { assembleReport } from '../../src/check/findings/write-report.ts';
import { checkSubject } from '../../src/check/index.ts';
import { resolveOptions } from '../../src/check/plan/options.ts';

/** The built-in character with its first issue that often, of parts with long names. */
function makeLong(times: number) {
  const asset = checkSubject(createCharacterSubject());
  const [first] = asset.issues;
  const name = (side: string, k: number): string => `${side}-finger-phalanx-intermediate-deformation-${k}`;
  const issues = Array.from({ length: times }, (_, k) => ({
    ...first,
    id: `long ${k}`,
    a: { body: first.a.body, joint: name('pinky', k) },
    b: { body: first.b.body, joint: name('index', k) },
  }));
  return assembleReport(resolveOptions({}), [{ ...asset, issues }]);
}

describe('a report in the terminal', () => {
  const lines = printReport(makeLong(500), { hasColors: false, listsAll: false, page: 'report.html' }).split('\n');

  it('of 500 issues is one screen of 100 columns and 30 lines', () => {
    expect(lines.length).toBeLessThanOrEqual(30);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(100);
    expect(lines.some(line => line.includes('and 480 more'))).toBe(true);
    expect(lines.some(line => line.includes('report.html'))).toBe(true);
  });

  it('leaves something of both names', () => {
    const rows = lines.filter(line => line.includes(' through index'));
    expect(rows).toHaveLength(20);
    rows.forEach((line, k) => {
      expect(line).toMatch(/pinky.*….* through index.*…/);
      expect(line).toContain(`-${k} `);
    });
  });
});

describe('two names', () => {
  it('are shortened alike, and only what is too long', () => {
    expect(shortenBoth('hand through thigh', 30)).toBe('hand through thigh');
    expect(shortenBoth('a-very-long-name-of-a-joint through thigh', 30)).toBe('a-very-l…a-joint through thigh');
    expect(shortenBoth('thigh through a-very-long-name-of-a-joint', 30)).toBe('thigh through a-very-l…a-joint');
    expect(shortenBoth(`${'a'.repeat(30)} and ${'b'.repeat(30)}`, 25)).toBe('aaaaa…aaaa and bbbbb…bbbb');
    for (let width = 14; width < 80; width++) {
      expect(shortenBoth(`${'a'.repeat(30)} through ${'b'.repeat(20)}`, width).length).toBeLessThanOrEqual(width);
    }
  });
});
