import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findSelfPairsByVolumes } from '../../papers/baselines.ts';
import { createColliders, poseScene } from '../../papers/posed-scene.ts';
import { scenes } from '../../papers/scene-catalogue.ts';
import { type Collider, createStats, findSelfPairs, type Stats, setPose } from '../../src/index.ts';
import { foldHashes, hashPairs, measureInterleaved } from '../harness/measure.ts';
import { findModelFolder } from '../harness/model-folder.ts';
import { type Bench, formatTable, type Report } from '../harness/report.ts';
import { type PosedBodies, sampleClips } from './sample-clips.ts';

const models = [
  { file: 'makehuman-cmu-dance.glb', atLeast: 10 },
  { file: 'makehuman-default163.glb', atLeast: 10 },
  { file: 'CesiumMan.glb', atLeast: 10 },
  { file: 'babylon-Yeti.glb', atLeast: 8 },
  { file: 'RobotExpressive.glb', atLeast: 5 },
];
const sceneNames = ['man-poses', 'hand-grip', 'octopus', 'creature-curl-21k'];
const POSES = 12;

interface Character extends Omit<PosedBodies, 'meshes'> {
  name: string;
  atLeast?: number;
}

type Search = (collider: Collider, options: { stats?: Stats }) => Uint32Array;
const methods: [name: string, find: Search][] = [
  ['volumes and exact tests only', findSelfPairsByVolumes],
  ['findSelfPairs', findSelfPairs],
];

/** All pairs of triangles of one surface that touch, in a new pose each time. */
export const self: Bench = {
  name: 'self',
  title: 'all triangles of a character that touch each other, after a new pose, against volumes and exact tests only',
  async run({ isQuick, print }, report) {
    const table: (string | number)[][] = [
      ['character', 'triangles', 'pairs', 'before, ms', 'ms', 'x', 'tests before', 'tests', 'first query, ms'],
    ];
    for await (const character of listCharacters(isQuick, print)) measure(character, isQuick ? 3 : 15, table, report);
    print('');
    for (const line of formatTable(table)) print(line);
  },
};

async function* listCharacters(isQuick: boolean, print: (line: string) => void): AsyncGenerator<Character> {
  for (const name of isQuick ? sceneNames.slice(0, 2) : sceneNames) {
    const posed = poseScene(scenes[name]());
    const [body] = posed.poses;
    const poses = Array.from({ length: POSES }, (_, k) => [body[Math.floor(((k + 0.5) * body.length) / POSES)]]);
    yield { name, colliders: createColliders(posed.scene, 'linear-blend').slice(0, 1), poses };
  }
  const folder = findModelFolder();
  if (folder === null) print('No folder shared/data/gltf beside the repository: no real models.');
  for (const { file, atLeast } of models) {
    if (folder === null || !existsSync(join(folder, file))) continue;
    yield { name: file, ...(await sampleClips(join(folder, file), POSES)), atLeast };
  }
}

function measure(
  { name, colliders, poses, atLeast }: Character,
  rounds: number,
  table: (string | number)[][],
  report: Report,
): void {
  const triangles = colliders.reduce((sum, { shape }) => sum + shape.mesh.triangles.length / 3, 0);
  const runs = methods.map(([, find]) => {
    const run = (stats?: Stats): number[] =>
      poses.map(bodies =>
        colliders.reduce((sum, collider, b) => {
          setPose(collider, bodies[b]);
          return (sum + hashPairs(find(collider, { stats }))) >>> 0;
        }, 0),
      );
    return { run: () => void run(), answer: run };
  });
  const start = performance.now();
  for (const collider of colliders) findSelfPairs(collider);
  const first = performance.now() - start;
  const counts = methods.map(() => createStats());
  const hashes = runs.map(({ answer }, m) => foldHashes(answer(counts[m])));
  const pairs = colliders.reduce((sum, collider) => sum + findSelfPairs(collider).length / 2, 0);
  const times = measureInterleaved(runs, rounds).map(time => time / poses.length);
  if (hashes[0] !== hashes[1]) throw new Error(`self: the methods disagree about ${name}.`);
  const tests = counts.map(({ triangleTests }) => triangleTests / poses.length);
  table.push([name, triangles, pairs, times[0], times[1], times[0] / times[1], tests[0], tests[1], first]);
  methods.forEach(([method], m) => {
    const common = { bench: 'self', scene: `${name}, ${triangles} triangles`, method, resultHash: hashes[m] };
    report.rows.push({ ...common, metric: 'pairs of a pose', unit: 'ms', value: times[m] });
    report.rows.push({ ...common, metric: 'pairs of triangles tested', unit: '', value: tests[m] });
  });
  if (atLeast) {
    report.targets.push({
      name: `${name}: against volumes and exact tests only`,
      value: times[0] / times[1],
      unit: 'x',
      atLeast,
    });
  }
}
