import type { Row } from '../../../bench/harness/report.ts';
import { hashFirsts } from './free-steps.ts';
import type { SelfMethod } from './self-methods.ts';
import { clock } from './time-methods.ts';

/** What one method did in one step. */
export interface StepRun {
  step: number;
  time: number;
  volumeTests: number;
  candidates: number;
  first: number;
}

/** By method, then step: each step once, methods in turn. */
export function runWholeClip(methods: readonly SelfMethod[], steps: readonly number[]): StepRun[][] {
  const runs = methods.map((): StepRun[] => []);
  for (const step of steps) {
    methods.forEach((method, m) => {
      const { volumeTests, candidates } = method.stats;
      method.prepare(step);
      const time = clock(() => method.find());
      runs[m].push({
        step,
        time,
        volumeTests: method.stats.volumeTests - volumeTests,
        candidates: method.stats.candidates - candidates,
        first: method.contacts.earliest,
      });
    });
  }
  return runs;
}

/** Tables 2 and 3 over the clip, and of the rope Fig. 12: volume tests and candidates, step by step. */
export function clipRows(name: string, methods: readonly SelfMethod[], runs: readonly StepRun[][]): Row[] {
  return methods.flatMap(({ name: method }, m): Row[] => {
    const resultHash = hashFirsts(
      runs[m].map(({ first }) => first),
      runs[0].map(({ first }) => first),
    );
    const common = { bench: 'radial-view', method, resultHash };
    const mean = (part: 'time' | 'volumeTests' | 'candidates'): number =>
      runs[m].reduce((sum, run) => sum + run[part], 0) / runs[m].length;
    const scene = `${name}, whole clip`;
    const rows: Row[] = [
      { ...common, scene, metric: 'time', unit: 'ms', value: mean('time') },
      { ...common, scene, metric: 'volume tests', unit: '', value: mean('volumeTests') },
      { ...common, scene, metric: 'candidates', unit: '', value: mean('candidates') },
    ];
    if (name !== 'rope') return rows;
    const curves = runs[m].flatMap(({ step, volumeTests, candidates }): Row[] => [
      { ...common, scene: `${step} step`, metric: 'Fig. 12a, volume tests', unit: '', value: volumeTests },
      { ...common, scene: `${step} step`, metric: 'Fig. 12b, candidates', unit: '', value: candidates },
    ]);
    return [...rows, ...curves];
  });
}
