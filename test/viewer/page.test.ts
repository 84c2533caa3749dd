import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CatalogueEntry, catalogue } from '../../viewer/catalogue.ts';
import { createArm, toGlb } from '../gltf/make-glb.ts';
import { makeTextured } from '../looks/make-textured.ts';
import { findData, needsChromium, needsData } from '../needs.ts';
import { cases } from '../support/cases.ts';
import { executablePath } from '../support/launch-chromium.ts';
import { tabThrough } from '../support/tab-through.ts';
import { countDifferent, countRed, openSite, readStage, type Site } from './page-site.ts';
import { FILM_KINDS, listScenes, SIMULATIONS } from './scene-kinds.ts';
import { createVisitor, resize, type Visit, type Visitor } from './visit-page.ts';

const BACKGROUND = [0xec, 0xef, 0xf4] as const;

describe('the viewer in Chromium', needsChromium(executablePath), () => {
  let site: Site;
  let visitor: Visitor;
  beforeAll(async () => {
    site = await openSite();
    visitor = createVisitor(site);
  });
  afterAll(() => site?.close());
  const visit = (how: Visit, look: (page: Page) => Promise<void>): Promise<void> => visitor.visit(how, look);

  const said = (page: Page, name: string): Promise<string> =>
    page.evaluate(`document.body.dataset.${name} ?? ''`) as Promise<string>;
  /** Until the page shows this, and has nothing left to ask or to draw. */
  const waitFor = (page: Page, scene: string, step: number): Promise<unknown> => {
    const wanted = { scene, step: String(step), idle: 'true' };
    const tests = Object.entries(wanted).map(([key, value]) => `document.body.dataset.${key} === '${value}'`);
    return page.waitForFunction(tests.join(' && '), undefined, { polling: 50 });
  };
  const waitForIdle = (page: Page): Promise<unknown> =>
    page.waitForFunction("document.body.dataset.idle === 'true'", undefined, { polling: 50 });
  /** Does something that shows, until it is shown and nothing is left to do. */
  const doAndDraw = async (page: Page, act: () => Promise<unknown>): Promise<void> => {
    const before = Number(await said(page, 'frames'));
    await act();
    await page.waitForFunction(
      `Number(document.body.dataset.frames) > ${before} && document.body.dataset.idle === 'true'`,
      undefined,
      { polling: 50 },
    );
  };
  const seek = (page: Page, step: number): Promise<void> =>
    page.locator('#step').evaluate((slider, value) => {
      (slider as unknown as { value: string }).value = String(value);
      (slider as unknown as EventTarget).dispatchEvent(new Event('input'));
    }, step);
  /** Leafs through a file until something touches. */
  const findContact = async (page: Page): Promise<number> => {
    const last = Number(await page.getAttribute('#step', 'max'));
    for (let step = 5; step <= last; step += 7) {
      await seek(page, step);
      await waitFor(page, 'files', step);
      const contacts = Number(await said(page, 'contacts'));
      if (contacts > 0) return contacts;
    }
    return 0;
  };
  /** A file is shown, and leafed through until it touches: that looks different, and something is red. */
  const expectRedContact = async (page: Page): Promise<void> => {
    await waitForIdle(page);
    const before = await readStage(page);
    expect(await findContact(page)).toBeGreaterThan(0);
    const after = await readStage(page);
    expect(countDifferent(before, after)).toBeGreaterThan(100);
    expect(countRed(after)).toBeGreaterThan(0);
  };
  const isHidden = (page: Page, id: string): Promise<boolean> => page.locator(`#${id}`).isHidden();
  const addressOf = (page: Page): URLSearchParams => new URL(page.url()).searchParams;

  it.each(listFilms())(
    '$name opens, shows in red what touches, says so, and moves',
    async ({ name, contactStep, title }) => {
      const search = `?scene=${name}&step=${contactStep}&playing=0&overlay=none&compare=0`;
      await visit({ search }, async page => {
        await waitFor(page, name, contactStep);
        expect(Number(await said(page, 'contacts'))).toBeGreaterThan(0);
        expect(await page.textContent('h1')).toBe(title);
        const before = await readStage(page);
        expect(countDifferent(before, BACKGROUND)).toBeGreaterThan(600);
        expect(countRed(before)).toBeGreaterThan(0);
        const other = contactStep + (contactStep < 60 ? 25 : -25);
        await seek(page, other);
        await waitFor(page, name, other);
        expect(countDifferent(before, await readStage(page))).toBeGreaterThan(20);
        for (const choice of await page.locator('#overlays input').all()) {
          await choice.check({ force: true });
          expect(await page.locator('#overlay-key .touch').count()).toBe(1); // says what red means, whatever else is coloured
        }
      });
    },
  );

  it.each(['chairs', 'bridge'].slice(0, cases(1, 2)))(
    '%s opens and goes on, and cannot be sought backwards',
    async name => {
      await visit({ search: `?scene=${name}&step=3&playing=0&compare=0` }, async page => {
        await waitFor(page, name, 3);
        expect(countDifferent(await readStage(page), BACKGROUND)).toBeGreaterThan(600);
        expect(await page.locator('#step').isDisabled()).toBe(true);
        expect(await page.locator('#back').isDisabled()).toBe(true);
        await page.keyboard.press('ArrowRight');
        await page.waitForFunction("document.body.dataset.step === '4'");
      });
    },
  );

  it('a character of a visitor plays, and where it cuts itself is red', async () => {
    await visit({ search: '?scene=dolphins&step=0&playing=0&compare=0' }, async page => {
      await waitFor(page, 'dolphins', 0);
      const arm = Buffer.from(await toGlb(createArm({ targets: 1 })));
      await page.evaluate(`(() => {
        const bytes = Uint8Array.from(atob('${arm.toString('base64')}'), letter => letter.charCodeAt(0));
        const transfer = new DataTransfer();
        transfer.items.add(new File([bytes], 'arm.glb'));
        dispatchEvent(new DragEvent('drop', { dataTransfer: transfer }));
      })()`);
      await page.waitForFunction("document.body.dataset.scene === 'files'");
      expect(await page.textContent('h1')).toContain('arm.glb');
      await waitForIdle(page);
      expect(countDifferent(await readStage(page), BACKGROUND)).toBeGreaterThan(600);
      await expectRedContact(page);
    });
  });

  it('two files stand side by side, are moved into each other, and the address says where', async () => {
    site.files.set('arm one.glb', await toGlb(createArm()));
    site.files.set('arm2.glb', await toGlb(createArm({ sets: 2 })));
    await visit({ search: '?file=arm%20one.glb&file=arm2.glb&playing=0' }, async page => {
      await page.waitForFunction("document.body.dataset.scene === 'files'");
      expect(await page.textContent('h1')).toBe('arm one.glb and arm2.glb');
      await waitForIdle(page);
      expect(await findContact(page)).toBe(0);
      expect(addressOf(page).has('at')).toBe(false);
      const apart = await readStage(page);
      await page.locator('#second-x').evaluate(slider => {
        Object.assign(slider, { value: '0' });
        (slider as unknown as EventTarget).dispatchEvent(new Event('input'));
      });
      await page.waitForFunction('Number(document.body.dataset.contacts) > 0');
      await waitForIdle(page);
      expect(countRed(await readStage(page))).toBeGreaterThan(0);
      await page.waitForFunction("location.search.includes('at=0%2C')");
      await page.waitForFunction(
        "new URLSearchParams(location.search).getAll('file').join() === 'arm one.glb,arm2.glb'",
      );
      await page.reload();
      await page.waitForFunction('Number(document.body.dataset.contacts) > 0');
      await page.click('#second-beside');
      await page.waitForFunction("document.body.dataset.contacts === '0'");
      await doAndDraw(page, () => page.click('#reset-view'));
      expect(countDifferent(apart, await readStage(page))).toBeLessThan(20);
      await page.click('#second-unmoved');
      await page.waitForFunction('Number(document.body.dataset.contacts) > 0');
    });
  });

  it('a real character plays, and shows where it cuts itself', needsData('gltf/Fox.glb'), async () => {
    site.files.set('Fox.glb', readFileSync(findData('gltf/Fox.glb')));
    await visit({ search: '?file=Fox.glb&clip=Run&playing=0&compare=0' }, async page => {
      await page.waitForFunction("document.body.dataset.scene === 'files'");
      await expectRedContact(page);
    });
  });

  it('a file is drawn in its own colours, or plainly if that is wanted', async () => {
    site.files.set('painted.glb', await toGlb(makeTextured()));
    await visit({ search: '?file=painted.glb&playing=0&compare=0&eye=0.5,0.5,4&look=0.5,0.5,0' }, async page => {
      await page.waitForFunction("document.body.dataset.scene === 'files'");
      const hasColors = async (): Promise<boolean> => {
        await waitForIdle(page);
        const pixels = await readStage(page);
        return [0, 1, 2].every(channel => countOf(pixels, channel) > 300);
      };
      await expect.poll(hasColors, { timeout: 60_000 }).toBe(true); // once its image is decoded
      await doAndDraw(page, () => page.keyboard.press('t'));
      expect(await hasColors()).toBe(false);
      await page.waitForFunction(
        "location.search.includes('paint=0') && location.search.includes('eye=0.5%2C0.5%2C4')",
      );
    });
  });

  it('shows both methods side by side, the code of the question, and that time goes slower at contacts', async () => {
    await visit({ search: '?scene=bodies&playing=0', width: 1000, height: 700 }, async page => {
      await waitFor(page, 'bodies', 165);
      await doAndDraw(page, () => page.click('#split'));
      await page.waitForFunction("document.getElementById('half-linear').textContent.endsWith('found the same')");
      expect(await page.textContent('#half-ours')).toMatch(/^moved [\d,]+ vertices and [\d,]+ volumes$/);
      const pixels = await readStage(page);
      const width = (await page.locator('#stage').boundingBox())!.width;
      const [left, right] = [true, false].map(isLeft => countOrange(pixels, width, isLeft));
      expect(right).toBeGreaterThan(1.2 * left);
      await page.keyboard.press('x');
      expect(await page.textContent('#code-text')).toContain("from 'poseclash';");
      await page.keyboard.press('Escape');
      await page.click('#play');
      await page.waitForSelector('#slow-label.now');
      await page.keyboard.press('s');
      await page.waitForSelector('#slow-label:not(.now)');
    });
  });

  it('a file that is none gets a message that names it, and the page goes on', async () => {
    site.files.set('broken.glb', new TextEncoder().encode('glTF, but not really'));
    await visit({ search: '?file=broken.glb', isFirst: true }, async page => {
      await page.waitForSelector('#message:not([hidden])');
      expect(await page.textContent('#message p')).toMatch(/^broken\.glb: .{20}/);
      await page.click('#message button');
      expect(await isHidden(page, 'message')).toBe(true);
      await page.click('#scenes-button');
      await page.click('#scene-list a[href="?scene=dolphins"]');
      await page.waitForFunction("document.body.dataset.scene === 'dolphins'");
    });
  });

  it('a file on another server is not fetched', async () => {
    await visit({ search: '?file=https://example.com/a.glb' }, async page => {
      await page.waitForSelector('#message:not([hidden])');
      expect(await page.textContent('#message p')).toContain('another server');
    });
  });

  it('an address brings back what was seen, and follows what is done', async () => {
    const search = '?scene=bodies&step=62&level=5&overlay=volumes&speed=0.5&playing=0';
    await visit({ search, isFirst: true }, async page => {
      await waitFor(page, 'bodies', 62);
      expect(await page.inputValue('#level')).toBe('5');
      expect(await page.inputValue('#speed')).toBe('0.5');
      expect(await page.isChecked('#overlays input[value=volumes]')).toBe(true);
      expect(await page.getAttribute('#play', 'aria-label')).toBe('Play');
      await page.keyboard.press(']');
      await page.keyboard.press('ArrowLeft');
      await waitFor(page, 'bodies', 61);
      await page.keyboard.press('v');
      await page.waitForFunction("location.search.includes('overlay=none')");
      expect(Object.fromEntries(addressOf(page))).toEqual({
        ...{ scene: 'bodies', step: '61', level: '6', overlay: 'none', speed: '0.5', playing: '0' },
      });
      await page.keyboard.press('n');
      await page.waitForFunction("document.body.dataset.scene === 'dolphins'");
      await page.goBack();
      await page.waitForFunction("document.body.dataset.scene === 'bodies' && document.body.dataset.step === '61'");
    });
  });

  it('a click on a shin says whose it is; a click beside it says nothing', async () => {
    await visit({ search: '?scene=character&step=0&playing=0&compare=0', height: 700 }, async page => {
      await waitFor(page, 'character', 0);
      const box = (await page.locator('#stage').boundingBox())!;
      await page.mouse.click(box.x + 0.5 * box.width, box.y + 0.45 * box.height);
      await page.waitForSelector('#picked:not([hidden])', { state: 'attached' });
      expect(await page.textContent('#picked')).toMatch(/^(waist|ribs|chest|spine|pelvis|hips).* from the eye$/);
      await page.mouse.click(box.x + 3, box.y + 3);
      await page.waitForSelector('#picked[hidden]', { state: 'attached' });
    });
  });

  it('numbers are written, and those of moving everything only if wanted', async () => {
    await visit({ search: '?scene=dolphins&step=100&playing=0' }, async page => {
      await waitFor(page, 'dolphins', 100);
      const count = async (id: string): Promise<number> =>
        Number((await page.textContent(`#${id}`))!.replaceAll(',', ''));
      expect(await count('vertices')).toBeLessThan((await count('all-vertices')) / 4);
      expect(await count('refits')).toBeGreaterThan(0);
      expect(await count('all-volumes')).toBeGreaterThan(await count('refits'));
      expect(await page.textContent('#ratio')).toMatch(/^\d.*×$/);
      expect(await count('linear-milliseconds')).toBeGreaterThan(0);
      await page.keyboard.press('c');
      await page.waitForFunction("document.getElementById('linear-milliseconds').textContent === '–'");
    });
  });

  it('shows handles when posing by hand is chosen by key or checkbox, and as many as the next scene has', async () => {
    await visit({ search: '?scene=box&step=0&playing=0&compare=0', height: 700 }, async page => {
      await waitFor(page, 'box', 0);
      for (const choose of [() => page.keyboard.press('j'), () => page.click('#pose')]) {
        expect(countYellow(await readStage(page))).toBe(0);
        await doAndDraw(page, choose);
        expect(countYellow(await readStage(page))).toBeGreaterThan(200);
        await doAndDraw(page, choose);
      }
      await page.keyboard.press('j');
      await page.keyboard.press('n'); // a hand: other handles, and more of them
      await page.waitForFunction("document.body.dataset.scene === 'hand'");
      await waitForIdle(page);
      expect(countYellow(await readStage(page))).toBe(0);
      await doAndDraw(page, () => page.keyboard.press('j'));
      expect(countYellow(await readStage(page))).toBeGreaterThan(200);
    });
  });

  it('joints are dragged by hand: the body follows, contacts change, and letting go brings it back', async () => {
    await visit({ search: '?scene=character&step=0&playing=0&compare=0&pose=1', height: 700 }, async page => {
      await waitFor(page, 'character', 0);
      const before = await readStage(page);
      const contacts = await said(page, 'contacts');
      const box = (await page.locator('#stage').boundingBox())!;
      const [x, y] = rightmostYellow(before, box.width);
      await page.mouse.move(box.x + x - 5, box.y + y);
      await page.mouse.down();
      const folded = [x - 90, y - 60];
      for (const [tx, ty] of [[x, y - 30], [x - 30, y - 60], folded]) {
        await page.mouse.move(box.x + tx, box.y + ty);
      }
      await page.mouse.up();
      await page.waitForFunction(`document.body.dataset.contacts !== '${contacts}'`);
      await waitForIdle(page);
      const dragged = await readStage(page);
      expect(countDifferent(before, dragged)).toBeGreaterThan(50);
      await page.keyboard.press('s');
      await page.waitForFunction("location.search.includes('slow=0')"); // so it says what was done before, too
      expect(addressOf(page).getAll('turn').length).toBe(1);
      const touching = await said(page, 'contacts');
      await page.reload(); // the address says how they were turned
      await waitForIdle(page);
      expect(await said(page, 'contacts')).toBe(touching);
      expect(countDifferent(dragged, await readStage(page))).toBeLessThan(20);
      await page.click('#reset-pose');
      await page.waitForFunction(`document.body.dataset.contacts === '${contacts}'`);
      await waitForIdle(page);
      expect(countDifferent(before, await readStage(page))).toBeLessThan(20);
    });
  });

  it('starts still where people want less motion, and plays otherwise', async () => {
    await visit({ search: '?scene=dolphins&step=0&compare=0', reducedMotion: 'reduce', isFirst: true }, async page => {
      await waitFor(page, 'dolphins', 0);
      expect(await page.getAttribute('#play', 'aria-label')).toBe('Play');
      await page.keyboard.press(' ');
      await page.waitForFunction('Number(document.body.dataset.step) > 0');
      expect(await page.getAttribute('#play', 'aria-label')).toBe('Pause');
    });
  });

  it('draws shadows with a graphics card, also where a body is near the ground, and leaves them out without one', async () => {
    // The browser of the tests has none; it is made to say that it has one.
    const before = `
      const ask = WebGL2RenderingContext.prototype.getParameter;
      WebGL2RenderingContext.prototype.getParameter = function (name) {
        return name === 0x9246 ? 'some graphics card' : ask.call(this, name);
      };`;
    const pictures: Uint8Array[] = [];
    for (const how of [{ before, isFirst: true }, {}]) {
      await visit({ search: '?scene=octopus&step=0&playing=0&overlay=none&compare=0', ...how }, async page => {
        await waitFor(page, 'octopus', 0);
        pictures.push(await readStage(page));
      });
    }
    expect(countDifferent(pictures[0], pictures[1])).toBeGreaterThan(500);
    const dark = pictures.map(countDarkGround);
    expect(dark[0]).toBeGreaterThan(50); // where it touches the ground: the sun's shadow and lines of the grid are lighter
    expect(dark[1]).toBe(0);
  });

  it('says what is missing in a browser without WebGL 2', async () => {
    const before = `
      const get = HTMLCanvasElement.prototype.getContext;
      HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
        return kind === 'webgl2' ? null : get.call(this, kind, ...rest);
      };`;
    await visit({ before, isFirst: true }, async page => {
      await page.waitForSelector('#message:not([hidden])');
      expect(await page.textContent('#message p')).toContain('WebGL 2');
    });
  });

  it('says so if the worker dies', async () => {
    const before = "window.Worker = class { postMessage() { this.onerror({ message: 'out of memory' }); } };";
    await visit({ before, isFirst: true }, async page => {
      await page.waitForSelector('#message:not([hidden])');
      expect(await page.textContent('#message p')).toContain('out of memory');
    });
  });

  it('fits a phone, in light colours and in dark ones', async () => {
    const search = '?scene=dolphins&step=100&playing=0&compare=0';
    await visit({ search, width: 390, height: 844 }, async page => {
      await waitFor(page, 'dolphins', 100);
      const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await page.evaluate(overflow)).toBe(0);
        await page.click('#scenes-button');
        expect(await page.getAttribute('#scenes-button', 'aria-expanded')).toBe('true');
        await page.evaluate('Promise.all(document.getAnimations().map(each => each.finished))');
        expect(await page.evaluate(overflow)).toBe(0);
        const sheet = (await page.locator('#scenes').boundingBox())!;
        expect(sheet.y + sheet.height).toBeLessThanOrEqual(845);
        await page.click('#scenes-button');
      }
    });
  });

  it('is all reached by the keyboard, in its order, and shows where one is', async () => {
    await visit({ search: '?scene=box&step=0&playing=0&compare=0', width: 1280, height: 800 }, async page => {
      await waitFor(page, 'box', 0);
      const { count, faults } = await tabThrough(page);
      expect(faults).toEqual([]);
      expect(count).toBeGreaterThan(25);
      await resize(page, { width: 390, height: 844 });
      expect((await tabThrough(page)).faults).toEqual([]);
      await page.focus('#scenes-button');
      await page.keyboard.press('Enter');
      await page.focus('#scene-list a');
      await page.keyboard.press('Escape');
      expect(await page.evaluate('document.activeElement.id')).toBe('scenes-button');
      await page.keyboard.press('Enter');
      const isOpen = (): Promise<string | null> => page.getAttribute('#scenes-button', 'aria-expanded');
      await page.evaluate('Promise.all(document.getAnimations().map(each => each.finished))');
      await page.locator('#scene-list a').last().focus();
      expect(await isOpen()).toBe('true');
      await page.keyboard.press('Tab');
      expect(await isOpen()).toBe('false'); // it would lie over what has the focus now
    });
  });

  it('lets no words lie over the model, on a large screen and on a phone', async () => {
    await visit({ search: '?scene=character&step=208&playing=0&compare=0', width: 1280, height: 800 }, async page => {
      await waitFor(page, 'character', 208);
      const stage = (await page.locator('#stage').boundingBox())!;
      await page.mouse.click(stage.x + 0.5 * stage.width, stage.y + 0.5 * stage.height);
      await page.waitForSelector('#picked:not([hidden])');
      for (const [width, height] of [
        [1280, 800],
        [390, 844],
      ]) {
        await resize(page, { width, height });
        const view = (await page.locator('#stage').boundingBox())!;
        expect(view.height).toBeGreaterThan(0.4 * height);
        for (const id of ['caption', 'contacts', 'picked', 'timeline']) {
          const words = (await page.locator(`#${id}`).boundingBox())!;
          const [right, below] = [words.x >= view.x + view.width, words.y >= view.y + view.height - 0.5];
          const [left, above] = [words.x + words.width <= view.x, words.y + words.height <= view.y + 0.5];
          const isClear = right || below || left || above;
          expect({ id, width, isClear }).toEqual({ id, width, isClear: true });
        }
      }
    });
  });

  it('links to the source of what is shown, beside the page', async () => {
    await visit({ search: '?scene=dolphins&step=0&playing=0&compare=0' }, async page => {
      await waitFor(page, 'dolphins', 0);
      const { source } = catalogue.find(({ name }) => name === 'dolphins')!;
      const href = await page.getAttribute(`#links a:text("${source}")`, 'href');
      const answer = await page.request.get(new URL(href!, page.url()).href);
      expect(answer.status()).toBe(200);
      expect(await answer.text()).toContain('export const refitMorphSphere');
    });
  });
});

