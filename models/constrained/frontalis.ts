import type { Mesh } from '../../src/mesh/mesh.ts';
import { foreheadHeight } from './forehead.ts';

/** Vertices around and along the muscle: 280 in all, as in the paper. */
const SEGMENTS = 20;
const RINGS = 14;
/** Its middle: how far below the skin, and where along the head. */
const DEPTH = 0.03;
const MIDDLE = 0.36;
/** How far its belly goes to the side that pulls. */
const SIDEWAYS = 0.008;

/** Half width, half thickness, half length: of the muscle at rest, and contracted. */
const RELAXED = [0.058, 0.0135, 0.125] as const;
const CONTRACTED = [0.05, 0.023, 0.08] as const;
/** How far its belly rises when it contracts: it lies on bone, so that it thickens outward only. */
const LIFT = 0.01;

export interface Frontalis {
  mesh: Mesh;
  /** Displacements when it is contracted in full: shorter and thicker. */
  contracted: Float64Array;
  /** Displacements when only its left side pulls; negative weights are for the right. */
  leftward: Float64Array;
}

/**
 * The muscle under the skin of the forehead: an ellipsoid, bent to lie along the dome.
 */
export function createFrontalis(): Frontalis {
  const count = SEGMENTS * RINGS;
  const positions = new Float64Array(3 * count);
  const contracted = new Float64Array(3 * count);
  const leftward = new Float64Array(3 * count);
  for (let ring = 0; ring < RINGS; ring++) {
    const along = -Math.cos((Math.PI * (ring + 0.5)) / RINGS);
    const around = Math.sqrt(1 - along * along);
    for (let segment = 0; segment < SEGMENTS; segment++) {
      const angle = (2 * Math.PI * segment) / SEGMENTS;
      const unit = [around * Math.cos(angle), around * Math.sin(angle), along] as const;
      const v = 3 * (ring * SEGMENTS + segment);
      const rest = bendPoint(unit, RELAXED, 0);
      const short = bendPoint(unit, CONTRACTED, LIFT);
      for (let k = 0; k < 3; k++) {
        positions[v + k] = rest[k];
        contracted[v + k] = short[k] - rest[k];
      }
      leftward[v] = SIDEWAYS * around * around;
      leftward[v + 1] = foreheadHeight(rest[0] + leftward[v], rest[2]) - foreheadHeight(rest[0], rest[2]);
    }
  }
  return { mesh: { positions, triangles: Uint32Array.from(listTriangles()) }, contracted, leftward };
}

function bendPoint(unit: readonly number[], axes: readonly number[], lift: number): [number, number, number] {
  const x = unit[0] * axes[0];
  const z = MIDDLE + unit[2] * axes[2];
  const belly = 1 - unit[2] * unit[2];
  return [x, foreheadHeight(x, z) - DEPTH + lift * belly + unit[1] * axes[1], z];
}

/** Quads between rings; at both ends a strip from side to side closes the ring. Outside out. */
function listTriangles(): number[] {
  const triangles: number[] = [];
  const at = (ring: number, segment: number): number => ring * SEGMENTS + (segment % SEGMENTS);
  for (let ring = 0; ring + 1 < RINGS; ring++) {
    for (let segment = 0; segment < SEGMENTS; segment++) {
      const [a, b] = [at(ring, segment), at(ring, segment + 1)];
      const [c, d] = [at(ring + 1, segment), at(ring + 1, segment + 1)];
      if ((ring + segment) % 2 === 0) triangles.push(a, b, c, b, d, c);
      else triangles.push(a, b, d, a, d, c);
    }
  }
  for (const ring of [0, RINGS - 1]) {
    const add = (a: number, b: number, c: number): void => {
      if (ring === 0) triangles.push(at(ring, a), at(ring, c), at(ring, b));
      else triangles.push(at(ring, a), at(ring, b), at(ring, c));
    };
    for (let low = 0, high = SEGMENTS - 1; high - low > 1; ) {
      add(low, low + 1, high);
      low++;
      if (high - low > 1) add(low, high - 1, high);
      high--;
    }
  }
  return triangles;
}

/**
 * The ellipsoid that the muscle is (nearly: between rest and contraction vertices go straight ways), and where a point
 * is in its frame before it was bent: for tests against the ellipsoid itself. Writes the point to `out`, and the half
 * axes after it.
 */
export function unbendFrontalis(
  contraction: number,
  sideways: number,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
): void {
  for (let k = 0; k < 3; k++) out[3 + k] = RELAXED[k] + contraction * (CONTRACTED[k] - RELAXED[k]);
  const along = (z - MIDDLE) / out[5];
  const belly = Math.max(0, 1 - along * along);
  out[0] = x - sideways * SIDEWAYS * belly;
  out[1] = y - foreheadHeight(x, z) + DEPTH - contraction * LIFT * belly;
  out[2] = z - MIDDLE;
}
