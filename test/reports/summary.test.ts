import { describe, expect, it } from 'vitest';
import { toSarif } from '../../cli/reports/sarif.ts';
import { toSummary } from '../../cli/reports/summary.ts';
import { withoutFolders } from '../../cli/reports/without-folders.ts';
import { listNotes } from '../../cli/reports/words.ts';
import { createHostileReport } from './hostile-report.ts';

const report = createHostileReport();

describe('the report in Markdown', () => {
  it('stays a table of six columns whatever names say, with no markup of theirs', () => {
    const text = toSummary(report);
    const rows = text.split('\n').filter(line => line.startsWith('|'));
    expect(rows).toHaveLength(2 + 2);
    for (const row of rows) expect(row.replaceAll('\\|', '').split('|')).toHaveLength(8);
    expect(text).not.toMatch(/<(script|img|!--)/);
    expect(text).not.toMatch(/(?<!\\)\[a(?<!\\)\]/);
    expect(text).toMatch(
      /^## ❌ poseclash check\n\n\*\*1 collision\*\*, 1 at joints or slight, 0 layered or by design, 1 suppressed, \*\*2 could not be checked\*\*/,
    );
  });

  it('says clean where it is', () => {
    const clean = {
      ...report,
      assets: [{ ...report.assets[0], issues: [], clips: [] }],
      summary: { ...report.summary, collisions: 0, errors: 0 },
    };
    expect(toSummary(clean)).toMatch(/^## ✅ [\s\S]*no collisions[\s\S]*Clean\./);
  });
});

describe('why something was not checked', () => {
  it('is said once, whether or not the reason begins so', () => {
    const [asset] = report.assets;
    const say = (error: string): string => {
      const broken = { ...asset, issues: [], clips: [{ ...asset.clips[0], findings: [], error }] };
      const assets = [{ ...asset, issues: [], clips: [], error }, broken];
      return `${toSummary({ ...report, assets })}${toSarif({ ...report, assets })}`.replaceAll('\\', '');
    };
    expect(say('not checked: no clip').match(/not checked: no clip/gi)).toHaveLength(4);
    expect(say('no clip').match(/not checked: no clip/gi)).toHaveLength(3);
    expect(say('not checked from 1 to 2 s: stopped')).not.toMatch(/not checked: not/i);
  });
});

describe('notes', () => {
  it('ask whether a unit is a centimetre where a character is taller than any', () => {
    const [asset] = report.assets;
    const isAsked = (height: number, metres: number): boolean =>
      listNotes({ ...asset, height, metres }).some(note => note.includes('--metres 0.01'));
    expect([isAsked(155, 1), isAsked(155, 0.01), isAsked(1.8, 1)]).toEqual([true, false, false]);
  });
});

describe('names of files', () => {
  it('tell nothing of the machine: from the working folder on, or the name only, each once', () => {
    const [asset] = report.assets;
    const names = ['/files/x/a.glb', '/files/x/sub/b.glb', '/elsewhere/a.glb', 'c/d.glb', '/files/x/a.glb + /q/e.glb'];
    const named = { ...report, assets: names.map(name => ({ ...asset, name, error: `${name}: no` })) };
    const { assets } = withoutFolders(named, '/files/x');
    expect(assets.map(({ name }) => name)).toEqual(['a.glb', 'sub/b.glb', 'a.glb (2)', 'c/d.glb', 'a.glb + e.glb']);
    expect(assets.map(({ error }) => error).join()).not.toMatch(/home|elsewhere|\/q/);
  });
});
