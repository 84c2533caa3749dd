import { describe, expect, it } from 'vitest';
import { digest, sortPairs } from '../../scripts/compare/digest.ts';
import { judge } from '../../scripts/compare/judge.ts';

const row = (question: string, ...hashes: string[]) => ({ subject: 'a scene', question, count: 1, hashes });

describe('comparing two versions', () => {
  it('finds one answer of many that differs, and says which', () => {
    const { state, note } = judge(row('pairs', 'a', 'b', 'c'), row('pairs', 'a', 'B', 'c'));
    expect(state).toBe('DIFFERENT');
    expect(note).toContain('1 of 3, 1 unexplained, see 1');
    expect(judge(row('pairs', 'a', 'b'), row('pairs', 'a', 'b')).state).toBe('equal');
  });

  it('takes an answer that is missing for one that differs', () => {
    expect(judge(row('pairs', 'a', 'b'), row('pairs', 'a')).state).toBe('DIFFERENT');
    expect(judge(row('pairs'), row('pairs', 'a')).state).toBe('DIFFERENT');
  });

  it('explains only what a mended defect explains', () => {
    const before = row('check: depths', 'through 1', 'crease 2');
    expect(judge(before, row('check: depths', 'crease 3', 'crease 2')).state).toBe('mended');
    expect(judge(before, row('check: depths', 'crease 3', 'crease 4')).state).toBe('DIFFERENT');
    expect(judge(before, row('check: depths', 'crease 3', 'crease 4')).note).toContain('see 1');
  });

  it('hashes pairs in whatever order they are listed, and a pair of one surface whichever comes first', () => {
    const [one, other] = [Uint32Array.of(7, 2, 1, 9), Uint32Array.of(1, 9, 7, 2)];
    expect(sortPairs(one)).toEqual(Uint32Array.of(1, 9, 7, 2));
    expect(digest([sortPairs(one)])).toBe(digest([sortPairs(other)]));
    expect(sortPairs(one)).not.toEqual(sortPairs(one, true));
    expect(sortPairs(Uint32Array.of(2, 7, 9, 1), true)).toEqual(sortPairs(one, true));
  });

  it('hashes numbers by their bits', () => {
    expect(digest([[1, 0]])).toBe(digest([[1, -0]]));
    expect(digest([[1]])).not.toBe(digest([[1 + Number.EPSILON]]));
    expect(digest([[1], [2]])).not.toBe(digest([[1, 2]]));
  });
});
