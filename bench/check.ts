import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCharacterSubject } from '../cli/subjects/character-subject.ts';
import { createGltfSubject } from '../cli/subjects/gltf-subject.ts';
import type { CheckSubject } from '../src/check/index.ts';
import { planCheck } from '../src/check/plan/plan.ts';
import { type Observations, observeClip } from '../src/check/scan/observe-clip.ts';
import { readGltf } from '../src/gltf/index.ts';
import { hashNumbers, median } from './harness/measure.ts';
import { findModelFolder } from './harness/model-folder.ts';
import { profileCalls } from './harness/profile-calls.ts';
import { type Bench, formatTable, type Report } from './harness/report.ts';

/** What `poseclash check` counts as a frame. */
const FPS = 30;
/** Of files with many clips these many are checked, and of long clips these many frames. */
const CLIPS = 4;
const MOST_FRAMES = 60;
/** No further round is begun after so long. */
const MOST_SECONDS = 6;

const models = [
  { file: 'makehuman-cmu-dance.glb', atLeast: 100 },
  { file: 'makehuman-default163.glb' },
  { file: 'CesiumMan.glb' },
  { file: 'q-ShibaInu.glb' },
  { file: 'Fox.glb' },
];

/** Characters of parts that lie in each other, or carry what hits them: most of the time goes into contacts. */
const inContact = [
  'babylon-Yeti',
  'q-mech-Mike',
  'RobotExpressive',
  'kaykit-Barbarian',
  'kaykit-Knight',
  'babylon-emoji_heart',
];
/** Frames a second that are asked for of these, and the share of the time that the evidence of what was found may take. */
const AT_LEAST = 60;
const EVIDENCE_AT_MOST = 0.25;

/** For two threads over one: a file with many clips, so that making it ready is a small part. */
const THREADED = 'q-mech-Mike.glb';
const THREADS_AT_LEAST = 1.8;

/** How fast `poseclash check` goes on one core, and on two: the built-in character, and real ones if the folders with them are there. */
export const check: Bench = {
  title: 'frames of animated characters checked for self-collision in a second, between samples too, on one core',
  async run({ isQuick, print }, report) {
    const table: (string | number)[][] = [
      [
        'character',
        'triangles',
        'frames',
        'poses',
        'prepare, ms',
        'first, frames/s',
        'frames/s',
        'evidence',
        'contacts',
      ],
    ];
    const measure = (name: string, subject: CheckSubject, atLeast?: number, evidenceAtMost?: number): void => {
      const { prepareMs, first, rate, evidence, ...counts } = timeSubject(subject, isQuick ? 3 : 7);
      table.push([
        name,
        counts.triangles,
        counts.frames,
        counts.poses,
        prepareMs,
        first,
        rate,
        evidence,
        counts.contacts,
      ]);
      const scene = `${name}, ${counts.triangles} triangles`;
      for (const [metric, unit, value] of [
        ['checked on one core', 'frames/s', rate],
        ['checked on one core, the first time in a process', 'frames/s', first],
        ['prepared', 'ms', prepareMs],
        ['poses for each frame', '', counts.poses / counts.frames],
        ['share of the evidence in the time', '', evidence],
      ] as const) {
        report.rows.push({
          bench: 'check',
          scene,
          method: 'observeClip',
          metric,
          unit,
          value,
          resultHash: counts.hash,
        });
      }
      if (atLeast)
        report.targets.push({ name: `${scene}: checked on one core`, value: rate, unit: 'frames/s', atLeast });
      if (evidenceAtMost) {
        const target = { name: `${scene}: share of the evidence`, value: evidence, unit: '' };
        report.targets.push({ ...target, atMost: evidenceAtMost });
      }
    };
    if (findModelFolder() === null) print('No folder shared/data/gltf beside the repository: no real models.');
    for (const { file, atLeast } of models) {
      const path = findModel(file);
      if (path === null) continue;
      print(`${file}: checking`);
      measure(file, createGltfSubject(file, await readGltf(readFileSync(path))), atLeast);
    }
    for (const name of inContact) {
      const path = findModel(`${name}.glb`);
      if (path === null) continue;
      print(`${name}.glb: checking`);
      measure(`${name}.glb`, createGltfSubject(name, await readGltf(readFileSync(path))), AT_LEAST, EVIDENCE_AT_MOST);
    }
    measure('the built-in character', createCharacterSubject());
    for (const line of formatTable(table)) print(line);
    const path = findModel(THREADED);
    if (path !== null) await compareThreads(path, isQuick ? 1 : 3, print, report);
  },
};

