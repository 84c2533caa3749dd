import type { BodyInMemory } from '../compiled/pack-snapshot.ts';
import type { CheckedShape } from '../plan/checked-shape.ts';
import type { CheckPlan } from '../plan/plan.ts';
import type { BodyMotion } from '../scan/body-motion.ts';
import type { RegionPair, ScanWindow } from '../scan/search-step.ts';

/** Room for measuring a body, kept from one instant to the next. */
export interface MeasureRoom {
  /** Nodes that a search still has to look at: room for as many as ever wait. */
  stack: Int32Array;
  /** For each vertex and each slot: 0 and -1 but while vertices inside are listed (`listInside`). */
  marks: Uint8Array;
  heads: Int32Array;
  /** What the memory of the compiled query has of the body. */
  inMemory: BodyInMemory;
}

export function createMeasureRoom({ mesh, tree }: CheckedShape): MeasureRoom {
  return {
    stack: new Int32Array(2 + tree.depth * tree.maxArity),
    marks: new Uint8Array(mesh.positions.length / 3),
    heads: new Int32Array(mesh.triangles.length / 3).fill(-1),
    inMemory: { packed: null },
  };
}

/** A body at one instant: what is measured. It never changes, so after another pose another one is to be taken. */
export interface Snapshot extends MeasureRoom {
  shape: CheckedShape;
  positions: Float64Array;
  /** Boxes of all nodes, low and high corner: 6 numbers each. */
  boxes: Float32Array;
}

export function snapshotAt({ shape, window, room }: BodyMotion, instant: number): Snapshot {
  const { stack, marks, heads, inMemory } = room;
  const [positions, boxes] = [window.positions[instant], window.boxes.atInstants[instant]];
  return { stack, marks, heads, inMemory, shape, positions, boxes };
}

/** Copies the corners of a triangle, nine numbers, to `out[o...]`. */
export function loadCorners({ shape, positions: p }: Snapshot, slot: number, out: Float64Array, o: number): void {
  const { triangles } = shape.mesh;
  for (let corner = 3 * slot, at = o; corner < 3 * slot + 3; corner++, at += 3) {
    const v = 3 * triangles[corner];
    out[at] = p[v];
    out[at + 1] = p[v + 1];
    out[at + 2] = p[v + 2];
  }
}

/** All bodies at one instant, and what touches then. */
export interface Moment {
  plan: CheckPlan;
  bodies: readonly Snapshot[];
  regionPairs: readonly RegionPair[];
  /** By body: 1 if its normals point outward, -1 if inward; 0: not asked for yet. */
  facings: Int8Array;
  /**
   * Inside which surfaces vertices are looked for. Open ones take longer. What is inside of closed ones follows from all that touches, so `regionPairs`
   * must be complete for these.
   */
  asks: 'closed' | 'open' | 'both';
  /** By body, if asked for: see `measureMoments`; of all of it, and of its open pieces. */
  moments: (Float64Array | null)[];
  openMoments: (Float64Array | null)[];
  /** What `listInside` has listed. */
  insides: { starts: readonly RegionPair[]; body: number; other: number; most: number; list: number[] }[];
}

export function createMoment(
  { plan, motions }: ScanWindow,
  instant: number,
  regionPairs: readonly RegionPair[],
  asks: Moment['asks'],
): Moment {
  return momentOf(
    plan,
    motions.map(motion => snapshotAt(motion, instant)),
    regionPairs,
    asks,
  );
}

export function momentOf(
  plan: CheckPlan,
  bodies: readonly Snapshot[],
  regionPairs: readonly RegionPair[],
  asks: Moment['asks'],
): Moment {
  return {
    asks,
    plan,
    bodies,
    regionPairs,
    facings: new Int8Array(bodies.length),
    moments: bodies.map(() => null),
    openMoments: bodies.map(() => null),
    insides: [],
  };
}

/** The same instant, with others that touch. */
export function withPairs(moment: Moment, regionPairs: readonly RegionPair[], asks: Moment['asks']): Moment {
  return { ...moment, regionPairs, asks, insides: [] };
}
