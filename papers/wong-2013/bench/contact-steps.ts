import { foldHashes } from '../../../bench/harness/measure.ts';
import { type BenchOptions, formatTable, type Report } from '../../../bench/harness/report.ts';
import { addTetrahedra } from '../../../models/add-tetrahedra.ts';
import { createSweep, findSelfImpacts, type StepStats, sweepTo } from '../../../src/continuous/index.ts';
import { createStepStats } from '../../../src/continuous/self/step-stats.ts';
import {
  createCollider,
  createShape,
  type Mesh,
  type Shape,
  type Skin,
  setPose,
  touchesSelf,
} from '../../../src/index.ts';
import { scenes } from '../../scene-catalogue.ts';
import { createMethods, poseClip } from './self-methods.ts';

const names = ['man-poses', 'hand-grip', 'urchin'];

/** What a step that begins in contact may cost, against one that begins free. */
const AT_MOST = 1.5;

interface Steps {
  name: string;
  shape: Shape;
  /** What takes the steps that begin free. */
  freeShape: Shape;
  poses: Float64Array[];
  /** Steps, named by their end, that begin free and that begin in contact. */
  free: number[];
  inContact: number[];
  skeleton: Parameters<typeof findSelfImpacts>[1];
}

type Find = 'first' | 'all';

/**
 * Steps that begin in contact, beside those that begin free: CPU time of a whole step, skinning included, all in turn. Base
 * (swept volumes, which know nothing of surfaces) tells whether all contacts are found.
 */
export function measureContactSteps({ isQuick, print }: BenchOptions, report: Report): void {
  print('\nSteps that begin in contact: ms of CPU time for a step with skinning and all');
  const table: (string | number)[][] = [
    ['', 'free', 'in contact, first', 'ratio', 'all', 'ratio', 'Base', 'feature tests', 'of Base', 'contacts'],
  ];
  for (const steps of listSteps(isQuick ? 4 : 8)) measure(steps, isQuick ? 2 : 5, table, report);
  for (const line of formatTable(table)) print(line);
}

function* listSteps(count: number): Generator<Steps> {
  for (const name of names) {
    const scene = scenes[name]();
    const [{ mesh, skin, skeleton }] = scene.bodies;
    const poses = Array.from({ length: scene.steps }, (_, step) => {
      const matrices = new Float64Array(12 * skin.jointCount);
      scene.writePose(0, step, matrices);
      return matrices;
    });
    yield sortSteps(name, createShape(mesh, { kind: 'linear-blend', skin, skeleton }), poses, count, { skeleton });
    if (name !== 'man-poses') continue;
    const both = addCrossingTetrahedra(mesh, skin);
    const shape = createShape(both.mesh, { kind: 'linear-blend', skin: both.skin });
    const apart = sortSteps(name, createShape(mesh, { kind: 'linear-blend', skin }), poses, count, {});
    yield { ...apart, name: 'man and crossing tetrahedra', shape, inContact: apart.free };
  }
}

/** Up to so many steps of each kind, spread over the clip. */
function sortSteps(
  name: string,
  shape: Shape,
  poses: Float64Array[],
  count: number,
  skeleton: Steps['skeleton'],
): Steps {
  const collider = createCollider(shape);
  const kinds: [free: number[], inContact: number[]] = [[], []];
  for (let step = 1; step < poses.length; step++) {
    setPose(collider, { jointMatrices: poses[step - 1] });
    kinds[touchesSelf(collider) ? 1 : 0].push(step);
  }
  const [free, inContact] = kinds.map(list => list.filter((_, k) => k % Math.ceil(list.length / count) === 0));
  return { name, shape, freeShape: shape, poses, free, inContact, skeleton };
}

/** The mesh with two tetrahedra that cross each other, on its first joint and ten of its sizes away. */
function addCrossingTetrahedra(mesh: Mesh, skin: Skin): { mesh: Mesh; skin: Skin } {
  const far = 10 * mesh.positions.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  const corners = [0, 0.3].flatMap(at => [at, at, at, 1 + at, at, at, at, 1 + at, at, at, at, 1 + at]);
  return addTetrahedra(
    mesh,
    skin,
    corners.map(x => far + x),
  );
}

