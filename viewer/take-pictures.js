import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { build, preview } from 'vite';

/**
 * The pictures of docs/viewer.md, as a visitor would see them. Usage: node viewer/take-pictures.js [folder] [name ...]
 * Needs a Chromium on the path, or in CHROMIUM.
 */
const pictures = {
  men: '?scene=men&playing=0',
  both: '?scene=men&playing=0&split=1',
  creatures: '?scene=creatures&step=60&playing=0',
  necks: '?scene=neck-twist&step=60&playing=0',
  chairs: '?scene=chairs&step=110&playing=0',
  octopus: '?scene=octopus&step=110&playing=0&overlay=clusters',
  jaw: '?scene=jaw&step=234&playing=0',
};
const DARK = ['octopus'];

const [folder = fileURLToPath(new URL('../docs/pictures/', import.meta.url)), ...names] = process.argv.slice(2);
const outDir = mkdtempSync(join(tmpdir(), 'viewer-'));
const configFile = fileURLToPath(new URL('./vite.config.js', import.meta.url));
await build({ configFile, logLevel: 'error', build: { outDir } });
const server = await preview({ configFile, logLevel: 'error', build: { outDir }, preview: { port: 0 } });
const executablePath = process.env.CHROMIUM ?? execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim();
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--enable-unsafe-swiftshader'],
});
for (const [name, search] of Object.entries(pictures)) {
  if (names.length > 0 && !names.includes(name)) continue;
  const page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: 0.75,
    colorScheme: DARK.includes(name) ? 'dark' : 'light',
  });
  // Edges are smoothed and shadows drawn, as with a graphics card, however long it takes.
  await page.addInitScript(`
    const ask = WebGL2RenderingContext.prototype.getParameter;
    WebGL2RenderingContext.prototype.getParameter = function (name) {
      return name === 0x9246 ? 'some graphics card' : ask.call(this, name);
    };`);
  await page.goto(`${server.resolvedUrls.local[0]}${search}`);
  await page.waitForFunction("document.body.dataset.step && document.body.dataset.idle === 'true'", undefined, {
    timeout: 180_000,
  });
  await page.screenshot({ path: join(folder, `viewer-${name}.jpg`), type: 'jpeg', quality: 80, timeout: 180_000 });
  await page.close();
}
await browser.close();
await server.close();
rmSync(outDir, { recursive: true, force: true });
