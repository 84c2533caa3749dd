import { describe, expect, it } from 'vitest';
import { formatLink, parseLink } from '../../cli/reports/deep-link.ts';
import { readPage, toHtml } from '../../cli/reports/html.ts';
import { packAsset } from '../../cli/reports/pack-scene.ts';
import { createHostileReport, HOSTILE } from './hostile-report.ts';

const report = createHostileReport();
const assets = report.assets.map(asset => packAsset(asset, null));
const html = toHtml(report, assets, { script: 'run("</script>")', style: 'a{}' });

describe('the page of a report, before any script runs', () => {
  it('has two scripts, its own, whatever names say, and no other element of theirs', () => {
    expect(html.match(/<script/gi)).toHaveLength(2);
    expect(html.match(/<\/script/gi)).toHaveLength(2);
    expect(html).not.toMatch(/<img|<!--|<script>alert/i);
    // No name leaves its attribute.
    for (const [tag] of html.matchAll(/<(a|span|option|tr|td)\b[^>]*>/g))
      expect(tag).not.toMatch(/onerror=alert\(1\)>?"?>$/);
  });

  it('tells its own script from any other, and may load nothing', () => {
    const [, policy] = /Content-Security-Policy" content="([^"]*)"/.exec(html)!;
    expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[A-Za-z0-9+/=]+' 'wasm-unsafe-eval';/);
    expect(policy).not.toMatch(/https?:|\*|script-src[^;]*unsafe-inline/);
    expect(html.match(/(src|href)="(?!#|data:)[^"]*"/g)).toBeNull();
    expect(html).not.toMatch(/@import|url\(/);
  });

  it('holds the same data that the script reads', () => {
    const [, json] = /id="data">([^<]*)</.exec(html)!;
    expect(JSON.parse(json).assets).toEqual(JSON.parse(JSON.stringify(assets)));
  });

  it('opens with the asset of the worst issue that counts', () => {
    const [asset] = report.assets;
    const [issue] = asset.issues;
    const withIssues = (...issues: (typeof issue)[]) => ({ ...asset, issues });
    const collision = { ...issue, list: 'collision' as const, suppressed: undefined, under: undefined };
    const milder = { ...collision, severity: collision.severity / 2 };
    const firstOf = (...several: (typeof asset)[]): number => {
      const text = toHtml({ ...report, assets: several }, [], { script: '', style: '' });
      return JSON.parse(/id="data">([^<]*)</.exec(text)![1]).first;
    };
    expect(firstOf(withIssues(), withIssues(milder), withIssues(milder, collision), withIssues(collision))).toBe(2);
    expect(firstOf(withIssues({ ...collision, list: 'joint' }), withIssues(milder))).toBe(1);
    expect(firstOf(withIssues({ ...collision, suppressed: 'known' }), withIssues(milder))).toBe(1);
    expect(firstOf(withIssues(), withIssues())).toBe(0);
    expect(firstOf()).toBe(0);
  });

  it('lists every issue with when and how deep, notes, and what could not be checked', () => {
    const text = html.replace(/<style>[\s\S]*?<\/style>|<script[\s\S]*?<\/script>/g, '').replace(/<[^>]*>/g, ' ');
    const [finding] = report.assets[0].clips[0].findings;
    expect(text).toContain(`${finding.start.toFixed(3)}\u00a0-\u00a0${finding.end.toFixed(3)}\u00a0s`);
    expect(text).toContain(`${finding.worst.toFixed(3)}\u00a0s`);
    expect(text).toContain('known from the earlier report');
    expect(text).toMatch(
      /1 collision {2}[\s\S]*1 at joints or slight · 1 suppressed · 2 could not be checked · 3 clips of 2 assets/,
    );
    expect(text.match(/Not checked: /g)).toHaveLength(1);
    expect(text).toContain('was not checked: ');
    expect(html.match(/<details class="issue/g)).toHaveLength(2);
    expect(html).toMatch(/<details class="list collision" open><summary>Limb through body <b>1</);
    expect(html).toMatch(/<details class="list joint"><summary>At joints, or slight <b>1</);
    expect(html).toMatch(/<details class="suppressed"><summary>Suppressed <b>1</);
    for (const reason of report.assets[0].issues[0].reasons) expect(text).toContain(reason);
  });

  it('has pictures in its rows, tells what nobody sees, and what became of issues since an earlier report', () => {
    const [asset] = report.assets;
    const [issue, , other] = asset.issues;
    const part = { ...other, id: 'z', under: issue.id };
    const [finding] = asset.clips[0].findings;
    const compared = {
      ...report,
      assets: [
        { ...asset, issues: [{ ...issue, compared: 'worse' as const }, part, { ...other, unseen: 'hidden' as const }] },
      ],
      comparison: {
        ...{ new: 0, worse: 1, same: 0, better: 0 },
        fixed: [asset.name, 'x'].map(name => ({ asset: name, clip: HOSTILE[0], finding })),
      },
    };
    const thumbs = [new Map([[0, 'data:image/png;base64,AAAA']])];
    const changed = toHtml(
      compared,
      compared.assets.map(one => packAsset(one, null)),
      { script: '', style: '' },
      thumbs,
    );
    expect(changed.match(/<img[^>]*>/g)).toEqual([
      '<img class="thumb" src="data:image/png;base64,AAAA" width="120" height="90" alt="" loading="lazy" decoding="async">',
    ]);
    expect(changed).toContain('since the baseline: 0 new, 1 worse, 0 better, 2 fixed');
    expect(changed).toContain('Fixed since the baseline <b>1</b>');
    const rows = changed.split('<details class="issue').slice(1);
    expect(rows.map(row => row.includes('<span class="badge worse">worse</span>'))).toEqual([true, false]);
    expect(rows.map(row => row.startsWith(' unseen"'))).toEqual([false, true]);
    expect(rows.map(row => row.includes('With it'))).toEqual([true, false]);
  });

  it('is the same bytes every time', () => {
    const again = createHostileReport();
    const page = { script: 'run("</script>")', style: 'a{}' };
    expect(
      toHtml(
        again,
        again.assets.map(asset => packAsset(asset, null)),
        page,
      ),
    ).toBe(html);
  });

  it('says how to build the page where it is not built', () => {
    expect(() => readPage(['./nowhere/'])).toThrow('--html: the page of the report is not built; run npm run build.');
  });
});

describe('links into a report', () => {
  it.each(HOSTILE)('come back as they were: %j', name => {
    const whole = name.replace(/\ud83d(?= )|(?<= )\udc4d/g, '\ufffd');
    const link = { asset: whole, clip: `${whole}&t=9`, time: 0.533, finding: `a/b:c/${whole}/1` };
    expect(parseLink(formatLink(link))).toEqual(link);
    expect(formatLink({ asset: name })).toMatch(/^#[^"'<>\s]*$|'/);
  });

  it('can be read, and forgive what cannot', () => {
    expect(formatLink({ asset: 'a/hero.glb', clip: 'run', time: 0.53333333, finding: 'run/x:y/1' })).toBe(
      '#asset=a/hero.glb&clip=run&t=0.5333&finding=run/x:y/1',
    );
    expect(parseLink('#t=soon&clip=%E0%A4%A&=3&&x')).toEqual({ clip: '%E0%A4%A' });
    expect(parseLink('')).toEqual({});
  });
});
