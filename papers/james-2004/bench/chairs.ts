import { hashNumbers, median } from '../../../bench/harness/measure.ts';
import { type Bench, type BenchOptions, formatTable, type Report, type Row } from '../../../bench/harness/report.ts';
import { moveSpheres } from '../../../src/simulate/body/move-spheres.ts';
import { addBody, createWorld, stepWorld, type World, writeBodyPositions } from '../../../src/simulate/index.ts';
import { createChairShape, createFallingChairs } from '../scenes/falling-chairs.ts';
import { cpuTime, createWatch, mean, type Watch, watchEnergy } from './watch-world.ts';

/** What [James2004] gives for its chairs, on a Xeon of 2003. */
const paper = {
  sphere: 750,
  deformable: 2100,
  rigid: 1100,
  deformableContacts: 30_000,
  rigidContacts: 41_000,
  events: 1.6e9,
  rigidEvents: 1.1e9,
  steps: 25_000,
};

/** What is said of the end is of so many steps. */
const LAST = 50;

/** Nothing may be lower than this (m): contacts rest 2 mm deep, and a heap presses. */
const FLOOR = -0.02;

/** How long the bending heap is run, and for how many of these steps the rigid one beside it. */
const STEPS = 5000;
const COMPARED = 600;

/** The chairs of [James2004]: steps of a heap, bending against rigid, and what moving one sphere costs. */
export const chairs: Bench = {
  title: 'Fig. 1 of James and Pai 2004: thousands of bending chairs crash to the ground, against rigid ones',
  run(options, report) {
    measureSpheres(options, report);
    measureHeaps(options, report);
  },
};

function measureSpheres({ isQuick, print }: BenchOptions, report: Report): void {
  const shape = createChairShape();
  const world = createWorld();
  const bodies = 32;
  for (let body = 0; body < bodies; body++) {
    const amplitudes = shape.strains.map((_, j) => 1e-3 * Math.sin(1 + j + body));
    addBody(world, shape, { position: [body, 1, 0], orientation: [0.1, 0.2, 0.3, 0.9], amplitudes });
  }
  const times: number[] = [];
  for (let round = -5; round < (isQuick ? 15 : 60); round++) {
    const start = cpuTime();
    for (let body = 0; body < bodies; body++) moveSpheres(world, body);
    if (round >= 0) times.push((1e6 * (cpuTime() - start)) / (bodies * shape.tree.links.length));
  }
  const time = median(times);
  print(
    `\n${shape.tree.proxyNodes.length} proxies, ${shape.modes} modes: moving one sphere takes ${time.toFixed(1)} ns`,
  );
  print(`(paper: ${paper.sphere} ns)`);
  const resultHash = hashNumbers(world.bodies.roots.subarray(0, 4 * bodies));
  const common = { bench: 'chairs', scene: 'one chair', metric: 'time per sphere', unit: 'ns', resultHash };
  report.rows.push({ ...common, method: 'all modes', value: time, paper: paper.sphere });
  report.targets.push({ name: 'moving a sphere with 10 modes', value: time, unit: 'ns', atMost: 100 });
}

interface Heap {
  method: string;
  world: World;
  /** Of each step once every chair has a contact on average: time (ms) and contacts. */
  times: number[];
  contacts: number[];
  events: number;
  lowest: number;
  watch: Watch;
  /** Where the chairs were `LAST` steps before the end. */
  positions: Float64Array;
}

