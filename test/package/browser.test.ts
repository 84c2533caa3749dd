import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundle } from '../../scripts/package/bundle-sizes.ts';
import { type Staged, stagePackage } from '../../scripts/package/stage-package.ts';
import { needsChromium } from '../needs.ts';
import { findChromium } from '../three/find-chromium.ts';
import { question } from './question.ts';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const executablePath = findChromium();

describe('the package in Chromium', needsChromium(executablePath), () => {
  let browser: Browser;
  let staged: Staged;

  beforeAll(async () => {
    staged = await stagePackage(root);
    browser = await chromium.launch({
      executablePath: executablePath!,
      args: [
        ...['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
        ...['--disable-sync', '--no-first-run'],
      ],
    });
  });

  afterAll(async () => {
    await browser?.close();
  });

  it('answers in a page', async () => {
    const { text } = await bundle(staged, 'page', `${question} globalThis.answers = answers;`);
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    await page.setContent(`<script type="module">${text}</script>`);
    await page.waitForFunction('globalThis.answers');
    expect(await page.evaluate('globalThis.answers')).toEqual([true, true, false]);
    await page.close();
  });

  it('answers in a worker of a page', async () => {
    // By name: all of poseclash knows the worker of createShapeAsync by import.meta, which a worker that is no module has not.
    const byName = question.replace(/\* as poseclash(.*)\n\s*const (\{.*\}) = poseclash;/, '$2$1');
    const { text } = await bundle(staged, 'worker', `${byName} postMessage(answers);`);
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    const answers = await page.evaluate(`new Promise((resolve, reject) => {
      const address = URL.createObjectURL(new Blob([${JSON.stringify(text)}], { type: 'text/javascript' }));
      const worker = new Worker(address);
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = reject;
    })`);
    expect(answers).toEqual([true, true, false]);
    await page.close();
  });
});
