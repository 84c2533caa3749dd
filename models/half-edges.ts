import type { Mesh } from '../src/mesh/mesh.ts';

/**
 * Half-edge `h` is the side of triangle `h / 3` that leaves the vertex `triangles[h]`; its twin runs the other way in the
 * neighbouring triangle. Two helpers walk inside a triangle.
 */
export function nextSide(h: number): number {
  return h % 3 === 2 ? h - 2 : h + 1;
}

export function previousSide(h: number): number {
  return h % 3 === 0 ? h + 2 : h - 1;
}

/**
 * The twin of each half-edge, or undefined when the triangles are not a closed 2-manifold with one orientation: some edge
 * has not exactly two triangles running opposite ways, or some vertex has more than one fan (or none). Linear in the size.
 */
export function findTwins(triangles: Uint32Array, vertices: number): Int32Array | undefined {
  const sides = triangles.length;
  const starts = new Int32Array(vertices + 1);
  for (let h = 0; h < sides; h++) starts[triangles[h] + 1]++;
  for (let v = 0; v < vertices; v++) starts[v + 1] += starts[v];
  const leaving = new Int32Array(sides);
  const fill = starts.slice(0, vertices);
  for (let h = 0; h < sides; h++) leaving[fill[triangles[h]]++] = h;
  const twins = new Int32Array(sides);
  for (let h = 0; h < sides; h++) {
    const from = triangles[h];
    const to = triangles[nextSide(h)];
    let twin = -1;
    for (let e = starts[to]; e < starts[to + 1]; e++) {
      if (triangles[nextSide(leaving[e])] !== from) continue;
      if (twin >= 0) return undefined;
      twin = leaving[e];
    }
    if (twin < 0) return undefined;
    twins[h] = twin;
  }
  for (let v = 0; v < vertices; v++) {
    const valence = starts[v + 1] - starts[v];
    if (valence < 3) return undefined;
    const first = leaving[starts[v]];
    let h = first;
    for (let step = 0; step < valence; step++) {
      h = twins[previousSide(h)];
      if (h === first && step + 1 < valence) return undefined;
    }
    if (h !== first) return undefined;
  }
  return twins;
}

/** How many pieces hang together by edges. */
export function countPieces(triangles: Uint32Array, vertices: number): number {
  const leader = Int32Array.from({ length: vertices }, (_, v) => v);
  const find = (v: number): number => {
    while (leader[v] !== v) v = leader[v] = leader[leader[v]];
    return v;
  };
  let pieces = vertices;
  for (let h = 0; h < triangles.length; h++) {
    const a = find(triangles[h]);
    const b = find(triangles[nextSide(h)]);
    if (a === b) continue;
    leader[a] = b;
    pieces--;
  }
  return pieces;
}

/** The mean edge length. */
export function measureEdges({ positions: p, triangles }: Mesh): number {
  let sum = 0;
  for (let h = 0; h < triangles.length; h++) {
    const a = 3 * triangles[h];
    const b = 3 * triangles[nextSide(h)];
    sum += Math.hypot(p[a] - p[b], p[a + 1] - p[b + 1], p[a + 2] - p[b + 2]);
  }
  return sum / triangles.length;
}
