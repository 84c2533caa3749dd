import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { build, preview } from 'vite';
import { median } from '../../bench/harness/measure.ts';
import { findRoot } from '../../bench/harness/model-folder.ts';
import { formatTable, formatTargets, NOTHING_ASKED, type Report } from '../../bench/harness/report.ts';
import { resultFile, writeResult } from '../../bench/harness/results.ts';
import { createCreature } from '../../models/index.ts';
import { stagePackage } from '../package/stage-package.ts';
import { longestTask, type TraceEvent } from './longest-task.ts';
import { questions, source } from './page-source.ts';

// How long a page is kept busy while a shape is built: the longest task of its main thread, in Chromium, by what Chromium's own tracing tells.
//
//   npm run page-tasks [-- --save]     CHROMIUM names another than the one on the path

const TRIANGLES = 28_000;
const ROUNDS = 5;
const LONGEST_MS = 50;

const { values } = parseArgs({ options: { save: { type: 'boolean', default: false } } });
const root = findRoot(fileURLToPath(import.meta.url));
const begun = performance.now();
const staged = await stagePackage(root);
const site = join(staged.project, 'page-tasks');
mkdirSync(site, { recursive: true });
writeFileSync(join(site, 'main.js'), source);
writeFileSync(join(site, 'index.html'), '<!doctype html><script type="module" src="./main.js"></script>');
const common = { root: site, configFile: false, logLevel: 'error' } as const;
await build({ ...common, build: { outDir: 'built', emptyOutDir: true } });
const server = await preview({ ...common, build: { outDir: 'built' }, preview: { port: 0 } });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});

const { mesh, skin } = createCreature({ triangles: TRIANGLES });
const given = JSON.stringify({
  positions: [...mesh.positions],
  triangles: [...mesh.triangles],
  joints: [...skin.joints],
  weights: [...skin.weights],
  jointCount: skin.jointCount,
});
const report: Report = { rows: [], targets: [] };
const times = new Map(
  questions.map(name => [name, { cpu: [] as number[], wall: [] as number[], all: [] as number[] }]),
);
try {
  for (let round = 0; round < ROUNDS; round++) {
    const page = await browser.newPage(); // in which nothing has run yet
    await page.goto(server.resolvedUrls!.local[0]);
    await page.waitForFunction('globalThis.ask');
    await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] });
    for (const name of questions) await page.evaluate(`globalThis.ask('${name}', ${given})`);
    const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] };
    for (const [name, kept] of times) {
      const { cpu, wall, all } = longestTask(traceEvents, name);
      kept.cpu.push(cpu);
      kept.wall.push(wall);
      kept.all.push(all);
    }
    await page.close();
  }
} finally {
  await browser.close();
  await server.close();
}

const table: (string | number)[][] = [['', 'longest task, CPU ms', 'by the clock', 'all of it, by the clock']];
for (const [name, { cpu, wall, all }] of times) {
  const scene = `${TRIANGLES} triangles, a page in which nothing has run yet`;
  const row = { bench: 'page-tasks', scene, method: name, unit: 'ms', resultHash: NOTHING_ASKED };
  table.push([name, median(cpu), median(wall), median(all)]);
  report.rows.push({ ...row, metric: 'longest task of the page, CPU time', value: median(cpu) });
  report.rows.push({ ...row, metric: 'longest task of the page', value: median(wall) });
  report.targets.push({
    name: `${name}: longest task of the page`,
    value: median(cpu),
    unit: 'ms',
    atMost: LONGEST_MS,
  });
}
for (const line of [...formatTable(table), '', ...formatTargets(report.targets)]) process.stdout.write(`${line}\n`);
const title = `the longest task of a page while a shape of ${TRIANGLES} triangles is built aside, in Chromium`;
const seconds = (performance.now() - begun) / 1000;
if (values.save)
  writeResult(resultFile('page-tasks'), { bench: 'page-tasks', title }, { isQuick: false, seconds }, report);
process.exit(0); // Vite keeps watching
