import { type BenchOptions, formatTable, type Report } from '../../../bench/harness/report.ts';
import { createSweep, findSelfImpacts, sweepTo } from '../../../src/continuous/index.ts';
import { createShape, type Mesh, posedPositions } from '../../../src/index.ts';
import { createRandom } from '../../../src/math/random.ts';
import { createSweptCheck, findContactsByVolumes, startSweptFrom, takeSweptStep } from '../../baselines.ts';

/** A surface with borders, and where its vertices are after each step. */
interface OpenMesh {
  name: string;
  mesh: Mesh;
  frames: Float64Array[];
}

/**
 * Open surfaces that move by no skeleton, where observers see nothing and joints carry nothing: every vertex follows a
 * morph target from frame to frame. All contacts are asked for, of steps that begin free and of steps that begin in
 * contact. CPU time, in turn; ours has to morph the vertices, Base is given them as they come out.
 */
export function measureOpenMeshes({ isQuick, print }: BenchOptions, report: Report): void {
  print('\nOpen surfaces: ms of CPU time for a step, all contacts');
  const table: (string | number)[][] = [
    ['', 'triangles', 'ours', 'Base', 'ratio', 'volume tests', 'of Base', 'feature tests', 'of Base', 'contacts'],
  ];
  const detail = isQuick ? 0.35 : 1;
  for (const open of [createFunnelCloth(detail), createCoilingRod(detail)])
    measure(open, isQuick ? 2 : 5, table, report);
  for (const line of formatTable(table)) print(line);
}

function measure({ name, mesh, frames }: OpenMesh, rounds: number, table: (string | number)[][], report: Report): void {
  const least = [Infinity, Infinity];
  const count = frames.length - 1;
  let found = [createTally(), createTally()];
  for (let round = -1; round < rounds; round++) {
    const posed = [frames[0]];
    found = [runOurs(mesh, frames, posed), runBase(mesh, posed)];
    found.forEach(({ time }, k) => {
      if (round >= 0) least[k] = Math.min(least[k], time / count);
    });
  }
  const [ours, base] = found;
  if (ours.contacts !== base.contacts) {
    throw new Error(`${name}: Base is certain of ${base.contacts} contacts, ours of ${ours.contacts}.`);
  }
  const per = (value: number): number => value / count;
  const tests = [per(ours.volumeTests), per(base.volumeTests), per(ours.featureTests), per(base.featureTests)];
  table.push([name, mesh.triangles.length / 3, ...least, least[1] / least[0], ...tests, ours.contacts]);
  const common = { bench: 'radial-view', scene: name, metric: 'step of an open surface, all', unit: 'ms of CPU' };
  const resultHash = `${ours.contacts} contacts`;
  report.rows.push({ ...common, method: 'ours', value: least[0], resultHash });
  report.rows.push({ ...common, method: 'Base (16-DOPs)', value: least[1], resultHash });
  report.targets.push({ name: `${name}: Base over ours`, value: least[1] / least[0], unit: 'x', atLeast: 1 });
}

interface Tally {
  time: number;
  contacts: number;
  volumeTests: number;
  featureTests: number;
}

function createTally(): Tally {
  return { time: 0, contacts: 0, volumeTests: 0, featureTests: 0 };
}

/** The vertices of each frame, as they are posed, are added to `posed`. */
function runOurs(mesh: Mesh, frames: Float64Array[], posed: Float64Array[]): Tally {
  const targets = frames.slice(1).map(frame => frame.map((x, k) => x - mesh.positions[k]));
  const sweep = createSweep(createShape(mesh, { kind: 'morph', targets }));
  const tally = createTally();
  const weightsOf = (frame: number): Float64Array => Float64Array.from(targets, (_, k) => (k === frame - 1 ? 1 : 0));
  const stats = { volumeTests: 0, candidates: 0, featureTests: 0 };
  sweepTo(sweep, { weights: weightsOf(0) });
  sweepTo(sweep, { weights: weightsOf(0) });
  findSelfImpacts(sweep); // prepares the shape
  for (let frame = 1; frame < frames.length; frame++) {
    const weights = weightsOf(frame);
    const before = process.cpuUsage();
    sweepTo(sweep, { weights });
    const { impacts } = findSelfImpacts(sweep, { find: 'all', stats });
    const { user, system } = process.cpuUsage(before);
    tally.time += (user + system) / 1000;
    tally.contacts += impacts.filter(({ kind, state }) => kind !== 'triangle-triangle' && state === 'impact').length;
    posed.push(posedPositions(sweep.end).slice());
  }
  return { ...tally, volumeTests: stats.volumeTests, featureTests: stats.featureTests };
}

