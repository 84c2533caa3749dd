import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCharacterSubject } from '../cli/subjects/character-subject.ts';
import { createGltfSubject } from '../cli/subjects/gltf-subject.ts';
import type { CheckSubject } from '../src/check/index.ts';
import { planCheck } from '../src/check/plan/plan.ts';
import { observeClip } from '../src/check/scan/observe-clip.ts';
import { readGltf } from '../src/gltf/index.ts';
import { hashNumbers, median } from './harness/measure.ts';
import { findModelFolder } from './harness/model-folder.ts';
import { type Bench, formatTable } from './harness/report.ts';

/** What `poseclash check` counts as a frame. */
const FPS = 30;
/** Of files with many clips these many are checked. */
const CLIPS = 4;

const models = [
  { file: 'makehuman-cmu-dance.glb', atLeast: 100 },
  { file: 'makehuman-default163.glb' },
  { file: 'CesiumMan.glb' },
  { file: 'q-ShibaInu.glb' },
  { file: 'Fox.glb' },
];

/** How fast `poseclash check` goes on one core: the built-in character, and real ones if the folder with them is there. */
export const check: Bench = {
  name: 'check',
  title: 'frames of animated characters checked for self-collision in a second, between samples too, on one core',
  async run({ isQuick, print }, report) {
    const table: (string | number)[][] = [
      ['character', 'triangles', 'frames', 'poses', 'prepare, ms', 'first, frames/s', 'frames/s', 'contacts'],
    ];
    const measure = (name: string, subject: CheckSubject, atLeast?: number): void => {
      const { prepareMs, first, rate, ...counts } = timeSubject(subject, isQuick ? 3 : 9);
      table.push([name, counts.triangles, counts.frames, counts.poses, prepareMs, first, rate, counts.contacts]);
      const scene = `${name}, ${counts.triangles} triangles`;
      for (const [metric, unit, value] of [
        ['checked on one core', 'frames/s', rate],
        ['checked on one core, the first time in a process', 'frames/s', first],
        ['prepared', 'ms', prepareMs],
        ['poses for each frame', '', counts.poses / counts.frames],
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
    };
    const folder = findModelFolder();
    if (folder === null) print('No folder shared/data/gltf beside the repository: no real models.');
    for (const { file, atLeast } of models) {
      if (folder === null || !existsSync(join(folder, file))) continue;
      print(`${file}: checking`);
      measure(file, createGltfSubject(file, await readGltf(readFileSync(join(folder, file)))), atLeast);
    }
    measure('the built-in character', createCharacterSubject());
    for (const line of formatTable(table)) print(line);
  },
};

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
}

function timeSubject(subject: CheckSubject, rounds: number): Speed {
  const clips = subject.clips.slice(0, CLIPS);
  const start = performance.now();
  const plan = planCheck(subject, {});
  const prepareMs = performance.now() - start;
  const times: number[] = [];
  let poses = 0;
  let contacts = 0;
  let hash = '';
  for (let round = 0; round <= rounds; round++) {
    const began = performance.now();
    const seen = clips.map(clip => observeClip(plan, clip));
    times.push((performance.now() - began) / 1000);
    poses = seen.reduce((sum, { samples }) => sum + samples, 0);
    contacts = seen.reduce((sum, { contacts: found }) => sum + found.length, 0);
    hash = hashNumbers(seen.flatMap(({ contacts: found }) => found.flatMap(c => [c.time, c.regionA, c.regionB])));
  }
  const frames = clips.reduce((sum, clip) => sum + Math.floor(FPS * (clip.end - clip.start) + 1e-6) + 1, 0);
  return {
    triangles: subject.bodies.reduce((sum, { mesh }) => sum + mesh.triangles.length / 3, 0),
    frames,
    poses,
    contacts,
    hash,
    prepareMs,
    first: frames / times[0],
    rate: frames / median(times.slice(1)),
  };
}
