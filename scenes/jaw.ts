import { createMandible, createSkull, JAW_HINGE } from '../src/models/constrained/index.ts';
import { createMechanism } from '../src/tabulated/index.ts';
import type { ConstrainedScene } from './constrained-scene.ts';

const STEPS = 480;
const DEGREE = Math.PI / 180;
/** In degrees. Closed is 0; a little below, the teeth bite into each other. */
const LOWEST_OPENING = -1.5;
const WIDEST_OPENING = 30;
const FARTHEST_ASIDE = 4;

/**
 * Side a is the skull, which rests; side b the mandible. It opens about the line through its two hinges and turns aside about
 * the vertical through their middle.
 */
export function createJawScene(): ConstrainedScene {
  return {
    name: 'jaw',
    title:
      "A dog chews and barks (after Fig. 2 of Navarro Newball, Wyvill and McCane 2009: the dog's skull and mandible).",
    steps: STEPS,
    a: { mesh: createSkull(), source: { kind: 'rigid' } },
    b: { mesh: createMandible(), source: { kind: 'rigid' } },
    createKinematics([opening, aside]) {
      return createMechanism(
        [
          { name: 'opening', low: LOWEST_OPENING * DEGREE, high: WIDEST_OPENING * DEGREE, samples: opening },
          { name: 'aside', low: -FARTHEST_ASIDE * DEGREE, high: FARTHEST_ASIDE * DEGREE, samples: aside },
        ],
        {
          b: {
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
const CHEWING = 0.65;
const BITES = 6;
const BARKS = 3;

/** Opens and closes; every bite goes a little deeper than the one before. */
function chew(time: number): number {
  const phase = (1 - Math.cos(2 * Math.PI * BITES * time)) / 2;
  return 1.8 - 2.6 * time + 13 * phase ** 1.3;
}

/** To the left as the jaw opens, and back across the middle as it closes. */
function grind(time: number): number {
  const angle = 2 * Math.PI * BITES * time;
  return 1.9 * Math.sin(angle) + 0.9 * Math.cos(angle / 2);
}

function bark(time: number): number {
  const phase = (1 - Math.cos(2 * Math.PI * BARKS * time)) / 2;
  return 1 + 27 * Math.sqrt(phase);
}
