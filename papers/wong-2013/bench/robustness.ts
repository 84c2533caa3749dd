import { hashNumbers } from '../../../bench/harness/measure.ts';
import { type BenchOptions, formatTable, type Report, type Row } from '../../../bench/harness/report.ts';
import type { StepStats } from '../../../src/continuous/index.ts';
import { POSITIVE } from '../../../src/continuous/radial-view/classify.ts';
import type { RadialPlan } from '../../../src/continuous/radial-view/plan.ts';
import type { ViewPlan } from '../../../src/continuous/self/views.ts';
import {
  createStepSearch,
  findContactsOfStep,
  goOnToVertices,
  type StepSearch,
} from '../../../src/continuous/self-search.ts';
import { createCollider, findNearestPoint, type Shape } from '../../../src/index.ts';
import {
  createRadialCheck,
  findContactsByRadialViews,
  moveObservers,
  startSweptFrom,
  takeSweptStep,
} from '../../baselines.ts';
import { chooseSteps, hashFirsts } from './free-steps.ts';
import { openClip } from './open-clip.ts';
import { printed } from './printed.ts';
import { listObservers, type PosedClip } from './self-methods.ts';
import { clock } from './time-methods.ts';

interface Disturbance {
  name: string;
  size: number;
  share: number;
  /** How many times as long it takes there. */
  paper: number;
}

/** How far observers are moved, as a part of the radius of the ball around them inside the mesh, and which of them. */
const disturbances: readonly Disturbance[] = [
  { name: 'as placed', size: 0, share: 1, paper: 1 },
  { name: 'all by 0.1', size: 0.1, share: 1, paper: 1.05 },
  { name: 'all by 0.2', size: 0.2, share: 1, paper: 1.05 },
  { name: 'all by 0.3', size: 0.3, share: 1, paper: 1.05 },
  { name: '20 % by 1.2', size: 1.2, share: 0.2, paper: 1.15 },
  { name: '20 % by 1.4', size: 1.4, share: 0.2, paper: 1.2 },
];
/** All but one that is another's mesh and motion, with other joints. */
const shakenScenes = Object.keys(printed).filter(name => name !== 'man-captured, joints by hand');

/** Of the urchin, whose spikes hide each other, it tells of a tenth where others lose less than a twentieth. */
const PAPER_URCHIN = 1.1;

/** What is counted of a step, as rows call it. */
const counts = ['volume tests', 'candidates', 'features tested'] as const;

/**
 * The robustness study of [Wong2013] 7: observers are shaken in every frame, some even out of the mesh; all first contacts
 * are still found. How many times longer a query takes, how many triangles observers still see from within, and what is
 * tested because of the others.
 */
export function measureRobustness({ isQuick, print }: BenchOptions, report: Report): void {
  const names = isQuick ? ['urchin', 'hand-grip', 'man-captured'] : shakenScenes;
  print(
    '\nObservers shaken in every frame, steps that begin free: times as long (paper), positive triangles, candidates\n',
  );
  const table: string[][] = [['', 'method', ...disturbances.map(({ name }) => name)]];
  for (const name of names) {
    const clip = openClip(name);
    const steps = chooseSteps(clip, isQuick ? 5 : 12);
    for (const way of [createOurs(clip), createPublished(clip)]) {
      const runs = measure(way, steps, isQuick ? 3 : 5);
      const cells = runs.map((run, d) => {
        report.rows.push(...describeRun(name, way, disturbances[d], run, runs[0]));
        const { time, seen, candidates } = run;
        const ratio = `${(time / runs[0].time).toFixed(2)} (${paperOf(name, disturbances[d])})`;
        return `${ratio}, ${(100 * seen).toFixed(1)} %, ${candidates.toFixed(0)}`;
      });
      table.push([name, way.name, ...cells]);
    }
  }
  for (const line of formatTable(table)) print(line);
}

function paperOf(scene: string, { share, size, paper }: Disturbance): number {
  return share === 1 && size > 0 && scene.startsWith('urchin') ? PAPER_URCHIN : paper;
}

/** The share that is really moved: of few observers one is more than a fifth. */
function shareOf({ radii }: Way, { share }: Disturbance): number {
  return chooseShare(radii.length, share).length / radii.length;
}

/** Times are ratios to observers as placed, counts of one step. Throws if a first contact was lost. */
function describeRun(scene: string, way: Way, disturbance: Disturbance, run: Run, placed: Run): Row[] {
  const resultHash = hashFirsts(run.firsts, placed.firsts);
  if (resultHash !== hashNumbers(placed.firsts))
    throw new Error(`${scene}, ${way.name}, ${disturbance.name}: a first contact was lost.`);
  const method = `${way.name}, ${disturbance.name}`;
  const row = (metric: string, unit: string, value: number): Row => ({
    bench: 'radial-view',
    scene,
    method,
    metric: `observers shaken: ${metric}`,
    unit,
    value,
    resultHash,
  });
  return [
    { ...row('time over as placed', 'x', run.time / placed.time), paper: paperOf(scene, disturbance) },
    row('time', 'ms', run.time),
    row('observers moved', '%', disturbance.size > 0 ? 100 * shareOf(way, disturbance) : 0),
    row('triangles seen positive', '%', 100 * run.seen),
    ...counts.map((metric, k) => row(metric, '', [run.volumeTests, run.candidates, run.featureTests][k])),
  ];
}

