import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodePng } from '../../cli/images/decode-png.ts';
import { createPlainLooks, type Looks } from '../../cli/looks/looks.ts';
import { PLAIN_MATERIAL } from '../../cli/looks/material.ts';
import { toHtml } from '../../cli/reports/html.ts';
import { toJunit } from '../../cli/reports/junit.ts';
import { packerIsReady } from '../../cli/reports/pack-array.ts';
import { packLooks } from '../../cli/reports/pack-images.ts';
import { packAsset } from '../../cli/reports/pack-scene.ts';
import { measureScene } from '../../cli/reports/scene.ts';
import { createCharacterSubject } from '../../cli/subjects/character-subject.ts';
import { stagePages } from '../../scripts/package/stage-package.ts';
import { assembleReport } from '../../src/check/findings/write-report.ts';
import {
  type AssetReport,
  type CheckReport,
  type CheckSubject,
  checkSubject,
  type Issue,
} from '../../src/check/index.ts';
import { matchesIgnore } from '../../src/check/plan/ignore.ts';
import { resolveOptions } from '../../src/check/plan/options.ts';
import { needsChromium } from '../needs.ts';
import { executablePath, launchChromium } from '../support/launch-chromium.ts';
import { tabThrough } from '../support/tab-through.ts';
import { createHostileReport, createHostileSubject } from './hostile-report.ts';

/** All bodies with an image that is white on the left and green on the right, of which only the right is laid on them. */
function paintGreen({ bodies }: CheckSubject): Looks {
  const looks = createPlainLooks(bodies);
  const rgba = Uint8Array.from({ length: 4 * 64 }, (_, k) => ((k >> 2) % 8 < 4 ? 255 : [0, 150, 0, 255][k % 4]));
  return {
    ...looks,
    images: [{ width: 8, height: 8, rgba }],
    materials: [{ ...PLAIN_MATERIAL, image: 0, isUnlit: true }],
    bodies: looks.bodies.map(body => ({
      ...body,
      uvs: Float32Array.from({ length: 2 * body.vertexOf.length }, (_, k) => (k % 2 === 0 ? 0.75 : (k >> 1) / 9)),
    })),
  };
}

function withSlightIssues(asset: AssetReport): AssetReport {
  return { ...asset, issues: asset.issues.map(issue => ({ ...issue, severity: 1 })) };
}

/** The report of two issues, the first in three intervals and worse than before, the other the same. */
function createMany(asset: AssetReport): AssetReport {
  const [clip] = asset.clips;
  const [finding] = clip.findings;
  const findings = [0, 1, 2, 3].map(k => ({ ...finding, id: `f${k}`, start: 0.1 + k, end: 0.5 + k, worst: 0.3 + k }));
  const [issue] = asset.issues;
  const issues: Issue[] = [
    { ...issue, id: 'one', findings: [1, 0, 2].map(n => [0, n]), compared: 'worse' },
    { ...issue, id: 'two', findings: [[0, 3]], compared: 'same' },
  ];
  return { ...asset, name: 'many.glb', issues, clips: [{ ...clip, name: 'walk', start: 0, end: 4, findings }] };
}

