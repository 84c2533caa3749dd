import { parseArgs } from 'node:util';
import type { CheckSubject } from '../../src/check/index.ts';
import { askCheck } from './check-questions.ts';
import { choiceOptions } from './choice-options.ts';
import { type Answer, digest } from './digest.ts';
import { loadLibrary } from './library.ts';
import { poseQuestions } from './pose-questions.ts';
import { createStage } from './stage.ts';
import { stepQuestions } from './step-questions.ts';
import { listSubjects, type Subject } from './subjects.ts';

/*
 * One side of a comparison, in a process of its own: answers all questions with the code of the checkout that is named, and
 * prints a line of JSON for each question about each subject.
 */

/** What one checkout answers to one question about one subject: a hash for each step, clip or contact. */
export interface AnswerRow {
  subject: string;
  question: string;
  /** Pairs, hits and so on, over all. */
  count: number;
  hashes: string[];
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: choiceOptions,
});
const library = await loadLibrary(positionals[0]);
const fits = (name: string, words: readonly string[] | undefined): boolean =>
  !words || words.some(word => name.toLowerCase().includes(word.toLowerCase()));
const isWanted = (name: string): boolean => fits(name, values.only);
const isAsked = (question: string): boolean => fits(question, values.ask);
const asksCheck = !values.ask || values.ask.some(word => word.includes('check'));
const BUILT_IN = 'the built-in character';

for (const subject of listSubjects(values.models ?? [])) {
  if (!isWanted(subject.name)) continue;
  await answerPoses(subject);
  if (subject.file && asksCheck) await answerFile(subject.name, subject.file);
}
if (isWanted(BUILT_IN) && asksCheck) answerCheck(BUILT_IN, library.createCharacterSubject());

async function answerPoses(subject: Subject): Promise<void> {
  const questions = Object.entries({ ...poseQuestions, ...stepQuestions }).filter(([name]) => isAsked(name));
  if (questions.length === 0) return;
  const cast = await subject.prepare(library);
  const stage = createStage(library, cast);
  const rows = questions.map(([question]) => createRow(subject.name, question));
  for (let step = 0; step < cast.steps.length; step++) {
    stage.pose(step);
    questions.forEach(([, ask], q) => {
      addAnswer(rows[q], () => ask(stage));
    });
  }
  rows.forEach(print);
}

async function answerFile(name: string, file: string): Promise<void> {
  const asset = await library.gltf.loadGltf(file);
  if (asset.clips.length > 0) answerCheck(name, library.createGltfSubject(name, asset));
}

function answerCheck(name: string, subject: CheckSubject): void {
  for (const [question, answers] of Object.entries(askCheck(library, subject))) {
    const row = createRow(name, question);
    for (const answer of answers) addAnswer(row, () => answer);
    print(row);
  }
}

function createRow(subject: string, question: string): AnswerRow {
  return { subject, question, count: 0, hashes: [] };
}

/** An error is an answer too: the other side is to give the same. */
function addAnswer(row: AnswerRow, ask: () => Answer): void {
  try {
    const { count, label, parts } = ask();
    row.count += count;
    row.hashes.push(label ? `${label} ${digest(parts)}` : digest(parts));
  } catch (error) {
    row.hashes.push(`error: ${(error as Error).message}`);
  }
}

function print(row: AnswerRow): void {
  process.stdout.write(`${JSON.stringify(row)}\n`);
}