interface Way {
  name: string;
  /** Where its observers are, pose by pose, and how far each is from the surface at rest. */
  observers: Float64Array[];
  radii: number[];
  stats: StepStats;
  /** The share of the triangles that the observer of their cluster sees positive, in the step it found contacts of last. */
  countSeen(): number;
  /** Gets ready for a step with its observers at both ends; then takes it, and returns the time of the first contact. */
  prepare(step: number, from: Float64Array, to: Float64Array): void;
  find(): number;
}

function createOurs({ shape, plan, radial, observers, positions, posed }: PosedClip): Way {
  const search = createStepSearch(shape, plan, listObservers(radial));
  let [next, places]: [number, Float64Array] = [0, new Float64Array(0)];
  return {
    name: 'ours',
    observers,
    radii: findRadii(shape, radial),
    stats: search.tester.stats,
    countSeen: () => countPositive(plan, search),
    prepare(step, from, to) {
      goOnToVertices(search, positions[step - 1], posed[step - 1], from);
      [next, places] = [step, to];
    },
    find() {
      goOnToVertices(search, positions[next], posed[next], places);
      findContactsOfStep(search, true, false);
      return search.tester.contacts.earliest;
    },
  };
}

function createPublished({ shape, heat, positions }: PosedClip): Way {
  const check = createRadialCheck(shape.mesh, heat.plan);
  return {
    name: 'as published',
    observers: heat.observers,
    radii: findRadii(shape, heat.radial),
    stats: check.tester.stats,
    countSeen: () => check.culling.signs.filter(sign => sign === POSITIVE).length / check.culling.signs.length,
    prepare(step, from, to) {
      startSweptFrom(check, positions[step - 1]);
      check.observers.end.set(from);
      takeSweptStep(check, positions[step]);
      moveObservers(check, to);
    },
    find() {
      findContactsByRadialViews(check);
      return check.tester.contacts.earliest;
    },
  };
}

interface Run {
  /** Of a step, in ms of CPU, the least over rounds. */
  time: number;
  /** Means over steps. */
  seen: number;
  volumeTests: number;
  candidates: number;
  featureTests: number;
  firsts: number[];
}

/** One run for each disturbance, in turn. */
function measure(way: Way, steps: readonly number[], rounds: number): Run[] {
  const shaken = disturbances.map(({ size, share }) =>
    way.observers.map((places, frame) => shake(places, way.radii, size, share, frame)),
  );
  const runs = shaken.map(places => countRun(way, steps, places));
  for (let round = 0; round < rounds; round++) {
    runs.forEach((run, d) => {
      let time = 0;
      for (const step of steps) {
        way.prepare(step, shaken[d][step - 1], shaken[d][step]);
        time += clock(() => way.find());
      }
      run.time = Math.min(run.time, time / steps.length);
    });
  }
  return runs;
}

/** A round that is counted, and not timed. */
function countRun(way: Way, steps: readonly number[], places: readonly Float64Array[]): Run {
  const before = { ...way.stats };
  let seen = 0;
  const firsts = steps.map(step => {
    way.prepare(step, places[step - 1], places[step]);
    const first = way.find();
    seen += way.countSeen() / steps.length;
    return first;
  });
  return {
    time: Infinity,
    seen,
    volumeTests: (way.stats.volumeTests - before.volumeTests) / steps.length,
    candidates: (way.stats.candidates - before.candidates) / steps.length,
    featureTests: (way.stats.featureTests - before.featureTests) / steps.length,
    firsts,
  };
}

/** The share of triangles that the view of their own cluster sees positive. */
function countPositive({ clusterOfTriangle, viewOfCluster }: ViewPlan, { views }: StepSearch): number {
  if (views === null) return 0;
  const { places } = views.views;
  const codes = views.codes.triangles;
  let positive = 0;
  codes.forEach((code, triangle) => {
    const view = viewOfCluster[clusterOfTriangle[triangle]];
    if (view >= 0 && ((code >> (3 * places[view])) & SEEN) === POSITIVE) positive++;
  });
  return positive / codes.length;
}

/** The three bits of a view in a code. */
const SEEN = 7;

/** How far each observer is from the surface at rest. */
function findRadii(shape: Shape, radial: RadialPlan): number[] {
  const collider = createCollider(shape);
  return listObservers(radial).map(({ ends }) => findNearestPoint(collider, ends.subarray(0, 3))?.distance ?? 0);
}

/** Moves the chosen share of the observers by so much, each frame another way; always the same for the same frame. */
function shake(places: Float64Array, radii: number[], size: number, share: number, frame: number): Float64Array {
  const moved = places.slice();
  for (const view of chooseShare(radii.length, share)) {
    const a = 2.4 * (frame + 13 * view);
    const z = Math.sin(1.7 * frame + 5 * view);
    const flat = Math.sqrt(1 - z * z);
    const way = [flat * Math.cos(a), flat * Math.sin(a), z];
    for (let k = 0; k < 6; k++) moved[6 * view + k] += size * radii[view] * way[k % 3];
  }
  return moved;
}

/** So many of the observers, at least one: of two, one is half of them. The same in every frame. */
function chooseShare(count: number, share: number): number[] {
  const order = Array.from({ length: count }, (_, view) => view).sort(
    (a, b) => ((a * 7919) % 101) - ((b * 7919) % 101),
  );
  return order.slice(0, Math.max(1, Math.round(share * count)));
}
