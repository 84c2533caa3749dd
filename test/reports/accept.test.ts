import { describe, expect, it } from 'vitest';
import { toConfig, toIgnore } from '../../cli/reports/accept.ts';
import { matchesIgnore } from '../../src/check/plan/ignore.ts';
import { resolveOptions } from '../../src/check/plan/options.ts';
import { HOSTILE } from './hostile-report.ts';

const NAMES = ['mixamorig:LeftHand', ' blank ', 'a.b', '*', 'x:y:z', ...HOSTILE];

describe('the pattern that accepts an issue', () => {
  it.each(NAMES)('fits the issue and is a pattern that options take, whatever parts are called: %j', name => {
    const a = { body: name, joint: 'hand' };
    const b = { body: 'body', joint: name };
    const pattern = toIgnore({ a, b });
    const { ignore } = resolveOptions(JSON.parse(toConfig([pattern, pattern])));
    expect(ignore).toEqual([pattern]);
    expect(matchesIgnore(pattern, { ...a, materials: [] }, { ...b, materials: [] })).toBe(true);
    expect(matchesIgnore(pattern, { ...b, materials: [] }, { ...a, materials: [] })).toBe(true);
  });

  it('fits no other part of the body', () => {
    const pattern = toIgnore({ a: { body: 'man', joint: 'm:hand' }, b: { body: 'man', joint: 'm:chest' } });
    expect(pattern).toBe('man.m*hand:man.m*chest');
    const side = (joint: string) => ({ body: 'man', joint, materials: [] });
    expect(matchesIgnore(pattern, side('m:hand'), side('m:head'))).toBe(false);
  });
});