function measure(steps: Steps, rounds: number, table: (string | number)[][], report: Report): void {
  const { name, free, inContact } = steps;
  const stats = createStepStats();
  const timesOf = [free, inContact, inContact].map(() => Infinity);
  const hashes: string[] = [];
  let contacts = 0;
  for (let round = -1; round < rounds; round++) {
    const found = [
      runSteps({ ...steps, shape: steps.freeShape }, free, 'first'),
      runSteps(steps, inContact, 'first'),
      runSteps(steps, inContact, 'all', round < 0 ? stats : undefined),
    ];
    found.forEach(({ time }, k) => {
      if (round >= 0) timesOf[k] = Math.min(timesOf[k], time);
    });
    contacts = found[2].contacts;
    hashes.push(found[2].hash);
  }
  const base = name.includes(' ') ? null : runBase(name, inContact);
  const [ofFree, first, all] = timesOf;
  const tests = stats.featureTests / inContact.length;
  const row = [name, ofFree, first, first / ofFree, all, all / ofFree];
  table.push([...row, base?.time ?? '', tests, base?.tests ?? '', contacts]);
  if (base && base.contacts !== contacts) throw new Error(`Base finds ${base.contacts} contacts, not ${contacts}.`);
  if (new Set(hashes).size > 1) throw new Error(`${name}: rounds disagree.`);
  const common = { bench: 'radial-view', scene: name, method: 'ours', resultHash: hashes[0] };
  report.rows.push({ ...common, metric: 'step that begins free', unit: 'ms of CPU', value: ofFree });
  report.rows.push({ ...common, metric: 'step that begins in contact, first', unit: 'ms of CPU', value: first });
  report.rows.push({ ...common, metric: 'step that begins in contact, all', unit: 'ms of CPU', value: all });
  report.rows.push({ ...common, metric: 'feature tests in contact, all', unit: '', value: tests });
  if (base) {
    const ofBase = { ...common, method: 'Base (16-DOPs)' };
    report.rows.push({ ...ofBase, metric: 'step that begins in contact, all', unit: 'ms of CPU', value: base.time });
    report.rows.push({ ...ofBase, metric: 'feature tests in contact, all', unit: '', value: base.tests });
  }
  report.targets.push({
    name: `${name}: a step that begins in contact, against a free one`,
    value: first / ofFree,
    unit: 'x',
    atMost: AT_MOST,
  });
}

interface Found {
  time: number;
  contacts: number;
  hash: string;
}

/** Mean time of the steps, each after the one before it; contacts without the pair that touches at the start. */
function runSteps({ shape, poses, skeleton }: Steps, steps: number[], find: Find, stats?: StepStats): Found {
  const sweep = createSweep(shape);
  const hashes: number[] = [];
  let time = 0;
  let contacts = 0;
  for (const step of steps) {
    sweepTo(sweep, { jointMatrices: poses[Math.max(0, step - 2)] });
    sweepTo(sweep, { jointMatrices: poses[step - 1] });
    findSelfImpacts(sweep, { ...skeleton, find });
    findSelfImpacts(sweep, { ...skeleton });
    const before = process.cpuUsage();
    sweepTo(sweep, { jointMatrices: poses[step] });
    const { impacts } = findSelfImpacts(sweep, { ...skeleton, find, stats });
    const { user, system } = process.cpuUsage(before);
    time += (user + system) / 1000;
    const met = impacts.filter(({ kind }) => kind !== 'triangle-triangle');
    contacts += met.length;
    hashes.push(...met.map(({ time: when, triangles }) => (when * 2 ** 30 + triangles[0] * 31 + triangles[1]) >>> 0));
  }
  return { time: time / steps.length, contacts, hash: foldHashes(hashes) };
}

/** Base on the same steps; skinning is not counted. */
function runBase(name: string, steps: number[]): { time: number; tests: number; contacts: number } {
  const base = createMethods(poseClip(scenes[name]()))[3];
  const before = base.stats.featureTests;
  let time = 0;
  let contacts = 0;
  for (const step of steps) {
    base.prepare(step);
    const start = process.cpuUsage();
    base.find();
    const { user, system } = process.cpuUsage(start);
    time += (user + system) / 1000;
    contacts += base.contacts.count;
  }
  return { time: time / steps.length, tests: (base.stats.featureTests - before) / steps.length, contacts };
}
