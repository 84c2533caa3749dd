import type { Model } from '../models/index.ts';

/**
 * Bodies and how they move: the unit shared by tests, benchmarks, the command line and the viewer, so that every row
 * of every table can be looked at.
 */
export interface Scene {
  name: string;
  /** One line for people: what happens, and which figure of which paper it reproduces. */
  title: string;
  steps: number;
  /** One entry per body; bodies that share a model name the very same object. */
  bodies: Model[];
  /** Writes the joint matrices (rest space to world space, 12 numbers each) of `body` at `step`. Deterministic. */
  writePose(body: number, step: number, out: Float64Array): void;
}
