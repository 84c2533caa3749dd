import type { Model, Motion } from '../../../models/index.ts';
import type { Scene } from '../../scene.ts';

const STEPS = 120;

export interface PassBy {
  name: string;
  title: string;
  /** How far apart the two paths are. */
  aside: number;
  /** Half the distance between the two at the first step. */
  start: number;
  /** By how much of a cycle the second is ahead. */
  ahead: number;
}

/** Two of one kind walk towards each other and past. */
export function createPassBy(model: Model, walk: Motion, { name, title, aside, start, ahead }: PassBy): Scene {
  return {
    name,
    title,
    steps: STEPS,
    bodies: [model, model],
    writePose(body, step, out) {
      const along = start * ((2 * step) / (STEPS - 1) - 1);
      const cycles = along / walk.travel;
      if (body === 0) walk.write(cycles, -aside / 2, along, 0, out);
      else walk.write(cycles + ahead, aside / 2, -along, Math.PI, out);
    },
  };
}
