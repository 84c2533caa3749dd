import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { bdTree } from '../papers/james-2004/bench/bd-tree.ts';
import { bridge } from '../papers/james-2004/bench/bridge.ts';
import { chairs } from '../papers/james-2004/bench/chairs.ts';
import { curtain } from '../papers/james-2004/bench/curtain.ts';
import { fish } from '../papers/james-2004/bench/fish.ts';
import { kavanPublished } from '../papers/kavan-2006/bench/kavan-published.ts';
import { poses } from '../papers/kavan-2006/bench/poses.ts';
import { queries } from '../papers/kavan-2006/bench/queries.ts';
import { radii } from '../papers/kavan-2006/bench/radii.ts';
import { morphBodies } from '../papers/larsson-2003/bench/morph-bodies.ts';
import { morphDolphins } from '../papers/larsson-2003/bench/morph-dolphins.ts';
import { tabulated } from '../papers/navarro-newball-2009/bench/tabulated.ts';
import { radialView } from '../papers/wong-2013/bench/radial-view.ts';
import { ccd } from './ccd/ccd.ts';
import { check } from './check.ts';
import { compiled } from './compiled/compiled.ts';
import { crowd } from './crowd/crowd.ts';
import { growth } from './growth.ts';
import { type Bench, checkRows, formatTargets, type Report } from './harness/report.ts';
import { resultFile, writeResult } from './harness/results.ts';
import { native } from './native/native.ts';
import { nativePairs } from './native/native-pairs.ts';
import { peers } from './peers/peers.ts';
import { rays } from './rays/rays.ts';
import { scale } from './scale/scale.ts';
import { self } from './self/self.ts';
import { triage } from './triage/triage.ts';
import { triageLater } from './triage-later/triage-later.ts';

/** All benches, by the names they are called by. */
const benches: Record<string, Bench> = {
  radii,
  queries,
  'kavan-published': kavanPublished,
  growth,
  compiled,
  poses,
  'morph-bodies': morphBodies,
  'morph-dolphins': morphDolphins,
  'bd-tree': bdTree,
  curtain,
  bridge,
  chairs,
  fish,
  ccd,
  'radial-view': radialView,
  peers,
  rays,
  crowd,
  self,
  native,
  'native-pairs': nativePairs,
  check,
  scale,
  triage,
  'triage-later': triageLater,
  tabulated,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    contender: { type: 'string', multiple: true, default: [] },
    help: { type: 'boolean', default: false },
    json: { type: 'string' },
    quick: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
    steps: { type: 'string' },
  },
});
const [name] = positionals;
const unknown = positionals.filter(one => one !== 'all' && !Object.hasOwn(benches, one));
const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

if (name && unknown.length === 0 && !values.help) {
  if (name === 'all') runEach(Object.keys(benches));
  else if (positionals.length > 1) runEach(positionals);
  else await runBench(benches[name]);
} else {
  for (const one of unknown) print(`There is no bench '${one}'.`);
  print('npm run bench -- NAME... [--quick] [--json FILE] [--save]');
  print('  --quick   fewer rounds: for a look, not for numbers to quote');
  print('  --json    writes the numbers to a file; --save to bench/results, for docs/results.md');
  print('  --steps N   for how many steps a world is run (chairs, fish), where not as long as was asked');
  print('  --contender NAME=COMMAND   another program for native-pairs: docs/benchmarks.md');
  for (const [known, { title }] of Object.entries(benches)) print(`  ${known.padEnd(14)} ${title}`);
  print(`  ${'all'.padEnd(14)} all of these in turn`);
  process.exitCode = unknown.length > 0 ? 1 : 0;
}

async function runBench(chosen: Bench): Promise<void> {
  const start = performance.now();
  const report: Report = { rows: [], targets: [] };
  const steps = values.steps === undefined ? undefined : Number(values.steps);
  if (steps !== undefined && !(Number.isInteger(steps) && steps > 0)) {
    throw new Error(`--steps is ${values.steps}; give a whole number, 1 or more.`);
  }
  await chosen.run({ isQuick: values.quick, steps, contenders: values.contender, print }, report);
  const seconds = (performance.now() - start) / 1000;
  print('');
  for (const line of formatTargets(report.targets)) print(line);
  checkRows(report.rows);
  if (report.rows.length === 0) {
    print('Nothing was measured, and nothing is written.');
    return;
  }
  const files = [values.json, values.save ? resultFile(name) : undefined];
  for (const file of files)
    if (file) writeResult(file, { bench: name, title: chosen.title }, { isQuick: values.quick, seconds }, report);
}

/** Each in a process of its own: code that has met the data of another bench is compiled for both. */
function runEach(names: readonly string[]): void {
  const flags = [...(values.quick ? ['--quick'] : []), ...(values.save ? ['--save'] : [])];
  const failed: string[] = [];
  const start = performance.now();
  for (const known of names) {
    print(`\n== ${known}`);
    const began = performance.now();
    const { status } = spawnSync(process.execPath, [process.argv[1], known, ...flags], { stdio: 'inherit' });
    if (status !== 0) failed.push(known);
    print(`${known} took ${((performance.now() - began) / 1000).toFixed(0)} s`);
  }
  print(`\nAll took ${((performance.now() - start) / 60_000).toFixed(1)} minutes.`);
  if (failed.length > 0) print(`Did not finish: ${failed.join(', ')}`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}
