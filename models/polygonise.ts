import type { Mesh } from '../src/mesh/mesh.ts';
import { createCellPatches } from './cell-patches.ts';
import type { DistanceField } from './signed-distance.ts';
import { evaluateShape } from './signed-distance.ts';
import type { SurfaceBlocks } from './surface-blocks.ts';
import { BLOCK, findSurfaceBlocks } from './surface-blocks.ts';

/** A mesh of the zero surface, and for each vertex the block it came from: its local list of parts. */
export interface RawSurface {
  mesh: Mesh;
  blocks: SurfaceBlocks;
  slotOfVertex: Int32Array;
}

const SAMPLES = BLOCK + 1;
const CELLS = BLOCK ** 3;

const { counts, patches } = createCellPatches();

interface Growing {
  /** First vertex of each cell, one per sheet, and which of its corners are inside. */
  cellVertex: Int32Array;
  cellKind: Uint8Array;
  positions: number[];
  slotOfVertex: number[];
  /** For each crossed lattice edge: place of the block, sample in the block, axis; 3 more when it enters the body. */
  crossings: number[];
}

/**
 * Surface nets: one vertex for each sheet in each cell, one quad around each crossed lattice edge. The quads close up by
 * construction and each vertex has one fan; only where four quads meet between the same two sheets on one face (a hole
 * thinner than a cell) is the result not a 2-manifold, so the caller must check (`findTwins`) and choose another cell
 * size. Costs time and memory in proportion to the number of triangles.
 */
export function polygonise(shape: DistanceField, cell: number): RawSurface {
  const blocks = findSurfaceBlocks(shape, cell);
  const growing: Growing = {
    cellVertex: new Int32Array(blocks.places.length * CELLS).fill(-1),
    cellKind: new Uint8Array(blocks.places.length * CELLS),
    positions: [],
    slotOfVertex: [],
    crossings: [],
  };
  const values = new Float64Array(SAMPLES ** 3);
  for (let slot = 0; slot < blocks.places.length; slot++) {
    if (sampleBlock(shape, blocks, slot, values)) growBlock(blocks, slot, values, growing);
  }
  const positions = Float64Array.from(growing.positions);
  const triangles = joinQuads(blocks, growing, positions);
  return { mesh: { positions, triangles }, blocks, slotOfVertex: Int32Array.from(growing.slotOfVertex) };
}

/** By how much the field changes over a distance of one, at most: see `findSurfaceBlocks`. */
const STEEPEST = 2;

/** Corners along each side of a group, of which the middle one is sampled first. */
const GROUP = 3;

/**
 * Fills `values` with the field at the corners of the block's cells; false when all have the same sign. In groups of corners that
 * have no surface near, since the field is too large in their middle, only the sign is right: it is all that is read there.
 */
function sampleBlock(shape: DistanceField, blocks: SurfaceBlocks, slot: number, values: Float64Array): boolean {
  const { cell, origin, size, places, partStarts, parts } = blocks;
  const place = places[slot];
  const bx = (place % size[0]) * BLOCK;
  const by = (Math.floor(place / size[0]) % size[1]) * BLOCK;
  const bz = Math.floor(place / (size[0] * size[1])) * BLOCK;
  const begin = partStarts[slot];
  const end = partStarts[slot + 1];
  const sample = (i: number, j: number, k: number): number =>
    evaluateShape(
      shape,
      parts,
      begin,
      end,
      origin[0] + (bx + i) * cell,
      origin[1] + (by + j) * cell,
      origin[2] + (bz + k) * cell,
    );
  const far = STEEPEST * Math.sqrt(3) * cell;
  const half = BLOCK / 2;
  if (Math.abs(sample(half, half, half)) > half * far) return false;
  let inside = 0;
  for (let k = 0; k < SAMPLES; k += GROUP) {
    for (let j = 0; j < SAMPLES; j += GROUP) {
      for (let i = 0; i < SAMPLES; i += GROUP) {
        const middle = sample(i + 1, j + 1, k + 1);
        const isFar = Math.abs(middle) > far;
        for (let c = 0; c < GROUP ** 3; c++) {
          const [x, y, z] = [i + (c % 3), j + (Math.floor(c / 3) % 3), k + Math.floor(c / 9)];
          const value = isFar ? middle : sample(x, y, z);
          values[x + SAMPLES * (y + SAMPLES * z)] = value;
          if (value < 0) inside++;
        }
      }
    }
  }
  return inside > 0 && inside < SAMPLES ** 3;
}

const STEPS = [1, SAMPLES, SAMPLES * SAMPLES];

