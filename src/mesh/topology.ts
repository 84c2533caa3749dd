import { checkMesh, type Mesh, vertexCount } from './mesh.ts';

/** Stands for the edge of a side that joins a vertex to itself. */
export const NO_EDGE = 0xffffffff;

/**
 * What is next to what in a mesh, by vertex index alone: two vertices at the same place are different ones (`weld` them
 * first if that is not meant).
 */
export interface Topology {
  /** Edge `e` joins the vertices `edges[2e] < edges[2e + 1]`; each edge appears once, ordered by its lower vertex. */
  edges: Uint32Array;
  /** Side `k` of triangle `t`, from corner k to corner k + 1, is the edge `edgesOfTriangle[3t + k]`, or `NO_EDGE`. */
  edgesOfTriangle: Uint32Array;
  /** The triangles at edge `e` are `trianglesOfEdge[edgeStarts[e] .. edgeStarts[e + 1])`, ascending, each once. */
  edgeStarts: Uint32Array;
  trianglesOfEdge: Uint32Array;
  /** The triangles at vertex `v` are `trianglesOfVertex[vertexStarts[v] .. vertexStarts[v + 1])`, ascending, each once. */
  vertexStarts: Uint32Array;
  trianglesOfVertex: Uint32Array;
}

/**
 * Finds the edges of a mesh and the triangles around each edge and vertex. Any index triple is accepted: an edge may
 * have one, two or more triangles, and a triangle may name a vertex twice.
 *
 * Linear in time and memory: sides are bucketed by their lower vertex, and within a bucket the upper vertex is looked up
 * in a table stamped with the bucket, so nothing is hashed or sorted. 1.4 million triangles take well below a second.
 * @example
 * {@includeCode ../../examples/api/meshes.ts#mesh}
 */
export function buildTopology(mesh: Mesh): Topology {
  checkMesh(mesh, 'buildTopology');
  const { edges, edgesOfTriangle } = findEdges(mesh);
  const [edgeStarts, trianglesOfEdge] = gatherTriangles(edgesOfTriangle, edges.length / 2);
  const [vertexStarts, trianglesOfVertex] = gatherTriangles(mesh.triangles, vertexCount(mesh));
  return { edges, edgesOfTriangle, edgeStarts, trianglesOfEdge, vertexStarts, trianglesOfVertex };
}

function findEdges(mesh: Mesh): Pick<Topology, 'edges' | 'edgesOfTriangle'> {
  const { triangles } = mesh;
  const vertices = vertexCount(mesh);
  const starts = new Uint32Array(vertices + 1);
  for (let side = 0; side < triangles.length; side++) {
    const a = triangles[side];
    const b = triangles[nextCorner(side)];
    if (a !== b) starts[Math.min(a, b) + 1]++;
  }
  for (let v = 0; v < vertices; v++) starts[v + 1] += starts[v];
  const sides = new Uint32Array(starts[vertices]);
  const fill = starts.slice(0, vertices);
  for (let side = 0; side < triangles.length; side++) {
    const a = triangles[side];
    const b = triangles[nextCorner(side)];
    if (a !== b) sides[fill[Math.min(a, b)]++] = side;
  }
  const edges = new Uint32Array(2 * sides.length);
  const edgesOfTriangle = new Uint32Array(triangles.length).fill(NO_EDGE);
  const stamp = new Uint32Array(vertices);
  const edgeTo = new Uint32Array(vertices);
  let count = 0;
  for (let low = 0; low < vertices; low++) {
    for (let k = starts[low]; k < starts[low + 1]; k++) {
      const side = sides[k];
      const high = Math.max(triangles[side], triangles[nextCorner(side)]);
      if (stamp[high] !== low + 1) {
        stamp[high] = low + 1;
        edgeTo[high] = count;
        edges[2 * count] = low;
        edges[2 * count + 1] = high;
        count++;
      }
      edgesOfTriangle[side] = edgeTo[high];
    }
  }
  return { edges: edges.slice(0, 2 * count), edgesOfTriangle };
}

/**
 * The triangles of each of `count` vertices or edges, ascending, and where those of each begin: `values` has the three of
 * every triangle.
 */
function gatherTriangles(values: Uint32Array, count: number): [starts: Uint32Array, triangles: Uint32Array] {
  const starts = new Uint32Array(count + 1);
  for (let at = 0; at < values.length; at++) if (isFirst(values, at)) starts[values[at] + 1]++;
  for (let value = 0; value < count; value++) starts[value + 1] += starts[value];
  const triangles = new Uint32Array(starts[count]);
  const fill = starts.slice(0, count);
  for (let at = 0; at < values.length; at++) {
    if (isFirst(values, at)) triangles[fill[values[at]]++] = Math.floor(at / 3);
  }
  return [starts, triangles];
}

/** Is this the first of its triangle's three entries with this value, and a value at all? */
function isFirst(values: Uint32Array, at: number): boolean {
  const value = values[at];
  const place = at % 3;
  if (value === NO_EDGE || (place > 0 && values[at - 1] === value)) return false;
  return place < 2 || values[at - 2] !== value;
}

/** The corner after this one in the same triangle. */
function nextCorner(corner: number): number {
  return corner % 3 === 2 ? corner - 2 : corner + 1;
}
