import { createRandom } from '../../src/math/random.ts';
import type { Mesh } from '../../src/mesh/mesh.ts';
import type { Model } from '../model.ts';
import { createChainModel } from './chain-model.ts';
import { createGeodesic } from './geodesic.ts';

/** Half the length of the axis, how far from it the skin is, and how far a spike stands out. */
export interface UrchinForm {
  axis: number;
  radius: number;
  spike: number;
  /** How near the foot of a spike is to its middle, in shares of the way to where the lattice has it. */
  foot: number;
}

const FORM: UrchinForm = { axis: 0.95, radius: 0.72, spike: 0.45, foot: 0.85 };
/** So long and thin that the spikes between two joints turn their flanks to both: only the whole bone sees them. */
export const LONG_FORM: UrchinForm = { axis: 2.4, radius: 0.3, spike: 0.6, foot: 0.3 };
/** How far out the foot of a spike is, in shares. */
const FOOT_HEIGHT = 0.1;

const JOINTS = 5;
const FREQUENCY = 12;
/** Lattice steps from spike to spike. */
const APART = 3;

/**
 * A long sea urchin of 162 spikes: 2880 triangles (1.4 % more than the paper's: a lattice with spikes on every third
 * point cannot have 2840), a chain of 5 joints along +y, so 4 bones. Each spike stands straight out from a point of the
 * axis, which therefore sees all of it.
 */
export function createUrchin({ axis, radius, spike, foot }: UrchinForm = FORM): Model {
  const { mesh, shares } = createGeodesic(FREQUENCY);
  const spikes = findSpikes(mesh, shares);
  const random = createRandom(5);
  const lengths = Float64Array.from(spikes, (tip, v) => (tip === v ? spike * (0.8 + 0.4 * random()) : 0));
  const { positions } = mesh;
  const directions = positions.slice();
  const places = new Float64Array(spikes.length);
  for (let v = 0; v < spikes.length; v++) {
    const direction = chooseDirection(directions, v, spikes[v], foot);
    const distance = radius + (spikes[v] === v ? lengths[v] : spikes[v] >= 0 ? FOOT_HEIGHT * lengths[spikes[v]] : 0);
    for (let k = 0; k < 3; k++) positions[3 * v + k] = distance * direction[k] + (k === 1 ? axis * direction[1] : 0);
    places[v] = axis * direction[1];
  }
  return createChainModel('urchin', mesh, { joints: JOINTS, from: -axis, to: axis }, places);
}

/** The spike (its tip's vertex) that each vertex belongs to: a tip to itself, the six around it to it, others to none: -1. */
function findSpikes({ triangles }: Mesh, shares: Int32Array): Int32Array {
  const isTip = (v: number): boolean => shares[3 * v] % APART === 0 && shares[3 * v + 1] % APART === 0;
  const spikes = new Int32Array(shares.length / 3).fill(-1);
  for (let h = 0; h < triangles.length; h++) {
    const v = triangles[h];
    if (!isTip(v)) continue;
    const t = 3 * Math.floor(h / 3);
    for (let k = t; k < t + 3; k++) spikes[triangles[k]] = v;
  }
  return spikes;
}

/** The way from the axis to the vertex: the feet of a spike are drawn towards its middle. */
function chooseDirection(directions: Float64Array, v: number, spike: number, foot: number): number[] {
  const share = spike < 0 ? 1 : foot;
  const other = spike < 0 ? v : spike;
  const mixed = [0, 1, 2].map(k => share * directions[3 * v + k] + (1 - share) * directions[3 * other + k]);
  const size = Math.hypot(mixed[0], mixed[1], mixed[2]);
  return mixed.map(c => c / size);
}
