import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findSelfPairs, posedPositions, setPose } from '../../src/index.ts';
import { foldHashes, hashPairs, median } from '../harness/measure.ts';
import { findModelFolder } from '../harness/model-folder.ts';
import { type Bench, formatTable, type Report } from '../harness/report.ts';
import { type PosedBodies, sampleClips } from '../self/sample-clips.ts';
import { build } from './build.ts';
import { type Cgal, cgalSource, openCgal, type PosedMeshes } from './cgal.ts';

const files = [
  'makehuman-cmu-dance.glb',
  'makehuman-default163.glb',
  'CesiumMan.glb',
  'babylon-Yeti.glb',
  'RobotExpressive.glb',
];
const POSES = 12;
const AT_LEAST = 4;

interface Character extends PosedMeshes, PosedBodies {
  name: string;
}

/** Self-collision of posed characters against native code; nothing is measured where that cannot be built. */
export const native: Bench = {
  title:
    "all triangles of a character that touch each other, after a new pose, against CGAL's self_intersections in C++",
  async run({ isQuick, print }, report) {
    const folder = findModelFolder();
    if (folder === null) {
      print('No folder shared/data/gltf beside the repository: nothing is measured.');
      return;
    }
    const built = build(cgalSource);
    if (built.error !== undefined) print(`CGAL cannot be built here, so nothing is measured: ${built.error}`);
    else await measureAll(built.program, folder, isQuick ? 3 : 15, report, print);
  },
};

async function measureAll(
  program: string,
  folder: string,
  rounds: number,
  report: Report,
  print: (line: string) => void,
): Promise<void> {
  const table: (string | number)[][] = [['character', 'triangles', 'pairs', 'CGAL, ms', 'ours, ms', 'x', 'left out']];
  const posed = mkdtempSync(join(tmpdir(), 'poseclash-native-'));
  try {
    for (const file of files.filter(name => existsSync(join(folder, name)))) {
      print(`${file}: measuring`);
      const character = await loadCharacter(folder, file);
      const cgal = await openCgal(program, posed, character);
      table.push(await measure(character, cgal, rounds, report));
      await cgal.close();
    }
  } finally {
    rmSync(posed, { recursive: true });
  }
  print('\nCPU time of a pose, mean of its poses, median of rounds; poses take turns between the two\n');
  for (const line of formatTable(table)) print(line);
}

async function loadCharacter(folder: string, file: string): Promise<Character> {
  const bodies = await sampleClips(join(folder, file), POSES);
  const positions = bodies.poses.map(pose =>
    bodies.colliders.map((collider, b) => {
      setPose(collider, pose[b]);
      return posedPositions(collider).slice();
    }),
  );
  return { name: file, ...bodies, positions };
}

/** Of each pose all pairs, body by body; the faces of a body are numbered after those of the bodies before it. */
function findAll({ colliders, poses }: Character, pose: number): Uint32Array[] {
  return colliders.map((collider, b) => {
    setPose(collider, poses[pose][b]);
    return findSelfPairs(collider);
  });
}

async function measure(character: Character, cgal: Cgal, rounds: number, report: Report): Promise<(string | number)[]> {
  const { name, meshes, poses } = character;
  const times: [ours: number[], theirs: number[]] = [[], []];
  for (let round = -3; round < rounds; round++) {
    let [ours, theirs] = [0, 0];
    for (let pose = 0; pose < poses.length; pose++) {
      const start = process.cpuUsage();
      findAll(character, pose);
      const { user, system } = process.cpuUsage(start);
      ours += (user + system) / 1000;
      theirs += (await cgal.ask(pose)).milliseconds;
    }
    if (round < 0) continue;
    times[0].push(ours / poses.length);
    times[1].push(theirs / poses.length);
  }
  const [ours, theirs] = times.map(median);
  const { hashes, pairs, left } = await compare(character, cgal);
  const triangles = meshes.reduce((sum, mesh) => sum + mesh.triangles.length / 3, 0);
  const common = {
    bench: 'native',
    scene: `${name}, ${triangles} triangles`,
    metric: 'pairs of a pose, CPU time',
    unit: 'ms',
    resultHash: hashes,
  };
  report.rows.push({ ...common, method: 'findSelfPairs', value: ours });
  report.rows.push({ ...common, method: `CGAL ${cgal.version} self_intersections`, value: theirs });
  report.targets.push({
    name: `${name}: against CGAL's self_intersections`,
    value: theirs / ours,
    unit: 'x',
    atLeast: AT_LEAST,
  });
  return [name, triangles, pairs, theirs, ours, theirs / ours, left];
}

/**
 * Throws unless both name the same pairs in every pose. Pairs are left out that have a triangle without area (CGAL names each
 * of those once, with itself, and in no other pair) or one that CGAL's mesh does not take.
 */
async function compare(character: Character, cgal: Cgal): Promise<{ hashes: string; pairs: number; left: number }> {
  const hashes: number[] = [];
  let [pairs, left] = [0, 0];
  for (let pose = 0; pose < character.poses.length; pose++) {
    const answer = await cgal.ask(pose);
    const all = numberFaces(character, findAll(character, pose));
    const kept = all.filter(pair => !pair.some(face => answer.degenerate.has(face) || cgal.refused.has(face)));
    const hash = hashPairs(Uint32Array.from(kept.flat()));
    if (kept.length !== answer.pairs || hash !== answer.hash) {
      throw new Error(
        `native: ${character.name}, pose ${pose}: ${kept.length} pairs, by CGAL ${answer.pairs}, or others.`,
      );
    }
    hashes.push(hash);
    pairs += kept.length;
    left += all.length - kept.length;
  }
  return { hashes: foldHashes(hashes), pairs, left };
}

/** Pairs by faces numbered through all bodies, the lower first. */
function numberFaces({ meshes }: Character, lists: readonly Uint32Array[]): [number, number][] {
  let before = 0;
  return lists.flatMap((list, b) => {
    const offset = before;
    before += meshes[b].triangles.length / 3;
    return Array.from({ length: list.length / 2 }, (_, k): [number, number] => {
      const [one, other] = [offset + list[2 * k], offset + list[2 * k + 1]];
      return one < other ? [one, other] : [other, one];
    });
  });
}
