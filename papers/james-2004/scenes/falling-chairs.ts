import { createChair } from '../../../models/reduced/index.ts';
import { createRandom } from '../../../src/math/random.ts';
import { addBody, type BodyShape, createBodyShape, createWorld, type World } from '../../../src/simulate/index.ts';

/** A world in which something happens by itself: `stepWorld` moves it on. */
export interface WorldScene {
  name: string;
  title: string;
  /** How long it is worth watching. */
  steps: number;
  world: World;
}

export interface FallingChairsOptions {
  /** 3601 unless told, as in the paper. */
  count?: number;
  /** `held` chairs are rigid. */
  modes?: 'vibrate' | 'held';
  /** To share one between worlds: `createChairShape()`. */
  shape?: BodyShape;
}

/** Contact is resolved at level 10 of the chair's tree, as in the paper. */
export function createChairShape(options: { triangles?: number } = {}): BodyShape {
  return createBodyShape(createChair(options), { level: 10 });
}

const SPACING = 1.05;
const LAYERS = 6;

/** Chairs turned at random, layer over layer on a square, fall at once and make a heap. */
export function createFallingChairs(options: FallingChairsOptions = {}): WorldScene {
  const count = options.count ?? 3601;
  const shape = options.shape ?? createChairShape();
  const world = createWorld({ modes: options.modes ?? 'vibrate' });
  const random = createRandom(2004);
  const side = Math.max(1, Math.round(Math.sqrt(count / LAYERS)));
  for (let chair = 0; chair < count; chair++) {
    const column = chair % (side * side);
    const jitter = (): number => 0.15 * (random() - 0.5);
    addBody(world, shape, {
      position: [
        SPACING * ((column % side) - (side - 1) / 2) + jitter(),
        0.9 + 1.02 * Math.floor(chair / (side * side)) + jitter(),
        SPACING * (Math.floor(column / side) - (side - 1) / 2) + jitter(),
      ],
      orientation: randomOrientation(random),
      spin: [random() - 0.5, random() - 0.5, random() - 0.5],
    });
  }
  return {
    name: 'falling-chairs',
    title: `${count} plastic chairs crash to the ground, bend and vibrate (after Fig. 1 of James and Pai 2004).`,
    steps: 900,
    world,
  };
}

/** Even over all rotations: four numbers from a cube, taken if they are in the ball. */
export function randomOrientation(random: () => number): number[] {
  for (;;) {
    const q = [0, 0, 0, 0].map(() => 2 * random() - 1);
    const square = q[0] ** 2 + q[1] ** 2 + q[2] ** 2 + q[3] ** 2;
    if (square > 0.01 && square < 1) return q;
  }
}
