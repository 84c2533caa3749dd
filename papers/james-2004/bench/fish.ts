import { foldHashes, hashNumbers } from '../../../bench/harness/measure.ts';
import { type Bench, type BenchOptions, formatTable, type Report } from '../../../bench/harness/report.ts';
import { touchesCapsule } from '../../../src/index.ts';
import { cullBodies } from '../../../src/simulate/contacts/cull-bodies.ts';
import type { World } from '../../../src/simulate/index.ts';
import { createFishOnTriangles, createFishOnTrianglesParts, type FishOnTriangles } from '../scenes/fish-on-bridge.ts';
import { cpuTime, createWatch, mean, type Watch, watchEnergy } from './watch-world.ts';

/** How many fish, for how many steps of 1/150 s: until the last have fallen, and for two seconds more. */
const FISH = 12_000;
const STEPS = 600;

/** A picture is drawn after so many steps: 30 in a second, as in the paper. */
const STEPS_PER_FRAME = 5;

/** What is said of the end is of so many steps. */
const LAST = 50;

/**
 * Fish fall on a swaying bridge ([James2004], the bridge example): contact at level 7 of the trees of the fish, with the triangles of the
 * bridge. Counts in every step whose centre goes through a triangle of the bridge, which none may, and throws if there is energy from
 * nowhere.
 */
export const fish: Bench = {
  title: 'The bridge example of James and Pai 2004: 12,000 fish on a swaying bridge, down to its triangles',
  run(options, report) {
    const { isQuick, print } = options;
    const count = isQuick ? 300 : FISH;
    const steps = options.steps ?? (isQuick ? 300 : STEPS);
    const parts = createFishOnTrianglesParts(isQuick ? { bridgeTriangles: 60_000, fishTriangles: 4000 } : {});
    const scene = createFishOnTriangles(parts, count, isQuick ? [6, 4] : undefined);
    const { triangles } = parts.bridge.mesh;
    print(`\n${count} fish of ${parts.fish.tree.proxyNodes.length} proxies, ${steps} steps of 1/150 s,`);
    print(`on a bridge of ${triangles.length / 3} triangles\n`);
    const run = runFish(scene, steps, print);
    tell(run, scene.world, options, report, count, steps);
  },
};

interface Run {
  /** Of each step: time (ms), contacts, and those of them with triangles of the bridge. */
  times: number[];
  contacts: number[];
  withTriangles: number[];
  triangleTests: number[];
  /** Of each frame: how many fish may be seen, and how long it took to tell (ms). */
  seen: number[];
  cullTimes: number[];
  /** How often the centre of a fish went through a triangle, and the fastest fish (m/s) of all steps. */
  through: number;
  fastest: number;
  watch: Watch;
  hash: string;
}

function runFish(scene: FishOnTriangles, steps: number, print: (line: string) => void): Run {
  const { world } = scene;
  const times: number[] = [];
  const contacts: number[] = [];
  const withTriangles: number[] = [];
  const triangleTests: number[] = [];
  const seen: number[] = [];
  const cullTimes: number[] = [];
  const hashes: number[] = [];
  const watch = createWatch(world);
  let through = 0;
  let fastest = 0;
  const inView = new Uint32Array(world.bodies.count);
  const last = new Float64Array(3 * world.bodies.count);
  for (let step = 1; step <= steps; step++) {
    last.set(world.bodies.positions.subarray(0, last.length));
    const start = cpuTime();
    scene.step();
    times.push(cpuTime() - start);
    contacts.push(world.stats.contacts);
    withTriangles.push(countWithTriangles(world));
    triangleTests.push(world.stats.triangleTests);
    hashes.push(world.stats.contacts, withTriangles[step - 1]);
    watchEnergy(watch, world);
    through += countThrough(scene, last, step, print);
    fastest = Math.max(fastest, fastestOf(world));
    if (step % STEPS_PER_FRAME === 0) {
      const begin = cpuTime();
      seen.push(cullBodies(world, VIEW, inView));
      cullTimes.push(cpuTime() - begin);
    }
    if (step % LAST === 0) {
      const { kineticEnergy, asleep } = world.stats;
      print(
        `  step ${step}: ${mean(times.slice(-LAST)).toFixed(0)} ms, ${contacts[step - 1]} contacts, ` +
          `${withTriangles[step - 1]} with triangles, ${kineticEnergy.toFixed(0)} J, ${asleep} asleep, ${seen[seen.length - 1]} seen, ` +
          `fastest ${fastestOf(world).toFixed(1)} m/s, ${through} went through`,
      );
    }
  }
  const hash = foldHashes([...hashes, Number.parseInt(hashNumbers(world.bodies.positions), 16)]);
  return { times, contacts, withTriangles, triangleTests, seen, cullTimes, through, fastest, watch, hash };
}

