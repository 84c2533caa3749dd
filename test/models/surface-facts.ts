import type { Mesh } from '../../src/mesh/mesh.ts';

/** What a test can ask of a surface, found by a different road than the one the models are made by: maps, not half-edges. */
export interface SurfaceFacts {
  /** Every edge has one triangle on each side, running opposite ways. */
  closed: boolean;
  /** The triangles around every vertex form one ring. */
  oneFan: boolean;
  pieces: number;
  euler: number;
  volume: number;
  smallestAngle: number;
}

export function measureSurface(mesh: Mesh): SurfaceFacts {
  const { positions, triangles } = mesh;
  const vertices = positions.length / 3;
  const sides = new Map<number, number>();
  const around: Map<number, number>[] = Array.from({ length: vertices }, () => new Map());
  let doubled = false;
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const [a, b, c] = [0, 1, 2].map(i => triangles[t + ((k + i) % 3)]);
      if (a === b || sides.has(a * vertices + b)) doubled = true;
      sides.set(a * vertices + b, c);
      around[a].set(b, c);
    }
  }
  let closed = !doubled;
  for (const side of sides.keys()) {
    if (!sides.has((side % vertices) * vertices + Math.floor(side / vertices))) closed = false;
  }
  const oneFan = around.every(ring => {
    const first = ring.keys().next().value;
    let at = first;
    for (let step = 1; step <= ring.size; step++) {
      at = at === undefined ? undefined : ring.get(at);
      if (at === first) return step === ring.size;
    }
    return false;
  });
  return {
    closed,
    oneFan,
    pieces: countPieces(around),
    euler: vertices - sides.size / 2 + triangles.length / 3,
    volume: measureVolume(mesh),
    smallestAngle: findSmallestAngle(mesh),
  };
}

function countPieces(around: Map<number, number>[]): number {
  const seen = new Uint8Array(around.length);
  let pieces = 0;
  for (let v = 0; v < around.length; v++) {
    if (seen[v]) continue;
    pieces++;
    seen[v] = 1;
    const open = [v];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const next of around[at].keys()) {
        if (seen[next]) continue;
        seen[next] = 1;
        open.push(next);
      }
    }
  }
  return pieces;
}

function measureVolume({ positions: p, triangles }: Mesh): number {
  let six = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    six += p[a] * (p[b + 1] * p[c + 2] - p[b + 2] * p[c + 1]);
    six += p[a + 1] * (p[b + 2] * p[c] - p[b] * p[c + 2]);
    six += p[a + 2] * (p[b] * p[c + 1] - p[b + 1] * p[c]);
  }
  return six / 6;
}

/** In degrees, over all corners. */
function findSmallestAngle({ positions: p, triangles }: Mesh): number {
  let smallest = 180;
  for (let h = 0; h < triangles.length; h++) {
    const t = 3 * Math.floor(h / 3);
    const a = 3 * triangles[h];
    const b = 3 * triangles[t + ((h - t + 1) % 3)];
    const c = 3 * triangles[t + ((h - t + 2) % 3)];
    const u = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
    const v = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
    const cosine = (u[0] * v[0] + u[1] * v[1] + u[2] * v[2]) / (Math.hypot(...u) * Math.hypot(...v));
    smallest = Math.min(smallest, (Math.acos(cosine) * 180) / Math.PI);
  }
  return smallest;
}