/** Steps both heaps in turn, so that whatever slows the machine slows them alike; then the bending one alone. */
function measureHeaps({ isQuick, steps: asked, print }: BenchOptions, report: Report): void {
  const count = isQuick ? 200 : 3601;
  const steps = asked ?? (isQuick ? 300 : STEPS);
  const compared = Math.min(COMPARED, steps);
  const shape = createChairShape();
  const heaps = (['vibrate', 'held'] as const).map((modes): Heap => {
    const { world } = createFallingChairs({ count, modes, shape });
    const method = modes === 'held' ? 'rigid' : 'deformable';
    const watch = createWatch(world);
    return {
      method,
      world,
      times: [],
      contacts: [],
      events: 0,
      lowest: Infinity,
      watch,
      positions: new Float64Array(0),
    };
  });
  print(`\n${count} chairs, ${steps} steps of 1/150 s, the rigid ones ${compared}\n`);
  for (let step = 1; step <= steps; step++) {
    const running = heaps.filter(({ method }) => method === 'deformable' || step <= compared);
    for (const heap of running) stepHeap(heap, step, heap.method === 'rigid' ? compared : steps);
    if (step % 50 === 0) print(`  step ${step}: ${running.map(describe).join('; ')}`);
  }
  const [deformable, rigid] = heaps;
  const isAlike = !isQuick && steps >= STEPS;
  const unlike = isAlike ? undefined : `${count} chairs for ${steps} steps, asked was 3601 for ${STEPS}`;
  report.rows.push(...heapRows(deformable, count), ...heapRows(rigid, count));
  printHeaps(heaps, print);
  const ratio = mean(deformable.times.slice(0, rigid.times.length)) / mean(rigid.times);
  report.rows.push({
    bench: 'chairs',
    scene: `${count} chairs`,
    method: 'deformable over rigid',
    metric: 'time per step',
    unit: 'x',
    value: ratio,
    paper: 1.9,
    resultHash: hashNumbers(heaps.map(({ events }) => events)),
  });
  report.targets.push(
    {
      name: `steps per second once in contact, ${count} chairs`,
      value: 1e3 / mean(deformable.times.slice(0, COMPARED)),
      unit: '1/s',
      atLeast: 5,
      unlike,
    },
    {
      name: `steps per second, last ${LAST} steps, ${count} chairs`,
      value: 1e3 / mean(deformable.times.slice(-LAST)),
      unit: '1/s',
      atLeast: 5,
      unlike,
    },
    { name: 'time of a step, deformable over rigid', value: ratio, unit: 'x', atMost: 1.9, unlike },
    { name: 'lowest point of all chairs', value: deformable.lowest, unit: 'm', atLeast: FLOOR, unlike },
    {
      name: `steps of ${count} chairs, nothing below the ground, no energy gained`,
      value: steps,
      unit: '1',
      atLeast: STEPS,
      unlike,
    },
  );
}

/** Makes one step, and throws if what has come of it cannot be: a point below the ground, or energy from nowhere. */
function stepHeap(heap: Heap, step: number, steps: number): void {
  const { world } = heap;
  const start = cpuTime();
  stepWorld(world);
  const time = cpuTime() - start;
  const { contacts } = world.stats;
  heap.events += contacts;
  if (heap.times.length > 0 || contacts >= world.bodies.count) {
    heap.times.push(time);
    heap.contacts.push(contacts);
  }
  watchEnergy(heap.watch, world);
  if (step === steps - LAST) heap.positions = world.bodies.positions.slice();
  if (step % (step <= COMPARED ? 10 : 50) !== 0 && step !== steps) return;
  heap.lowest = Math.min(heap.lowest, findLowestPoint(world));
  if (!(heap.lowest >= FLOOR)) throw new Error(`step ${step}: a ${heap.method} chair is at ${heap.lowest} m.`);
}

function describe({ method, times, world, lowest }: Heap): string {
  const { contacts, sphereTests, kineticEnergy, asleep } = world.stats;
  const time = times.length > 0 ? `${mean(times.slice(-50)).toFixed(0)} ms, ` : '';
  return (
    `${method} ${time}${contacts} contacts, ${sphereTests} tests, ${kineticEnergy.toFixed(0)} J, ${asleep} asleep, ` +
    `lowest ${(1e3 * lowest).toFixed(1)} mm`
  );
}

