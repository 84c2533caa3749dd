import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findSelfPairsByVolumes } from '../../papers/baselines.ts';
import { createColliders, poseScene } from '../../papers/posed-scene.ts';
import { scenes } from '../../papers/scene-catalogue.ts';
import { createStats } from '../../src/debug.ts';
import { type Collider, findSelfPairs, type Stats, setPose } from '../../src/index.ts';
import { foldHashes, hashPairs, measureInterleaved } from '../harness/measure.ts';
import { findModelFolder } from '../harness/model-folder.ts';
import { type Bench, formatTable, type Report } from '../harness/report.ts';
import { foldPoses } from './fold-poses.ts';
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
const ROUNDS = 11;
/** What compiling is to win, of the whole query, to be kept. */
const COMPILED_AT_LEAST = 1.5;

interface Character extends Omit<PosedBodies, 'meshes'> {
  name: string;
  atLeast?: number;
  /** Whether joints were turned at random: then nobody waits for volumes and exact tests only. */
  isFolded?: boolean;
}

type Search = (collider: Collider, options: { stats?: Stats }) => Uint32Array;
const VOLUMES = 'volumes and exact tests only';
const IN_JAVASCRIPT = 'findSelfPairs, in JavaScript';
const COMPILED = 'findSelfPairs';
const methods: [name: string, find: Search][] = [
  [VOLUMES, findSelfPairsByVolumes],
  [IN_JAVASCRIPT, (collider, { stats }) => findSelfPairs(collider, { stats, compiled: false })],
  [COMPILED, findSelfPairs],
];

/** All pairs of triangles of one surface that touch, in a new pose each time. */
export const self: Bench = {
  title: 'all triangles of a character that touch each other, after a new pose, against volumes and exact tests only',
  async run({ isQuick, print }, report) {
    const table: (string | number)[][] = [
      [
        ...['character', 'triangles', 'pairs', 'volumes only, ms', 'in JavaScript, ms', 'compiled, ms'],
        ...['x', 'compiled x', 'tests before', 'tests', 'first query, ms'],
      ],
    ];
    for await (const character of listCharacters(isQuick, print)) {
      measure(character, isQuick ? 3 : ROUNDS, table, report);
    }
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
    const character = await sampleClips(join(folder, file), POSES);
    yield { name: file, ...character, atLeast };
    yield {
      name: `${file}, folded`,
      ...character,
      poses: foldPoses(character.colliders, character.poses, 5),
      isFolded: true,
    };
  }
}

function measure(
  { name, colliders, poses, atLeast, isFolded = false }: Character,
  rounds: number,
  table: (string | number)[][],
  report: Report,
): void {
  const triangles = colliders.reduce((sum, { shape }) => sum + shape.mesh.triangles.length / 3, 0);
  const asked = isFolded ? methods.filter(([method]) => method !== VOLUMES) : methods;
  const runs = asked.map(([, find]) => {
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
  const counts = asked.map(() => createStats());
  const hashes = runs.map(({ answer }, m) => foldHashes(answer(counts[m])));
  if (new Set(hashes).size > 1) throw new Error(`self: the methods disagree about ${name}.`);
  const pairs = colliders.reduce((sum, collider) => sum + findSelfPairs(collider).length / 2, 0);
  const measured = measureInterleaved(runs, rounds).map(time => time / poses.length);
  const times: Record<string, number> = {};
  const tests: Record<string, number> = {};
  asked.forEach(([method], m) => {
    times[method] = measured[m];
    tests[method] = counts[m].triangleTests / poses.length;
    const common = { bench: 'self', scene: `${name}, ${triangles} triangles`, method, resultHash: hashes[m] };
    report.rows.push({ ...common, metric: 'pairs of a pose', unit: 'ms', value: times[method] });
    report.rows.push({ ...common, metric: 'pairs of triangles tested', unit: '', value: tests[method] });
  });
  const ratio = times[VOLUMES] / times[COMPILED];
  const gain = times[IN_JAVASCRIPT] / times[COMPILED];
  table.push([
    ...[name, triangles, pairs, times[VOLUMES] ?? '', times[IN_JAVASCRIPT], times[COMPILED]],
    ...[isFolded ? '' : ratio, gain, tests[VOLUMES] ?? '', tests[COMPILED], first],
  ]);
  if (atLeast) report.targets.push({ name: `${name}: against ${VOLUMES}`, value: ratio, unit: 'x', atLeast });
  if (atLeast || isFolded) {
    report.targets.push({ name: `${name}: compiled`, value: gain, unit: 'x', atLeast: COMPILED_AT_LEAST });
  }
}
