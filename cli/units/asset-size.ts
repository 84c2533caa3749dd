import type { CheckSubject } from '../../src/check/index.ts';
import { listSampleTimes } from '../../src/check/plan/sample-times.ts';
import type { ScanOptions } from './unit.ts';

/** What is known of an asset before anything is planned: enough to cut it into units. */
export interface AssetSize {
  triangles: number;
  clips: ClipSize[];
}

export interface ClipSize {
  name: string;
  /** In seconds. */
  start: number;
  end: number;
  /** Where it is cut: numbers of samples from the first to the last, and their times. One if it is a single pose. */
  cuts: { sample: number; time: number }[];
}

/** What a unit should take, in seconds of one core: much more than it takes to hand it out. */
const UNIT_SECONDS = 1;
/** Steps are searched four at a time; a shorter stretch would waste that. */
const LEAST_STEPS = 4;

/**
 * Seconds a stretch takes, roughly: 1.2 us for each triangle at each sample, measured with the built-in character (8,270 triangles)
 * on one core of 2024. Bodies in deep contact take a few times that.
 */
export function estimateSeconds(triangles: number, steps: number): number {
  return (steps + 1) * (2e-4 + 1.2e-6 * triangles);
}

/** Seconds it takes to make an asset ready, before any of it is watched. */
export function estimatePlanning(triangles: number): number {
  return 0.01 + 3e-5 * triangles;
}

/** The cuts depend on nothing but the asset and the options, so that every machine cuts alike. */
export function sizeSubject({ bodies, clips }: CheckSubject, { fps, maxSamples }: ScanOptions): AssetSize {
  const triangles = bodies.reduce((sum, { mesh }) => sum + mesh.triangles.length / 3, 0);
  const sized = clips.map(clip => {
    const { times } = listSampleTimes(clip, fps, maxSamples);
    const steps = times.length - 1;
    const wanted = Math.ceil(estimateSeconds(triangles, steps) / UNIT_SECONDS);
    const parts = Math.max(1, Math.min(wanted, Math.floor(steps / LEAST_STEPS)));
    const samples = Array.from({ length: parts + 1 }, (_, k) => Math.round((k * steps) / parts));
    const cuts = [...new Set(samples)].map(sample => ({ sample, time: times[sample] }));
    return { name: clip.name, start: clip.start, end: clip.end, cuts };
  });
  return { triangles, clips: sized };
}
