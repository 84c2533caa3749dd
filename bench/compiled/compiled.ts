import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { createStats } from '../../src/debug.ts';
import { createCollider, findPairs, type Stats, saveShape, setPose, touches } from '../../src/index.ts';
import { foldHashes, hashPairs, median, sameAnswers } from '../harness/measure.ts';
import { type Bench, formatTable, type Report } from '../harness/report.ts';
import { buildCreatures, type Creatures, findCreatureFile, readCreatureFile } from './creature-file.ts';
import { generateCreatures } from './generated-creatures.ts';

/** What is asked: the share of the time that the query in JavaScript takes, at most; of the creatures of a file, and of those with 1.36 million triangles. */
const asked = { near: 0.35, light: 0.35, deep: 0.45 };
const askedOfLarge = { near: 0.4, light: 0.45, deep: 0.55 };
const COLD_MS = 15;

/** The compiled query against the one in JavaScript: the same poses, the same answers. */
export const compiled: Bench = {
  title:
    'pairs of two creatures, near, touching and deep in each other, by the compiled query and by that in JavaScript',
  async run({ isQuick, print }, report) {
    for (const size of [0, 1]) {
      const file = findCreatureFile(size);
      if (file === null) {
        print('No folder shared/data/creature beside the repository: nothing is measured.');
        return;
      }
      print(`creature_${size}: building`);
      const creatures = buildCreatures(readCreatureFile(file));
      measureQuestions(creatures, isQuick ? 8 : 60, asked, report, print);
      await measureCold(creatures, isQuick ? 3 : 9, size === 0, report, print);
    }
    if (isQuick) return;
    print('creatures-walk-through-x100: generating');
    measureQuestions(
      buildCreatures(generateCreatures('creatures-walk-through-x100', 4)),
      12,
      askedOfLarge,
      report,
      print,
    );
  },
};

function measureQuestions(
  creatures: Creatures,
  rounds: number,
  shares: Shares,
  report: Report,
  print: (line: string) => void,
): void {
  for (const question of ['all pairs', 'yes or no'] as const) {
    print(`${creatures.triangles} triangles, ${question}: measuring`);
    measureWarm(creatures, question, rounds, shares, report, print);
  }
}

type Shares = typeof asked;
type Question = 'all pairs' | 'yes or no';
type Situation = Creatures['situations'][number];

interface Path {
  name: string;
  /** Asks for all poses of a situation, in turn; a number for each answer. */
  run(situation: Situation, stats?: Stats): number[];
}

function createPath({ shape }: Creatures, question: Question, isCompiled: boolean): Path {
  const [a, b] = [createCollider(shape), createCollider(shape)];
  return {
    name: isCompiled ? 'compiled' : 'in JavaScript',
    run: ({ poses }, stats) =>
      poses.map(pose => {
        setPose(a, { jointMatrices: pose.a });
        setPose(b, { jointMatrices: pose.b });
        const options = { compiled: isCompiled, ...(stats ? { stats } : {}) };
        return question === 'all pairs' ? hashPairs(findPairs(a, b, options)) : Number(touches(a, b, options));
      }),
  };
}

/** The least time of many rounds, in which the two take turns: other programs only ever add to it. */
function measureWarm(
  creatures: Creatures,
  question: Question,
  rounds: number,
  shares: Shares,
  report: Report,
  print: (line: string) => void,
): void {
  const paths = [createPath(creatures, question, false), createPath(creatures, question, true)];
  const heads = ['us a pose', 'share', 'volume tests', 'refits', 'vertices', 'leaf pairs', 'triangle tests', 'answer'];
  const table: (string | number)[][] = [['situation, by', ...heads]];
  for (const situation of creatures.situations) {
    const least = paths.map(() => Infinity);
    const perRound = Math.max(1, Math.ceil(6000 / creatures.triangles)) * (situation.name === 'deep' ? 1 : 4);
    for (let round = -2; round < rounds; round++) {
      for (const k of round % 2 ? [0, 1] : [1, 0]) {
        const start = performance.now();
        for (let repeat = 0; repeat < perRound; repeat++) paths[k].run(situation);
        const time = (1000 * (performance.now() - start)) / (perRound * situation.poses.length);
        if (round >= 0) least[k] = Math.min(least[k], time);
      }
    }
    const scene = `${creatures.triangles} triangles, ${situation.name}, ${question}`;
    const hashes = paths.map(({ name, run }, k) => {
      const stats = createStats();
      const answer = foldHashes(run(situation, stats));
      const counts = Object.values(stats).map(count => Math.round(count / situation.poses.length));
      table.push([`${situation.name}, ${name}`, least[k], least[k] / least[0], ...counts, answer]);
      const row = { bench: 'compiled', scene, method: name, resultHash: answer };
      report.rows.push({ ...row, metric: 'least time per pose', unit: 'us', value: least[k] });
      report.rows.push({ ...row, metric: 'volume tests', unit: '', value: counts[0] });
      report.rows.push({ ...row, metric: 'refits', unit: '', value: counts[1] });
      return answer;
    });
    if (hashes[0] !== hashes[1]) throw new Error(`${scene}: the two paths answer differently.`);
    if (question === 'yes or no') continue;
    const atMost = shares[situation.name];
    report.targets.push({ name: `${scene}: share of the time`, value: least[1] / least[0], unit: 'x', atMost });
  }
  print(`\n${creatures.triangles} triangles each, ${question}: the least time of ${rounds} rounds\n`);
  for (const line of formatTable(table)) print(line);
}

/** The first query and the second of a thread in which nothing has run yet: what a page waits for. */
async function measureCold(
  { shape, triangles, situations }: Creatures,
  threads: number,
  isAsked: boolean,
  report: Report,
  print: (line: string) => void,
): Promise<void> {
  const saved = saveShape(shape);
  const { poses } = situations[2];
  const times: Record<'first' | 'second', number[][]> = { first: [[], []], second: [[], []] };
  const answers: { name: string; hash: string }[] = [];
  for (let thread = 0; thread < threads; thread++) {
    for (const isCompiled of [false, true]) {
      const url = new URL('./first-query.js', import.meta.url);
      const worker = new Worker(url, { workerData: { saved, poses: poses.slice(0, 2), compiled: isCompiled } });
      const [[first, second, ...hashes]] = (await once(worker, 'message')) as [number[]];
      answers.push({ name: isCompiled ? 'compiled' : 'in JavaScript', hash: foldHashes(hashes) });
      times.first[Number(isCompiled)].push(first);
      times.second[Number(isCompiled)].push(second);
      await worker.terminate();
    }
  }
  for (const which of ['first', 'second'] as const) {
    const [inJavaScript, byCompiled] = times[which].map(median);
    print(
      `${triangles} triangles, deep, ${which} query: ${inJavaScript.toFixed(1)} ms in JavaScript, ${byCompiled.toFixed(1)} ms compiled`,
    );
    const row = {
      bench: 'compiled',
      scene: `${triangles} triangles, deep`,
      metric: `${which} query of a thread`,
      unit: 'ms',
      resultHash: sameAnswers('first query', answers),
    };
    report.rows.push({ ...row, method: 'in JavaScript', value: inJavaScript });
    report.rows.push({ ...row, method: 'compiled', value: byCompiled });
    if (isAsked && which === 'first') {
      report.targets.push({
        name: `${triangles} triangles: first query of a thread`,
        value: byCompiled,
        unit: 'ms',
        atMost: COLD_MS,
      });
    }
  }
}
