import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CreatureFile, findCreatureFile, readCreatureFile } from '../compiled/creature-file.ts';
import { generateCreatures } from '../compiled/generated-creatures.ts';
import { foldHashes, hashPairs, median } from '../harness/measure.ts';
import { type Bench, type BenchOptions, formatTable, type Report } from '../harness/report.ts';
import { build, type Source } from './build.ts';
import { type Contender, openContender } from './contender.ts';
import { type PosedBody, writePoses } from './pose-file.ts';

const situations = ['near', 'light', 'deep'] as const;

/** What is asked over the floor, on the creatures of the file: so many times as fast, at least. */
const asked = [
  { near: 2, light: 1.5, deep: 1 / 1.1 },
  { near: 10, light: 5, deep: 1 },
];
const FLOOR = 'C++, linear, float32';

const finite = ['-ffinite-math-only', '-fno-signed-zeros', '-fno-math-errno', '-fno-trapping-math', '-Wno-psabi'];
const linear = (march: string): Source => ({ file: 'linear', flags: ['-O3', march, ...finite], libraries: [] });
const fcl: Source = {
  file: 'fcl',
  flags: ['-O3', '-march=native', '-DNDEBUG', '-I/usr/include/eigen3'],
  libraries: ['-lfcl', '-lccd'],
};

interface Entry {
  name: string;
  command: readonly string[];
}