/** Adds the vertices of the block's cells and the lattice edges that start in it and cross the surface. */
function growBlock(blocks: SurfaceBlocks, slot: number, values: Float64Array, growing: Growing): void {
  const { cell, origin, size, places } = blocks;
  const place = places[slot];
  const bx = (place % size[0]) * BLOCK;
  const by = (Math.floor(place / size[0]) % size[1]) * BLOCK;
  const bz = Math.floor(place / (size[0] * size[1])) * BLOCK;
  const mean = new Float64Array(3);
  for (let k = 0; k < BLOCK; k++) {
    for (let j = 0; j < BLOCK; j++) {
      for (let i = 0; i < BLOCK; i++) {
        const sample = i + SAMPLES * (j + SAMPLES * k);
        for (let axis = 0; axis < 3; axis++) {
          const enters = values[sample] >= 0;
          if (enters !== values[sample + STEPS[axis]] >= 0) {
            growing.crossings.push(slot, i + BLOCK * (j + BLOCK * k), enters ? axis + 3 : axis);
          }
        }
        const kind = cellKind(values, sample);
        if (counts[kind] === 0) continue;
        const at = slot * CELLS + i + BLOCK * (j + BLOCK * k);
        growing.cellVertex[at] = growing.slotOfVertex.length;
        growing.cellKind[at] = kind;
        for (let patch = 0; patch < counts[kind]; patch++) {
          meanCrossing(values, sample, kind, patch, mean);
          growing.slotOfVertex.push(slot);
          growing.positions.push(
            origin[0] + (bx + i + mean[0]) * cell,
            origin[1] + (by + j + mean[1]) * cell,
            origin[2] + (bz + k + mean[2]) * cell,
          );
        }
      }
    }
  }
}

function cellKind(values: Float64Array, sample: number): number {
  let kind = 0;
  for (let c = 0; c < 8; c++) {
    if (values[sample + (c & 1) + ((c >> 1) & 1) * STEPS[1] + (c >> 2) * STEPS[2]] < 0) kind |= 1 << c;
  }
  return kind;
}

/** Where the sheet `patch` crosses the edges of the cell at `sample`, on average, in cell units. */
function meanCrossing(values: Float64Array, sample: number, kind: number, patch: number, mean: Float64Array): void {
  mean.fill(0);
  let count = 0;
  for (let axis = 0; axis < 3; axis++) {
    const u = (axis + 1) % 3;
    const v = (axis + 2) % 3;
    for (let c = 0; c < 4; c++) {
      if (patches[12 * kind + 4 * axis + c] !== patch) continue;
      const p = c & 1;
      const q = c >> 1;
      const from = sample + p * STEPS[u] + q * STEPS[v];
      const a = values[from];
      const b = values[from + STEPS[axis]];
      count++;
      mean[axis] += a / (a - b);
      mean[u] += p;
      mean[v] += q;
    }
  }
  for (let axis = 0; axis < 3; axis++) mean[axis] /= count;
}

/** Two triangles around each crossed lattice edge, split along the shorter diagonal, facing out of the body. */
function joinQuads(blocks: SurfaceBlocks, growing: Growing, positions: Float64Array): Uint32Array {
  const { crossings } = growing;
  const triangles = new Uint32Array(crossings.length * 2);
  const quad = new Int32Array(4);
  let at = 0;
  for (let c = 0; c < crossings.length; c += 3) {
    const flip = crossings[c + 2] > 2;
    const axis = crossings[c + 2] % 3;
    for (let q = 0; q < 4; q++) {
      const back = flip ? 3 - q : q;
      quad[q] = vertexBehind(
        blocks,
        growing,
        crossings[c],
        crossings[c + 1],
        axis,
        back === 1 || back === 2,
        back >= 2,
      );
    }
    const first = squaredDistance(positions, quad[0], quad[2]) <= squaredDistance(positions, quad[1], quad[3]) ? 0 : 1;
    triangles[at++] = quad[first];
    triangles[at++] = quad[first + 1];
    triangles[at++] = quad[first + 2];
    triangles[at++] = quad[first];
    triangles[at++] = quad[first + 2];
    triangles[at++] = quad[(first + 3) % 4];
  }
  return triangles;
}

/** The vertex, on the sheet through the lattice edge, of the cell `cell` or the one before it along either other axis. */
function vertexBehind(
  blocks: SurfaceBlocks,
  growing: Growing,
  slot: number,
  cell: number,
  axis: number,
  backU: boolean,
  backV: boolean,
): number {
  const { size, places, slots } = blocks;
  let place = places[slot];
  for (let side = 1; side <= 2; side++) {
    if (!(side === 1 ? backU : backV)) continue;
    const along = (axis + side) % 3;
    const step = along === 0 ? 1 : along === 1 ? BLOCK : BLOCK * BLOCK;
    if (Math.floor(cell / step) % BLOCK > 0) {
      cell -= step;
    } else {
      cell += (BLOCK - 1) * step;
      place -= along === 0 ? 1 : along === 1 ? size[0] : size[0] * size[1];
    }
  }
  const at = slots[place] < 0 ? -1 : slots[place] * CELLS + cell;
  const patch = at < 0 ? 255 : patches[12 * growing.cellKind[at] + 4 * axis + (backU ? 1 : 0) + (backV ? 2 : 0)];
  if (patch === 255)
    throw new Error('polygonise: neighbouring blocks disagree on the sign of the field at a shared corner.');
  return growing.cellVertex[at] + patch;
}

function squaredDistance(p: Float64Array, a: number, b: number): number {
  const x = p[3 * a] - p[3 * b];
  const y = p[3 * a + 1] - p[3 * b + 1];
  const z = p[3 * a + 2] - p[3 * b + 2];
  return x * x + y * y + z * z;
}
