import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodePng } from '../../cli/images/decode-png.ts';
import { needsChromium } from '../needs.ts';
import { executablePath, launchChromium } from '../support/launch-chromium.ts';

/** Nothing is drawn before `isWatched` is set: without a graphics card that takes longer than all else, and nobody looks. */
const DRAW_IF_WATCHED = `
  for (const name of ['drawElements', 'drawArrays', 'drawElementsInstanced', 'drawArraysInstanced']) {
    const draw = WebGL2RenderingContext.prototype[name];
    WebGL2RenderingContext.prototype[name] = function (...args) {
      if (globalThis.isWatched) draw.apply(this, args);
    };
  }`;

const folder = fileURLToPath(new URL('../../examples/pages/', import.meta.url));

describe('the example pages', () => {
  it.each(readdirSync(folder).filter(name => name.endsWith('.html')))('%s has under 60 lines', name => {
    expect(readFileSync(`${folder}${name}`, 'utf8').trimEnd().split('\n').length).toBeLessThan(60);
  });
});

describe('the example pages in Chromium', needsChromium(executablePath), () => {
  let cacheDir: string; // its own: servers that share one rewrite it under each other
  let server: ViteDevServer;
  let browser: Browser;

  beforeAll(async () => {
    cacheDir = mkdtempSync(join(tmpdir(), 'vite-'));
    const configFile = `${folder}vite.config.js`;
    server = await createServer({ configFile, cacheDir, logLevel: 'silent', server: { port: 0 } });
    await server.listen();
    browser = await launchChromium();
  });

  afterAll(async () => {
    await browser?.close();
    await server?.close();
    rmSync(cacheDir, { recursive: true, force: true });
  });

  /** Opens a page, lets it draw some frames and hands it to `look`; nothing may go wrong meanwhile. */
  async function open(path: string, frames: number, look: (page: Page) => Promise<void>): Promise<void> {
    const page = await browser.newPage({ viewport: { width: 440, height: 280 } });
    page.setDefaultTimeout(0);
    const problems: string[] = [];
    page.on('pageerror', error => problems.push(error.message));
    page.on('console', message => {
      const isDriver = message.text().includes('GL Driver Message'); // of the software renderer, on reading its picture
      if (['error', 'warning'].includes(message.type()) && !isDriver) problems.push(message.text());
    });
    await page.addInitScript(DRAW_IF_WATCHED);
    await page.goto(`${server.resolvedUrls!.local[0]}${path}`);
    await waitForFrames(page, frames);
    await look(page);
    expect(problems).toEqual([]);
    await page.close();
  }

  /** Scripts for the page are texts: its names are not those of this program. */
  async function waitForFrames(page: Page, count: number): Promise<void> {
    await page.waitForFunction(`Number(document.body.dataset.frames) >= ${count}`);
  }

  /** How many colours a picture of the page has, and how many of its pixels are near one of them. */
  async function lookAt(page: Page, [red, green, blue]: number[]): Promise<{ colors: number; near: number }> {
    const frames = Number(await page.evaluate('globalThis.isWatched = true, document.body.dataset.frames'));
    await waitForFrames(page, frames + 2);
    const { rgba } = decodePng(await page.screenshot());
    const colors = new Set<number>();
    let near = 0;
    for (let k = 0; k < rgba.length; k += 4) {
      colors.add((rgba[k] << 16) | (rgba[k + 1] << 8) | rgba[k + 2]);
      if (Math.hypot(rgba[k] - red, rgba[k + 1] - green, rgba[k + 2] - blue) < 40) near++;
    }
    return { colors: colors.size, near };
  }

  const sayOf = (page: Page): Promise<string | null> => page.textContent('#say');

  it('hover: names what the pointer is over, and paints it', async () => {
    await open('hover.html?t=3.3', 2, async page => {
      expect(await sayOf(page)).toMatch(/^12 asked in [\d.]+ ms$/);
      await page.mouse.move(166, 138); // the chest of a dancer in the first row
      await waitForFrames(page, 5);
      expect(await sayOf(page)).toMatch(/^(waist|ribs|chest), face \d+, found in [\d.]+ ms$/);
      const { colors, near } = await lookAt(page, [255, 45, 107]);
      expect(colors).toBeGreaterThan(1000);
      expect(near).toBeGreaterThan(3);
    });
  });

  it('meet: shows what touches in red', async () => {
    await open('meet.html?t=6.2', 2, async page => {
      expect(await sayOf(page)).toMatch(
        /^[1-9]\d\d pairs of faces touch, [\d.]+ ms, \d+ of \d+ vertices moved to know$/,
      );
      const { colors, near } = await lookAt(page, [232, 17, 45]);
      expect(colors).toBeGreaterThan(1000);
      expect(near).toBeGreaterThan(100);
    });
  });

  it('grasp: hands close until they touch', async () => {
    await open('grasp.html?t=1', 1, async page => {
      const said = /^(\d+) and (\d+) pairs of faces touch; [\d.]+ ms for each look at a hand$/;
      const [, left, right] = said.exec((await sayOf(page))!)!.map(Number);
      await waitForFrames(page, 32);
      const [, leftNow, rightNow] = said.exec((await sayOf(page))!)!.map(Number);
      expect(leftNow).toBeGreaterThan(left + 50);
      expect(rightNow).toBeGreaterThan(right + 50);
      const { colors, near } = await lookAt(page, [255, 176, 0]);
      expect(colors).toBeGreaterThan(1000);
      expect(near).toBeGreaterThan(20);
    });
  });

  it('hand: a tracked hand touches, and tells with which of its joints', async () => {
    await open('hand.html?t=3', 2, async page => {
      expect(await sayOf(page)).toMatch(/^[1-9]\d* joints touch, one is [a-z]+-finger-[a-z-]+; known in [\d.]+ ms$/);
      const { colors, near } = await lookAt(page, [255, 176, 0]);
      expect(colors).toBeGreaterThan(1000);
      expect(near).toBeGreaterThan(20);
    });
  });
});
