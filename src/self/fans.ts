import type { Mesh } from '../mesh/mesh.ts';
import type { Topology } from '../mesh/topology.ts';

/**
 * The triangles around each vertex, in the order in which they go around it.
 *
 * The fan of vertex v has the entries `starts[v] .. starts[v + 1])`, one more than triangles. `rings` are the ends of
 * its edges w0, w1 .. wn, and `slots` its triangles: entry i is (v, w_i, w_i+1) in the orientation of the mesh. A
 * closed fan ends where it began (wn = w0), an open one does not. A vertex has no entries if its triangles form no such
 * sequence: one names a vertex twice, an edge has three triangles or two that face opposite ways, several fans only meet
 * in v, or two triangles lie back to back; nor has a vertex of a single triangle, which has no other to cross.
 */
export interface Fans {
  starts: Uint32Array;
  rings: Uint32Array;
  slots: Uint32Array;
}

/** What fans are found with. */
interface FanSearch {
  triangles: Uint32Array;
  /** The triangles of all vertices, as in `Topology`. */
  around: Uint32Array;
  /** The triangle that leaves, and whether one arrives at, each end of an edge of the current vertex; undone after it. */
  leaving: Int32Array;
  arrives: Uint8Array;
  rings: Uint32Array;
  slots: Uint32Array;
}

/** Linear in the triangles, about 0.5 us each. */
export function findFans({ triangles, positions }: Mesh, { vertexStarts, trianglesOfVertex }: Topology): Fans {
  const vertices = positions.length / 3;
  const starts = new Uint32Array(vertices + 1);
  const rings = new Uint32Array(triangles.length + vertices);
  const slots = new Uint32Array(rings.length);
  const leaving = new Int32Array(vertices).fill(-1);
  const arrives = new Uint8Array(vertices);
  const search: FanSearch = { triangles, around: trianglesOfVertex, leaving, arrives, rings, slots };
  let length = 0;
  for (let v = 0; v < vertices; v++) {
    const from = vertexStarts[v];
    const to = vertexStarts[v + 1];
    if (to - from > 1 && linkEdges(search, from, to, v)) {
      length = followRing(search, from, to, v, length);
    }
    for (let k = from; k < to; k++) {
      for (let corner = 3 * trianglesOfVertex[k]; corner < 3 * trianglesOfVertex[k] + 3; corner++) {
        leaving[triangles[corner]] = -1;
        arrives[triangles[corner]] = 0;
      }
    }
    starts[v + 1] = length;
  }
  return { starts, rings: rings.slice(0, length), slots: slots.slice(0, length) };
}

/** The corner of a triangle after that of v, or the one after that. */
function cornerAfter(triangles: Uint32Array, slot: number, v: number, steps: number): number {
  const corner = triangles[3 * slot] === v ? 0 : triangles[3 * slot + 1] === v ? 1 : 2;
  return triangles[3 * slot + ((corner + steps) % 3)];
}

/** Notes where each triangle of v begins and ends; false if that is not clear. */
function linkEdges({ triangles, around, leaving, arrives }: FanSearch, from: number, to: number, v: number): boolean {
  for (let k = from; k < to; k++) {
    const first = cornerAfter(triangles, around[k], v, 1);
    const second = cornerAfter(triangles, around[k], v, 2);
    if (first === v || second === v || first === second || leaving[first] >= 0 || arrives[second] === 1) return false;
    leaving[first] = around[k];
    arrives[second] = 1;
  }
  return true;
}

/** Adds the fan of v if all its triangles are in one; returns the new length of the lists. */
function followRing(
  { triangles, around, leaving, arrives, rings, slots }: FanSearch,
  from: number,
  to: number,
  v: number,
  length: number,
): number {
  let first = cornerAfter(triangles, around[from], v, 1);
  let isOpen = false;
  for (let k = from; k < to; k++) {
    const start = cornerAfter(triangles, around[k], v, 1);
    if (arrives[start] === 1) continue;
    first = start; // nothing arrives here: the fan is open, and a second such place would be a second fan
    isOpen = true;
  }
  let w = first;
  let at = length;
  for (; at - length < to - from && leaving[w] >= 0; at++) {
    rings[at] = w;
    slots[at] = leaving[w];
    w = cornerAfter(triangles, leaving[w], v, 2);
    if (w === first) {
      at++;
      break;
    }
  }
  const count = at - length;
  if (count !== to - from || isOpen === (w === first) || (!isOpen && count < 3)) return length;
  rings[at] = w;
  return at + 1;
}
