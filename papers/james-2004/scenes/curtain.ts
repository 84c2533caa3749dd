import { createCurtain, createCurtainWind, type ReducedModel } from '../../../models/reduced/index.ts';
import { type Mesh, weld } from '../../../src/index.ts';

/** A ball and a curtain that blows in the wind, whatever the ball does: nothing is pushed. */
export interface CurtainScene {
  name: string;
  /** One line for people: what happens, and which figure of which paper it reproduces. */
  title: string;
  steps: number;
  curtain: ReducedModel;
  ball: Mesh;
  /** Writes the amplitudes of the curtain's modes at `step`. Deterministic, as is where the ball is. */
  writeAmplitudes(step: number, out: Float64Array): void;
  /** Writes the rigid placement (3x4, row by row) of the ball at `step`. */
  placeBall(step: number, out: Float64Array): void;
}

const STEPS = 110;
const FRAMES_PER_SECOND = 30;
const RADIUS = 0.11;
/** The curtain's rod is at y = 0, its hem at -2.4. */
const FLOOR = -2.5;
const GRAVITY = 9.81;
/** The ball is held until it is thrown, at this time, out of the room (z > 0) through the curtain; it turns as it flies. */
const THROWN = 1.1;
const HAND = [0.75, -1.15, 2.3];
const VELOCITY = [-0.5, 2.3, -4];
const SPIN = 5;
const BOUNCE = 0.55;

export function createCurtainScene(): CurtainScene {
  const curtain = createCurtain();
  const wind = createCurtainWind(curtain);
  return {
    name: 'curtain',
    title: 'A ball is thrown through a curtain blowing in the wind (after Table 2 of James and Pai 2004).',
    steps: STEPS,
    curtain,
    ball: createBall(RADIUS, 12),
    writeAmplitudes(step, out) {
      wind.write(step / FRAMES_PER_SECOND, out);
    },
    placeBall(step, out) {
      const flown = Math.max(0, step / FRAMES_PER_SECOND - THROWN);
      const [cosine, sine] = [Math.cos(SPIN * flown), Math.sin(SPIN * flown)];
      out.set([1, 0, 0, HAND[0] + VELOCITY[0] * flown]);
      out.set([0, cosine, sine, heightAfter(flown)], 4);
      out.set([0, -sine, cosine, HAND[2] + VELOCITY[2] * flown], 8);
    },
  };
}

/** Free fall, and off the floor again with a part of the speed. */
function heightAfter(time: number): number {
  let height = HAND[1];
  let speed = VELOCITY[1];
  for (;;) {
    const fall = height - FLOOR - RADIUS;
    const lands = (speed + Math.sqrt(speed * speed + 2 * GRAVITY * fall)) / GRAVITY;
    if (time <= lands) return height + speed * time - 0.5 * GRAVITY * time * time;
    if (lands < 1e-3) return FLOOR + RADIUS;
    time -= lands;
    height = FLOOR + RADIUS;
    speed = BOUNCE * (GRAVITY * lands - speed);
  }
}

/** An octahedron, each face in `rows` rows of triangles, blown up to a ball: 8 * rows^2 triangles. */
function createBall(radius: number, rows: number): Mesh {
  const positions: number[] = [];
  for (let octant = 0; octant < 8; octant++) {
    const signs = [octant & 1 ? -1 : 1, octant & 2 ? -1 : 1, octant & 4 ? -1 : 1];
    const isMirrored = signs[0] * signs[1] * signs[2] < 0;
    const addTriangle = (...corners: number[][]): void => {
      for (const corner of isMirrored ? corners.reverse() : corners) {
        const length = Math.hypot(...corner);
        for (let k = 0; k < 3; k++) positions.push((signs[k] * radius * corner[k]) / length);
      }
    };
    for (let i = 0; i < rows; i++) {
      for (let j = 0; i + j < rows; j++) {
        const k = rows - i - j;
        addTriangle([i, j, k], [i + 1, j, k - 1], [i, j + 1, k - 1]);
        if (k > 1) addTriangle([i + 1, j, k - 1], [i + 1, j + 1, k - 2], [i, j + 1, k - 1]);
      }
    }
  }
  const triangles = Uint32Array.from({ length: positions.length / 3 }, (_, k) => k);
  return weld({ positions: Float64Array.from(positions), triangles }).mesh;
}