describe('the page of a report in Chromium, without a network', needsChromium(executablePath), () => {
  const folder = mkdtempSync(join(tmpdir(), 'poseclash-'));
  const address = pathToFileURL(join(folder, 'report.html')).href;
  let browser: Browser;
  let report: CheckReport;

  beforeAll(async () => {
    const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
    for (const name of ['page.js', 'page.css']) {
      copyFileSync(join(await stagePages(root), 'report-page', name), join(folder, name));
    }
    await packerIsReady;
    const options = resolveOptions({ clips: ['reach', 'cross-arms'] });
    const [character, hostile] = [createCharacterSubject(), createHostileSubject()];
    const asset = checkSubject(character, options);
    const strange = createHostileReport().assets.map(withSlightIssues); // so the page opens with the character
    report = assembleReport(options, [asset, ...strange, createMany(strange[0])]);
    const page = { script: read('page.js'), style: read('page.css') };
    const scenes = [measureScene(character, asset, options), measureScene(hostile, strange[0], options), null, null];
    const looks = packLooks(paintGreen(character), 64);
    const assets = report.assets.map((one, k) => packAsset(one, scenes[k], k === 0 ? looks : undefined));
    writeFileSync(join(folder, 'report.html'), toHtml(report, assets, page));
    const bare = report.assets.map(one => packAsset(one, null));
    writeFileSync(join(folder, 'bare.html'), toHtml(report, bare, page));
    const turned = { ...report, assets: [...report.assets].reverse() };
    writeFileSync(join(folder, 'turned.html'), toHtml(turned, [...bare].reverse(), page));
    browser = await launchChromium();
  });

  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

  /** Opens the report with all networks cut; nothing may be asked for, and nothing may go wrong. */
  async function open(
    url: string,
    look: (page: Page) => Promise<void>,
    { ready = 'view', ...options }: BrowserContextOptions & { ready?: string } = {},
  ): Promise<void> {
    const context = await browser.newContext({ viewport: { width: 1100, height: 760 }, ...options });
    await context.setOffline(true);
    const problems: string[] = [];
    await context.route(/^(?!file:|data:)/, route => {
      problems.push(`asked for ${route.request().url()}`);
      return route.abort();
    });
    const page = await context.newPage();
    page.setDefaultTimeout(0);
    page.on('pageerror', error => problems.push(error.message));
    page.on('dialog', dialog => {
      problems.push(`a script of a name ran: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('console', message => {
      const isDriver = message.text().includes('GL Driver Message'); // of the software renderer, on reading its picture
      if (['error', 'warning'].includes(message.type()) && !isDriver) problems.push(message.text());
    });
    await page.goto(url);
    if (options.javaScriptEnabled !== false) {
      await page.waitForSelector(`body[data-ready=${ready}]`);
    }
    await look(page);
    expect(problems).toEqual([]);
    await context.close();
  }

  const timeOf = async (page: Page): Promise<number> => Number.parseFloat((await page.textContent('.time'))!);
  const chosen = (page: Page): Promise<string | null> => page.textContent('section:not([hidden]) .issue.chosen .name');
  const findingOf = (clip: string, k = 0) => report.assets[0].clips.find(({ name }) => name === clip)!.findings[k];

  /** Of the picture: how many pixels are hot (red well above blue), and how many darker than what is behind. */
  async function lookAt(page: Page): Promise<{ hot: number; drawn: number; green: number }> {
    // A frame that begins now shows what was asked for, and the next one comes when it is drawn.
    await page.evaluate('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))');
    const { width, height, rgba } = decodePng(await page.locator('.picture').screenshot());
    // Between caption and legend.
    const top = Math.floor(0.18 * height);
    const data = rgba.subarray(4 * width * top, 4 * width * (top + Math.floor(0.55 * height)));
    let hot = 0;
    let drawn = 0;
    let green = 0;
    for (let k = 0; k < data.length; k += 4) {
      if (data[k] > 150 && data[k] > data[k + 2] + 60) hot++;
      if (Math.max(data[k], data[k + 1], data[k + 2]) < 195) drawn++;
      if (data[k + 1] > data[k] + 60 && data[k + 1] > data[k + 2] + 60) green++;
    }
    return { hot, drawn, green };
  }

  it('is one script of under 800 KB that cannot end its element', () => {
    expect(statSync(join(folder, 'page.js')).size).toBeLessThan(800_000);
    expect(read('page.js')).not.toMatch(/<!--|<script/i);
    expect(read('page.css')).not.toMatch(/url\(|@import/);
  });

  it('opens at the worst issue, with the character and its heat in the picture', async () => {
    await open(address, async page => {
      const deepest = findingOf('cross-arms');
      expect(await chosen(page)).toBe('right-hand through ribs');
      expect(await timeOf(page)).toBeCloseTo(deepest.worst, 3);
      const { hot, drawn } = await lookAt(page);
      expect(drawn).toBeGreaterThan(8000);
      expect(hot).toBeGreaterThan(150);
      expect(await page.textContent('.legend')).toMatch(/44\.4 mm.*2\.44 %/);
      expect(await page.textContent('header')).toMatch(/^\s*6 collisions/);
    });
  });

  it('opens with the asset of the worst issue, wherever it stands', async () => {
    await open(pathToFileURL(join(folder, 'turned.html')).href, async page => {
      expect(await page.inputValue('#assets')).toBe(String(report.assets.length - 1));
      expect(await chosen(page)).toBe('right-hand through ribs');
    });
  });

  it('a click on a bar goes to its finding, one beside it to that time', async () => {
    await open(address, async page => {
      const bar = page.locator('.timeline:visible .bar').nth(1);
      const title = (await bar.getAttribute('title'))!;
      await bar.click();
      expect(title).toContain((await chosen(page))!);
      expect(await chosen(page)).not.toBe('right-hand through ribs');
      const track = (await page.locator('.timeline:visible .track').first().boundingBox())!;
      await page.mouse.click(track.x + 0.1 * track.width, track.y + track.height / 2);
      expect(await timeOf(page)).toBeCloseTo(0.28, 1);
      expect(decodeURIComponent(await page.evaluate('location.hash'))).toMatch(/clip=cross-arms&t=0\.2\d+&finding=/);
    });
  });

  it('a link opens its asset, clip, time and finding', async () => {
    const { id, worst } = findingOf('reach');
    const hash = `#asset=${encodeURIComponent('the built-in character')}&clip=reach&t=1.15&finding=${encodeURIComponent(id)}`;
    await open(address + hash, async page => {
      expect(await chosen(page)).toBe('right-hand through right-thigh');
      expect(await timeOf(page)).toBe(1.15);
      expect(await page.locator('.timeline:visible figcaption').textContent()).toMatch(/^reach/);
      // And one that is followed within the page.
      await page.evaluate(`location.hash = '#clip=reach&t=${worst}&finding=${encodeURIComponent(id)}'`);
      await expect.poll(() => timeOf(page)).toBeCloseTo(worst, 3);
    });
  });

  it('keys move between issues, step, and play around the finding', async () => {
    await open(address, async page => {
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      expect(await chosen(page)).toBe('right-hand through right-thigh');
      const { worst, start, end } = findingOf('reach');
      expect(await timeOf(page)).toBeCloseTo(worst, 3);
      await page.keyboard.press('.');
      expect(await timeOf(page)).toBeCloseTo(worst + 1 / 30, 3);
      await page.keyboard.press('ArrowUp');
      expect(await chosen(page)).toBe('left-hand through chest');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Space');
      await expect.poll(() => timeOf(page)).not.toBeCloseTo(worst, 3);
      const seen = [await timeOf(page)];
      while (new Set(seen).size < 4) seen.push(await timeOf(page));
      await page.keyboard.press('Space');
      const stopped = await timeOf(page);
      await page.evaluate('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))');
      expect(await timeOf(page)).toBe(stopped);
      expect(Math.min(...seen)).toBeGreaterThanOrEqual(start - 0.34);
      expect(Math.max(...seen)).toBeLessThanOrEqual(end + 0.34);
    });
  });

  it('arrows go through the intervals of an issue, Enter opens it, and a click on it folds it again', async () => {
    await open(`${address}#asset=many.glb`, async page => {
      const row = page.locator('.issue.chosen');
      const links = row.locator('.intervals a');
      expect(await row.getAttribute('open')).toBeNull();
      await page.keyboard.press('Enter');
      expect(await row.getAttribute('open')).toBe('');
      expect(await links.count()).toBe(3);
      const at = (): Promise<number> =>
        links.evaluateAll(all =>
          all.findIndex(link => (link as unknown as { className: string }).className.split(' ').includes('chosen')),
        );
      const before = await at();
      await page.keyboard.press(before === 0 ? 'ArrowRight' : 'ArrowLeft');
      expect(Math.abs((await at()) - before)).toBe(1);
      await links.nth(2).click();
      expect([await at(), await page.evaluate('location.hash')]).toEqual([2, await links.nth(2).getAttribute('href')]);
      await row.locator('summary').click();
      expect(await row.getAttribute('open')).toBeNull();
    });
  });

  it('is all reached by the keyboard, in its order, and shows where one is', async () => {
    await open(address, async page => {
      const { count, faults } = await tabThrough(page);
      expect(faults).toEqual([]);
      expect(count).toBeGreaterThan(12);
    });
  });

  it('is searched, filtered and sorted, and says which keys there are', async () => {
    await open(address, async page => {
      const names = (): Promise<string[]> => page.locator('.issue:visible .name').allTextContents();
      expect(await names()).toEqual([
        'right-hand through ribs',
        'left-hand through chest',
        'right-hand through right-thigh',
      ]);
      await page.keyboard.press('/');
      await page.keyboard.type('thigh REACH');
      expect(await names()).toEqual(['right-hand through right-thigh']);
      expect(await page.textContent('.found')).toBe('1 of 3');
      await page.keyboard.press('Enter');
      expect(await chosen(page)).toBe('right-hand through right-thigh');
      await page.keyboard.press('/');
      await page.keyboard.press('Escape');
      await page.selectOption('select[title="Order"]', 'name');
      expect((await names())[0]).toBe('left-hand through chest');
      await page.selectOption('select[title="Body part"]', 'chest');
      expect(await names()).toContain('left-hand through chest');
      expect(await names()).not.toContain('right-hand through ribs');
      expect(await page.locator('.only').isVisible()).toBe(false);
      await page.selectOption('#assets', '1');
      await page.waitForSelector('section[data-asset="1"]:not([hidden])');
      expect(await page.locator('.issue:visible').count()).toBe(1); // the other list is folded
      await page.selectOption('select[title="List"]', 'joint');
      expect((await names()).map(name => name.includes(' and '))).toEqual([true]);
      await page.evaluate('document.activeElement.blur()');
      await page.keyboard.press('?');
      expect(await page.locator('dialog').textContent()).toContain('intervals of an issue');
    });
  });

  it('accepted issues become one configuration that ignores them', async () => {
    await open(address, async page => {
      await page.keyboard.press('a');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.locator('.issue.chosen .accept-button').click();
      const { ignore } = JSON.parse((await page.textContent('.config'))!);
      const [first, second] = report.assets[0].issues.filter(issue => !issue.under);
      const kept = report.assets[0].issues.filter(
        ({ a, b }) =>
          !ignore.some((pattern: string) => matchesIgnore(pattern, { ...a, materials: [] }, { ...b, materials: [] })),
      );
      expect(kept).toEqual(
        report.assets[0].issues.filter(
          ({ id, under }) => ![first.id, second.id].some(one => one === id || one === under),
        ),
      );
      await page.locator('.issue.chosen .accept-button').click();
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('a');
      expect(await page.locator('.accepted').isVisible()).toBe(false);
    });
  });

  it('shows only what changed since an earlier report, if that is asked for', async () => {
    await open(`${address}#asset=many.glb`, async page => {
      const names = (): Promise<string[]> => page.locator('.issue:visible .badge').allTextContents();
      expect(await page.locator('.issue:visible').count()).toBe(2);
      await page.check('.changed');
      expect(await names()).toContain('worse');
      expect(await page.locator('.issue:visible').count()).toBe(1);
    });
  });

  it('prints all issues opened, without the picture and what one can press', async () => {
    await open(address, async page => {
      await page.evaluate('dispatchEvent(new Event("beforeprint"))');
      await page.emulateMedia({ media: 'print' });
      expect(await page.locator('.issue[open]').count()).toBe(await page.locator('.issue').count());
      for (const kind of ['.canvas', '.toolbar', '.transport', '.keys'])
        expect(await page.locator(`${kind}:visible`).count()).toBe(0);
      expect(await page.locator('section:visible').count()).toBe(report.assets.length);
      await page.evaluate('dispatchEvent(new Event("afterprint"))');
      expect(await page.locator('.issue[open]').count()).toBe(0);
    });
  });

  it('the asset is picked from a list; names that are scripts stay names', async () => {
    await open(address, async page => {
      await page.selectOption('#assets', '1');
      await page.waitForSelector('section[data-asset="1"]:not([hidden])');
      expect(await chosen(page)).toContain('<img src=x onerror=alert(1)>');
      expect(await page.locator('section:not([hidden]) h2').textContent()).toContain(
        '</script><script>alert(1)</script>.glb',
      );
      expect((await lookAt(page)).hot).toBeGreaterThan(100);
      await page.selectOption('#assets', '2');
      expect(await page.locator('section:not([hidden])').textContent()).toContain('Not checked');
    });
  });

  it('bodies look as their file has them, with images, or are of clay; without looks there is no such choice', async () => {
    await open(address, async page => {
      await expect.poll(async () => (await lookAt(page)).green).toBeGreaterThan(3000);
      await page.click('button:text-is("Clay")');
      const clay = await lookAt(page);
      expect([clay.green, clay.hot > 100]).toEqual([0, true]);
      await page.keyboard.press('m');
      expect((await lookAt(page)).green).toBeGreaterThan(3000);
      await page.selectOption('#assets', '1');
      await page.waitForSelector('section[data-asset="1"]:not([hidden])');
      expect(await page.locator('button:text-is("Clay")').isVisible()).toBe(false);
    });
  });

  it('fits a phone, light and dark', async () => {
    const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const;
    await open(
      address,
      async page => {
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
        await page.selectOption('#assets', '1');
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
        expect(await page.evaluate(`getComputedStyle(document.body).backgroundColor`)).toBe('rgb(20, 23, 27)');
      },
      phone,
    );
  });

  it('says what to do without geometry, without 3D and without scripts', async () => {
    await open(pathToFileURL(join(folder, 'bare.html')).href, async page => {
      expect(await page.textContent('.caption')).toBe('The geometry was left out of this report.');
      expect(await page.locator('.transport').isVisible()).toBe(false);
      await page.keyboard.press('ArrowDown');
      expect(await chosen(page)).toBe('left-hand through chest');
    });
    await open(
      address,
      async page => {
        expect(await page.locator('section').count()).toBe(4);
        expect(await page.locator('section:visible').count()).toBe(4);
        expect(await page.locator('.issue').first().textContent()).toContain('right-hand through ribs');
      },
      { javaScriptEnabled: false },
    );
    const blind = await browser.newContext();
    await blind.addInitScript('HTMLCanvasElement.prototype.getContext = () => null;');
    const page = await blind.newPage();
    page.setDefaultTimeout(0);
    await page.goto(address);
    await page.waitForSelector('body[data-ready=tables]');
    expect(await page.textContent('.message')).toMatch(/WebGL2 is missing or switched off\. The list has everything/);
    await page.keyboard.press('ArrowDown');
    expect(await chosen(page)).toBe('left-hand through chest');
    await blind.close();
  });

  it('a browser reads the JUnit file as XML too', async () => {
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    const xml = JSON.stringify(toJunit(report, 'collision'));
    const found = await page.evaluate(`(() => {
      const parsed = new DOMParser().parseFromString(${xml.replaceAll('</', '<\\/')}, 'application/xml');
      return [parsed.querySelectorAll('parsererror').length, parsed.querySelectorAll('testsuite').length];
    })()`);
    expect(found).toEqual([0, 4]);
    await page.close();
  });
});
