import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as three from 'three';
import { MeshBVH, SAH } from 'three-mesh-bvh';
import { createCreatureWalk } from '../../models/index.ts';
import { scenes } from '../../papers/scene-catalogue.ts';
import { createRandom } from '../../src/math/random.ts';
import { accelerate, createContactTracker } from '../../src/three/index.ts';
import { foldHashes, hashNumbers, median, sameAnswers } from '../harness/measure.ts';
import { type Bench, formatTable, type Report } from '../harness/report.ts';
import { skinVertices } from '../peers/skinning.ts';
import { type Character, createCharacter, createGeometry, tabulateWalk } from './characters.ts';
import { measureInstances } from './instances.ts';

const SIDE = 10;
const STEPS = 60;
/** How far apart they stand: arms of neighbours brush. */
const APART = [1.68, 2.6];

/** 100 characters that walk, each with bones of its own: a ray over all of them, and who touches whom, after a new pose of all. */
export const crowd: Bench = {
  title: 'A crowd of 100 characters in three.js',
  run(options, report) {
    const [model] = scenes['creatures-walk-through']().bodies;
    const walk = tabulateWalk(model, createCreatureWalk(model), STEPS);
    const geometry = createGeometry(model);
    const people = placeCrowd(() => createCharacter(model, geometry, walk));
    for (const { mesh } of people) accelerate(mesh);
    const plain = placeCrowd(() => createCharacter(model, geometry, walk));
    const scene = `${SIDE * SIDE} characters, ${model.mesh.triangles.length / 3} triangles each`;
    const table: (string | number)[][] = [['what', 'way', 'ms', 'ours is faster', 'bytes a character']];
    const crowd = { scene, people, plain, isQuick: options.isQuick, report, table };
    measureRays(crowd);
    measureTouches(crowd);
    measureInstances([1000, 10_000], options, report, table);
    options.print(`\n${scene}; after a new pose of all, medians\n`);
    for (const line of formatTable(table)) options.print(line);
  },
};

/** On a grid, each a little off its place and in a phase of its own. */
function placeCrowd(create: () => Character): Character[] {
  const random = createRandom(7);
  return Array.from({ length: SIDE * SIDE }, (_, k) => {
    const character = create();
    const { pose } = character;
    const phase = Math.floor(STEPS * random());
    character.mesh.position.set(
      APART[0] * (k % SIDE) + 0.1 * random(),
      0,
      APART[1] * Math.floor(k / SIDE) + 0.1 * random(),
    );
    character.pose = step => pose(step + phase);
    return character;
  });
}

/** Rays from the side, at the height of chests, through the whole crowd or along a row. */
function aim(raycaster: three.Raycaster, frame: number): void {
  const random = createRandom(frame);
  const from = new three.Vector3(-5, 2 + random(), 2.6 * SIDE * random());
  const to = new three.Vector3(1.7 * SIDE, 1 + 2 * random(), 2.6 * SIDE * random());
  raycaster.set(from, to.sub(from).normalize());
}

/** What is measured of two methods that did the same, and what these are called. */
interface Race {
  metric: string;
  atMost: number;
  methods: [ours: string, theirs: string, theirsInTable: string];
  garbage: string;
}

const rays: Race = {
  metric: 'a ray over all',
  atMost: 1,
  methods: ['ours, by Raycaster', 'three.js', 'three.js'],
  garbage: 'garbage of a ray, for each character',
};
const touches: Race = {
  metric: 'who touches whom',
  atMost: 3,
  methods: ['ours, by tracker', 'skinning + MeshBVH.refit + bvhcast', 'skinning by hand + three-mesh-bvh'],
  garbage: 'garbage of an update, for each character',
};

/** Times in ms, ours and theirs, and bytes of garbage of ours. */
function tell(crowd: Crowd, race: Race, [ours, theirs]: number[], bytes: number, resultHash: string): void {
  const { scene, report, table } = crowd;
  const { metric, atMost, garbage } = race;
  const [method, other, otherInTable] = race.methods;
  const row = { bench: 'crowd', scene, metric, unit: 'ms', resultHash };
  report.rows.push(
    { ...row, method, value: ours },
    { ...row, method: other, value: theirs },
    { ...row, method, metric: garbage, unit: 'bytes', value: bytes },
  );
  report.targets.push(
    { name: `crowd: ${metric}`, value: ours, unit: 'ms', atMost },
    { name: `crowd: ${garbage}`, value: bytes, unit: 'bytes', atMost: 1024 },
  );
  table.push([metric, 'ours', ours, '', bytes], ['', otherInTable, theirs, theirs / ours, '']);
}

/** The same crowd twice, for ours and for theirs, and where numbers go. */
interface Crowd {
  scene: string;
  people: Character[];
  plain: Character[];
  isQuick: boolean;
  report: Report;
  table: (string | number)[][];
}

function measureRays(crowd: Crowd): void {
  const { scene, people, plain, isQuick } = crowd;
  const raycaster = new three.Raycaster();
  raycaster.firstHitOnly = true;
  const cast = (characters: Character[]): number[] => {
    const [hit] = raycaster.intersectObjects(
      characters.map(({ mesh }) => mesh),
      false,
    );
    return hit ? [characters.findIndex(({ mesh }) => mesh === hit.object), hit.faceIndex ?? -1] : [-1, -1];
  };
  const ours = timeFrames(people, isQuick ? 60 : 400, frame => {
    aim(raycaster, frame);
    return () => cast(people);
  });
  const theirs = timeFrames(plain, isQuick ? 3 : 12, frame => {
    aim(raycaster, frame);
    return () => {
      for (const { mesh } of plain) {
        mesh.updateMatrixWorld(true);
        mesh.computeBoundingSphere(); // without it, it looks where the mesh was
      }
      return cast(plain);
    };
  });
  const same = sameAnswers(scene, [
    { name: 'ours', hash: hashNumbers(ours.answers.slice(0, theirs.answers.length).flat()) },
    { name: 'three.js', hash: hashNumbers(theirs.answers.flat()) },
  ]);
  const bytes = measureGarbage(people, () => {
    aim(raycaster, 3);
    cast(people);
  });
  tell(crowd, rays, [ours.time, theirs.time], bytes, same);
}

