import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findModelFolder } from '../../bench/harness/model-folder.ts';
import type { AnswerRow } from './answer.ts';
import { choiceOptions } from './choice-options.ts';
import { compareTimes } from './compare-times.ts';
import { judge, type Verdict } from './judge.ts';
import { saveVerdicts, summarise } from './save-verdicts.ts';
import { timeGroups } from './time-tasks.ts';

/*
 * npm run compare -- CHECKOUT: whether this code and that of another checkout, built, give the same answers. Each runs in a
 * process of its own, at the same time; one line is printed for each question about each subject. With --engine the other side
 * may be this checkout too: whether two engines, V8 and JavaScriptCore say, give the same answers to the last bit.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...choiceOptions,
    engine: { type: 'string' },
    save: { type: 'boolean', default: false },
    time: { type: 'boolean', default: false },
  },
});
const here = fileURLToPath(new URL('../../..', import.meta.url));
const [other] = positionals;
if (other === undefined || !existsSync(join(other, 'dist/src/index.js'))) {
  process.stderr.write(
    'npm run compare -- CHECKOUT [--models FOLDER ...] [--only WORD ...] [--ask WORD ...] [--engine PROGRAM] [--time] [--save]\n',
  );
  process.stderr.write(
    '  CHECKOUT   the folder of another version of this repository, built: it has dist/src/index.js\n',
  );
  process.stderr.write('  --models   folders of .glb files; shared/data beside the repository by default\n');
  process.stderr.write('  --only     subjects whose names contain this\n');
  process.stderr.write('  --ask      questions whose names contain this\n');
  process.stderr.write(
    '  --engine   the program that runs the other side: bun, say. Sines and powers are then alike in both\n',
  );
  process.stderr.write('  --time     times the questions behind peers, rays and queries instead\n');
  process.stderr.write('  --save     writes bench/results/compare.json, or compare-times.json\n');
  process.exit(2);
}

if (values.time) {
  const isWanted = (name: string): boolean => !values.only || values.only.some(word => name.includes(word));
  compareTimes([resolve(other), here], Object.keys(timeGroups).filter(isWanted), values.save, print);
  process.exit();
}

const start = performance.now();
const nodeFlags = ['--max-old-space-size=8192'];
const sides = [
  startSide(resolve(other), values.engine === undefined ? [process.execPath, ...nodeFlags] : [values.engine]),
  startSide(here, [process.execPath, ...nodeFlags]),
];
const waiting = new Map<string, AnswerRow>();
const verdicts: Verdict[] = [];
await Promise.all(sides.map((side, s) => readSide(side, s)));
const lost = [...waiting.values()].map(({ subject, question }) => `${subject}: ${question}`);
for (const line of [...lost.map(row => `only one side answered ${row}`), '', ...summarise(verdicts)]) print(line);
if (values.save) saveVerdicts(verdicts, [resolve(other), here], (performance.now() - start) / 1000);
const failed = sides.some(({ exitCode }) => exitCode !== 0);
process.exitCode = failed || lost.length > 0 || verdicts.some(({ state }) => state === 'DIFFERENT') ? 1 : 0;

function startSide(checkout: string, [engine, ...engineFlags]: string[]): ChildProcess {
  const name = values.engine === undefined ? 'answer.js' : 'answer-alike.js';
  const program = fileURLToPath(new URL(name, import.meta.url));
  const flags = (name: string, words: readonly string[] | undefined): string[] =>
    (words ?? []).flatMap(word => [`--${name}`, word]);
  const models = (values.models ?? listModelFolders()).map(folder => resolve(folder));
  const args = [
    program,
    checkout,
    ...flags('models', models),
    ...flags('only', values.only),
    ...flags('ask', values.ask),
  ];
  return spawn(engine, [...engineFlags, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
}

function listModelFolders(): string[] {
  const folder = findModelFolder();
  return folder === null ? [] : [folder, `${folder}-more`];
}

/** Rows of a side as they come; each is judged when the other side has it too. */
async function readSide(side: ChildProcess, s: number): Promise<void> {
  const ended = once(side, 'close');
  for await (const line of createInterface({ input: side.stdout! })) {
    const row = JSON.parse(line) as AnswerRow;
    const key = JSON.stringify([row.subject, row.question]);
    const counterpart = waiting.get(key);
    if (!counterpart) {
      waiting.set(key, row);
      continue;
    }
    waiting.delete(key);
    const verdict = s === 1 ? judge(counterpart, row) : judge(row, counterpart);
    verdicts.push(verdict);
    print(describe(verdict));
  }
  await ended;
}

function describe({ subject, question, before, now, count, state, note }: Verdict): string {
  return [subject.padEnd(48), question.padEnd(24), String(count).padStart(9), before, now, state, note].join('  ');
}

function print(line: string): void {
  process.stdout.write(`${line.trimEnd()}\n`);
}
