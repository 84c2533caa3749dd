import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { listProblems, type Site } from './page-site.ts';

export interface Visit {
  search?: string;
  width?: number;
  height?: number;
  reducedMotion?: 'reduce' | 'no-preference';
  /** On a page of its own that has shown nothing before. */
  isFirst?: boolean;
  /** Runs in the page before its own program; only for a first visit. */
  before?: string;
}

export interface Visitor {
  /** Brings the page to an address and hands it to `look`; it must not complain meanwhile. */
  visit(how: Visit, look: (page: Page) => Promise<void>): Promise<void>;
}

/**
 * A crowd is drawn as so many bodies as make this many corners: a million triangles take ten seconds a picture without a graphics
 * card, and whether all are drawn is not looked at.
 */
const MOST_CORNERS = 200_000;

const SMALL_CROWDS = `
  const draw = WebGL2RenderingContext.prototype.drawElementsInstanced;
  WebGL2RenderingContext.prototype.drawElementsInstanced = function (mode, count, type, offset, bodies) {
    draw.call(this, mode, count, type, offset, Math.min(bodies, Math.max(1, Math.floor(${MOST_CORNERS} / count))));
  };`;

interface OpenPage {
  page: Page;
  problems: string[];
  scene: string | null;
}

/**
 * Most visits go on where the last one ended, as a visitor does who follows a link within the page: a page that starts has to be
 * read, compiled, and have its shaders compiled, which takes longer than most tests.
 */
export function createVisitor(site: Site): Visitor {
  let kept: OpenPage | null = null;
  return {
    async visit(how, look) {
      const scene = new URLSearchParams(how.search).get('scene');
      const canGoOn = kept !== null && !how.isFirst && (scene === null || scene !== kept.scene);
      const open = canGoOn && kept ? kept : await openPage(site, how);
      const { page, problems } = open;
      let isGood = false;
      try {
        if (canGoOn) await goOn(page, how);
        else await page.goto(`${site.base}${how.search ?? ''}`);
        await look(page);
        expect(problems).toEqual([]);
        isGood = true;
      } finally {
        if (open !== kept && isGood && !how.isFirst) {
          await kept?.page.close();
          kept = open;
        } else if (open !== kept || !isGood) {
          await page.close();
          if (open === kept) kept = null;
        }
      }
      if (kept === open) kept.scene = (await page.evaluate('document.body.dataset.scene')) as string;
    },
  };
}

async function openPage(site: Site, how: Visit): Promise<OpenPage> {
  const { reducedMotion = 'no-preference' } = how;
  const page = await site.browser.newPage({ viewport: sizeOf(how), colorScheme: 'light', reducedMotion });
  page.setDefaultTimeout(0);
  await page.addInitScript(SMALL_CROWDS + (how.before ?? ''));
  return { page, problems: listProblems(page), scene: null };
}

/** To another address within the page. What it says about the last one is deleted, so that it cannot be taken for an answer. */
async function goOn(page: Page, how: Visit): Promise<void> {
  await resize(page, sizeOf(how));
  await page.evaluate(`
    for (const name of ['scene', 'step', 'contacts', 'idle']) delete document.body.dataset[name];
    history.pushState(null, '', ${JSON.stringify(how.search ?? '?')});
    dispatchEvent(new PopStateEvent('popstate'));
  `);
}

/** Until the stage has its new size. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.waitForFunction(
    "(({ width, height, clientWidth, clientHeight }) => width === clientWidth && height === clientHeight)(document.getElementById('stage'))",
  );
}

function sizeOf({ width = 640, height = 400 }: Visit): { width: number; height: number } {
  return { width, height };
}
