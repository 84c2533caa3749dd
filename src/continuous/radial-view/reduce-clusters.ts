import type { Skeleton } from '../../deform/skeleton.ts';
import type { Mesh } from '../../mesh/mesh.ts';
import type { Topology } from '../../mesh/topology.ts';
import { countSeenWell, type Observer } from './observers.ts';

/** Triangles that are looked at from one observer. */
export interface Cluster {
  triangles: number[];
  observer: Observer;
}

/** Two clusters become one if an observer of theirs sees this share of both well ([Wong2013] 4.3). */
const BETA = 0.9;

/**
 * Merges clusters that share an edge while one of their two observers sees enough of both, longest borders first; if
 * both do, that of the joint with more branches stays. Fewer clusters have fewer borders. The clusters that remain keep
 * their order.
 */
export function reduceClusters(mesh: Mesh, topology: Topology, clusters: Cluster[], skeleton: Skeleton): Cluster[] {
  const clusterOf = new Uint32Array(mesh.triangles.length / 3).fill(NONE);
  clusters.forEach(({ triangles }, c) => {
    for (const t of triangles) clusterOf[t] = c;
  });
  const branches = new Uint32Array(skeleton.parents.length);
  skeleton.parents.forEach((parent, joint) => {
    if (parent < 0) return;
    branches[parent]++;
    branches[joint]++;
  });
  const alive: (Cluster | null)[] = clusters.map(({ triangles, observer }) => ({
    triangles: [...triangles],
    observer,
  }));
  for (let merged = true; merged; ) {
    merged = false;
    for (const [c, d] of listBorders(topology, clusterOf)) {
      const one = alive[c];
      const other = alive[d];
      if (!one || !other) continue;
      const both = [...one.triangles, ...other.triangles];
      const candidates = [one.observer, other.observer].filter(
        observer => countSeenWell(mesh, both, observer) >= BETA * both.length,
      );
      if (candidates.length === 0) continue;
      const observer = candidates.reduce((best, next) => (branches[next.joint] > branches[best.joint] ? next : best));
      alive[c] = { triangles: both, observer };
      alive[d] = null;
      for (const t of other.triangles) clusterOf[t] = c;
      merged = true;
    }
  }
  return alive.filter(cluster => cluster !== null);
}

const NONE = 0xffffffff;

/** Pairs of clusters, lower first, by falling number of common edges. */
function listBorders({ edges, edgeStarts, trianglesOfEdge }: Topology, clusterOf: Uint32Array): [number, number][] {
  const lengths = new Map<number, number>();
  for (let e = 0; 2 * e < edges.length; e++) {
    const a = clusterOf[trianglesOfEdge[edgeStarts[e]]];
    for (let k = edgeStarts[e] + 1; k < edgeStarts[e + 1]; k++) {
      const b = clusterOf[trianglesOfEdge[k]];
      if (a === b || a === NONE || b === NONE) continue;
      const key = Math.min(a, b) * clusterOf.length + Math.max(a, b);
      lengths.set(key, (lengths.get(key) ?? 0) + 1);
    }
  }
  return [...lengths]
    .sort(([keyA, a], [keyB, b]) => b - a || keyA - keyB)
    .map(([key]) => [Math.floor(key / clusterOf.length), key % clusterOf.length]);
}