function printHeaps(heaps: readonly Heap[], print: (line: string) => void): void {
  const [deformable, rigid] = heaps.map(heap => ({
    step: mean(heap.times.slice(0, COMPARED)),
    all: mean(heap.times),
    last: mean(heap.times.slice(-LAST)),
    creep: medianMove(heap),
    rate: (1e3 * mean(heap.contacts.slice(0, COMPARED))) / mean(heap.times.slice(0, COMPARED)),
    events: heap.events / heap.world.steps,
    lowest: heap.lowest,
  }));
  const table = [
    ['', 'paper', 'ours'],
    [
      `deformable: ms per step, ${COMPARED} from when all are in contact`,
      String(paper.deformable),
      deformable.step.toFixed(1),
    ],
    ['deformable: ms per step, all', '', deformable.all.toFixed(1)],
    [`rigid: ms per step, ${COMPARED} from when all are in contact`, String(paper.rigid), rigid.step.toFixed(1)],
    [`deformable: ms per step, last ${LAST}`, '', deformable.last.toFixed(1)],
    [`rigid: ms per step, last ${LAST}`, '', rigid.last.toFixed(1)],
    ['deformable over rigid', '1.91', (deformable.step / rigid.step).toFixed(2)],
    ['deformable: contacts per second', String(paper.deformableContacts), deformable.rate.toFixed(0)],
    ['rigid: contacts per second', String(paper.rigidContacts), rigid.rate.toFixed(0)],
    ['deformable: contacts per step', (paper.events / paper.steps).toFixed(0), deformable.events.toFixed(0)],
    ['rigid: contacts per step', (paper.rigidEvents / paper.steps).toFixed(0), rigid.events.toFixed(0)],
    [`deformable: median move in the last ${LAST} steps (mm)`, '', (1e3 * deformable.creep).toFixed(2)],
    [`rigid: median move in the last ${LAST} steps (mm)`, '', (1e3 * rigid.creep).toFixed(2)],
    ['deformable: lowest point (mm)', '', (1e3 * deformable.lowest).toFixed(1)],
    ['rigid: lowest point (mm)', '', (1e3 * rigid.lowest).toFixed(1)],
  ];
  print('');
  for (const line of formatTable(table)) print(line);
}

function heapRows(heap: Heap, count: number): Row[] {
  const resultHash = hashNumbers(heap.world.bodies.positions.subarray(0, 3 * count));
  const common = { bench: 'chairs', scene: `${count} chairs`, method: heap.method, resultHash };
  const isRigid = heap.method === 'rigid';
  // Later nearly all are asleep, which the paper's never were.
  const inMotion = heap.times.slice(0, COMPARED);
  const time = mean(inMotion);
  const { stats, steps } = heap.world;
  return [
    { ...common, metric: 'steps', unit: '1', value: steps, paper: paper.steps },
    { ...common, metric: 'time per step', unit: 'ms', value: time, paper: isRigid ? paper.rigid : paper.deformable },
    {
      ...common,
      metric: 'contacts per second',
      unit: '1/s',
      value: (1e3 * mean(heap.contacts.slice(0, COMPARED))) / time,
      paper: isRigid ? paper.rigidContacts : paper.deformableContacts,
    },
    {
      ...common,
      metric: 'contacts per step',
      unit: '1',
      value: heap.events / steps,
      paper: (isRigid ? paper.rigidEvents : paper.events) / paper.steps,
    },
    { ...common, metric: 'time per step, all steps', unit: 'ms', value: mean(heap.times) },
    { ...common, metric: `time per step, last ${LAST}`, unit: 'ms', value: mean(heap.times.slice(-LAST)) },
    { ...common, metric: `median move in the last ${LAST} steps`, unit: 'm', value: medianMove(heap) },
    { ...common, metric: 'chairs asleep at the end', unit: '1', value: stats.asleep },
    { ...common, metric: 'lowest point', unit: 'm', value: heap.lowest },
    {
      ...common,
      metric: 'most energy over that at first',
      unit: 'x',
      value: heap.watch.mostEnergy / heap.watch.firstEnergy,
    },
    {
      ...common,
      metric: 'energy at the end over that at first',
      unit: 'x',
      value: heap.watch.lastEnergy / heap.watch.firstEnergy,
    },
    { ...common, metric: 'sphere tests in the last step', unit: '1', value: stats.sphereTests },
    { ...common, metric: 'spheres moved in the last step', unit: '1', value: stats.sphereUpdates },
    { ...common, metric: 'contacts solved in the last step', unit: '1', value: stats.solved },
  ];
}

function medianMove({ world, positions }: Heap): number {
  const moves = Array.from({ length: world.bodies.count }, (_, body) =>
    Math.hypot(...[0, 1, 2].map(k => world.bodies.positions[3 * body + k] - positions[3 * body + k])),
  );
  return median(moves);
}

/** Of the vertices of all chairs that are near the ground at all. */
function findLowestPoint(world: World): number {
  const { bodies } = world;
  let lowest = Infinity;
  for (let body = 0; body < bodies.count; body++) {
    if (bodies.roots[4 * body + 1] - bodies.roots[4 * body + 3] > 0) continue;
    const positions = new Float64Array(bodies.shapes[body].model.mesh.positions.length);
    writeBodyPositions(world, body, positions);
    for (let o = 1; o < positions.length; o += 3) lowest = Math.min(lowest, positions[o]);
  }
  return lowest;
}
