import { createMandible, createSkull, JAW_HINGE } from '../../../models/constrained/index.ts';
import { createMechanism } from '../../../src/tabulated/index.ts';
import type { ConstrainedScene } from './constrained-scene.ts';

const STEPS = 480;
const DEGREE = Math.PI / 180;
/** In degrees. Closed is 0; a little below, the teeth bite into each other. */
const LOWEST_OPENING = -1.5;
const WIDEST_OPENING = 30;
const FARTHEST_ASIDE = 4;

export interface JawOptions {
  /** 10000 and 12000 unless told. */
  mandibleTriangles?: number;
  skullTriangles?: number;
}

/**
 * Side a is the mandible, which opens about the line through its two hinges and turns aside about the vertical through
 * their middle; side b is the skull, which rests.
 */
export function createJawScene(options: JawOptions = {}): ConstrainedScene {
  return {
    name: 'jaw',
    title:
      "A dog chews and barks (after Fig. 2 of Navarro Newball, Wyvill and McCane 2009: the dog's skull and mandible).",
    steps: STEPS,
    a: { mesh: createMandible({ triangles: options.mandibleTriangles }), source: { kind: 'rigid' } },
    b: { mesh: createSkull({ triangles: options.skullTriangles }), source: { kind: 'rigid' } },
    createKinematics([opening, aside]) {
      return createMechanism(
        [
          { name: 'opening', low: LOWEST_OPENING * DEGREE, high: WIDEST_OPENING * DEGREE, samples: opening },
          { name: 'aside', low: -FARTHEST_ASIDE * DEGREE, high: FARTHEST_ASIDE * DEGREE, samples: aside },
        ],
        {
          a: {
            joints: [
              [
                { kind: 'hinge', freedom: 'aside', point: JAW_HINGE, axis: [0, 1, 0] },
                { kind: 'hinge', freedom: 'opening', point: JAW_HINGE, axis: [1, 0, 0] },
              ],
            ],
          },
        },
      );
    },
    writeValues(step, values) {
      const time = step / STEPS;
      values[0] = DEGREE * (time < CHEWING ? chew(time / CHEWING) : bark((time - CHEWING) / (1 - CHEWING)));
      values[1] = DEGREE * (time < CHEWING ? grind(time / CHEWING) : 0);
    },
  };
}

/** The first part of the motion is chewing, the rest barking. */
const CHEWING = 0.6;
const BITES = 5;
const BARKS = 4;

/** Opens and closes; every bite goes a little deeper than the one before. */
function chew(time: number): number {
  const phase = (1 - Math.cos(2 * Math.PI * BITES * time)) / 2;
  return 1.6 - 2.7 * time + 19 * phase ** 0.8;
}

/** To the left as the jaw opens, and back across the middle as it closes. */
function grind(time: number): number {
  const angle = 2 * Math.PI * BITES * time;
  return 2.3 * Math.sin(angle) + 1.2 * Math.cos(angle / 2);
}

function bark(time: number): number {
  const phase = (1 - Math.cos(2 * Math.PI * BARKS * time)) / 2;
  return 1.5 + 27 * phase ** 0.4;
}
