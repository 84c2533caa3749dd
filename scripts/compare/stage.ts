import type { Sweep } from '../../src/continuous/index.ts';
import type { Collider, Shape, Tracker } from '../../src/index.ts';
import type { Library } from './library.ts';
import type { Cast, Moment } from './subjects.ts';

/** Two bodies, or one and its twin. */
export interface Couple {
  colliders: [Collider, Collider];
  sweeps: [Sweep, Sweep];
  tracker: Tracker;
}

/**
 * The bodies of a cast, posed at the start of a step. Beside the largest stands a twin that is half the cast's steps
 * ahead, so that also a single body has something to touch; and another comes from where it is free, along the
 * shortest side, and goes into it during the step. Made once, posed step by step: answers must not depend on what was asked before.
 */
export interface Stage {
  library: Library;
  colliders: Collider[];
  sweeps: Sweep[];
  /** From the start of this step to that of the next: far, so that more meets on the way. Large bodies stay. */
  leaps: Sweep[];
  couples: Couple[];
  pose(step: number): void;
}

const MOST_LEAPING = 10_000;
const MOST_COUPLES = 12;
const TWINS = 1;

export function createStage(library: Library, { shapes, steps }: Cast): Stage {
  const { core, continuous } = library;
  const create = (shape: Shape): [Collider, Sweep] => [core.createCollider(shape), continuous.createSweep(shape)];
  const bodies = shapes.map(create);
  const size = (body: number): number => shapes[body].mesh.triangles.length;
  const largest = [...shapes.keys()].sort((p, q) => size(q) - size(p) || p - q).slice(0, TWINS);
  const twins = largest.map(body => create(shapes[body]));
  const comer = create(shapes[largest[0]]);
  const leaps = shapes.map(shape => continuous.createSweep(shape));
  const couple = ([a, sweepA]: [Collider, Sweep], [b, sweepB]: [Collider, Sweep]): Couple => ({
    colliders: [a, b],
    sweeps: [sweepA, sweepB],
    tracker: core.createTracker(a, b),
  });
  const others = bodies.flatMap((one, i) => bodies.slice(i + 1).map(other => couple(one, other)));
  const put = (body: [Collider, Sweep], start: Moment[0], end: Moment[0]): void => {
    core.setPose(body[0], start.pose);
    if (start.placement) core.setPlacement(body[0], start.placement);
    continuous.sweepTo(body[1], start.pose, start.placement);
    continuous.sweepTo(body[1], end.pose, end.placement);
  };
  return {
    library,
    colliders: bodies.map(([collider]) => collider),
    sweeps: bodies.map(([, sweep]) => sweep),
    leaps: leaps.filter((_, b) => size(b) <= 3 * MOST_LEAPING),
    couples: [
      couple(bodies[largest[0]], comer),
      ...twins.map((twin, k) => couple(bodies[largest[k]], twin)),
      ...others.slice(0, MOST_COUPLES),
    ],
    pose(step) {
      const ahead = (step + (steps.length >> 1)) % steps.length;
      bodies.forEach((body, b) => {
        put(body, steps[step][0][b], steps[step][1][b]);
      });
      const next = steps[(step + 1) % steps.length][0];
      leaps.forEach((leap, b) => {
        continuous.sweepTo(leap, steps[step][0][b].pose, steps[step][0][b].placement);
        continuous.sweepTo(leap, next[b].pose, next[b].placement);
      });
      twins.forEach((twin, k) => {
        put(twin, steps[ahead][0][largest[k]], steps[ahead][1][largest[k]]);
      });
      const [start, end] = steps[step].map(moment => moment[largest[0]]);
      const { low, high } = core.boundsOf(bodies[largest[0]][0]);
      const sides = [0, 1, 2].map(axis => high[axis] - low[axis]);
      const thickness = Math.min(...sides);
      const axis = sides.indexOf(thickness);
      put(comer, moveAside(start, axis, 1.02 * thickness), moveAside(end, axis, 0.5 * thickness));
    },
  };
}

function moveAside({ pose, placement }: Moment[0], axis: number, by: number): Moment[0] {
  const moved = placement?.slice() ?? Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);
  moved[4 * axis + 3] += by;
  return { pose, placement: moved };
}