/** Of the scenes that can be sought one of each kind; a long run shows the others too, which differ in their models and in where they are looked at from. */
function listFilms(): CatalogueEntry[] {
  const films = listScenes(FILM_KINDS).filter(({ name }) => !SIMULATIONS.includes(name));
  return films.slice(0, cases(FILM_KINDS.length, films.length));
}

/** How many pixels are mostly red (0), green (1) or blue (2). */
function countOf(pixels: Uint8Array, channel: number): number {
  let count = 0;
  for (let k = 0; k < pixels.length; k += 4) {
    const others = [0, 1, 2].filter(each => each !== channel).map(each => pixels[k + each]);
    if (pixels[k + channel] > 1.8 * Math.max(...others)) count++;
  }
  return count;
}

/** How many pixels of one half have the orange of what was moved. */
function countOrange(pixels: Uint8Array, width: number, isLeft: boolean): number {
  let count = 0;
  for (let k = 0; k < pixels.length; k += 4) {
    const isOrange = pixels[k] > 200 && pixels[k] > 1.4 * pixels[k + 1] && pixels[k + 1] > 1.3 * pixels[k + 2];
    if (isOrange && (k / 4) % Math.round(width) < width / 2 === isLeft) count++;
  }
  return count;
}

const isYellow = (pixels: Uint8Array, k: number): boolean =>
  pixels[k] > 220 && pixels[k + 1] > 160 && pixels[k + 2] < 90;

/** How many pixels have the colour of the light background, with less than 0.55 of its light. */
function countDarkGround(pixels: Uint8Array): number {
  let count = 0;
  for (let k = 0; k < pixels.length; k += 4) {
    const shares = [pixels[k] / 0xec, pixels[k + 1] / 0xef, pixels[k + 2] / 0xf4];
    if (Math.max(...shares) < 0.55 && Math.max(...shares) - Math.min(...shares) < 0.02) count++;
  }
  return count;
}

/** How many pixels have the yellow of the handles. */
function countYellow(pixels: Uint8Array): number {
  let count = 0;
  for (let k = 0; k < pixels.length; k += 4) if (isYellow(pixels, k)) count++;
  return count;
}

/** Where on a picture the yellow of the handles reaches farthest to the right: the end of a hand. */
function rightmostYellow(pixels: Uint8Array, width: number): [x: number, y: number] {
  let best: [number, number] = [0, 0];
  for (let k = 0; k < pixels.length; k += 4) {
    const x = (k / 4) % width;
    if (isYellow(pixels, k) && x > best[0]) best = [x, Math.floor(k / 4 / width)];
  }
  return best;
}
