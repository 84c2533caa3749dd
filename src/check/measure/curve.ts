import { triangleNormal } from '../../math/triangle-normal.ts';
import { loadCorners, type Snapshot } from './snapshot.ts';

/** Where two surfaces cross: segments, each with the two triangles it is of. */
export interface Curve {
  /** Six numbers for each segment: its ends. */
  ends: Float64Array;
  /** Two slots for each: of the first surface and of the second. */
  slots: Uint32Array;
  /** For both ends of each the edge of the triangle of the first surface it is on (from corner 0, 1 or 2 to the next), or nearly; -1: it is within that triangle. */
  edges: Int8Array;
  /** The length of each, and of all. */
  lengths: Float64Array;
  length: number;
}

/**
 * The curve in which pairs of touching triangles cross (`touching`: slots of the first surface and of the second in turn). Seen from outside of the first surface,
 * what is inside the second is to the left of every segment. Which triangles
 * touch was told exactly; the ends of the segments are computed in plain floats. Triangles in one plane, or that touch in a
 * point only, have none.
 */
export function traceCurve(a: Snapshot, b: Snapshot, touching: readonly number[]): Curve {
  const ends: number[] = [];
  const slots: number[] = [];
  const edges: number[] = [];
  const lengths: number[] = [];
  const room = createRoom();
  let length = 0;
  for (let k = 0; k < touching.length; k += 2) {
    if (!findSegment(a, touching[k], b, touching[k + 1], room)) continue;
    const { segment } = room;
    const own = Math.sqrt((segment[3] - segment[0]) ** 2 + (segment[4] - segment[1]) ** 2 + (segment[5] - segment[2]) ** 2); // biome-ignore format: one length
    if (!(own > 0)) continue;
    for (let k = 0; k < 6; k++) ends.push(segment[k]);
    slots.push(touching[k], touching[k + 1]);
    edges.push(room.edges[0], room.edges[1]);
    lengths.push(own);
    length += own;
  }
  return {
    ends: Float64Array.from(ends),
    slots: Uint32Array.from(slots),
    edges: Int8Array.from(edges),
    lengths: Float64Array.from(lengths),
    length,
  };
}

interface Room {
  /** Corners of both triangles, nine numbers each, and their normals. */
  corners: Float64Array;
  normals: Float64Array;
  heights: Float64Array;
  /** The direction of the line that both planes have in common, and where either triangle meets it. */
  line: Float64Array;
  ofA: Interval;
  ofB: Interval;
  segment: Float64Array;
  /** As in `Curve`, of this segment. */
  edges: [number, number];
}

function createRoom(): Room {
  return {
    corners: new Float64Array(18),
    normals: new Float64Array(6),
    heights: new Float64Array(3),
    line: new Float64Array(3),
    ofA: createInterval(),
    ofB: createInterval(),
    segment: new Float64Array(6),
    edges: [-1, -1],
  };
}

/** Places nearer to each other than this share of the intervals are taken for one: where edges of both meet, either may be told a rounding before. */
const ONE_PLACE = 1e-9;

/**
 * Both triangles meet the line that their planes have in common, each in an interval: what both intervals share is the segment. The line goes along
 * the cross of the normals; places on it are told by how far along they are.
 */
function findSegment(a: Snapshot, slotA: number, b: Snapshot, slotB: number, room: Room): boolean {
  const { corners, normals, segment } = room;
  loadCorners(a, slotA, corners, 0);
  loadCorners(b, slotB, corners, 9);
  triangleNormal(corners, 0, 3, 6, normals, 0);
  triangleNormal(corners, 9, 12, 15, normals, 3);
  const dx = normals[1] * normals[5] - normals[2] * normals[4];
  const dy = normals[2] * normals[3] - normals[0] * normals[5];
  const dz = normals[0] * normals[4] - normals[1] * normals[3];
  const size = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (!(size > 0)) return false;
  const { line, ofA, ofB } = room;
  line[0] = dx / size;
  line[1] = dy / size;
  line[2] = dz / size;
  if (!crossPlane(room, 0, 9, 3, ofA) || !crossPlane(room, 9, 0, 0, ofB)) return false;
  const from = ofA.from > ofB.from ? ofA : ofB;
  const to = ofA.to < ofB.to ? ofA : ofB;
  if (!(to.to > from.from)) return false;
  for (let k = 0; k < 3; k++) {
    segment[k] = from.places[from.first + k];
    segment[3 + k] = to.places[3 - to.first + k];
  }
  const near = ONE_PLACE * (ofA.to - ofA.from + (ofB.to - ofB.from));
  room.edges[0] = ofA.from > ofB.from - near ? ofA.edges[ofA.first === 0 ? 0 : 1] : -1;
  room.edges[1] = ofA.to < ofB.to + near ? ofA.edges[ofA.first === 0 ? 1 : 0] : -1;
  return true;
}

interface Interval {
  from: number;
  to: number;
  /** Both places, three numbers each, and the edges they are on; where the one it begins at is, 0 or 3. */
  places: Float64Array;
  edges: Int8Array;
  first: number;
}

function createInterval(): Interval {
  return { from: 0, to: 0, places: new Float64Array(6), edges: new Int8Array(2), first: 0 };
}

/** Where the triangle at `own` meets the plane of the one at `other`, whose normal is at `normal`: an interval of the line, told in `out`. False if in a point or not. */
function crossPlane(
  { corners, normals, heights, line }: Room,
  own: number,
  other: number,
  normal: number,
  out: Interval,
): boolean {
  for (let k = 0; k < 3; k++) {
    const o = own + 3 * k;
    heights[k] = 0;
    for (let axis = 0; axis < 3; axis++)
      heights[k] += normals[normal + axis] * (corners[o + axis] - corners[other + axis]);
  }
  const { places, edges } = out;
  let count = 0;
  for (let k = 0; k < 3; k++) {
    const next = k === 2 ? 0 : k + 1;
    const low = heights[k];
    const high = heights[next];
    if (low < 0 === high < 0) continue;
    if (count === 2) return false;
    const part = low / (low - high);
    edges[count] = k;
    for (let axis = 0; axis < 3; axis++) {
      const from = corners[own + 3 * k + axis];
      places[3 * count + axis] = from + part * (corners[own + 3 * next + axis] - from);
    }
    count++;
  }
  if (count !== 2) return false;
  const one = line[0] * places[0] + line[1] * places[1] + line[2] * places[2];
  const two = line[0] * places[3] + line[1] * places[4] + line[2] * places[5];
  out.first = one <= two ? 0 : 3;
  out.from = one <= two ? one : two;
  out.to = one <= two ? two : one;
  return true;
}

/**
 * The vector area of the part of the first surface that is inside the second: half the sum of the crosses of the ends of the curve, which goes around it.
 * Moved along it, or against it if normals point inward, less of the first is inside; nothing shrinks faster.
 */
export function areaOfCurve({ ends, slots }: Curve): [number, number, number] {
  const area: [number, number, number] = [0, 0, 0];
  for (let s = 0; s < slots.length / 2; s++) {
    for (let k = 0; k < 3; k++) {
      const [u, v] = [(k + 1) % 3, (k + 2) % 3];
      // From the first end of the curve, so that the result does not depend on where the scene is.
      const [pu, pv] = [ends[6 * s + u] - ends[u], ends[6 * s + v] - ends[v]];
      const [qu, qv] = [ends[6 * s + 3 + u] - ends[u], ends[6 * s + 3 + v] - ends[v]];
      area[k] += 0.5 * (pu * qv - pv * qu);
    }
  }
  return area;
}