/** What a camera sees that stands on the deck and looks along it: a quarter of all directions to either side, half as much up. */
const VIEW = Float64Array.of(1, 0, 1, 9, 1, 0, -1, 9, 1, 2, 0, 6, 1, -2, 0, 12);

function countWithTriangles({ contacts }: World): number {
  let count = 0;
  for (let c = 0; c < contacts.count; c++) if (contacts.sides[4 * c + 2] < -1) count++;
  return count;
}

function fastestOf({ bodies: { count, velocities } }: World): number {
  let square = 0;
  for (let o = 0; o < 3 * count; o += 3) {
    square = Math.max(square, velocities[o] ** 2 + velocities[o + 1] ** 2 + velocities[o + 2] ** 2);
  }
  return Math.sqrt(square);
}

/** Counts the fish whose centre has cut a triangle of the bridge on its way in the last step: they have gone through it. */
function countThrough(
  { world, bridge }: FishOnTriangles,
  last: Float64Array,
  step: number,
  print: (line: string) => void,
): number {
  let through = 0;
  const { positions, still, roots } = world.bodies;
  const { box } = world.colliders[0];
  for (let body = 0; body < world.bodies.count; body++) {
    const isNear = [0, 1, 2].every(k => roots[4 * body + k] > box[k] - 1 && roots[4 * body + k] < box[3 + k] + 1);
    if (still[body] === 1 || !isNear) continue;
    const from = last.subarray(3 * body, 3 * body + 3);
    const to = positions.subarray(3 * body, 3 * body + 3);
    if (!touchesCapsule(bridge, from, to, 0)) continue;
    through++;
    print(`  step ${step}: fish ${body} goes through the bridge, from ${from.join(', ')} to ${to.join(', ')}`);
  }
  return through;
}

function tell(run: Run, world: World, options: BenchOptions, report: Report, count: number, steps: number): void {
  const { times, contacts, withTriangles, triangleTests, seen, cullTimes, through, fastest, watch, hash } = run;
  const first = Math.max(
    0,
    withTriangles.findIndex(found => found > 0),
  );
  const inContact = (values: number[]): number => mean(values.slice(first));
  const onBridge = Array.from({ length: count }, (_, body) => world.bodies.positions[3 * body + 1]).filter(y => y > 0);
  const common = { bench: 'fish', scene: `${count} fish`, method: 'ours', resultHash: hash };
  const rows: [metric: string, unit: string, value: number][] = [
    ['steps', '1', steps],
    ['time per step in contact', 'ms', inContact(times)],
    [`time per step, last ${LAST}`, 'ms', mean(times.slice(-LAST))],
    ['contacts per step in contact', '1', inContact(contacts)],
    ['with triangles of the bridge', '1', inContact(withTriangles)],
    ['tests of triangles per step in contact', '1', inContact(triangleTests)],
    ['contacts per second', '1/s', (1e3 * inContact(contacts)) / inContact(times)],
    ['fish in view, mean of frames', '1', mean(seen)],
    ['time to cull', 'ms', mean(cullTimes)],
    ['fish on the bridge at the end', '1', onBridge.length],
    ['fish asleep at the end', '1', world.stats.asleep],
    ['times a fish went through a triangle', '1', through],
    ['fastest fish', 'm/s', fastest],
    ['most energy over that at first', 'x', watch.mostEnergy / watch.firstEnergy],
    ['energy at the end over that at first', 'x', watch.lastEnergy / watch.firstEnergy],
  ];
  options.print('');
  for (const line of formatTable([
    ['', 'ours'],
    ...rows.map(([metric, unit, value]) => [`${metric} (${unit})`, value]),
  ])) {
    options.print(line);
  }
  report.rows.push(...rows.map(([metric, unit, value]) => ({ ...common, metric, unit, value })));
  const isAlike = count === FISH && steps >= STEPS;
  const unlike = isAlike ? undefined : `${count} fish for ${steps} steps, asked was ${FISH} for ${STEPS}`;
  report.targets.push(
    {
      name: `steps of ${count} fish, no energy gained`,
      value: steps,
      unit: '1',
      atLeast: STEPS,
      unlike,
    },
    { name: 'times a fish went through the bridge', value: through, unit: '1', atMost: 0, unlike },
    { name: 'steps per second in contact', value: 1e3 / inContact(times), unit: '1/s', atLeast: 0.5, unlike },
    { name: 'fish left on the bridge', value: onBridge.length / count, unit: 'x', atLeast: 0.2, unlike },
  );
}
