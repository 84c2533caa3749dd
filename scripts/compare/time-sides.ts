import { median } from '../../bench/harness/measure.ts';
import { type Library, loadLibrary } from './library.ts';
import { type TimeTask, timeGroups } from './time-tasks.ts';

/*
 * Times one group of questions: GROUP ROUNDS CHECKOUT CHECKOUT. Both sides are loaded into this process and take turns, round
 * after round, so that whatever slows the machine slows them alike. Prints a line of JSON for each question.
 */

const WARM_UP = 4;
/** CPU time that what is timed takes at least, in ms: shorter runs are repeated, or a tick of the machine would show. */
const LEAST = 25;

export interface TimeRow {
  name: string;
  atMost: number;
  /** CPU time of one run over all poses, in ms, medians of rounds: of the other checkout and of this one. */
  before: number;
  now: number;
  /** The median over rounds of what this one takes, by what the other takes in the same round. */
  ratio: number;
}

const [group, rounds, ...checkouts] = process.argv.slice(2);
const libraries: Library[] = [];
for (const checkout of checkouts) libraries.push(await loadLibrary(checkout));
for (const task of timeGroups[group]()) process.stdout.write(`${JSON.stringify(time(task, Number(rounds)))}\n`);

function time({ name, atMost, prepare }: TimeTask, count: number): TimeRow {
  const runs = libraries.map(prepare);
  const measure = (side: number, passes: number): number => {
    const start = process.cpuUsage();
    for (let pass = 0; pass < passes; pass++) runs[side]();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000 / passes;
  };
  const times: number[][] = runs.map(() => []);
  let passes = 1;
  for (let round = -WARM_UP; round < count; round++) {
    const order = round % 2 === 0 ? [0, 1] : [1, 0];
    for (const side of order) {
      const ms = measure(side, passes);
      if (round >= 0) times[side].push(ms);
      else passes = Math.max(1, Math.ceil(LEAST / ms)); // the same for both, from the last that warms up
    }
  }
  const [before, now] = times;
  return {
    name,
    atMost,
    before: median(before),
    now: median(now),
    ratio: median(now.map((ms, round) => ms / before[round])),
  };
}
