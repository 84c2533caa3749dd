import { hashNumbers, median } from '../../../bench/harness/measure.ts';
import { type BenchOptions, formatTable, type Report } from '../../../bench/harness/report.ts';
import type { StepStats } from '../../../src/continuous/index.ts';
import type { RadialPlan } from '../../../src/continuous/radial-view/plan.ts';
import { createStepSearch, findContactsOfStep, goOnToVertices } from '../../../src/continuous/self-search.ts';
import { createCollider, findNearestPoint, type Shape } from '../../../src/index.ts';
import {
  createRadialCheck,
  findContactsByRadialViews,
  moveObservers,
  startSweptFrom,
  takeSweptStep,
} from '../../baselines.ts';
import { scenes } from '../../scene-catalogue.ts';
import { chooseSteps, hashFirsts } from './free-steps.ts';
import { listObservers, type PosedClip, poseClip } from './self-methods.ts';

/** How far observers are moved, as a part of the radius of the ball around them inside the mesh, and which of them. */
const disturbances = [
  { name: 'as placed', size: 0, share: 1, paper: 1 },
  { name: 'all by 0.1', size: 0.1, share: 1, paper: 1.05 },
  { name: 'all by 0.2', size: 0.2, share: 1, paper: 1.05 },
  { name: 'all by 0.3', size: 0.3, share: 1, paper: 1.05 },
  { name: '20 % by 1.2', size: 1.2, share: 0.2, paper: 1.15 },
  { name: '20 % by 1.4', size: 1.4, share: 0.2, paper: 1.2 },
];
/** Of the urchin, whose spikes hide each other, it tells of a tenth where others lose less than a twentieth. */
const PAPER_URCHIN = 1.1;

/** The robustness study of [Wong2013] 7: observers are shaken in every frame, some even out of the mesh; all first contacts are still found. */
export function measureRobustness({ isQuick, print }: BenchOptions, report: Report): void {
  const names = isQuick
    ? ['urchin', 'hand-grip']
    : ['rope', 'octopus', 'urchin', 'man-poses', 'box-twist', 'hand-grip'];
  print(
    '\nObservers shaken in every frame, steps that begin free: how many times longer a query takes (paper), and how',
  );
  print('many times the pairs it tests\n');
  const table: string[][] = [['', 'method', ...disturbances.slice(1).map(({ name }) => name)]];
  for (const name of names) {
    const clip = poseClip(scenes[name]());
    const steps = chooseSteps(clip, isQuick ? 5 : 12);
    for (const way of [createOurs(clip), createPublished(clip)]) {
      const runs = measure(way, steps, isQuick ? 3 : 5);
      const [placed] = runs;
      const cells = disturbances.map(({ name: disturbance, paper: printed, share }, d) => {
        const paper = share === 1 && d > 0 && name === 'urchin' ? PAPER_URCHIN : printed;
        const { time, candidates, firsts } = runs[d];
        const resultHash = hashFirsts(firsts, placed.firsts);
        if (resultHash !== hashNumbers(placed.firsts))
          throw new Error(`${name}, ${disturbance}: a first contact was lost.`);
        const common = {
          bench: 'radial-view',
          scene: name,
          method: `${way.name}, ${disturbance}`,
          resultHash,
          unit: 'x',
        };
        report.rows.push({ ...common, metric: 'time, observers shaken', value: time / placed.time, paper });
        report.rows.push({ ...common, metric: 'candidates, observers shaken', value: candidates / placed.candidates });
        return `${(time / placed.time).toFixed(2)} (${paper}), ${(candidates / placed.candidates).toFixed(2)}`;
      });
      table.push([name, way.name, ...cells.slice(1)]);
    }
  }
  for (const line of formatTable(table)) print(line);
}

interface Way {
  name: string;
  /** Where its observers are, pose by pose, and how far each is from the surface at rest. */
  observers: Float64Array[];
  radii: number[];
  stats: StepStats;
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
  /** Of a step, in ms, the median over rounds. */
  time: number;
  candidates: number;
  firsts: number[];
}

/** One run for each disturbance, in turn. */
function measure(way: Way, steps: readonly number[], rounds: number): Run[] {
  const shaken = disturbances.map(({ size, share }) =>
    way.observers.map((places, frame) => shake(places, way.radii, size, share, frame)),
  );
  const samples: number[][] = disturbances.map(() => []);
  const runs: Run[] = disturbances.map(() => ({ time: 0, candidates: 0, firsts: [] }));
  for (let round = -1; round < rounds; round++) {
    runs.forEach((run, d) => {
      const before = way.stats.candidates;
      let time = 0;
      run.firsts = steps.map(step => {
        way.prepare(step, shaken[d][step - 1], shaken[d][step]);
        const start = performance.now();
        const first = way.find();
        time += performance.now() - start;
        return first;
      });
      run.candidates = way.stats.candidates - before;
      if (round >= 0) samples[d].push(time / steps.length);
    });
  }
  runs.forEach((run, d) => {
    run.time = median(samples[d]);
  });
  return runs;
}

/** How far each observer is from the surface at rest. */
function findRadii(shape: Shape, radial: RadialPlan): number[] {
  const collider = createCollider(shape);
  return listObservers(radial).map(({ ends }) => findNearestPoint(collider, ends.subarray(0, 3))?.distance ?? 0);
}

/** Moves the chosen share of the observers by so much, each frame another way; always the same for the same frame. */
function shake(places: Float64Array, radii: number[], size: number, share: number, frame: number): Float64Array {
  const moved = places.slice();
  radii.forEach((radius, view) => {
    if (((view * 7919) % 100) / 100 >= share) return;
    const a = 2.4 * (frame + 13 * view);
    const z = Math.sin(1.7 * frame + 5 * view);
    const flat = Math.sqrt(1 - z * z);
    const way = [flat * Math.cos(a), flat * Math.sin(a), z];
    for (let k = 0; k < 6; k++) moved[6 * view + k] += size * radius * way[k % 3];
  });
  return moved;
}
