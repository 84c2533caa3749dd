import type { Mesh } from '../../src/mesh/mesh.ts';
import { ease } from '../gait.ts';
import type { Material } from './brick.ts';
import { type CellLattice, createCellLattice, fitEdge, meshCells, refineLattice } from './cell-lattice.ts';
import { type BrickBody, solveFreeBody } from './free-body.ts';
import { createLatticeBody, embedCells } from './lattice-body.ts';
import type { ReducedModel } from './reduced-model.ts';

/** Metres. The wall is that of a cheap chair plus what its ribs add. */
const WALL = 0.005;
const HALF_WIDTH = 0.275;
const HALF_DEPTH = 0.26;
/** Legs, posts and arms are angles this wide. */
const FLANGE = 0.065;
const APRON = 0.345;
const SEAT = 0.405;
const SLOT_FOOT = 0.475;
const ARM = 0.625;
const SLOT_HEAD = 0.745;
const TOP = 0.8;
const SLATS = 7;
const GAP = 0.019;
/** Cells of the analysis are no longer than this. One layer of them is the wall. */
const CELL = 0.032;

export const POLYPROPYLENE: Material = { stiffness: 1.4e9, contraction: 0.4, density: 910 };

/** The slots between the slats: pairs of x, ascending. */
function findSlots(): number[] {
  const width = 2 * (HALF_WIDTH - FLANGE);
  const slat = (width - (SLATS - 1) * GAP) / SLATS;
  const edges: number[] = [];
  for (let s = 0; s + 1 < SLATS; s++) {
    const from = -width / 2 + (s + 1) * slat + s * GAP;
    edges.push(from, from + GAP);
  }
  return edges;
}

/** The chair before it is bent: upright, square and flat. x to its left, z to the front. */
export function planChair(): CellLattice {
  const slots = findSlots();
  const sides = (half: number): number[] => [half - FLANGE, half - WALL, half];
  const mirror = (side: number[]): number[] => [...side.map(x => -x).reverse(), ...side];
  const xs = [...mirror(sides(HALF_WIDTH)), ...slots].sort((a, b) => a - b);
  const zs = [...mirror(sides(HALF_DEPTH)), -0.14, 0.06].sort((a, b) => a - b);
  const ys = [0, APRON, SEAT, SEAT + WALL, SLOT_FOOT, ARM - 0.03, ARM, ARM + WALL, SLOT_HEAD, TOP - WALL, TOP];
  const isSlot = (x: number): boolean => slots.some((from, s) => s % 2 === 0 && x > from && x < slots[s + 1]);
  return createCellLattice([xs, ys, zs], (x, y, z) => {
    const outerX = Math.abs(x) > HALF_WIDTH - WALL;
    const front = z > HALF_DEPTH - WALL;
    const rear = z < WALL - HALF_DEPTH;
    const atSide = Math.abs(x) > HALF_WIDTH - FLANGE;
    const atFront = z > HALF_DEPTH - FLANGE;
    const atRear = z < FLANGE - HALF_DEPTH;
    if (y < APRON) return (outerX && (atFront || atRear)) || ((front || rear) && atSide);
    if (y < SEAT) return outerX || front || rear;
    if (y < SEAT + WALL) return !(isSlot(x) && z > -0.14 && z < 0.06);
    if (rear) return !(isSlot(x) && y > SLOT_FOOT && y < SLOT_HEAD);
    if (atRear && (outerX || y > TOP - WALL)) return true;
    if (y > ARM + WALL) return false;
    if (y > ARM) return atSide;
    if (y > ARM - 0.03 && outerX) return true;
    return (outerX && atFront) || (front && atSide);
  });
}

/**
 * Bends the square chair into shape: rounded corners, tapered and splayed legs, a hollow seat, a reclined and arched
 * back.
 */
function bendChair(point: Float64Array): void {
  let [x, y, z] = point;
  // Legs get narrower to the floor, and the posts of the arms in the middle; the wall stays as thick as it is.
  const leg = ease(0.5, 1, y / APRON);
  const post =
    z > 0 && y > SEAT + WALL ? 1 - 0.35 * Math.sin(Math.PI * ease(0, 1, (y - SEAT - WALL) / (ARM - SEAT))) : 1;
  const taper = y < APRON ? leg : post;
  if (Math.abs(x) >= HALF_WIDTH - FLANGE - 1e-9) x = Math.sign(x) * taperFrom(Math.abs(x), HALF_WIDTH, taper);
  if (Math.abs(z) >= HALF_DEPTH - FLANGE - 1e-9 && (z > 0 || y < APRON)) {
    z = Math.sign(z) * taperFrom(Math.abs(z), HALF_DEPTH, taper);
  }
  const across = x / HALF_WIDTH;
  const along = z / HALF_DEPTH;
  // From above the outline is between a square and an ellipse.
  x *= Math.sqrt(1 - 0.2 * along * along);
  z *= Math.sqrt(1 - 0.2 * across * across);
  const inside = (1 - across * across) * (1 - along * along);
  const rim = 1 - across * across + (1 - along * along);
  const nearSeat = y < SEAT ? ease(0, 1, y / SEAT) : ease(1, 0, (y - SEAT) / (SLOT_FOOT - SEAT));
  const below = Math.max(0, SEAT - y);
  const above = Math.max(0, y - SEAT);
  const rearward = ease(0, 1, (0.12 - z) / 0.3);
  y += 0.03 * rim * Math.min(1, below / (SEAT - APRON)) * (y / APRON) * (y < APRON ? y / APRON : 1);
  y += nearSeat * (0.012 * along - 0.022 * inside);
  y += 0.035 * (1 - across * across) * ease(0, 1, (y - ARM) / (TOP - ARM));
  x *= 1 + 0.3 * below - 0.16 * ease(0, 1, (above - (ARM - SEAT)) / (TOP - ARM));
  z += z > 0 ? 0.1 * below : -0.28 * below;
  z -= above * (0.1 * rearward + 0.35 * above * rearward);
  point[0] = x;
  point[1] = y;
  point[2] = z;
}

function taperFrom(x: number, edge: number, factor: number): number {
  const depth = edge - x;
  return edge - (depth <= WALL ? depth : WALL + (depth - WALL) * factor);
}

/** The chair in bricks, one layer thick, as it is analysed. */
export function createChairBody(): { body: BrickBody; lattice: CellLattice } {
  const lattice = refineLattice(planChair(), CELL);
  return { body: createLatticeBody(lattice, bendChair), lattice };
}

/**
 * A monobloc garden chair of polypropylene, on four legs with arms (as near to 17914 triangles, or what is asked for,
 * as its cells allow: 17956), and its lowest ten vibrations. It is a thin shell, so it is cut into bricks along its own
 * walls, not along a cubic lattice that would have to be as fine as the wall is thin; the surface is a finer cutting of
 * the same cells and moves with them.
 */
export function createChair(options: { triangles?: number } = {}): ReducedModel {
  const { body, lattice } = createChairBody();
  const { modes, frequencies, mass, center, inertia } = solveFreeBody(body, POLYPROPYLENE, 10);
  const target = options.triangles ?? 17914;
  const longest = fitEdge([lattice], target, 0.002, 0.1);
  const fine = refineLattice(lattice, longest);
  const surface = meshCells(fine);
  const { positions, fields } = embedCells(lattice, fine, surface, bendChair, modes);
  for (let o = 0; o < positions.length; o++) positions[o] -= center[o % 3];
  const mesh: Mesh = { positions, triangles: surface.triangles };
  return { name: 'chair', mesh, modes: fields, frequencies, mass, inertia };
}
