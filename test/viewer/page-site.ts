import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { decodePng } from '../../cli/images/decode-png.ts';
import { stagePages } from '../../scripts/package/stage-package.ts';
import { launchChromium } from '../support/launch-chromium.ts';

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.txt': 'text/plain',
};

/** The built viewer behind the plainest of servers, below a path, and a browser. */
export interface Site {
  base: string;
  browser: Browser;
  /** More files to be served, by name. */
  files: Map<string, Uint8Array>;
  close(): Promise<void>;
}

export async function openSite(): Promise<Site> {
  const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
  const folder = join(await stagePages(root), 'viewer');
  const files = new Map<string, Uint8Array>();
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://any').pathname);
    const name = path.replace('/some/where/', '') || 'index.html';
    const file = join(folder, name);
    const bytes = files.get(name) ?? (existsSync(file) ? readFileSync(file) : undefined);
    response.writeHead(bytes ? 200 : 404, { 'content-type': types[extname(name)] ?? 'application/octet-stream' });
    response.end(bytes);
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  const browser = await launchChromium();
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/some/where/`,
    browser,
    files,
    async close() {
      await browser.close();
      await closeServer(server);
    },
  };
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise(done => server.close(() => done()));
}

/** Every error and warning a page writes, but those of the software renderer about being asked for its picture. */
export function listProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on('pageerror', error => problems.push(error.message));
  page.on('console', message => {
    const isDriver = message.text().includes('GL Driver Message');
    if (['error', 'warning'].includes(message.type()) && !isDriver) problems.push(message.text());
  });
  return problems;
}

/** Red, green, blue and alpha of each pixel of what the stage shows. */
export async function readStage(page: Page): Promise<Uint8Array> {
  return decodePng(await page.locator('#stage').screenshot()).rgba;
}

/** How many pixels differ visibly; `other` may be a colour. */
export function countDifferent(a: Uint8Array, other: Uint8Array | readonly [number, number, number]): number {
  let count = 0;
  for (let k = 0; k < a.length; k += 4) {
    const o = other.length === 3 ? 0 : k;
    const away = Math.abs(a[k] - other[o]) + Math.abs(a[k + 1] - other[o + 1]) + Math.abs(a[k + 2] - other[o + 2]);
    if (away > 40) count++;
  }
  return count;
}

/** How many pixels are of the red that touching triangles have. */
export function countRed(pixels: Uint8Array): number {
  let count = 0;
  for (let k = 0; k < pixels.length; k += 4) {
    if (pixels[k] > 120 && pixels[k] > 1.9 * pixels[k + 1] && pixels[k] > 1.9 * pixels[k + 2]) count++;
  }
  return count;
}