/** Pairs of two bodies against native code, each a program of its own; nothing is measured where there is no compiler. */
export const nativePairs: Bench = {
  title:
    'all pairs of two creatures after a new pose, against programs in C++ that skin and refit everything: ours, FCL',
  async run(options, report) {
    const entries = buildEntries(options);
    if (entries.length < 2) return;
    const folder = mkdtempSync(join(tmpdir(), 'poseclash-native-'));
    try {
      for (const { name, make, targets, rounds } of bodies(options.isQuick)) {
        options.print(`${name}: writing poses`);
        const file = join(folder, 'poses.bin');
        const body = make();
        if (body === null) options.print('It is not there: not measured.');
        else {
          writePoses(file, body);
          await race({ name, poses: body.situations[0].length, targets, rounds }, file, entries, options, report);
        }
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

/** Ours first. Programs that cannot be built here are left out, and named. */
function buildEntries({ contenders, print }: BenchOptions): Entry[] {
  const entries: Entry[] = [
    { name: 'poseclash', command: [process.execPath, fileURLToPath(new URL('./ours.js', import.meta.url))] },
  ];
  const add = (source: Source, modes: readonly (readonly [name: string, mode: string])[]): void => {
    const built = build(source);
    if (built.error !== undefined) print(`${modes[0][0]} cannot be built here: ${built.error}`);
    else for (const [name, mode] of modes) entries.push({ name, command: [built.program, mode] });
  };
  add(linear('-march=native'), [
    [FLOOR, 'float'],
    ['C++, linear, float64', 'double'],
  ]);
  if (process.arch === 'x64') add(linear('-march=x86-64-v2'), [['C++, linear, float32, vectors of 128 bits', 'float']]);
  add(fcl, [
    ['FCL, traversal', 'direct'],
    ['FCL, collide', 'collide'],
  ]);
  for (const contender of contenders) {
    const [name, ...command] = contender.split('=');
    entries.push({ name, command: command.join('=').split(' ') });
  }
  return entries;
}

interface Challenge {
  name: string;
  poses: number;
  /** Of these situations figures were asked. */
  targets?: (typeof asked)[number];
  rounds: number;
}

/** The creatures of a file beside the repository, and those that we generate, by size; a quick run has the small ones. */
function bodies(isQuick: boolean): (Omit<Challenge, 'poses'> & { make(): PosedBody | null })[] {
  const ofFile = (size: number) => (): PosedBody | null => {
    const file = findCreatureFile(size);
    return file === null ? null : posedBody(readCreatureFile(file));
  };
  const generate = (scene: string, frames: number): PosedBody => posedBody(generateCreatures(scene, frames));
  const all = [
    { name: '13,632 triangles, from a file', make: ofFile(0), targets: asked[0], rounds: 40 },
    { name: '13,590 triangles', make: () => generate('creatures-walk-through', 20), rounds: 40 },
    { name: '135,360 triangles, from a file', make: ofFile(1), targets: asked[1], rounds: 12 },
    { name: '135,900 triangles', make: () => generate('creatures-walk-through-x10', 10), rounds: 12 },
    { name: '1,359,000 triangles', make: () => generate('creatures-walk-through-x100', 4), rounds: 5 },
  ];
  return isQuick ? all.slice(0, 2).map(body => ({ ...body, rounds: 5 })) : all;
}

function posedBody({ mesh, skin, situations: found }: CreatureFile): PosedBody {
  return { mesh, skin, situations: found.map(({ poses }) => poses) };
}

/** Times of a contender in one situation: by round, then pose. */
type Times = number[][];

async function race(
  challenge: Challenge,
  file: string,
  entries: readonly Entry[],
  { print }: BenchOptions,
  report: Report,
): Promise<void> {
  const contenders: Contender[] = [];
  try {
    for (const { name, command } of entries) contenders.push(await openContender(name, [...command, file]));
    print(`${challenge.name}: measuring`);
    const times = await takeTurns(contenders, challenge.rounds);
    for (let s = 0; s < situations.length; s++) {
      await judge(
        challenge,
        s,
        contenders,
        times.map(all => all[s]),
        print,
        report,
      );
    }
  } finally {
    for (const contender of contenders) await contender.close();
  }
}

/** The slowest of them, above a second for all poses, take part in one round that counts: enough to see by how much. */
const SLOW = 1000;

/** All take turns, situation by situation, round after round, while the others wait. The first rounds warm up. */
async function takeTurns(contenders: readonly Contender[], rounds: number): Promise<Times[][]> {
  const times: Times[][] = contenders.map(() => situations.map(() => []));
  const isSlow = contenders.map(() => false);
  for (let round = -2; round < rounds; round++) {
    for (const [c, contender] of contenders.entries()) {
      if (isSlow[c] && round > 0) continue;
      let spent = 0;
      for (let s = 0; s < situations.length; s++) {
        const taken = await contender.time(s);
        spent += taken.reduce((sum, time) => sum + time, 0);
        if (round >= 0) times[c][s].push(taken);
      }
      isSlow[c] = spent > SLOW;
    }
  }
  return times;
}

/** The least time of a pose over all rounds, mean of poses: other programs only ever add to it. */
function leastTime(rounds: Times): number {
  const least = rounds[0].map((_, pose) => Math.min(...rounds.map(round => round[pose])));
  return least.reduce((sum, time) => sum + time, 0) / least.length;
}

async function judge(
  { name, poses, targets }: Challenge,
  s: number,
  contenders: readonly Contender[],
  times: readonly Times[],
  print: (line: string) => void,
  report: Report,
): Promise<void> {
  const scene = `${name}, ${situations[s]}`;
  const least = times.map(leastTime);
  const truth = await contenders[0].pairs(s, poses);
  const found = truth.reduce((sum, pairs) => sum + pairs.length / 2, 0);
  const table: (string | number)[][] = [['program', 'least ms', 'median ms', 'times ours', 'other pairs', 'answer']];
  for (const [c, contender] of contenders.entries()) {
    const answer = c === 0 ? truth : await contender.pairs(s, poses);
    const others = answer.reduce((sum, pairs, pose) => sum + countOthers(pairs, truth[pose]), 0);
    if (others > 0 && (contender.name.includes('float64') || others > 0.001 * found)) {
      throw new Error(`native-pairs: ${scene}: ${contender.name} differs in ${others} of ${found} pairs.`);
    }
    const resultHash = foldHashes(answer.map(hashPairs));
    const middle = median(times[c].flat());
    table.push([contender.name, least[c].toFixed(4), middle.toFixed(4), least[c] / least[0], others, resultHash]);
    const row = { bench: 'native-pairs', scene, method: contender.name, unit: 'ms', resultHash };
    report.rows.push({ ...row, metric: 'pairs of two, native programs, least time', value: least[c] });
    report.rows.push({ ...row, metric: 'pairs of two, native programs, median time', value: middle });
  }
  print(`\n${scene}: ${poses} poses in turn, ${(found / poses).toFixed(0)} pairs on average\n`);
  for (const line of formatTable(table)) print(line);
  const floor = contenders.findIndex(contender => contender.name === FLOOR);
  if (!targets || floor < 0) return;
  const atLeast = targets[situations[s]];
  report.targets.push({ name: `${scene}: over ${FLOOR}`, value: least[floor] / least[0], unit: 'x', atLeast });
}

/** How many pairs are in one of two answers only. */
function countOthers(pairs: Uint32Array, truth: Uint32Array): number {
  const key = (list: Uint32Array, k: number): number => list[2 * k] * 2 ** 24 + list[2 * k + 1];
  const keys = (list: Uint32Array): Set<number> =>
    new Set(Array.from({ length: list.length / 2 }, (_, k) => key(list, k)));
  const [one, other] = [keys(pairs), keys(truth)];
  const common = [...one].filter(pair => other.has(pair)).length;
  return one.size + other.size - 2 * common;
}
