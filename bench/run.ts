import { parseArgs } from 'node:util';
import { bridge } from './bridge.ts';
import { ccd } from './ccd.ts';
import { chairs } from './chairs.ts';
import { curtain } from './curtain.ts';
import { growth } from './growth.ts';
import { morphBodies } from './morph-bodies.ts';
import { morphDolphins } from './morph-dolphins.ts';
import { peers } from './peers.ts';
import { poses } from './poses.ts';
import { queries } from './queries.ts';
import { radialView } from './radial-view.ts';
import { radii } from './radii.ts';
import { rays } from './rays.ts';
import { type Bench, formatTargets, writeJson } from './report.ts';
import { tabulated } from './tabulated.ts';

const benches: Bench[] = [
  radii,
  queries,
  growth,
  poses,
  morphBodies,
  morphDolphins,
  curtain,
  bridge,
  chairs,
  ccd,
  radialView,
  peers,
  rays,
  tabulated,
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'string' }, quick: { type: 'boolean', default: false } },
});
const [name] = positionals;
const bench = benches.find(candidate => candidate.name === name);
const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

if (bench) {
  const report = await bench.run({ isQuick: values.quick, print });
  print('');
  for (const line of formatTargets(report.targets)) print(line);
  if (values.json) writeJson(values.json, bench.name, report);
} else {
  if (name) print(`There is no bench '${name}'.`);
  print('npm run bench -- NAME [--json FILE] [--quick]');
  for (const { name: known, title } of benches) print(`  ${known.padEnd(14)} ${title}`);
  process.exitCode = name ? 1 : 0;
}
