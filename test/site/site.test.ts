import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stageOnce } from '../../scripts/package/stage-once.ts';
import { stagePages } from '../../scripts/package/stage-package.ts';
import { buildSite } from '../../scripts/site/build-site.ts';
import { renderMarkdown } from '../../scripts/site/render-markdown.ts';
import { makeHit } from '../cli/make-boxes.ts';
import { needsChromium } from '../needs.ts';
import { executablePath, launchChromium } from '../support/launch-chromium.ts';
import { tabThrough } from '../support/tab-through.ts';
import { findBrokenLinks } from './check-links.ts';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const SOURCES = [
  'site',
  'scripts/site',
  'docs',
  'examples',
  'src',
  'cli',
  'models',
  'README.md',
  'CHANGELOG.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
];
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.txt': 'text/plain',
  '.svg': 'image/svg+xml',
};

let folder: string;

// Without the API reference, which takes longest. The bundles take some seconds, once for each state of the sources.
beforeAll(async () => {
  const pages = await stagePages(root);
  folder = await stageOnce(root, 'site', SOURCES, building => buildSite(root, building, { pages, hasApi: false }));
});

describe('the site', () => {
  it('has no link and no picture that leads nowhere', () => {
    const names = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry =>
        join(entry.parentPath, entry.name)
          .slice(folder.length + 1)
          .replaceAll('\\', '/'),
      );
    const isOurs = (name: string): boolean => name.endsWith('.html') && !/^(viewer|gallery\/live)\//.test(name);
    const files = new Map(names.map(name => [name, isOurs(name) ? readFileSync(join(folder, name), 'utf8') : '']));
    expect([...files.keys()].filter(isOurs).length).toBeGreaterThan(40);
    expect(findBrokenLinks(files)).toEqual([]);
    const broken =
      '<a href="./nowhere.html"></a><a href="#none"></a><a href="docs/check.html#exit-codes"></a><img src="./x.png">';
    expect(findBrokenLinks(new Map([...files, ['extra.html', broken]])).length).toBe(3);
  });

  it('tells programs what there is, with links that lead to text', () => {
    const text = readFileSync(join(folder, 'llms.txt'), 'utf8');
    expect(text).toMatch(/^# poseclash\n\n> Finds where meshes that bend touch/);
    const links = [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\)/gm)].map(([, link]) => link);
    expect(links).toContain('docs/check.md');
    expect(links.filter(link => !existsSync(join(folder, link)))).toEqual([]);
  });

  it('names headings as GitHub does, and leaves out links that lead nowhere', () => {
    const { html, anchors, title, summary } = renderMarkdown(
      '# A `b`, c!\n\nSome [x](y).\n\n## A b c\n## A b c\n',
      () => null,
    );
    expect([...anchors]).toEqual(['a-b-c', 'a-b-c-1', 'a-b-c-2']);
    expect([title, summary, html.includes('<a')]).toEqual(['A b, c!', 'Some x.', false]);
  });
});

describe('the site in Chromium', needsChromium(executablePath), () => {
  let browser: Browser;
  let server: Server;
  let base: string;

  beforeAll(async () => {
    server = createServer((request, response) => {
      const file = join(
        folder,
        decodeURIComponent(new URL(request.url!, 'http://any').pathname).replace('/below/', '/'),
      );
      const isThere = existsSync(file);
      response.writeHead(isThere ? 200 : 404, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
      response.end(isThere ? readFileSync(file) : '');
    });
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/below/`;
    browser = await launchChromium();
  });

  afterAll(async () => {
    await browser?.close();
    server?.closeAllConnections();
    server?.close();
  });

  async function open(
    path: string,
    width: number,
    look: (page: Page, asked: string[]) => Promise<void>,
  ): Promise<void> {
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    page.setDefaultTimeout(0);
    const problems: string[] = [];
    const asked: string[] = [];
    page.on('pageerror', error => problems.push(error.message));
    page.on('console', message => {
      const isDriver = message.text().includes('GL Driver Message');
      if (['error', 'warning'].includes(message.type()) && !isDriver) problems.push(message.text());
    });
    page.on('request', request => asked.push(`${request.method()} ${request.url()}`));
    await page.goto(base + path);
    await look(page, asked);
    expect(problems).toEqual([]);
    await page.close();
  }

  it.each(['index.html', 'docs/check.html', 'docs/results.html', 'gallery/index.html'])(
    '%s fits a phone, and begins with a way to the text',
    async path => {
      await open(path, 390, async page => {
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
        await page.keyboard.press('Tab');
        expect(await page.evaluate('document.activeElement.getAttribute("href")')).toBe('#main');
        expect(
          await page.evaluate(
            '[...document.images].filter(image => image.complete && image.naturalWidth === 0).length',
          ),
        ).toBe(0);
      });
    },
  );

  it('is all reached by the keyboard, in its order, and shows where one is: the page to drop files on', async () => {
    await open('index.html', 1000, async page => {
      const { count, faults } = await tabThrough(page);
      expect(faults).toEqual([]);
      expect(count).toBeGreaterThan(12);
      // And it notices what is wrong.
      await page.addStyleTag({ content: '#example:focus-visible { outline: none }' });
      await page.evaluate("document.querySelector('.cards a').tabIndex = 5");
      const spoilt = (await tabThrough(page)).faults.join();
      expect(spoilt).toMatch(/#example does not show the focus[\s\S]*are reached, in this order/);
      await page.evaluate(
        "addEventListener('keydown', event => { if (event.target.id === 'choose') event.preventDefault(); })",
      );
      expect((await tabThrough(page)).faults.join()).toContain('never leaves');
    });
  });

  it('checks a dropped file without sending anything, and says what is wrong with another', async () => {
    await open('index.html', 1000, async (page, asked) => {
      const drop = (name: string, text: string): Promise<void> =>
        page.setInputFiles('#files', [{ name, mimeType: 'model/gltf+json', buffer: Buffer.from(text) }]);
      await drop('hit.gltf', makeHit());
      const reported = async (): Promise<string | null> => {
        await page.waitForSelector('#found:not([hidden])', { state: 'attached' });
        const frame = (await (await page.$('#report'))!.contentFrame())!;
        await frame.waitForSelector('body[data-ready]');
        return frame.textContent('body');
      };
      expect(await reported()).toMatch(/1 collision[\s\S]*ram through wall/);
      expect((await tabThrough(page)).faults).toEqual([]); // into the report, and out of it again
      await drop('broken.glb', 'glTF?');
      await page.waitForFunction('document.getElementById("found").hidden === false');
      await page.frameLocator('#report').getByText('1 could not be checked').first().waitFor();
      await drop('notes.txt', 'nothing');
      await page.waitForSelector('#fault:not([hidden])');
      expect(await page.textContent('#fault')).toBe('There is no .glb, .gltf or .vrm among these files.');
      expect(asked.filter(line => !line.startsWith(`GET ${base}`) && !line.startsWith('GET blob:'))).toEqual([]);
    });
  });
});
