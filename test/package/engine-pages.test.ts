import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCharacterAsset } from '../../cli/reports/character-asset.ts';
import { createUrchin } from '../../models/skeletal/index.ts';
import { stagePackage } from '../../scripts/package/stage-package.ts';
import { writeGltf } from '../../src/gltf/index.ts';
import { createArm, toGlb } from '../gltf/make-glb.ts';
import { findData, needsChromium } from '../needs.ts';
import { executablePath, launchChromium } from '../support/launch-chromium.ts';
import { install, pack } from './npm.ts';

/*
 * Takes more than other files, and not twice: one packing and one Chromium for all engines, in which every page is loaded once for each model.
 */

/** A page of a guide, by the engine it is for: where it is, and the name of what its probe is given. */
const engines = [
  {
    engine: 'three',
    guide: 'three.md',
    block: /^```ts\n([^`]*GLTFLoader[\s\S]*?)^```$/m,
    file: 'three.ts',
    given: 'character',
  },
  { engine: 'react', guide: 'react.md', block: /^```tsx\n([\s\S]*?)^```$/m, file: 'react.tsx', given: 'page' },
  { engine: 'babylon', guide: 'babylon.md', block: /^```ts\n([\s\S]*?)^```$/m, file: 'babylon.ts', given: 'scene' },
];

const PACKAGES = [
  ...['three', '@types/three', 'react', 'react-dom', '@types/react', '@types/react-dom', '@react-three/fiber'],
  ...['@babylonjs/core', '@babylonjs/loaders'],
];

/** Made up, and some of others where they are there: skinned, morphing, both, with eight influences. */
const models: Record<string, () => Uint8Array | Promise<Uint8Array>> = {
  'an arm': () => toGlb(createArm()),
  'an arm that morphs': () => toGlb(createArm({ targets: 3 })),
  'a tube that only morphs': () => toGlb(createArm({ skinned: false, targets: 2 })),
  'an arm of eight influences': () => toGlb(createArm({ sets: 2 })),
  'an urchin': () => {
    const { name, mesh, skin, skeleton, jointNames } = createUrchin();
    const source = { kind: 'linear-blend', skin, skeleton } as const;
    return writeGltf(
      createCharacterAsset({
        name,
        bodies: [{ name, mesh, source, jointNames, materialNames: ['skin'] }],
        rest: [],
        clips: [],
      }),
    );
  },
};
for (const name of ['CesiumMan.glb', 'Fox.glb']) {
  const path = findData(`gltf/${name}`);
  if (existsSync(path)) models[name] = () => readFileSync(path);
}

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const scratch = mkdtempSync(join(tmpdir(), 'poseclash-engines-'));
const project = join(scratch, 'project');
const SITE = 'http://poseclash.test/';

/** Nothing is drawn: without a graphics card that takes longer than all else, and nobody looks. */
const DRAW_NOTHING = `
  for (const name of ['drawElements', 'drawArrays', 'drawElementsInstanced', 'drawArraysInstanced'])
    WebGL2RenderingContext.prototype[name] = () => {};`;

beforeAll(async () => {
  const staged = await stagePackage(root);
  mkdirSync(project);
  const predicates = pack(join(root, 'node_modules/robust-predicates'), scratch).file;
  install(project, { poseclash: pack(staged.folder, scratch).file }, { 'robust-predicates': predicates });
  for (const name of PACKAGES) {
    const link = join(project, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), link, 'junction');
  }
  cpSync(join(root, 'test/package/engine-probes'), join(project, 'probes'), { recursive: true });
  for (const { guide, block, file } of engines) {
    writeFileSync(join(project, file), block.exec(readFileSync(join(root, 'docs', guide), 'utf8'))?.[1] ?? '');
  }
});

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe('a page of the guides, in a project with the packed library', () => {
  it.each(engines)('has under 40 lines: $engine', ({ file }) => {
    const lines = readFileSync(join(project, file), 'utf8').trimEnd().split('\n').length;
    expect(lines).toBeGreaterThan(20);
    expect(lines).toBeLessThan(40);
  });

  it('compiles under strict TypeScript, for all engines, and a wrong one does not', () => {
    const compilerOptions = {
      ...{ strict: true, noEmit: true, skipLibCheck: true, jsx: 'react-jsx', types: [] },
      ...{ target: 'ES2022', module: 'ESNext', moduleResolution: 'Bundler', lib: ['ES2023', 'DOM', 'DOM.Iterable'] },
    };
    const wrong = "import { touches } from 'poseclash/babylon';\nimport { useTouches } from 'poseclash/react';\n";
    writeFileSync(join(project, 'wrong.ts'), `${wrong}touches(1, 2);\nuseTouches(1, 2);\n`);
    const files = [...engines.map(({ file }) => file), 'wrong.ts'];
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const said = compile();
    const places = said.filter(line => line.includes('error')).map(line => line.replace(/^.*\/|:.*/g, ''));
    expect(places, said.join('\n')).toEqual(['wrong.ts(3,9)', 'wrong.ts(4,12)']);
  });
});

describe('a page of the guides in Chromium', needsChromium(executablePath), () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchChromium();
  });

  afterAll(async () => {
    await browser?.close();
  });

  it.each(engines)('hits what the engine itself hits, over all models: $engine', async ({ engine, file, given }) => {
    const page = join(project, file);
    writeFileSync(page, `${readFileSync(page, 'utf8')}\nexport { ${given} };\n`);
    const script = await bundle(`import { ${given} as given } from './${file}';
      import { probe } from './probes/${engine}.js';
      globalThis.probe = () => probe(given, 4, 25);`);
    const { tab, problems } = await openTab(browser);
    for (const [name, model] of Object.entries(models)) {
      await open(tab, script, Buffer.from(await model()));
      const failed = new Promise<never>((_, reject) => tab.once('pageerror', reject));
      const asked = tab.waitForFunction('globalThis.probe?.() ?? null', undefined, { polling: 30 });
      const found = await Promise.race([asked, failed]);
      const { rays, hits, wrong } = (await found.jsonValue()) as { rays: number; hits: number; wrong: string[] };
      expect(wrong, name).toEqual([]);
      expect(rays, name).toBe(100);
      expect(hits, name).toBeGreaterThan(15);
    }
    expect(problems).toEqual([]);
    await tab.close();
  });

  describe('with what poseclash/react has', () => {
    let tab: Page;
    let problems: string[];

    beforeAll(async () => {
      ({ tab, problems } = await openTab(browser));
      const script = await bundle(
        `import * as behaviour from './probes/react-behaviour.js'; globalThis.behaviour = behaviour;`,
      );
      await open(tab, script, Buffer.alloc(0));
      await tab.waitForFunction('globalThis.behaviour');
    });

    afterAll(() => tab?.close());

    const run = <Said>(name: string): Promise<Said> => tab.evaluate(`behaviour.${name}()`) as Promise<Said>;

    it('accelerates what bends below it, late comers too, and leaves nothing behind', async () => {
      const all = [
        'raycast',
        'computeBoundingBox',
        'computeBoundingSphere',
        'intersectsFrustum',
        'clone',
        'boundsTree',
      ];
      expect(await run('watchMeshes')).toEqual({
        early: all,
        firstHitOnly: true,
        leftAlone: [['raycast'], []],
        bone: 1,
        late: all,
        disabled: [[], undefined],
        unmounted: [[], true],
        hasty: [],
      });
    });

    it('tells when contact begins and ends', async () => {
      const [begin, end] = [
        ['begin', true, true],
        ['end', true, true],
      ];
      expect(await run('meet')).toEqual({ before: 0, events: [begin, end], touching: [false, true, false] });
    });

    it('lets a decal follow the skin', async () => {
      const { count, first, second, hits } = await run<{
        count: number;
        first: Painted;
        second: Painted;
        hits: number;
      }>('paint');
      expect(count).toBeGreaterThan(10);
      expect(hits).toBe(0); // what is below it is to be hit
      expect(first.farthest).toBeLessThan(1e-6);
      expect(first.size[0]).toBeCloseTo(0.2, 1); // as wide as it is seen along the normal of the face
      expect(first.size[1]).toBeCloseTo(0.1, 5);
      expect(second.farthest).toBeLessThan(1e-6); // the upper half lies along x by now, about the joint at (1, 0, 0)
      expect(second.size[0]).toBeCloseTo(first.size[1], 5);
      expect(second.size[1]).toBeCloseTo(first.size[0], 5);
      expect(second.middle[0]).toBeCloseTo(1 + first.middle[1], 5);
      expect(second.middle[1]).toBeCloseTo(1 - first.middle[0], 5);
      expect(problems).toEqual([]);
    });

    it('hands what cannot be asked to the next error boundary', async () => {
      expect(await run('refuse')).toMatch(/instances of the mesh morph/);
    });
  });
});

/** Where the corners of a decal are. */
interface Painted {
  /** From the skin. */
  farthest: number;
  size: number[];
  middle: number[];
}

/** What the compiler says of the project, line by line. */
function compile(): string[] {
  const tsc = join(root, 'node_modules/typescript-7/bin/tsc');
  try {
    return execFileSync(process.execPath, [tsc, '-p', project], { encoding: 'utf8' }).trim().split('\n');
  } catch (error) {
    return (error as { stdout: string }).stdout.trim().split('\n');
  }
}

/** One script, as a bundler makes it in the project. */
async function bundle(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: project },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"development"' }, // StrictMode mounts twice
    logLevel: 'error',
  });
  return outputFiles[0].text;
}

/** A tab in which nothing is drawn, and what goes wrong there. */
async function openTab(browser: Browser): Promise<{ tab: Page; problems: string[] }> {
  const tab = await browser.newPage({ viewport: { width: 200, height: 150 } });
  tab.setDefaultTimeout(0);
  const problems: string[] = [];
  tab.on('pageerror', error => problems.push(error.message));
  tab.on('console', message => {
    if (message.type() === 'error' && !message.text().includes('GL Driver')) problems.push(message.text());
  });
  await tab.addInitScript(DRAW_NOTHING);
  return { tab, problems };
}

/** Opens a site with one script, a model in the place of its own, and the worker of the library. */
async function open(tab: Page, script: string, model: Buffer): Promise<void> {
  const worker = readFileSync(join(project, 'node_modules/poseclash/lib/build-worker.js'), 'utf8');
  const body =
    '<div id="root" style="height: 100vh"></div><canvas></canvas><script type="module" src="/page.js"></script>';
  await tab.unrouteAll();
  await tab.route(`${SITE}**`, route => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: `<!doctype html>${body}` });
    if (pathname === '/page.js') return route.fulfill({ contentType: 'text/javascript', body: script });
    if (pathname.endsWith('build-worker.js')) return route.fulfill({ contentType: 'text/javascript', body: worker });
    if (pathname === '/hero.glb') return route.fulfill({ contentType: 'model/gltf-binary', body: model });
    return route.fulfill({ status: 204, body: '' });
  });
  await tab.goto(SITE);
}