function runBase(mesh: Mesh, frames: Float64Array[]): Tally {
  const check = createSweptCheck(mesh, null);
  const { tester } = check;
  const tally = createTally();
  startSweptFrom(check, frames[0]);
  for (let frame = 1; frame < frames.length; frame++) {
    const before = process.cpuUsage();
    takeSweptStep(check, frames[frame]);
    findContactsByVolumes(check);
    const { user, system } = process.cpuUsage(before);
    tally.time += (user + system) / 1000;
    const { count, areUndecided } = tester.contacts;
    tally.contacts += areUndecided.subarray(0, count).filter(isUndecided => !isUndecided).length;
  }
  return { ...tally, volumeTests: tester.stats.volumeTests, featureTests: tester.stats.featureTests };
}

const STEPS = 8;

/** A round cloth with a hole, drawn down a funnel: its pleats bend over until they cross. 18,432 triangles. */
function createFunnelCloth(detail: number): OpenMesh {
  const [rings, sectors] = [Math.round(32 * detail), Math.round(288 * detail)];
  const pleats = 12;
  return createSheet('cloth in a funnel', rings, sectors, (s, angle, time) => {
    const depth = 1 - s;
    const bend = (0.4 + 1.1 * time) * depth;
    const turn = angle + (bend / pleats) * Math.sin(pleats * angle);
    const out = (0.3 + 0.7 * s) * (1 - 0.4 * time * depth) * (1 + 0.1 * depth * Math.cos(pleats * angle));
    return [out * Math.cos(turn), out * Math.sin(turn), -0.8 * time * depth * depth];
  });
}

/** A long tube without ends, wound as a spring that is pressed together until its turns meet. 79,920 triangles. */
function createCoilingRod(detail: number): OpenMesh {
  const [rings, sides] = [Math.round(1665 * detail), Math.round(24 * detail)];
  const turns = 12;
  const radius = 0.1;
  return createSheet('rod in a coil', rings, sides, (s, angle, time) => {
    const at = 2 * Math.PI * turns * s;
    const [out, rise] = [radius * Math.cos(angle), radius * Math.sin(angle)];
    const pitch = radius * (2.25 - 0.35 * time + 0.05 * Math.sin(7 * s));
    return [(1 + out) * Math.cos(at), (1 + out) * Math.sin(at), pitch * turns * s + rise];
  });
}

/** As a part of the width of a triangle: on regular grids, what folds evenly meets edge on edge, which nobody can decide. */
const UNEVEN = 0.1;

/** A sheet that is closed around an angle and open at both ends, a little uneven, at rest and after each step. */
function createSheet(
  name: string,
  rows: number,
  columns: number,
  place: (s: number, angle: number, time: number) => number[],
): OpenMesh {
  const random = createRandom(2013);
  const spots = Array.from({ length: (rows + 1) * columns }, (_, v) => [
    (Math.floor(v / columns) + UNEVEN * (random() - 0.5)) / rows,
    (2 * Math.PI * ((v % columns) + UNEVEN * (random() - 0.5))) / columns,
  ]);
  const frames = Array.from({ length: STEPS + 1 }, (_, frame) =>
    Float64Array.from(spots.flatMap(([s, angle]) => place(s, angle, frame / STEPS))),
  );
  const triangles = Uint32Array.from(
    Array.from({ length: rows * columns }, (_, cell) => {
      const a = cell;
      const b = cell - (cell % columns) + ((cell + 1) % columns);
      return [a, b, b + columns, a, b + columns, a + columns];
    }).flat(),
  );
  return { name, mesh: { positions: frames[0], triangles }, frames };
}