function measureTouches(crowd: Crowd): void {
  const { scene, people, plain, isQuick } = crowd;
  const numbers = new Map(people.map(({ mesh }, k) => [mesh as three.Object3D, k]));
  const tracker = createContactTracker(people.map(({ mesh }) => mesh));
  const ask = (): number[] => {
    const { begun, ongoing } = tracker.update();
    return [...begun, ...ongoing]
      .map(({ a, b }) => SIDE * SIDE * numbers.get(a)! + numbers.get(b)!)
      .sort((p, q) => p - q);
  };
  const ours = timeFrames(people, isQuick ? 60 : 400, () => ask);
  const baked = createBaked(plain);
  const theirs = timeFrames(plain, isQuick ? 3 : 12, () => () => baked.listTouching());
  const same = sameAnswers(scene, [
    { name: 'ours', hash: foldHashes(ours.answers.slice(0, theirs.answers.length).flat()) },
    { name: 'baked', hash: foldHashes(theirs.answers.flat()) },
  ]);
  const contacts = median(ours.answers.map(({ length }) => length));
  const bytes = measureGarbage(people, () => tracker.update());
  tell(crowd, touches, [ours.time, theirs.time], bytes, same);
  const row = { bench: 'crowd', scene: crowd.scene, method: touches.methods[0], resultHash: same };
  crowd.report.rows.push({ ...row, metric: 'contacts', unit: '', value: contacts });
}

interface Baked {
  listTouching(): number[];
}

/** The linear way, as fast as it is by hand: all vertices are skinned, all trees refitted, and neighbours cast against each other. */
function createBaked(characters: Character[]): Baked {
  const [{ mesh }] = characters;
  const { position, skinIndex, skinWeight } = mesh.geometry.attributes as Record<string, three.BufferAttribute>;
  const rest = Float32Array.from(position.array);
  const skin = {
    jointCount: mesh.skeleton.bones.length,
    influences: 4,
    joints: skinIndex.array as Uint16Array,
    weights: skinWeight.array as Float32Array,
  };
  const palette = new Float32Array(12 * skin.jointCount);
  const matrix = new three.Matrix4();
  const trees = characters.map(() => {
    const geometry = new three.BufferGeometry();
    geometry.setAttribute('position', position.clone());
    geometry.setIndex(mesh.geometry.index!.clone());
    return new MeshBVH(geometry, { strategy: SAH });
  });
  const identity = new three.Matrix4();
  const boxes = trees.map(() => new three.Box3());
  const isPair = (one: number, other: number): boolean =>
    trees[one].bvhcast(trees[other], identity, {
      intersectsTriangles: (a, b) => a.intersectsTriangle(b),
    });
  return {
    listTouching() {
      characters.forEach(({ mesh: { skeleton }, mesh: own }, k) => {
        own.updateMatrixWorld(true);
        skeleton.bones.forEach((bone, j) => {
          const { elements } = matrix.multiplyMatrices(bone.matrixWorld, skeleton.boneInverses[j]);
          for (let e = 0; e < 12; e++) palette[12 * j + e] = elements[4 * (e % 4) + (e >> 2)];
        });
        skinVertices(rest, skin, palette, trees[k].geometry.attributes.position.array as Float32Array);
        trees[k].refit();
        trees[k].getBoundingBox(boxes[k]);
      });
      const touching: number[] = [];
      for (let one = 0; one < trees.length; one++) {
        for (let other = one + 1; other < trees.length; other++) {
          if (boxes[one].intersectsBox(boxes[other]) && isPair(one, other)) touching.push(trees.length * one + other);
        }
      }
      return touching;
    },
  };
}

/** The median time of a frame, in ms, posing not counted, and the answers; some frames warm up. */
function timeFrames(
  people: readonly Character[],
  frames: number,
  prepare: (frame: number) => () => number[],
): { time: number; answers: number[][] } {
  const times: number[] = [];
  const answers: number[][] = [];
  for (let frame = -Math.ceil(frames / 3); frame < frames; frame++) {
    for (const { pose } of people) pose(frame + STEPS * 10);
    const act = prepare(frame);
    const start = performance.now();
    const answer = act();
    if (frame < 0) continue;
    times.push(performance.now() - start);
    answers.push(answer);
  }
  return { time: median(times), answers };
}

/** Bytes that a frame leaves behind for each character, posing not counted: the median of frames in which nothing was collected. */
function measureGarbage(people: readonly Character[], act: () => void): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const used = (): number => {
    const { used_heap_size: heap, external_memory: external } = getHeapStatistics();
    return heap + external;
  };
  const grown: number[] = [];
  for (let frame = 0; frame < 60; frame++) {
    for (const { pose } of people) pose(frame);
    if (frame % 10 === 0) collect();
    const before = used();
    act();
    grown.push(used() - before);
  }
  return median(grown.filter(bytes => bytes >= 0)) / people.length;
}
