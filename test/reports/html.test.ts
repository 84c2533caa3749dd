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

  it('lists every finding with when and how deep, notes, and what could not be checked', () => {
    const text = html.replace(/<style>[\s\S]*?<\/style>|<script[\s\S]*?<\/script>/g, '').replace(/<[^>]*>/g, ' ');
    const [finding] = report.assets[0].clips[0].findings;
    expect(text).toContain(`${finding.start.toFixed(3)}\u00a0-\u00a0${finding.end.toFixed(3)}\u00a0s`);
    expect(text).toContain(`${finding.worst.toFixed(3)} s`);
    expect(text).toContain('known from the earlier report');
    expect(text).toMatch(
      /1 collision {2}[\s\S]*1 crease · 1 suppressed · 2 could not be checked · 3 clips of 2 assets/,
    );
    expect(text.match(/Not checked: /g)).toHaveLength(1);
    expect(text).toContain('was not checked: ');
    expect(html.match(/<tr class="(through|crease|suppressed)"/g)).toHaveLength(3);
    expect(html).toMatch(/<details><summary>Suppressed/);
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
