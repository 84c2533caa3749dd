import type { Kinematics, Side } from '../../../src/tabulated/index.ts';

/** What `Scene` is for characters: two meshes that move against each other by a few freedoms. */
export interface ConstrainedScene {
  name: string;
  /** One line for people: what happens, and which figure of which paper it reproduces. */
  title: string;
  steps: number;
  a: Side;
  b: Side;
  /** All poses there can be, each freedom divided into so many samples. */
  createKinematics(samples: readonly number[]): Kinematics;
  /** Writes the values of the freedoms at `step`. Deterministic. */
  writeValues(step: number, values: Float64Array): void;
}
