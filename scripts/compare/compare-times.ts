import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { formatTable, type Report } from '../../bench/harness/report.ts';
import { resultFile, writeResult } from '../../bench/harness/results.ts';
import { nameVersion } from './save-verdicts.ts';
import type { TimeRow } from './time-sides.ts';

const ROUNDS = 25;

/** The answers to these questions are compared by `npm run compare` without --time, subject by subject. */
const COMPARED = 'compared apart';

/** npm run compare -- CHECKOUT --time: what the questions behind peers, rays and queries take now, by what they took. */
export function compareTimes(
  checkouts: readonly string[],
  groups: readonly string[],
  isSaved: boolean,
  print: (line: string) => void,
): void {
  const start = performance.now();
  const versions = checkouts.map(nameVersion);
  const report: Report = { rows: [], targets: [] };
  const table: (string | number)[][] = [['', `${versions[0]}, ms`, `${versions[1]}, ms`, 'now / before', 'at most']];
  for (const group of groups) {
    print(`${group}: timing`);
    for (const { name, before, now, ratio, atMost } of timeGroup(group, checkouts)) {
      table.push([name, before, now, ratio, atMost]);
      const row = {
        bench: 'compare-times',
        scene: group,
        metric: `${name}, CPU time`,
        unit: 'ms',
        resultHash: COMPARED,
      };
      report.rows.push({ ...row, method: versions[0], value: before }, { ...row, method: versions[1], value: now });
      report.targets.push({ name: `${name}: now over before`, value: ratio, unit: 'x', atMost });
    }
  }
  for (const line of formatTable(table)) print(line);
  const title = `times of the questions behind peers, rays and queries, by those of ${versions[0]}, in turn in one process`;
  const seconds = (performance.now() - start) / 1000;
  const about = { bench: 'compare-times', title };
  if (isSaved) writeResult(resultFile(about.bench), about, { isQuick: false, seconds }, report);
}

/** In a process of its own: code that has met the data of another group is compiled for both. */
function timeGroup(group: string, checkouts: readonly string[]): TimeRow[] {
  const program = fileURLToPath(new URL('time-sides.js', import.meta.url));
  const { status, stdout } = spawnSync(process.execPath, [program, group, String(ROUNDS), ...checkouts], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`compareTimes: '${group}' did not finish.`);
  return stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as TimeRow);
}
