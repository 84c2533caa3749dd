import type { Model } from '../model.ts';
import { type ChainPose, writeChainMatrices } from './chain-matrices.ts';
import type { Clip } from './clip.ts';
import { dropChain, type FallingChain } from './drop-chain.ts';
import { ROPE_RADIUS } from './rope.ts';

const STEPS = 110;
/** Seconds from step to step. */
const STEP = 1 / 80;
/** The coil in the air: its lowest turn is this wide and this high, and each further turn narrower and higher. */
const COIL = { widest: 1.0, narrower: 0.27, lowest: 1.2, higher: 1.0 };
/** After so many turns the rope goes straight up. */
const TURNS = 1.75;
/** Metres per second: how fast the free end is thrown aside. */
const THROW = 1.6;

/**
 * A rope, loosely coiled in the air, drops to the floor: the wide turns land first, one inside the other, then the free
 * end comes down across them. The fall is computed once, here.
 */
export function createRopeFall(model: Model): Clip {
  const rest = model.skeleton.positions;
  const joints = rest.length / 3;
  const chain = coilRope(joints, rest[4] - rest[1]);
  const pose: ChainPose = { places: chain.places, normal: Float64Array.of(0, 1, 0) };
  const poses = Array.from({ length: STEPS }, (_, step) => {
    if (step > 0) dropChain(chain, STEP);
    const matrices = new Float64Array(12 * joints);
    writeChainMatrices(rest, pose, matrices);
    return matrices;
  });
  return {
    steps: STEPS,
    write(step, out) {
      out.set(poses[step]);
    },
  };
}

/**
 * Walks up a cone by steps of `spacing`, from turn to turn, and on top straight up. Rounded to micrometres: a fall with
 * contacts makes much of little, and sines may differ in their last bit from engine to engine.
 */
function coilRope(joints: number, spacing: number): FallingChain {
  const places = new Float64Array(3 * joints);
  let turn = 0;
  let [x, y, z] = [COIL.widest, COIL.lowest, 0];
  for (let j = 0; j < joints; j++) {
    places.set([roundPlace(x), roundPlace(y), roundPlace(z)], 3 * j);
    const width = COIL.widest - COIL.narrower * turn;
    const angle = 2 * Math.PI * turn;
    const rise = turn < TURNS ? COIL.higher : COIL.higher * (1 + 60 * (turn - TURNS));
    const dx = -COIL.narrower * Math.cos(angle) - 2 * Math.PI * width * Math.sin(angle);
    const dz = -COIL.narrower * Math.sin(angle) + 2 * Math.PI * width * Math.cos(angle);
    const by = spacing / Math.sqrt(dx * dx + rise * rise + dz * dz);
    x += by * dx;
    y += by * rise;
    z += by * dz;
    turn += by;
  }
  const velocities = Float64Array.from(places, (_, k) => (k % 3 === 0 ? THROW * (Math.floor(k / 3) / joints) ** 6 : 0));
  return { places, velocities, spacing, radius: ROPE_RADIUS };
}

function roundPlace(metres: number): number {
  return Math.round(1e6 * metres) / 1e6;
}