function findModel(file: string): string | null {
  const folder = findModelFolder();
  if (folder === null) return null;
  return [join(folder, file), join(folder, '..', 'gltf-more', file)].find(path => existsSync(path)) ?? null;
}

/**
 * A whole `poseclash check` with one thread and with two, in turn. And two checks of one thread at once: what two cores of the machine do
 * for programs that have nothing to do with each other is the most that threads can.
 */
async function compareThreads(
  path: string,
  rounds: number,
  print: (line: string) => void,
  report: Report,
): Promise<void> {
  const program = fileURLToPath(new URL('../cli/main.js', import.meta.url));
  const answers = new Set<string>();
  const run = async (workers: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const args = [program, 'check', path, '--workers', String(workers), '--no-cache', '--json'];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
      const hash = createHash('sha256');
      child.stdout.on('data', bytes => hash.update(bytes));
      child.once('error', reject);
      child.once('close', code => {
        if (code !== 0 && code !== 1) return reject(new Error(`check ended with ${code}`));
        answers.add(hash.digest('hex').slice(0, 16));
        resolve();
      });
    });
  const timed = async (runs: () => Promise<unknown>): Promise<number> => {
    const start = performance.now();
    await runs();
    return (performance.now() - start) / 1000;
  };
  const times: { one: number[]; two: number[]; twice: number[] } = { one: [], two: [], twice: [] };
  for (let round = 0; round < rounds; round++) {
    times.one.push(await timed(() => run(1)));
    times.two.push(await timed(() => run(2)));
    times.twice.push(await timed(() => Promise.all([run(1), run(1)])));
  }
  const [one, two, twice] = [times.one, times.two, times.twice].map(list => Math.min(...list));
  print(
    `${THREADED}, all clips: ${one.toFixed(1)} s with one thread, ${two.toFixed(1)} s with two; ${twice.toFixed(1)} s for two such checks at once.`,
  );
  const [resultHash] = answers;
  if (answers.size > 1) throw new Error(`${THREADED}: the reports of one thread and of two differ`);
  const row = { bench: 'check', scene: `${THREADED}, all clips`, method: 'poseclash check', unit: 'x', resultHash };
  report.rows.push({ ...row, metric: 'two threads over one', value: one / two });
  report.rows.push({
    ...row,
    metric: 'two checks of one thread at once over one after the other',
    value: (2 * one) / twice,
  });
  report.targets.push({
    name: `${row.scene}: two threads over one`,
    value: one / two,
    unit: 'x',
    atLeast: THREADS_AT_LEAST,
  });
}

interface Speed {
  triangles: number;
  frames: number;
  poses: number;
  contacts: number;
  /** Of the contacts: which regions, and when. */
  hash: string;
  prepareMs: number;
  /** Frames a second, in the first round and by the median of the others. */
  first: number;
  rate: number;
  /** The share of the time that goes into evidence, by a profile of one more round. */
  evidence: number;
}

function timeSubject(subject: CheckSubject, rounds: number): Speed {
  const clips = subject.clips.slice(0, CLIPS);
  const start = cpuSeconds();
  const plan = planCheck(subject, {});
  const prepareMs = 1000 * (cpuSeconds() - start);
  const times: number[] = [];
  const observe = (): Observations[] => clips.map(clip => observeClip(plan, clip, 0, MOST_FRAMES));
  let seen: Observations[] = [];
  for (let round = 0; round <= rounds && (round < 2 || sum(times) < MOST_SECONDS); round++) {
    const began = cpuSeconds();
    seen = observe();
    times.push(cpuSeconds() - began);
  }
  const frames = sum(clips.map(clip => Math.min(MOST_FRAMES, Math.floor(FPS * (clip.end - clip.start) + 1e-6)) + 1));
  return {
    triangles: sum(subject.bodies.map(({ mesh }) => mesh.triangles.length / 3)),
    frames,
    poses: sum(seen.map(({ samples }) => samples)),
    contacts: sum(seen.map(({ contacts }) => contacts.length)),
    hash: hashNumbers(seen.flatMap(({ contacts }) => contacts.flatMap(c => [c.time, c.regionA, c.regionB]))),
    prepareMs,
    first: frames / times[0],
    rate: frames / median(times.slice(1)),
    evidence: profileCalls(observe, 'observeClip', 'gatherEvidence'),
  };
}

/** Of this process, with all its threads: on a machine that has other things to do it tells more than the clock. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return 1e-6 * (user + system);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
